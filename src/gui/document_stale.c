/* What is known of the text before, while the one that is shown is looked at: nothing goes blank. */
#include "gui/document_private.h"
#include "project/diff.h"

/* ---- where its lines stand now ---- */

typedef struct
{
  guint same;              /* so many lines at the beginning are the same … */
  guint old_end, new_end;  /* … and all behind these lines */
} Shift;

static guint
lines_of (const char *text, const char *end)
{
  guint n = 0;

  for (const char *at = text; at < end; at++)
    n += *at == '\n';
  return n;
}

static Shift
shift_between (const char *old, const char *new)
{
  IhopDiffPlace place = ihop_diff_place (old, new);

  return (Shift) { lines_of (old, old + place.begin), lines_of (old, old + place.left_end) + 1,
                   lines_of (new, new + place.right_end) + 1 };
}

/* A line that is another one now stays within what has changed. */
static guint
line_now (const Shift *shift, guint line)
{
  if (line <= shift->same)
    return line;
  return line >= shift->old_end ? line - shift->old_end + shift->new_end : MIN (line, shift->new_end);
}

static void
shift_facts (IhopFileFacts *facts, const char *old, const char *new)
{
  Shift shift = shift_between (old, new);

  for (guint i = 0; i < facts->loops->len; i++)
    {
      IhopLoopView *loop = facts->loops->pdata[i];
      loop->line = line_now (&shift, loop->line);
      loop->last_line = line_now (&shift, loop->last_line);
    }
  for (guint i = 0; facts->functions && i < facts->functions->len; i++)
    {
      IhopFunctionView *function = facts->functions->pdata[i];
      function->line = function->line ? line_now (&shift, function->line) : 0;
      function->last_line = line_now (&shift, function->last_line);
    }
}

gboolean
ihop_document_changed_lines (const IhopSnapshot *before, const IhopSnapshot *now, guint file, guint *first, guint *last)
{
  const char *old = ihop_snapshot_file (before, file).text, *new = ihop_snapshot_file (now, file).text;
  Shift shift = shift_between (old, new);

  *first = shift.same + 1;
  *last = MAX (shift.old_end, shift.same + 1);
  return !g_str_equal (old, new);
}

/* ---- keeping, exchanging ---- */

static gboolean
has_facts (IhopDocument *document)
{
  for (guint i = 0; document->facts && i < document->facts->len; i++)
    if (((const IhopFileFacts *) document->facts->pdata[i])->loops->len)
      return TRUE;
  return FALSE;
}

static GArray *
origins_in (const IhopSnapshotFile *file, const IhopFileFacts *facts)
{
  if (file->origins)
    return g_array_ref ((GArray *) file->origins);
  GArray *origins = ihop_loop_origins_new ();
  for (guint i = 0; i < facts->loops->len; i++)
    {
      const IhopLoopView *loop = facts->loops->pdata[i];
      IhopLoopOrigin one = { g_strdup (loop->address), loop->line, loop->column };
      g_array_append_val (origins, one);
    }
  return origins;
}

GArray *
ihop_document_known_origins (IhopDocument *document, guint file, guint *original)
{
  const IhopFileFacts *facts = document->facts ? document->facts->pdata[file] : NULL;
  gboolean is_old = facts && facts->origins;

  *original = is_old ? facts->original : ihop_document_original (document, file);
  return is_old ? g_array_ref (facts->origins) : ihop_document_origins (document, file);
}

static void
make_old (IhopFileFacts *facts, const IhopSnapshotFile *before, const char *text)
{
  if (facts->origins == NULL)
    {
      facts->origins = origins_in (before, facts);
      facts->original = g_str_hash (before->original);
    }
  shift_facts (facts, before->text, text);
}

void
ihop_document_keep_facts (IhopDocument *document, const IhopSnapshot *before)
{
  if (before == NULL || document->shown == NULL || !has_facts (document))
    {
      ihop_document_drop_facts (document);
      ihop_document_emit (document, IHOP_SIGNAL_CLEARED);
      return;
    }
  ihop_document_carry (document, before);
  for (guint i = 0; i < document->facts->len; i++)
    {
      const IhopSnapshotFile file = ihop_snapshot_file (before, i);
      make_old (document->facts->pdata[i], &file, ihop_snapshot_file (document->shown, i).text);
    }
  g_clear_pointer (&document->coming, g_ptr_array_unref);
  document->coming = ihop_document_facts_new (document);
  document->is_analysed = FALSE;
}

gboolean
ihop_document_is_old (IhopDocument *document)
{
  return document->coming != NULL;
}

/* Which functions and loops there are, and how they lie in each other: what a list of them has rows for. */
static char *
shape_of (const GPtrArray *facts)
{
  GString *shape = g_string_new (NULL);

  for (guint i = 0; i < facts->len; i++)
    {
      const IhopFileFacts *file = facts->pdata[i];
      for (guint k = 0; file->functions && k < file->functions->len; k++)
        {
          const IhopFunctionView *function = file->functions->pdata[k];
          g_string_append_printf (shape, "%s %d\n", function->name, function->line != 0);
        }
      for (guint k = 0; k < file->loops->len; k++)
        {
          const IhopLoopView *loop = file->loops->pdata[k];
          g_string_append_printf (shape, "%u %u %s\n", i, loop->depth, loop->function);
        }
    }
  return g_string_free (shape, FALSE);
}

static void
tell_all (IhopDocument *document)
{
  ihop_document_emit (document, IHOP_SIGNAL_CLEARED);
  for (guint i = 0; i < document->facts->len; i++)
    ihop_document_emit (document, IHOP_SIGNAL_ANALYSED, i);
}

/* Of a text that Clang refuses nothing is known: what was known of it before says more. */
void
ihop_document_exchange_facts (IhopDocument *document)
{
  g_autoptr (GPtrArray) old = g_steal_pointer (&document->facts), new = g_steal_pointer (&document->coming);
  g_autofree char *before = shape_of (old);

  for (guint i = 0; i < new->len; i++)
    if (((const IhopFileFacts *) new->pdata[i])->is_unreadable)
      {
        gpointer kept = old->pdata[i];
        old->pdata[i] = new->pdata[i];
        new->pdata[i] = kept;
      }
  document->facts = g_steal_pointer (&new);
  ihop_document_take_carried (document, old);
  g_autofree char *now = shape_of (document->facts);
  if (g_str_equal (before, now))
    ihop_document_emit (document, IHOP_SIGNAL_RENEWED);
  else
    tell_all (document);
}
