/* Where statements go, and how they get there without disturbing the owner's text.
 *
 * Everything that belongs to one statement (lines before it, lines in its place, lines behind it)
 * is collected first and entered as edits at the end: only then is it known whether a statement
 * that stands without braces needs them. */
#include "gpugen/emit/insertions.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/statement_place.h"
#include "gpugen/emit/text_gaps.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

typedef struct
{
  const IhopFunction *function;
  const IhopNode *first, *last; /* one statement, or a run that is replaced */
  const GPtrArray *marks;
  GString *before, *after, *start, *end;
  char *instead;
  gboolean is_one;         /* instead is one statement */
} Place;

struct _IhopPoints
{
  IhopPrint *print;
  GHashTable *places;      /* const IhopNode * → Place *, owned */
  GPtrArray *order;        /* of Place * */
  GHashTable *braced;      /* groups (ihop_statement_group) that get braces → their last statement, once they have them */
};

static void
place_free (gpointer data)
{
  Place *place = data;

  g_string_free (place->before, TRUE);
  g_string_free (place->after, TRUE);
  g_string_free (place->start, TRUE);
  g_string_free (place->end, TRUE);
  g_free (place->instead);
  g_free (place);
}

IhopPoints *
ihop_points_new (IhopPrint *print)
{
  IhopPoints *points = g_new0 (IhopPoints, 1);

  points->print = print;
  points->places = g_hash_table_new (NULL, NULL);
  points->order = g_ptr_array_new_with_free_func (place_free);
  points->braced = g_hash_table_new (NULL, NULL);
  return points;
}

void
ihop_points_free (IhopPoints *points)
{
  if (points == NULL)
    return;
  g_hash_table_unref (points->places);
  g_ptr_array_unref (points->order);
  g_hash_table_unref (points->braced);
  g_free (points);
}

static Place *
place_of (IhopPoints *points, const IhopFunction *function, const IhopNode *node)
{
  Place *place = g_hash_table_lookup (points->places, node);

  if (place)
    return place;
  place = g_new0 (Place, 1);
  *place = (Place){ .function = function, .first = node, .last = node,
                    .before = g_string_new (NULL), .after = g_string_new (NULL),
                    .start = g_string_new (NULL), .end = g_string_new (NULL) };
  g_hash_table_insert (points->places, (gpointer) node, place);
  g_ptr_array_add (points->order, place);
  return place;
}

static char *
own_indent (IhopPoints *points, const IhopNode *node)
{
  return ihop_source_indent (points->print->plan->tree->source, node->range.begin);
}

/* What an inner statement of the block has, or one level more than the block. */
static char *
block_indent (IhopPoints *points, const IhopNode *block)
{
  const IhopSource *source = points->print->plan->tree->source;
  g_autofree char *outer = own_indent (points, block);

  for (guint i = 0; i < block->n_children; i++)
    {
      const IhopNode *child = block->child[i];
      gsize begin = child->range.source ? child->range.begin : 0;
      g_autofree char *indent = ihop_source_indent (source, begin);
      if (child->range.source && child->kind != IHOP_PRAGMA && child->kind != IHOP_LABEL
          && strlen (indent) > strlen (outer))
        return g_steal_pointer (&indent);
    }
  return ihop_layout_indent (&points->print->layout, outer, 1);
}

char *
ihop_points_indent (IhopPoints *points, const IhopFunction *function, const IhopPoint *point)
{
  if (point->kind == IHOP_POINT_BLOCK_START || point->kind == IHOP_POINT_BLOCK_END)
    return block_indent (points, point->anchor);
  return own_indent (points, point->anchor);
}

void
ihop_points_add (IhopPoints *points, const IhopFunction *function, const IhopPoint *point,
                 const char *lines)
{
  Place *place = place_of (points, function, point->anchor);

  switch (point->kind)
    {
    case IHOP_POINT_BEFORE:
      g_string_append (place->before, lines);
      break;
    case IHOP_POINT_AFTER:
      g_string_append (place->after, lines);
      break;
    case IHOP_POINT_BLOCK_START:
      g_string_append (place->start, lines);
      break;
    case IHOP_POINT_BLOCK_END:
      g_string_append (place->end, lines);
      break;
    }
}

