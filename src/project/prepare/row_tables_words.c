/* How long rows are in words of another function: what a call hands on, and back. */
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "ir/query.h"
#include "project/prepare/row_tables_private.h"

int
ihop_row_table_argument (const IhopNode *call, const IhopNode *argument)
{
  for (guint i = 1; i < call->n_children; i++)
    if (call->child[i] == argument)
      return (int) i - 1;
  return -1;
}

typedef struct
{
  IhopPool *pool;
  const IhopNode *call;
  const IhopFunction *callee;
  gboolean last;
} Exchange;

static const IhopNode *
exchange_parameter (const IhopNode *name, gpointer data)
{
  const Exchange *self = data;

  for (guint i = 0; i < self->callee->n_params; i++)
    if (self->callee->params[i] == name->symbol && i + 1 < self->call->n_children)
      return ihop_node_effect (self->call->child[i + 1]) ? NULL : ihop_node_strip (self->call->child[i + 1], TRUE);
  return name->symbol->is_global ? name : NULL;
}

/* Whether a parameter of the type has every value that is passed. */
static gboolean
holds (const IhopType *parameter, const IhopType *passed)
{
  const IhopType *a = ihop_type_strip (parameter), *b = ihop_type_strip (passed);

  return ihop_type_is_integer (a) && (a->size > b->size || (a->size == b->size && a->is_signed == b->is_signed));
}

/* The parameter that is given this value; "last": of several the last one. NULL: there is none. */
static const IhopNode *
parameter_for (const Exchange *self, const IhopNode *value)
{
  const IhopNode *found = NULL;

  for (guint i = 0; i < self->callee->n_params && i + 1 < self->call->n_children; i++)
    if (ihop_type_is_integer (self->call->child[i + 1]->type) && ihop_expression_equal (self->call->child[i + 1], value)
        && holds (self->callee->params[i]->type, value->type) && (found == NULL || self->last))
      found = ihop_expression_name (self->pool, self->callee->params[i]);
  return found;
}

/* A variable or a member in words of the callee: the parameter that is given it. */
static const IhopNode *
exchange_value (const Exchange *self, const IhopNode *value)
{
  const IhopNode *found = ihop_type_is_integer (value->type) ? parameter_for (self, value) : NULL;

  if (found || value->kind == IHOP_MEMBER)
    return found;
  return value->symbol->is_global || (value->flags & IHOP_NODE_CONSTANT) ? value : NULL;
}

/* Sums and products of such; NULL: something else is in it. */
static const IhopNode *
exchange_values (const Exchange *self, const IhopNode *node)
{
  const IhopNode *left, *right;

  switch (node->kind)
    {
    case IHOP_REF:
    case IHOP_MEMBER:
      return exchange_value (self, node);
    case IHOP_INTEGER:
      return node;
    case IHOP_PAREN:
      return exchange_values (self, node->child[0]);
    case IHOP_CAST:
      left = exchange_values (self, node->child[0]);
      IhopNode *cast = left ? ihop_node_copy (self->pool, node) : NULL;
      if (cast)
        cast->child[0] = left;
      return cast;
    case IHOP_BINARY:
      left = exchange_values (self, node->child[0]);
      right = left ? exchange_values (self, node->child[1]) : NULL;
      return right ? ihop_expression_binary (self->pool, node->op, left, right) : NULL;
    default:
      return NULL;
    }
}

const IhopNode *
ihop_row_table_width_in_callee (const IhopRowTables *self, const IhopNode *width, const IhopCallSite *site, gboolean last)
{
  Exchange exchange = { ihop_facts_pool (self->facts), site->call, site->function, last };
  const IhopNode *whole = parameter_for (&exchange, width);

  return whole ? whole : exchange_values (&exchange, width);
}

const IhopNode *
ihop_row_table_width_in_caller (const IhopRowTables *self, const IhopNode *width, const IhopNode *call, const IhopFunction *callee)
{
  Exchange exchange = { ihop_facts_pool (self->facts), call, callee, FALSE };

  return ihop_expression_exchange (exchange.pool, width, exchange_parameter, &exchange);
}
