/* Which loops the device would refuse, before anybody generates. */
#include "gui/document_private.h"
#include "gui/background.h"
#include "project/device_check.h"
#include <string.h>

/* In larger files only the selected loop is asked about (loop_card.c). */
#define MOST_LOOPS 150

typedef struct
{
  guint file;
  gboolean are_marked;
  GPtrArray *addresses;    /* of char *; loops none of which lies in another one, unless they are marked */
} Batch;

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_ptr_array_unref (batch->addresses);
  g_free (batch);
}

static char *
key_of (guint file, const char *address)
{
  return g_strdup_printf ("%u %s", file, address);
}

void
ihop_document_drop_refusals (IhopDocument *document)
{
  g_clear_pointer (&document->refusals, g_hash_table_unref);
}

const char *
ihop_document_refusal (IhopDocument *document, guint file, const char *address)
{
  g_autofree char *key = address ? key_of (file, address) : NULL;

  return key && document->refusals ? g_hash_table_lookup (document->refusals, key) : NULL;
}

/* ---- what is asked ---- */

/* How many parallel loops lie around this one. */
static guint
level_of (const GPtrArray *loops, const IhopLoopView *loop)
{
  guint level = 0;

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoopView *other = loops->pdata[i];
      gsize n = strlen (other->address);
      level += other->verdict == IHOP_PARALLEL && strncmp (loop->address, other->address, n) == 0 && loop->address[n] == '/';
    }
  return level;
}

static Batch *
batch_at (GPtrArray *batches, guint file, gboolean are_marked, guint n)
{
  while (batches->len <= n)
    {
      Batch *batch = g_new0 (Batch, 1);
      batch->file = file;
      batch->are_marked = are_marked;
      batch->addresses = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (batches, batch);
    }
  return batches->pdata[n];
}

/* Marks first, then level by level what could be marked. */
static void
add_batches (IhopDocument *document, guint file, GPtrArray *batches)
{
  const GPtrArray *loops = ihop_document_loops (document, file);
  guint first = batches->len;

  if (loops->len > MOST_LOOPS)
    return;
  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoopView *loop = loops->pdata[i];
      if (loop->mark)
        g_ptr_array_add (batch_at (batches, file, TRUE, first)->addresses, g_strdup (loop->address));
    }
  first = batches->len;
  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoopView *loop = loops->pdata[i];
      if (!loop->mark && loop->verdict == IHOP_PARALLEL)
        g_ptr_array_add (batch_at (batches, file, FALSE, first + level_of (loops, loop))->addresses, g_strdup (loop->address));
    }
}

/* ---- asking ---- */

static gpointer
work (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable)
{
  const GPtrArray *batches = data;
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < batches->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const Batch *batch = batches->pdata[i];
      if (batch->addresses->len == 0)
        continue;
      g_autoptr (GPtrArray) refusals
        = ihop_snapshot_device_refusals (snapshot, batch->file, batch->addresses, batch->are_marked,
                                         ihop_background_should_stop, cancellable);
      for (guint k = 0; k < refusals->len; k++)
        if (refusals->pdata[k])
          g_hash_table_insert (found, key_of (batch->file, batch->addresses->pdata[k]), g_strdup (refusals->pdata[k]));
    }
  return found;
}

static void
done (IhopDocument *document, gpointer *result, gpointer data)
{
  ihop_document_drop_refusals (document);
  document->refusals = g_hash_table_ref (*result);
  ihop_document_emit (document, IHOP_SIGNAL_DEVICE);
}

void
ihop_document_ask_device (IhopDocument *document)
{
  GPtrArray *batches = g_ptr_array_new_with_free_func (batch_free);

  for (guint i = 0; i < ihop_document_n_files (document); i++)
    add_batches (document, i, batches);
  if (batches->len)
    ihop_document_wonder (document, work, done, batches, (GDestroyNotify) g_ptr_array_unref, (GDestroyNotify) g_hash_table_unref);
  else
    g_ptr_array_unref (batches);
}
