#include "simt/check/find.h"
#include "simt/run/schedule.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* More than these are not kept; they are counted with the last of their kind. */
enum { MOST = 1000 };

typedef struct
{
  IhopFind find;
  guint number;
  guint64 times;
} Kept;

static struct
{
  GMutex lock;
  GPtrArray *all;       /* Kept */
  GHashTable *by_place; /* IhopFind → Kept */
} finds;

gboolean
ihop_find_is_on (void)
{
  static gint known; /* 1: no, 2: yes */

  if (g_atomic_int_get (&known) == 0)
    g_atomic_int_set (&known, g_getenv ("IHOP_SIMT_CHECK") ? 2 : 1);
  return g_atomic_int_get (&known) == 2;
}

gboolean
ihop_find_has_part (const char *part)
{
  const char *only = g_getenv ("IHOP_SIMT_CHECK_ONLY");

  return only == NULL || g_str_equal (only, part);
}

/* What makes two finds the same one: threads and bytes do not. A race in a loop is found millions of times: nothing is written or allocated
 * to look for it. */
static guint
hash_of (gconstpointer key)
{
  const IhopFind *find = key;
  guint hash = find->kind;

  hash = hash * 31 + find->why;
  hash = hash * 31 + find->allocation;
  hash = hash * 31 + find->space;
  for (guint i = 0; i < find->n_places; i++)
    hash = hash * 1000003 + find->places[i].line;
  return hash;
}

static gboolean
is_same_text (const char *one, const char *other)
{
  return one == other || g_str_equal (one ? one : "", other ? other : "");
}

static gboolean
is_same_place (const IhopFoundPlace *one, const IhopFoundPlace *other)
{
  return one->line == other->line && is_same_text (one->kernel, other->kernel) && is_same_text (one->text, other->text);
}

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  const IhopFind *one = a, *other = b;
  gboolean is_same = one->kind == other->kind && one->why == other->why && one->allocation == other->allocation && one->space == other->space
                     && one->n_places == other->n_places && is_same_text (one->name, other->name);

  for (guint i = 0; i < one->n_places && is_same; i++)
    is_same = is_same_place (&one->places[i], &other->places[i]);
  return is_same;
}

static const char *
kept_text (const char *text)
{
  return g_intern_string (text ? text : "");
}

static void
keep_place (IhopFoundPlace *place)
{
  place->kernel = kept_text (place->kernel);
  place->text = kept_text (place->text);
  place->file = kept_text (place->file);
}

static Kept *
keep (const IhopFind *find)
{
  Kept *kept = g_new0 (Kept, 1);

  kept->find = *find;
  kept->find.name = kept_text (find->name);
  kept->find.text = kept_text (find->text);
  for (guint i = 0; i < 2; i++)
    keep_place (&kept->find.places[i]);
  keep_place (&kept->find.made);
  return kept;
}

/* --- writing ---------------------------------------------------------------------------------- */

static GVariant *
place_variant (const IhopFoundPlace *place)
{
  return g_variant_new (IHOP_FOUND_PLACE, place->kernel, place->text, place->file, place->source_line, place->line, place->has_block,
                        place->block[0], place->block[1], place->block[2], place->has_thread, place->thread[0], place->thread[1],
                        place->thread[2]);
}

static GVariant *
kept_variant (const Kept *kept)
{
  const IhopFind *find = &kept->find;
  GVariantBuilder places;

  g_variant_builder_init (&places, G_VARIANT_TYPE ("a" IHOP_FOUND_PLACE));
  for (guint i = 0; i < find->n_places; i++)
    g_variant_builder_add_value (&places, place_variant (&find->places[i]));
  return g_variant_new ("(uutusutxus@" IHOP_FOUND_PLACE "a" IHOP_FOUND_PLACE ")", find->kind, find->why, kept->times, find->space, find->name, find->allocation,
                        find->size, find->offset, find->bytes, find->text, place_variant (&find->made), &places);
}

/* The file of this process, which may have begun as a copy of another one; -1: it cannot be had. */
static int
open_file (void)
{
  static int file = -1;
  static pid_t owner;

  if (owner != getpid ())
    {
      g_autofree char *name = g_strdup_printf ("%d.finds", (int) (owner = getpid ()));
      g_autofree char *path = g_build_filename (g_getenv ("IHOP_SIMT_CHECK"), name, NULL);
      if (file >= 0)
        close (file);
      file = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    }
  return file;
}

/* One record more, so that a thousand finds are not written a thousand times: in one piece, as the program may end at any time. */
static void
write_one (const Kept *kept)
{
  g_autoptr (GVariant) found = g_variant_ref_sink (kept_variant (kept));
  const IhopFoundHead head = { kept->number, (guint32) g_variant_get_size (found) };
  static const guint8 nothing[8];
  g_autoptr (GByteArray) record = g_byte_array_new ();
  int file = open_file ();

  g_byte_array_append (record, (const guint8 *) &head, sizeof head);
  g_byte_array_append (record, g_variant_get_data (found), head.size);
  g_byte_array_append (record, nothing, ihop_found_room (head.size) - head.size);
  for (gsize done = 0; file >= 0 && done < record->len;)
    {
      gssize n = write (file, record->data + done, record->len - done);
      if (n < 0 && errno != EINTR)
        return;
      done += MAX (n, 0);
    }
}

/* Times that a place was found again are of interest in powers of two. */
static gboolean
is_news (guint64 times)
{
  return (times & (times - 1)) == 0;
}

void
ihop_find_add (const IhopFind *find)
{
  if (ihop_schedule_is_tried)
    return;
  g_mutex_lock (&finds.lock);
  if (finds.all == NULL)
    {
      finds.all = g_ptr_array_new ();
      finds.by_place = g_hash_table_new (hash_of, is_same);
    }
  Kept *kept = g_hash_table_lookup (finds.by_place, find);
  if (kept == NULL && finds.all->len < MOST)
    {
      kept = keep (find);
      kept->number = finds.all->len;
      g_ptr_array_add (finds.all, kept);
      g_hash_table_insert (finds.by_place, &kept->find, kept);
    }
  if (kept && is_news (++kept->times))
    write_one (kept);
  g_mutex_unlock (&finds.lock);
}
