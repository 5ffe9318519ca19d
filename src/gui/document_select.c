/* What is selected: a file, a function, a loop, or lines. */
#include "gui/document_private.h"
#include <glib/gi18n.h>

const IhopSelection *
ihop_document_selection (IhopDocument *document)
{
  return &document->selection;
}

void
ihop_document_clear_selection (IhopDocument *document)
{
  g_clear_pointer (&document->selection.function, g_free);
  g_clear_pointer (&document->selection.address, g_free);
  g_clear_pointer (&document->origin.address, g_free);
  document->selection = (IhopSelection) { 0 };
  document->pointed_line = 0;
}

/* ---- which loop it is, whatever it is called after a step ---- */

guint
ihop_document_original (IhopDocument *document, guint file)
{
  return g_str_hash (ihop_snapshot_file (document->shown, file).original);
}

/* Without steps the text is the owner's, and the views know the places. */
GArray *
ihop_document_origins (IhopDocument *document, guint file)
{
  const GArray *stepped = ihop_snapshot_file (document->shown, file).origins;
  const GPtrArray *loops = ihop_document_loops (document, file);

  if (stepped)
    return g_array_ref ((GArray *) stepped);
  GArray *origins = ihop_loop_origins_new ();
  for (guint i = 0; i < loops->len && !ihop_document_is_old (document); i++)
    {
      const IhopLoopView *loop = loops->pdata[i];
      IhopLoopOrigin one = { g_strdup (loop->address), loop->line, loop->column };
      g_array_append_val (origins, one);
    }
  return origins;
}

/* Of the loop that has just been selected. */
static void
note_origin (IhopDocument *document)
{
  const IhopSelection *selection = &document->selection;

  if (selection->address == NULL || document->shown == NULL)
    return;
  g_autoptr (GArray) origins = ihop_document_known_origins (document, selection->file, &document->origin_text);
  for (guint i = 0; i < origins->len; i++)
    {
      const IhopLoopOrigin *one = &g_array_index (origins, IhopLoopOrigin, i);
      if (!g_str_equal (one->address, selection->address))
        continue;
      document->origin = (IhopLoopOrigin) { g_strdup (one->address), one->line, one->column };
      return;
    }
}

/* What the selected loop is called now; NULL: it is not there, or (before the analysis has ended) not yet known.
 * In another text of the owner's only the address can say. Caller frees. */
static char *
address_now (IhopDocument *document)
{
  const IhopSelection *selection = &document->selection;

  if (document->shown == NULL || document->origin.address == NULL
      || document->origin_text != ihop_document_original (document, selection->file))
    return g_strdup (selection->address);
  g_autoptr (GArray) origins = ihop_document_origins (document, selection->file);
  return g_strdup (ihop_loop_follow (origins, &document->origin));
}

/* Takes function and address. */
static void
choose (IhopDocument *document, guint file, guint first, guint last, char *function, char *address)
{
  ihop_document_clear_selection (document);
  document->selection = (IhopSelection) { .file = file, .first_line = first, .last_line = last,
                                          .function = function, .address = address,
                                          .is_renewed = document->is_renewing };
  note_origin (document);
  ihop_document_emit (document, IHOP_SIGNAL_SELECTION);
}

void
ihop_document_select_file (IhopDocument *document, guint file)
{
  choose (document, file, 0, 0, NULL, NULL);
}

static const IhopFunctionView *
function_named (IhopDocument *document, guint file, const char *name)
{
  const GPtrArray *functions = ihop_document_functions (document, file);

  for (guint i = 0; name && functions && i < functions->len; i++)
    {
      const IhopFunctionView *function = functions->pdata[i];
      if (g_str_equal (function->name, name))
        return function;
    }
  return NULL;
}

static const IhopFunctionView *
function_at (IhopDocument *document, guint file, guint line)
{
  const GPtrArray *functions = ihop_document_functions (document, file);

  for (guint i = 0; functions && i < functions->len; i++)
    {
      const IhopFunctionView *function = functions->pdata[i];
      if (function->line <= line && line <= function->last_line)
        return function;
    }
  return NULL;
}

void
ihop_document_select_function (IhopDocument *document, guint file, const char *name)
{
  const IhopFunctionView *function = function_named (document, file, name);

  if (function)
    choose (document, file, function->line, function->last_line, g_strdup (name), NULL);
}

void
ihop_document_select_loop (IhopDocument *document, guint file, const char *address)
{
  const IhopLoopView *loop = ihop_document_loop (document, file, address);

  if (loop)
    choose (document, file, loop->line, loop->last_line, g_strdup (loop->function),
            g_strdup (loop->address));
}

