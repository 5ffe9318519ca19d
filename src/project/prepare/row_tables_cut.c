/* Rows that are cut from one allocation: "x[0] = malloc (n * m * sizeof (double)); x[i] = x[i - 1] + m". C lets x[0][m] be the first
 * element of the next row there, which nobody may say of "double (*x)[m]": all subscripts have to stay in their rows. */
#include "analysis/memory/definitions.h"
#include "gpugen/memory/allocated_size.h"
#include "ir/expression.h"
#include "ir/query.h"
#include "project/prepare/row_tables_private.h"

/* What "i * m" multiplies the counter with; NULL: it is something else. */
static const IhopNode *
factor_beside (const IhopNode *product, const IhopSymbol *counter)
{
  product = ihop_row_table_bare (product);
  if (product->kind != IHOP_BINARY || product->op != IHOP_OP_MUL)
    return NULL;
  for (guint side = 0; side < 2; side++)
    if (ihop_node_is_ref (ihop_row_table_bare (product->child[side]), counter) && !ihop_node_mentions (product->child[1 - side], counter))
      return ihop_node_strip (product->child[1 - side], TRUE);
  return NULL;
}

/* Which row an expression "x[0]" or "x[i - 1]" is: -1 the one before, 0 the first one; 1: another expression. */
static int
row_of (const IhopRowTable *table, const IhopNode *node)
{
  const IhopNode *row = ihop_row_table_bare (node);
  const IhopNode *number = row->kind == IHOP_INDEX && ihop_row_table_is_named (table, row->child[0]) ? ihop_row_table_bare (row->child[1])
                           : row->kind == IHOP_UNARY && row->op == IHOP_OP_DEREF && ihop_row_table_is_named (table, row->child[0]) ? row : NULL;
  gint64 value;

  if (number == NULL)
    return 1;
  if (number == row || (ihop_node_number (number, &value) && value == 0))
    return 0;
  return number->kind == IHOP_BINARY && number->op == IHOP_OP_SUB && ihop_node_is_ref (number->child[0], table->counter)
             && ihop_node_number (number->child[1], &value) && value == 1
           ? -1 : 1;
}

/* "x[i - 1] + m", "x[0] + i * m", "&x[0][i * m]" */
static const IhopNode *
distance_of (const IhopRowTable *table)
{
  const IhopNode *value = ihop_row_table_bare (table->fill);
  const IhopNode *element = value->kind == IHOP_UNARY && value->op == IHOP_OP_ADDRESS ? ihop_row_table_bare (value->child[0]) : NULL;

  if (element && element->kind == IHOP_INDEX && row_of (table, element->child[0]) == 0)
    return factor_beside (element->child[1], table->counter);
  if (value->kind != IHOP_BINARY || value->op != IHOP_OP_ADD)
    return NULL;
  switch (row_of (table, value->child[0]))
    {
    case -1:
      return ihop_node_mentions (value->child[1], table->counter) ? NULL : ihop_node_strip (value->child[1], TRUE);
    case 0:
      return factor_beside (value->child[1], table->counter);
    default:
      return NULL;
    }
}

const IhopNode *
ihop_row_table_cut_width (const IhopRowTables *self, const IhopRowTable *table)
{
  IhopPool *pool = ihop_facts_pool (self->facts);
  const IhopNode *width = distance_of (table);
  const IhopNode *all = ihop_allocated_count (self->facts, table->made_in, table->row_call, ihop_type_strip (table->row)->target);
  const IhopNode *rows = ihop_allocated_count (self->facts, table->made_in, table->table_call, table->row);
  gint64 distance;

  return width && all && rows && row_of (table, table->row_place) == 0 && ihop_expression_distance (all, ihop_expression_binary (pool, IHOP_OP_MUL, rows, width), &distance)
             && distance == 0
           ? width : NULL;
}

/* ---- whether elements stay in their rows ---- */

/* The loop around a node that counts this variable up one by one; NULL: there is none. */
static const IhopNode *
loop_of (const IhopFunction *function, const IhopNode *node, const IhopSymbol *counter)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, node);

  for (guint i = path ? path->len : 0; i-- > 0;)
    {
      const IhopNode *loop = path->pdata[i], *step = loop->kind == IHOP_FOR && loop->child[2] ? ihop_row_table_bare (loop->child[2]) : NULL;
      if (step && step->kind == IHOP_UNARY && (step->op == IHOP_OP_PRE_INC || step->op == IHOP_OP_POST_INC)
          && ihop_node_is_ref (step->child[0], counter) && i + 1 < path->len && path->pdata[i + 1] == ihop_loop_body (loop))
        return loop;
    }
  return NULL;
}