void
ihop_points_replace (IhopPoints *points, const IhopFunction *function,
                     const GPtrArray *statements, const GPtrArray *marks, const char *lines,
                     gboolean is_one)
{
  Place *place = place_of (points, function, statements->pdata[0]);

  place->last = statements->pdata[statements->len - 1];
  place->marks = marks;
  place->is_one = is_one;
  g_free (place->instead);
  place->instead = g_strdup (lines);
}

/* ---- Edits ------------------------------------------------------------------------- */

static void
enter_before (IhopPoints *points, const Place *place)
{
  const char *text = points->print->plan->tree->source->text;
  gsize begin = place->first->range.begin, line = ihop_text_line_begin (text, begin);

  if (place->before->len == 0)
    return;
  if (ihop_statement_is_labelled (place->function, place->first))
    {
      g_autofree char *indent = own_indent (points, place->first);
      g_string_prepend (place->before, ";\n");
      g_string_prepend (place->before, indent);
    }
  if (ihop_gap_is_blank (text, line, begin))
    {
      ihop_edits_insert (points->print->edits, line, place->before->str);
      return;
    }
  g_autofree char *inside = ihop_gap_inner_lines (place->before->str);
  g_autofree char *indent = own_indent (points, place->first);
  g_autofree char *whole = g_strdup_printf ("%s\n%s", inside, indent);
  ihop_edits_insert (points->print->edits, begin, whole);
}

static void
enter_after (IhopPoints *points, const Place *place)
{
  const char *text = points->print->plan->tree->source->text;
  gsize end = place->last->range.end, line = ihop_gap_line_end (text, end);

  if (place->after->len == 0)
    return;
  if (text[line] == '\n')
    {
      ihop_edits_insert (points->print->edits, line + 1, place->after->str);
      return;
    }
  g_autofree char *indent = own_indent (points, place->first);
  g_autofree char *whole = g_strdup_printf ("\n%s%s", place->after->str, indent);
  ihop_edits_insert (points->print->edits, end, whole);
}

/* A block in the place of a statement without braces gets its "{" where the owner's would be. */
static gboolean
enter_as_body (IhopPoints *points, const Place *place)
{
  const IhopSource *source = points->print->plan->tree->source;
  const IhopNode *parent = ihop_statement_parent (place->function, place->first);
  gsize begin = place->first->range.begin, from = ihop_gap_begin (source->text, begin);

  if (place->instead[strspn (place->instead, " \t")] != '{' || from == 0
      || source->text[from - 1] != ')' || !ihop_gap_can_follow (source->text, from) || parent == NULL
      || parent->range.source != source)
    return FALSE;
  g_autofree char *indent = own_indent (points, place->first);
  g_autofree char *outer = own_indent (points, parent);
  g_autofree char *inside = ihop_gap_inner_lines (place->instead);
  g_autofree char *moved = ihop_print_reindent (inside, indent, outer);
  g_autofree char *gap
    = points->print->layout.brace_below ? g_strconcat ("\n", outer, NULL) : g_strdup (" ");
  ihop_edits_replace (points->print->edits, from, begin, gap);
  ihop_edits_replace (points->print->edits, begin, place->last->range.end, moved);
  return TRUE;
}

static void
enter_instead (IhopPoints *points, const Place *place)
{
  if (place->instead == NULL
      || (!ihop_statement_is_in_list (place->function, place->first) && enter_as_body (points, place)))
    return;
  g_autofree char *inside = ihop_gap_inner_lines (place->instead);
  ihop_edits_replace (points->print->edits, place->first->range.begin, place->last->range.end,
                      inside);
}

/* "{" where the owner would have put it: behind the head, or on a line of its own. The gap up to the statement
 * goes away where the statement's line begins anew. */
static void
enter_open (IhopPoints *points, gsize begin, const char *outer, const char *lines)
{
  IhopEdits *edits = points->print->edits;
  const char *text = points->print->plan->tree->source->text;
  gsize from = ihop_gap_begin (text, begin);
  g_autofree char *open = g_strdup_printf (points->print->layout.brace_below ? "\n%s{" : " {", outer);

  if (ihop_gap_can_follow (text, from) && lines)
    {
      g_autofree char *head = g_strconcat (open, lines, NULL);
      ihop_edits_replace (edits, from, begin, head);
    }
  else if (ihop_gap_can_follow (text, from))
    ihop_edits_insert (edits, from, open);
  else
    {
      g_autofree char *head = g_strdup_printf ("%s{%s", outer, lines ? lines : "\n");
      gsize line = ihop_text_line_begin (text, begin);
      ihop_edits_replace (edits, line, lines ? begin : line, head);
    }
}

