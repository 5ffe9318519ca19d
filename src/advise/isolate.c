/* Tiles take perfect nests, and results stay in registers only as long as nothing else touches their array: so the first element
 * of a row, or the copy into the other half of a symmetric matrix, is done in a nest of its own, in front or behind. */
#include "advise/isolate.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

const IhopNode *
ihop_isolate_update (const IhopNode *loop)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (loop));
  const IhopNode *only = statements->len == 1 ? statements->pdata[0] : NULL;
  const IhopNode *update = only && only->kind == IHOP_EXPRESSION ? ihop_node_strip (only->child[0], FALSE) : NULL;

  return update && update->kind == IHOP_ASSIGN && update->op != IHOP_OP_NONE
             && (ihop_node_strip (update->child[0], FALSE)->kind == IHOP_INDEX || ihop_isolate_variable (update))
           ? update : NULL;
}

const IhopSymbol *
ihop_isolate_variable (const IhopNode *update)
{
  const IhopNode *result = ihop_node_strip (update->child[0], FALSE);

  return result->kind == IHOP_REF && result->symbol && ihop_type_is_scalar (result->type) ? result->symbol : NULL;
}

typedef struct
{
  const IhopNode *result;
  const IhopSymbol *array;
  gboolean found;
} Others;

static gboolean
find_other (const IhopNode *node, gpointer data)
{
  Others *self = data;

  if (node->kind == IHOP_INDEX && ihop_same_expression (node, self->result))
    return FALSE;
  self->found |= node->kind == IHOP_REF && node->symbol == self->array;
  return !self->found;
}

/* The first statement behind the loop that touches the result's array elsewhere; how many there are: none. */
static guint
first_elsewhere (const GPtrArray *statements, guint loop_at, const IhopNode *result)
{
  for (guint i = loop_at + 1; i < statements->len; i++)
    {
      Others others = { result, ihop_layout_array (result), FALSE };
      ihop_node_walk (statements->pdata[i], find_other, &others);
      if (others.found)
        return i;
    }
  return statements->len;
}

static gboolean
cut_end (IhopLayout *layout, const IhopLoopName *j, const IhopLoopName *k)
{
  const guint way[] = { 0 };
  const IhopNode *result = ihop_node_strip (ihop_isolate_update (k->loop)->child[0], FALSE);
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (j->loop));
  guint at;

  if (!g_ptr_array_find (statements, k->loop, &at))
    return FALSE;
  guint end = first_elsewhere (statements, at, result);
  return end == statements->len
         || (ihop_layout_take (layout, "distribute", way, 1, "@%u", end + 1)
             && ihop_layout_take (layout, "distribute", way, 0, "@2"));
}

static gboolean
cut_sides (IhopLayout *layout, const IhopLoopName *i, const IhopLoopName *j)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (i->loop));
  g_autoptr (GString) cuts = g_string_new (NULL);
  guint at;

  if (!g_ptr_array_find (statements, j->loop, &at))
    return FALSE;
  if (at > 0)
    g_string_append_printf (cuts, "@%u", at + 1);
  if (at + 1 < statements->len)
    g_string_append_printf (cuts, "%s@%u", cuts->len ? " " : "", at + 2);
  if (cuts->len && !ihop_layout_take (layout, "distribute", NULL, 0, "%s", cuts->str))
    return FALSE;
  ihop_layout_move (layout, at > 0);
  return TRUE;
}

/* Whether neighbours in a row of the result are next iterations of i, not of j. */
static gboolean
runs_down_columns (const IhopNode *result, const IhopLoopName *i, const IhopLoopName *j)
{
  const IhopNode *last = ihop_node_strip (result, FALSE)->child[1];

  return ihop_mentions (last, ihop_loop_iterator (i->loop)) && !ihop_mentions (last, ihop_loop_iterator (j->loop));
}

/* Threads along x are to have neighbours. */
static gboolean
turn (IhopLayout *layout)
{
  const guint way[] = { 0, 0 };
  const IhopLoopName *i = ihop_layout_loop (layout, way, 0), *j = ihop_layout_loop (layout, way, 1);
  const IhopNode *update = ihop_isolate_update (ihop_layout_loop (layout, way, 2)->loop);

  return !runs_down_columns (update->child[0], i, j) || ihop_layout_take (layout, "interchange", way, 1, "%s", "");
}

gboolean
ihop_isolate_product (IhopLayout *layout)
{
  const guint way[] = { 0, 0 };
  const IhopLoopName *i = ihop_layout_loop (layout, way, 0), *j = ihop_layout_loop (layout, way, 1);
  const IhopLoopName *k = ihop_layout_loop (layout, way, 2);

  if (k == NULL || ihop_isolate_update (k->loop) == NULL || ihop_layout_count_inner (layout, way, 0) != 1
      || ihop_layout_count_inner (layout, way, 1) != 1 || !cut_sides (layout, i, j))
    return FALSE;
  if (ihop_isolate_variable (ihop_isolate_update (ihop_layout_loop (layout, way, 2)->loop)))
    return TRUE;
  return cut_end (layout, ihop_layout_loop (layout, way, 1), ihop_layout_loop (layout, way, 2)) && turn (layout);
}
