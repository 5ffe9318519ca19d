/* Tiles take perfect nests, and results stay in registers only as long as nothing else touches their array: so the first element
 * of a row, or the copy into the other half of a symmetric matrix, is done in a nest of its own, in front or behind. */
#include "advise/isolate.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

/* "c += …", or "c = …" with c in it. */
static gboolean
is_update (const IhopNode *node)
{
  if (node == NULL || node->kind != IHOP_ASSIGN)
    return FALSE;
  const IhopNode *result = ihop_node_strip (node->child[0], FALSE);
  return (result->kind == IHOP_INDEX || ihop_isolate_variable (node))
         && (node->op != IHOP_OP_NONE || ihop_reference_in (node->child[1], result));
}

GPtrArray *
ihop_isolate_updates (const IhopNode *loop)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (loop));
  GPtrArray *updates = g_ptr_array_new ();

  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      const IhopNode *update = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;
      if (!is_update (update))
        {
          g_ptr_array_set_size (updates, 0);
          return updates;
        }
      g_ptr_array_add (updates, (gpointer) update);
    }
  return updates;
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

static gboolean
touches_elsewhere (const IhopNode *statement, const GPtrArray *updates)
{
  gboolean found = FALSE;

  for (guint i = 0; i < updates->len && !found; i++)
    {
      const IhopNode *result = ihop_node_strip (((const IhopNode *) updates->pdata[i])->child[0], FALSE);
      Others others = { result, ihop_layout_array (result), FALSE };
      ihop_node_walk (statement, find_other, &others);
      found = others.found && result->kind == IHOP_INDEX;
    }
  return found;
}

static gboolean
cut_end (IhopLayout *layout, const IhopLoopName *j, const IhopLoopName *k)
{
  const guint way[] = { 0 };
  g_autoptr (GPtrArray) updates = ihop_isolate_updates (k->loop);
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (j->loop));
  guint at;

  if (!g_ptr_array_find (statements, k->loop, &at))
    return FALSE;
  guint end = at + 1;
  while (end < statements->len && !touches_elsewhere (statements->pdata[end], updates))
    end++;
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
  g_autoptr (GPtrArray) updates = ihop_isolate_updates (ihop_layout_loop (layout, way, 2)->loop);

  for (guint n = 0; n < updates->len; n++)
    {
      const IhopNode *update = updates->pdata[n];
      if (ihop_isolate_variable (update) == NULL)
        return !runs_down_columns (update->child[0], i, j) || ihop_layout_take (layout, "interchange", way, 1, "%s", "");
    }
  return TRUE;
}

gboolean
ihop_isolate_product (IhopLayout *layout)
{
  const guint way[] = { 0, 0 };
  const IhopLoopName *i = ihop_layout_loop (layout, way, 0), *j = ihop_layout_loop (layout, way, 1);

  return ihop_layout_count_inner (layout, way, 0) == 1 && ihop_layout_count_inner (layout, way, 1) == 1 && cut_sides (layout, i, j)
         && cut_end (layout, ihop_layout_loop (layout, way, 1), ihop_layout_loop (layout, way, 2)) && turn (layout);
}