static const IhopNode *
first_value (const IhopNode *loop, const IhopSymbol *counter)
{
  const IhopNode *init = loop->child[0], *set = init && init->kind == IHOP_EXPRESSION ? ihop_row_table_bare (init->child[0]) : NULL;

  if (init && init->kind == IHOP_DECLARATION && init->n_children == 1 && init->child[0]->symbol == counter)
    return init->child[0]->n_children ? init->child[0]->child[0] : NULL;
  return set && set->kind == IHOP_ASSIGN && set->op == IHOP_OP_NONE && ihop_node_is_ref (set->child[0], counter) ? set->child[1] : NULL;
}

/* "j" or "j + 1": its variable and the number; FALSE: another expression. */
static gboolean
split_subscript (const IhopNode *subscript, const IhopSymbol **counter, gint64 *more)
{
  const IhopNode *node = ihop_row_table_bare (subscript);

  *more = 0;
  if (node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB) && ihop_node_number (node->child[1], more))
    {
      *more = node->op == IHOP_OP_SUB ? -*more : *more;
      node = ihop_row_table_bare (node->child[0]);
    }
  *counter = node->kind == IHOP_REF ? node->symbol : NULL;
  return *counter != NULL;
}

/* The loop goes from 0 - more at least to width - more at most. */
static gboolean
stays_in_row (const IhopRowTables *self, const IhopFunction *function, const IhopNode *element, const IhopRowTable *table)
{
  IhopPool *pool = ihop_facts_pool (self->facts);
  const IhopSymbol *counter;
  const IhopNode *row = ihop_row_table_bare (element->child[0]);
  const IhopNode *width = table->record ? ihop_row_table_width_beside (self, table->width, ihop_row_table_bare (row->child[0])) : table->width;
  gint64 more, first, distance;

  if (!split_subscript (element->child[1], &counter, &more) || !ihop_defs_is_tame (self->facts, function, counter))
    return FALSE;
  const IhopNode *loop = loop_of (function, element, counter), *from = loop ? first_value (loop, counter) : NULL;
  const IhopNode *test = loop && loop->child[1] ? ihop_row_table_bare (loop->child[1]) : NULL;
  if (from == NULL || !ihop_node_number (from, &first) || first + more < 0 || test == NULL || test->kind != IHOP_BINARY
      || (test->op != IHOP_OP_LT && test->op != IHOP_OP_LE) || !ihop_node_is_ref (test->child[0], counter)
      || ihop_defs_may_change (self->facts, function, ihop_loop_body (loop), counter))
    return FALSE;
  const IhopNode *end = ihop_expression_add (pool, test->child[1], ihop_expression_number (pool, more + (test->op == IHOP_OP_LE ? 1 : 0)));
  return ihop_expression_distance (end, width, &distance) && distance >= 0;
}

/* Read where no loop is, in the order of the program: which element that is is asked by nobody. */
static gboolean
is_only_read_once (const IhopFunction *function, const IhopNode *element)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, element);

  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      const IhopNode *around = path->pdata[i];
      gboolean is_set = (around->kind == IHOP_ASSIGN && path->pdata[i + 1] == around->child[0])
                        || (around->kind == IHOP_UNARY && (around->op == IHOP_OP_ADDRESS || around->op >= IHOP_OP_PRE_INC));
      if (is_set || ihop_kind_is_loop (around->kind))
        return FALSE;
    }
  return path != NULL;
}

gboolean
ihop_row_tables_stay_in_rows (const IhopRowTables *self, IhopRowTable *of_class)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (ihop_row_table_class (table) != of_class)
        continue;
      if (table->are_rows_counted_from)
        return FALSE;
      for (guint k = 0; k < table->elements->len; k++)
        if (!is_only_read_once (table->element_functions->pdata[k], table->elements->pdata[k])
            && (table->width == NULL
                || !stays_in_row (self, table->element_functions->pdata[k], table->elements->pdata[k], table)))
          return FALSE;
    }
  return TRUE;
}
