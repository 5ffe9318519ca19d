/* Bytes of the owner with parts exchanged.
 *
 * A walk collects what "replace" exchanges as edits on the source. Three things stand in the way,
 * and each makes us print the smallest enclosing node that can be cut out from the tree instead:
 * - a part inside a macro's expansion has no bytes of its own;
 * - an argument that the macro uses twice is two nodes over the same bytes: if only one of them
 *   is exchanged, or both for different texts, the bytes cannot say so;
 * - a part that an #include brought in lies in another file. */
#include "ir/print.h"
#include "ir/print_private.h"
#include <string.h>

typedef struct
{
  IhopRange range;
  char *text; /* owned; NULL: a leaf that stays, to find the second obstacle by */
} Edit;

typedef enum
{
  SPLICE_SAME,
  SPLICE_EDITED,
  SPLICE_IMPOSSIBLE
} Splice;

static Splice collect (IhopPrinting *printing, const IhopNode *node, int binding, GArray *edits);

/* Not MAX(), which would walk twice, and twice again on every level. */
static Splice
worse (Splice a, Splice b)
{
  return a > b ? a : b;
}

static void
edit_clear (gpointer data)
{
  g_free (((Edit *) data)->text);
}

static void
edit_add (GArray *edits, IhopRange range, char *text)
{
  Edit edit = { .range = range, .text = text };

  g_array_append_val (edits, edit);
}

static Splice
collect_type (IhopPrinting *printing, const IhopType *type, GArray *edits)
{
  Splice splice = SPLICE_SAME;

  for (; type && type->kind != IHOP_TYPE_NAMED; type = type->target)
    {
      if (type->kind == IHOP_TYPE_ARRAY && type->count_expr)
        splice = worse (splice, collect (printing, type->count_expr, 0, edits));
      for (guint i = 0; i < type->n_params; i++)
        splice = worse (splice, collect_type (printing, type->params[i], edits));
    }
  return splice;
}

/* Extents in the types that this node writes down. */
static Splice
collect_own_types (IhopPrinting *printing, const IhopNode *node, GArray *edits)
{
  switch (node->kind)
    {
    case IHOP_VARIABLE:
      return collect_type (printing, node->symbol->declared_type, edits);
    case IHOP_CAST:
      return node->flags & IHOP_NODE_IMPLICIT ? SPLICE_SAME
                                              : collect_type (printing, node->type, edits);
    case IHOP_COMPOUND:
      return collect_type (printing, node->type, edits);
    case IHOP_SIZEOF:
      return collect_type (printing, node->argument_type, edits);
    default:
      return SPLICE_SAME;
    }
}

static int
edit_compare (gconstpointer a, gconstpointer b)
{
  const Edit *left = a, *right = b;

  if (left->range.begin != right->range.begin)
    return left->range.begin < right->range.begin ? -1 : 1;
  if (left->range.end != right->range.end)
    return left->range.end > right->range.end ? -1 : 1;
  return g_strcmp0 (left->text, right->text);
}

/* Two edits may only share bytes if they are the same edit. */
static gboolean
edits_agree (GArray *edits, guint from, IhopRange whole)
{
  const Edit *last = NULL;

  qsort (&g_array_index (edits, Edit, from), edits->len - from, sizeof (Edit), edit_compare);
  for (guint i = from; i < edits->len; i++)
    {
      const Edit *edit = &g_array_index (edits, Edit, i);
      if (edit->text && !ihop_range_contains (whole, edit->range))
        return FALSE;
      if (last && edit->range.source == last->range.source && edit->range.begin < last->range.end
          && (edit->text || last->text)
          && !(edit->range.begin == last->range.begin && edit->range.end == last->range.end
               && g_strcmp0 (edit->text, last->text) == 0))
        return FALSE;
      if (last == NULL || edit->range.end >= last->range.end)
        last = edit;
    }
  return TRUE;
}

/* The node's text from the tree, to stand where its bytes stood. */
static void
edit_whole (IhopPrinting *printing, const IhopNode *node, int binding, GArray *edits, guint mark)
{
  GString *text = g_string_new (NULL);
  g_autofree char *indent = ihop_source_indent (node->range.source, node->range.begin);
  gboolean parens = ihop_print_needs_parens (node, binding);

  g_array_set_size (edits, mark);
  if (parens)
    g_string_append_c (text, '(');
  if (ihop_kind_is_statement (node->kind))
    ihop_print_statement_tree (printing, text, node, indent);
  else
    ihop_print_expr_tree (printing, text, node, indent);
  if (parens)
    g_string_append_c (text, ')');
  edit_add (edits, node->range, g_string_free (text, FALSE));
}

static Splice
collect_replaced (const IhopNode *node, const char *text, GArray *edits)
{
  if (node->range.source == NULL)
    return SPLICE_IMPOSSIBLE;
  edit_add (edits, node->range, g_strdup (text));
  return SPLICE_EDITED;
}

static Splice
collect_children (IhopPrinting *printing, const IhopNode *node, int binding, GArray *edits)
{
  Splice splice = collect_own_types (printing, node, edits);
  gboolean implicit = node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT);

  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      {
        int inner = implicit ? binding : ihop_print_child_binding (node, i);
        splice = worse (splice, collect (printing, node->child[i], inner, edits));
      }
  if (ihop_print_init_splits (printing, node) || (node->flags & IHOP_NODE_RESOLVED))
    return SPLICE_IMPOSSIBLE;
  return splice;
}

static Splice
collect (IhopPrinting *printing, const IhopNode *node, int binding, GArray *edits)
{
  const char *text = ihop_printing_replaced (printing, node);
  guint mark = edits->len;

  if (text)
    return collect_replaced (node, text, edits);
  Splice splice = collect_children (printing, node, binding, edits);
  if (node->range.source == NULL)
    return splice;
  if (splice == SPLICE_SAME)
    {
      if (node->n_children == 0)
        edit_add (edits, node->range, NULL);
      return SPLICE_SAME;
    }
  if (splice == SPLICE_IMPOSSIBLE || !edits_agree (edits, mark, node->range))
    edit_whole (printing, node, binding, edits, mark);
  return SPLICE_EDITED;
}

static char *
edits_apply (GArray *edits, IhopRange range)
{
  GString *out = g_string_new (NULL);
  const char *text = range.source->text;
  gsize at = range.begin;

  for (guint i = 0; i < edits->len; i++)
    {
      const Edit *edit = &g_array_index (edits, Edit, i);
      if (edit->text == NULL || edit->range.begin < at)
        continue;
      g_string_append_len (out, text + at, edit->range.begin - at);
      g_string_append (out, edit->text);
      at = edit->range.end;
    }
  g_string_append_len (out, text + at, range.end - at);
  return g_string_free (out, FALSE);
}

static char *
splice_text (IhopPrinting *printing, const IhopNode *node)
{
  if (printing->printer->replace == NULL)
    return ihop_range_text (node->range);
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (Edit));
  g_array_set_clear_func (edits, edit_clear);
  Splice splice = collect_children (printing, node, 0, edits);
  if (splice == SPLICE_SAME)
    return ihop_range_text (node->range);
  if (splice == SPLICE_IMPOSSIBLE || !edits_agree (edits, 0, node->range))
    return NULL;
  return edits_apply (edits, node->range);
}

char *
ihop_splice_node (IhopPrinting *printing, const IhopNode *node)
{
  g_autofree char *text = node->range.source ? splice_text (printing, node) : NULL;

  if (text && printing->no_conditionals && !ihop_trivia_is_balanced (text))
    return NULL;
  return g_steal_pointer (&text);
}