/* A loop is named when the lines are in it; one line that a loop begins in means the loop. */
void
ihop_document_select_lines (IhopDocument *document, guint file, guint first, guint last)
{
  const IhopLoopView *loop = ihop_document_loop_at (document, file, first);
  const IhopFunctionView *function = function_at (document, file, first);

  while (loop && loop->last_line < last)
    {
      const IhopLoopView *around = NULL;
      const GPtrArray *loops = ihop_document_loops (document, file);
      for (guint i = 0; i < loops->len; i++)
        {
          const IhopLoopView *other = loops->pdata[i];
          if (other->depth < loop->depth && other->line <= loop->line
              && other->last_line >= loop->last_line && (!around || other->depth > around->depth))
            around = other;
        }
      loop = around;
    }
  if (loop && loop->line == first && first == last)
    ihop_document_select_loop (document, file, loop->address);
  else
    choose (document, file, first, last, g_strdup (function ? function->name : NULL),
            g_strdup (loop ? loop->address : NULL));
}

/* ---- from the keyboard ---- */

static const IhopLoopView *
selected_loop (IhopDocument *document)
{
  return ihop_document_loop (document, document->selection.file, document->selection.address);
}

gboolean
ihop_document_grow (IhopDocument *document)
{
  const IhopSelection *selection = &document->selection;
  const IhopLoopView *loop = selected_loop (document), *around = NULL;

  if (loop == NULL)
    return FALSE;
  if (selection->first_line != loop->line || selection->last_line != loop->last_line)
    around = loop;
  const GPtrArray *loops = ihop_document_loops (document, selection->file);
  for (guint i = 0; around == NULL && i < loops->len; i++)
    {
      const IhopLoopView *other = loops->pdata[i];
      if (other->depth + 1 == loop->depth && other->line <= loop->line
          && loop->last_line <= other->last_line)
        around = other;
    }
  if (around)
    ihop_document_select_loop (document, selection->file, around->address);
  else
    ihop_document_select_function (document, selection->file, loop->function);
  return TRUE;
}

gboolean
ihop_document_shrink (IhopDocument *document)
{
  const IhopSelection *selection = &document->selection;
  const IhopLoopView *loop = selected_loop (document);
  guint depth = loop ? loop->depth + 1 : 1;

  if (ihop_document_n_files (document) == 0)
    return FALSE;
  const GPtrArray *loops = ihop_document_loops (document, selection->file);
  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoopView *inner = loops->pdata[i];
      if (inner->depth == depth && inner->line >= selection->first_line
          && (selection->last_line == 0 || inner->last_line <= selection->last_line))
        {
          ihop_document_select_loop (document, selection->file, inner->address);
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
ihop_document_step_loop (IhopDocument *document, int by)
{
  if (ihop_document_n_files (document) == 0)
    return FALSE;

  guint file = document->selection.file;
  const GPtrArray *loops = ihop_document_loops (document, file);
  const IhopLoopView *loop = selected_loop (document);
  guint at = by > 0 ? 0 : loops->len - 1;

  for (guint i = 0; loop && i < loops->len; i++)
    if (loops->pdata[i] == loop)
      at = (i + (by > 0 ? 1 : loops->len - 1)) % loops->len;
  if (loops->len == 0)
    return FALSE;
  ihop_document_select_loop (document, file, ((const IhopLoopView *) loops->pdata[at])->address);
  return TRUE;
}

/* ---- lighting up ---- */

void
ihop_document_point (IhopDocument *document, guint file, guint line, guint second)
{
  document->pointed_file = file;
  document->pointed_line = line;
  document->pointed_second = second;
  ihop_document_emit (document, IHOP_SIGNAL_POINTED, file, line);
}

guint
ihop_document_pointed (IhopDocument *document, guint *file, guint *second)
{
  *file = document->pointed_file;
  *second = document->pointed_second;
  return document->pointed_line;
}

void
ihop_document_follow_selection (IhopDocument *document)
{
  char *address = address_now (document);

  g_free (document->selection.address);
  document->selection.address = address;
}

/* The loop that the step has made of the selected one; where there is none, what is left is the function. */
void
ihop_document_renew_selection (IhopDocument *document)
{
  guint file = document->selection.file;

  if (document->session == NULL || file >= ihop_document_n_files (document))
    return;
  g_autofree char *was = g_strdup (document->origin.address ? document->origin.address
                                                           : document->selection.address);
  g_autofree char *function = g_strdup (document->selection.function);
  g_autofree char *address = address_now (document);
  document->is_renewing = TRUE;
  if (ihop_document_loop (document, file, address))
    ihop_document_select_loop (document, file, address);
  else if (document->is_analysed && function)
    {
      ihop_document_select_function (document, file, function);
      if (was)
        ihop_document_tell (document, FALSE, _ ("Nothing is left of the selected loop %s; its function is "
                                                "selected instead."), was);
    }
  document->is_renewing = FALSE;
}