/* Around the statement where it stands; what has it as its branch, or as its body. */
static char *
outer_indent (IhopPoints *points, const IhopFunction *function, const IhopNode *node)
{
  const IhopNode *parent = ihop_statement_parent (function, node);

  return own_indent (points, parent && parent->range.source ? parent : node);
}

/* On lines of their own, behind a line break. Caller frees. */
static char *
moved_lines (const char *text, const char *from, const char *to)
{
  g_autofree char *lines = g_strconcat ("\n", text, NULL);

  return ihop_print_reindent (lines, from, to);
}

/* Braces round a statement that has company now; all of it goes in as one piece. Statements around this one
 * that end where it ends have been entered before it, hence the place of the "}". */
static void
enter_in_braces (IhopPoints *points, const Place *place)
{
  IhopEdits *edits = points->print->edits;
  const IhopSource *source = points->print->plan->tree->source;
  gsize begin = place->first->range.begin, end = place->last->range.end;
  gsize from = ihop_gap_begin (source->text, begin);
  gboolean same_line = memchr (source->text + from, '\n', begin - from) == NULL;
  g_autofree char *outer = outer_indent (points, place->function, place->first);
  g_autofree char *line_indent = own_indent (points, place->first); /* which is that of the head it stands behind, then */
  g_autofree char *own = same_line ? ihop_layout_indent (&points->print->layout, outer, 1) : g_strdup (line_indent);
  g_autofree char *before = moved_lines (place->before->str, line_indent, own);
  g_autofree char *after = moved_lines (place->after->str, line_indent, own);
  g_autofree char *lines = g_strconcat (before, own, NULL);
  g_autofree char *tail = g_strconcat (after, outer, "}", NULL);

  enter_open (points, begin, outer, lines);
  if (place->instead)
    {
      g_autofree char *moved = ihop_print_reindent (place->instead, line_indent, own);
      g_autofree char *body = ihop_gap_inner_lines (moved);
      ihop_edits_replace (edits, begin, end, body);
    }
  ihop_edits_insert_first (edits, end, tail);
}

static void
enter_block_start (IhopPoints *points, const Place *place)
{
  const char *text = points->print->plan->tree->source->text;
  gsize begin = place->first->range.begin + 1, line = ihop_gap_line_end (text, begin);

  if (place->start->len == 0)
    return;
  if (text[line] == '\n' && text[line + 1 + strspn (text + line + 1, " \t")] != '\n')
    g_string_append_c (place->start, '\n');
  g_autofree char *inside = g_strdup_printf ("\n%s", place->start->str);
  ihop_edits_insert (points->print->edits, text[line] == '\n' ? line + 1 : begin,
                     text[line] == '\n' ? place->start->str : inside);
}

static void
enter_block_end (IhopPoints *points, const Place *place)
{
  const char *text = points->print->plan->tree->source->text;
  gsize close = place->first->range.end - 1, line = ihop_text_line_begin (text, close);
  gboolean own_line = ihop_gap_is_blank (text, line, close);

  if (place->end->len == 0)
    return;
  g_autofree char *inside = g_strdup_printf ("\n%s", place->end->str);
  ihop_edits_insert (points->print->edits, own_line ? line : close,
                     own_line ? place->end->str : inside);
}

/* A pragma's line goes away with its newline; of one that is said by _Pragma or a macro, what says it, but for a
 * macro that makes the statement, too: the launch takes that one's place. */
