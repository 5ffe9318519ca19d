/* A step changes no meaning, so what is known of functions that it has not touched is still right: it is carried over to the
 * new text, and only the others are analysed before all is shown. Functions that name a touched one, or are named in it, count
 * as touched, too: a verdict may rest on what can be seen there. The rest is looked at again afterwards, quietly, as what is
 * said of them names lines that may have moved. */
#include "gui/document_private.h"
#include <string.h>

/* ---- which functions ---- */

/* A place in a text that mostly goes forward: functions are asked for in their order. */
typedef struct
{
  const char *text, *at;
  guint line;              /* that begins there */
} Cursor;

static const char *
go_to (Cursor *cursor, guint line)
{
  if (cursor->at == NULL || line < cursor->line)
    {
      cursor->at = cursor->text;
      cursor->line = 1;
    }
  for (; cursor->line < line; cursor->line++)
    {
      const char *end = strchr (cursor->at, '\n');
      if (end == NULL)
        return cursor->at + strlen (cursor->at);
      cursor->at = end + 1;
    }
  return cursor->at;
}

static char *
text_of (const IhopFunctionView *function, Cursor *cursor)
{
  const char *start = go_to (cursor, MAX (function->line, 1));
  const char *end = go_to (cursor, function->last_line + 1);

  return g_strndup (start, (gsize) (end - start));
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static gboolean
mentions (const char *text, const char *name)
{
  gsize n = strlen (name);

  for (const char *at = strstr (text, name); at; at = strstr (at + 1, name))
    if ((at == text || !is_word (at[-1])) && !is_word (at[n]))
      return TRUE;
  return FALSE;
}

/* Those that share a line with what has changed (in the text before), of IhopFunctionView *. */
static GPtrArray *
touched (const GPtrArray *functions, guint first, guint last)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; functions && i < functions->len; i++)
    {
      const IhopFunctionView *function = functions->pdata[i];
      if (function->line <= last && function->last_line >= first)
        g_ptr_array_add (found, (gpointer) function);
    }
  return found;
}

static gboolean
is_near (const IhopFunctionView *function, const GPtrArray *touched, const GPtrArray *texts, const char *own)
{
  for (guint i = 0; i < touched->len; i++)
    {
      const IhopFunctionView *one = touched->pdata[i];
      if (one == function || mentions (own, one->name) || mentions (texts->pdata[i], function->name))
        return TRUE;
    }
  return FALSE;
}

static void
keep_untouched (GHashTable *names, const GPtrArray *functions, const char *text, const GPtrArray *all_touched,
                const GPtrArray *texts)
{
  Cursor cursor = { .text = text };

  for (guint i = 0; functions && i < functions->len; i++)
    {
      const IhopFunctionView *function = functions->pdata[i];
      g_autofree char *own = text_of (function, &cursor);
      if (is_near (function, all_touched, texts, own))
        g_hash_table_remove (names, function->name);
    }
}

/* ---- all files ---- */

static GHashTable *
all_names (const GPtrArray *functions)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; functions && i < functions->len; i++)
    g_hash_table_add (names, g_strdup (((const IhopFunctionView *) functions->pdata[i])->name));
  return names;
}

static GHashTable *
copy_names (GHashTable *names)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_add (copy, g_strdup (name));
  return copy;
}

/* What could be carried over if nothing were touched now; NULL: not all is known. */
static GPtrArray *
known (IhopDocument *document)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);

  if (document->coming == NULL && !document->is_analysed)
    return all;
  for (guint i = 0; i < document->facts->len && (document->coming == NULL || document->carried); i++)
    {
      const IhopFileFacts *facts = document->facts->pdata[i];
      /* Workers may be reading the old ones. */
      g_ptr_array_add (all, document->coming ? copy_names (document->carried->pdata[i]) : all_names (facts->functions));
    }
  return all;
}

/* What is touched in one file may be named in any. */
static void
touch (IhopDocument *document, const IhopSnapshot *before, guint file, guint first, guint last, GPtrArray *names)
{
  const IhopFileFacts *facts = document->facts->pdata[file];
  g_autoptr (GPtrArray) hit = touched (facts->functions, first, last);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Cursor cursor = { .text = ihop_snapshot_file (before, file).text };

  for (guint i = 0; i < hit->len; i++)
    g_ptr_array_add (texts, text_of (hit->pdata[i], &cursor));
  for (guint i = 0; hit->len && i < names->len; i++)
    keep_untouched (names->pdata[i], ((const IhopFileFacts *) document->facts->pdata[i])->functions,
                    ihop_snapshot_file (before, i).text, hit, texts);
}