static void
remove_mark (IhopPoints *points, const IhopNode *mark, const IhopNode *statement)
{
  const IhopSource *source = points->print->plan->tree->source;
  IhopRange range = mark->range.source ? mark->range : mark->place;
  gsize end = range.end, place = statement->range.source ? statement->range.begin : statement->place.begin;

  if (range.source != source || place <= range.begin)
    return;
  gsize begin = ihop_text_line_begin (source->text, range.begin);
  while (end < source->length && source->text[end] != '\n' && end != place)
    end += source->text[end] == '\\' && end + 1 < source->length ? 2 : 1;
  if (ihop_edits_covers (points->print->edits, range.begin))
    return;
  if (end < place && ihop_gap_is_blank (source->text, begin, range.begin))
    ihop_edits_remove (points->print->edits, begin, MIN (end + 1, source->length));
  else
    ihop_edits_remove (points->print->edits, range.begin, MIN (end, place));
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = *(Place *const *) a, *y = *(Place *const *) b;

  if (x->first->range.begin != y->first->range.begin)
    return x->first->range.begin < y->first->range.begin ? -1 : 1;
  return x->last->range.end > y->last->range.end ? -1 : 1;
}

/* Something stands beside the statement, or it has become several. */
static gboolean
has_company (const Place *place)
{
  return place->before->len > 0 || place->after->len > 0
         || (place->instead && (!place->is_one || ihop_statement_is_before_else (place->function, place->first)));
}

/* Braces round a pragma and its statement, before anything else is entered there. What comes behind the
 * statement stands before the "}", which goes where enter_in_braces has it. */
static void
enter_group (IhopPoints *points, const IhopFunction *function, const IhopNode *group)
{
  guint from = 0, to = group->n_children;

  /* The calls of cleanups have no bytes. */
  while (ihop_node_is_cleanup (group->child[from]))
    from++;
  while (ihop_node_is_cleanup (group->child[to - 1]))
    to--;
  const IhopNode *first = group->child[from], *last = group->child[to - 1];
  const Place *behind = g_hash_table_lookup (points->places, last);
  g_autofree char *outer = outer_indent (points, function, group);
  g_autofree char *tail = g_strdup_printf ("\n%s%s}", behind ? behind->after->str : "", outer);

  enter_open (points, first->place.begin, outer, NULL);
  ihop_edits_insert_first (points->print->edits, last->range.end, tail);
  g_hash_table_insert (points->braced, (gpointer) group, (gpointer) last);
}

static void
enter (IhopPoints *points, const Place *place)
{
  const IhopNode *group = ihop_statement_group (place->function, place->first);
  gboolean braced = group && g_hash_table_contains (points->braced, group);

  if (braced && g_hash_table_lookup (points->braced, group) == NULL)
    enter_group (points, place->function, group);
  for (guint m = 0; place->marks && m < place->marks->len; m++)
    remove_mark (points, place->marks->pdata[m], place->first);
  if (has_company (place) && !braced && !ihop_statement_is_in_list (place->function, place->first))
    enter_in_braces (points, place);
  else
    {
      enter_before (points, place);
      enter_instead (points, place);
      if (!braced || g_hash_table_lookup (points->braced, group) != place->last)
        enter_after (points, place);
    }
  if (place->first->kind == IHOP_BLOCK)
    enter_block_start (points, place);
}

/* It is known now which pragmas and statements get braces. */
static void
find_braced (IhopPoints *points)
{
  for (guint i = 0; i < points->order->len; i++)
    {
      const Place *place = points->order->pdata[i];
      const IhopNode *group = ihop_statement_group (place->function, place->first);
      if (group && has_company (place))
        g_hash_table_insert (points->braced, (gpointer) group, NULL);
    }
}

static gboolean
is_in_file (IhopPoints *points, const Place *place)
{
  const IhopSource *source = points->print->plan->tree->source;

  if (place->first->range.source == source && place->last->range.source == source)
    return TRUE;
  ihop_printing_refuse (points->print, place->first->place,
                        "a statement here comes out of a macro or a header; nothing can be put "
                        "beside it");
  return FALSE;
}

/* Ends of blocks come last: what follows a block's last statement goes to the same place. */
void
ihop_points_apply (IhopPoints *points)
{
  g_ptr_array_sort (points->order, compare_places);
  find_braced (points);
  for (guint i = 0; i < points->order->len; i++)
    if (is_in_file (points, points->order->pdata[i]))
      enter (points, points->order->pdata[i]);
  for (guint i = points->order->len; i > 0; i--)
    {
      const Place *place = points->order->pdata[i - 1];
      if (place->first->kind == IHOP_BLOCK
          && place->first->range.source == points->print->plan->tree->source)
        enter_block_end (points, place);
    }
}