void
ihop_document_carry (IhopDocument *document, const IhopSnapshot *before)
{
  g_autoptr (GPtrArray) names = known (document);

  g_clear_pointer (&document->carried, g_ptr_array_unref);
  if (names->len != document->facts->len || !ihop_snapshot_is_akin (before, document->shown))
    return;
  for (guint i = 0; i < names->len; i++)
    {
      guint first, last;
      if (ihop_document_changed_lines (before, document->shown, i, &first, &last))
        touch (document, before, i, first, last, names);
    }
  document->carried = g_steal_pointer (&names);
}

/* ---- taking them over ---- */

static void
move_loops (GPtrArray *from, const char *function, GPtrArray *to)
{
  for (guint i = 0; i < from->len; i++)
    {
      IhopLoopView *loop = from->pdata[i];
      if (loop && g_str_equal (loop->function, function))
        g_ptr_array_add (to, g_steal_pointer (&from->pdata[i]));
    }
}

static void
loop_free (gpointer loop)
{
  if (loop)
    ihop_loop_view_free (loop);
}

/* Both lists are in the order of the file, so each is gone through once. */
static void
take_over (IhopFileFacts *new, IhopFileFacts *old, GHashTable *names)
{
  GPtrArray *loops = g_ptr_array_new_with_free_func (loop_free);

  for (guint i = 0; i < new->functions->len; i++)
    {
      const char *name = ((const IhopFunctionView *) new->functions->pdata[i])->name;
      move_loops (g_hash_table_contains (names, name) ? old->loops : new->loops, name, loops);
    }
  g_ptr_array_set_free_func (old->loops, loop_free);
  g_ptr_array_set_free_func (new->loops, loop_free);
  g_ptr_array_unref (new->loops);
  new->loops = loops;
}

void
ihop_document_take_carried (IhopDocument *document, GPtrArray *old)
{
  for (guint i = 0; document->carried && i < document->facts->len; i++)
    {
      IhopFileFacts *new = document->facts->pdata[i];
      if (new->functions && !new->is_unreadable)
        take_over (new, old->pdata[i], document->carried->pdata[i]);
    }
}

/* ---- afterwards ---- */

/* They come in the order of the file: what is looked for mostly stands at *from. */
static IhopLoopView *
find_loop (GPtrArray *loops, const char *address, guint *from)
{
  for (guint n = 0; n < loops->len; n++, (*from)++)
    {
      IhopLoopView *loop = loops->pdata[*from % loops->len];
      if (g_str_equal (loop->address, address))
        return loop;
    }
  return NULL;
}

/* Who has the view keeps it, with what is known now. TRUE: the verdict is another one, or the loop is not there. */
static gboolean
renew (GPtrArray *loops, IhopLoopView *news, guint *from)
{
  IhopLoopView *loop = find_loop (loops, news->address, from);

  if (loop == NULL)
    return TRUE;
  IhopLoopView was = *loop;
  *loop = *news;
  *news = was;
  return was.verdict != loop->verdict || g_strcmp0 (was.finding, loop->finding) != 0;
}

void
ihop_document_renew_loops (IhopDocument *document, guint file, GPtrArray *news)
{
  IhopFileFacts *facts = document->facts->pdata[file];
  const IhopSelection *selection = &document->selection;
  gboolean is_selected = FALSE;
  guint from = 0;

  for (guint i = 0; news && i < news->len; i++)
    {
      document->has_news |= renew (facts->loops, news->pdata[i], &from);
      is_selected |= selection->file == file && g_strcmp0 (((IhopLoopView *) news->pdata[i])->address, selection->address) == 0;
    }
  if (news == NULL && document->has_news) /* told once, behind the last */
    {
      document->has_news = FALSE;
      ihop_document_emit (document, IHOP_SIGNAL_RENEWED);
      ihop_document_emit (document, IHOP_SIGNAL_FINISHED);
    }
  if (is_selected)
    ihop_document_emit (document, IHOP_SIGNAL_OBSERVED); /* its card is made anew */
}
