/* The walk over expressions. "place" is what an expression denotes, "value" what its value may
 * point to; arrays and functions decay: their value is their place. Floating values, plain
 * integers and bytes carry no pointers, unless the program turns pointers into integers somewhere, or may copy them byte by byte
 * (pointer_bytes.h). */
#include "analysis/memory/access_walk.h"
#include "analysis/memory/points_to.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/program/facts_private.h"

static guint place (IhopFlow *flow, const IhopNode *node);

/* A node that stands in several places of a tree (a transformation shares subtrees) denotes what
 * it denotes in any of them. */
static guint
remember (IhopFlow *flow, GHashTable *table, const IhopNode *key, guint node)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (table, key));

  if (known)
    {
      ihop_solver_copy (flow->solver, node, known);
      return known;
    }
  if (node)
    {
      /* Of its own, so that the copy above never widens a set that others share. */
      guint own = ihop_solver_node (flow->solver);
      ihop_solver_copy (flow->solver, node, own);
      node = own;
      g_hash_table_insert (table, (gpointer) key, GUINT_TO_POINTER (node));
    }
  return node;
}

/* What is kept in the place that "pointer" is the node of. */
static guint
load (IhopFlow *flow, guint pointer, const IhopNode *place, const IhopType *type)
{
  if (pointer == 0 || !ihop_flow_carries (flow, type))
    return 0;

  guint node = ihop_solver_node (flow->solver);

  ihop_solver_load_place (flow->solver, pointer, ihop_flow_place_key (flow, place), node);
  return node;
}

static gboolean
decays (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);

  return type && (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_FUNCTION);
}

/* An object of its own for a literal or for a record that a call returns. */
static guint
temporary (IhopFlow *flow, const IhopNode *node, guint content)
{
  guint object = ihop_object_number (flow->facts, IHOP_OBJECT_SITE, NULL, node);

  ihop_solver_copy (flow->solver, content, ihop_solver_content (flow->solver, object));
  return ihop_flow_single (flow, object);
}

/* Whatever the code we cannot read does: everything it names is out of sight. If we cannot even
 * read the names, that is every variable there is. */
static gboolean
expose_reference (const IhopNode *node, gpointer data)
{
  IhopFlow *flow = data;

  if ((node->kind == IHOP_REF || node->kind == IHOP_VARIABLE) && node->symbol
      && (node->symbol->kind == IHOP_SYMBOL_VARIABLE
          || node->symbol->kind == IHOP_SYMBOL_PARAMETER))
    ihop_solver_copy (flow->solver, ihop_flow_symbol (flow, node->symbol), flow->out_of_sight);
  return TRUE;
}

static void
expose_everything (IhopFlow *flow)
{
  const GPtrArray *functions = ihop_facts_functions (flow->facts);

  for (guint i = 0; i < functions->len; i++)
    {
      const IhopFunction *function = functions->pdata[i];
      if (flow->function && flow->function != function)
        continue;
      for (guint j = 0; j < function->n_params; j++)
        ihop_solver_copy (flow->solver, ihop_flow_symbol (flow, function->params[j]),
                          flow->out_of_sight);
      ihop_node_walk (function->body, expose_reference, flow);
    }
}

void
ihop_flow_opaque (IhopFlow *flow, const IhopNode *node)
{
  gboolean is_assembly = g_strcmp0 (node->text, "inline assembly") == 0;

  /* Assembly without operands has no way to our variables. */
  if (node->n_children == 0 && !is_assembly && !ihop_opaque_is_harmless (node))
    expose_everything (flow);
  if (!ihop_opaque_is_harmless (node))
    ihop_node_walk (node, expose_reference, flow);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      ihop_flow_statement (flow, node->child[i], 0);
    else if (node->child[i])
      ihop_solver_copy (flow->solver, ihop_flow_value (flow, node->child[i]), flow->out_of_sight);
}

/* "({ …; e; })" has the value of e. */
static guint
value_of_opaque (IhopFlow *flow, const IhopNode *node)
{
  const IhopNode *block = node->n_children == 1 ? node->child[0] : NULL;
  const IhopNode *last = block && block->kind == IHOP_BLOCK && block->n_children > 0
                           ? block->child[block->n_children - 1]
                           : NULL;

  ihop_flow_opaque (flow, node);
  if (last && last->kind == IHOP_EXPRESSION && ihop_opaque_is_harmless (node))
    return ihop_flow_join (flow, ihop_flow_value (flow, last->child[0]), flow->external);
  return flow->external;
}

static guint
place_of_member (IhopFlow *flow, const IhopNode *node)
{
  if (node->flags & IHOP_NODE_ARROW)
    return ihop_flow_value (flow, node->child[0]);
  return place (flow, node->child[0]);
}

static guint
place_of_element (IhopFlow *flow, const IhopNode *node)
{
  guint value = ihop_flow_value (flow, node->child[0]);

  ihop_flow_value (flow, node->child[1]);
  if (!decays (node->child[0]))
    ihop_flow_see_sum (flow, node->child[0], value);
  return value;
}

static guint
place_unremembered (IhopFlow *flow, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_PAREN:
    case IHOP_CAST:
      return place (flow, node->child[0]);
    case IHOP_MEMBER:
      return place_of_member (flow, node);
    case IHOP_INDEX:
      return place_of_element (flow, node);
    case IHOP_UNARY:
      if (node->op == IHOP_OP_DEREF)
        return ihop_flow_value (flow, node->child[0]);
      break;
    case IHOP_STRING:
      return ihop_flow_single (flow,
                               ihop_object_number (flow->facts, IHOP_OBJECT_LITERAL, NULL, node));
    case IHOP_COMPOUND:
      return temporary (flow, node, ihop_flow_value (flow, node->child[0]));
    case IHOP_CONDITIONAL:
      ihop_flow_value (flow, node->child[0]);
      return ihop_flow_join (flow, node->child[1] ? place (flow, node->child[1]) : 0,
                             place (flow, node->child[2]));
    case IHOP_CALL:
      return temporary (flow, node, ihop_flow_call (flow, node));
    case IHOP_OPAQUE_EXPR:
      return value_of_opaque (flow, node);
    case IHOP_BINARY:
      if (node->op == IHOP_OP_COMMA)
        {
          ihop_flow_value (flow, node->child[0]);
          return place (flow, node->child[1]);
        }
      break;
    default:
      break;
    }
  return flow->external;
}

static guint
place_of_assignment (IhopFlow *flow, const IhopNode *node)
{
  guint target = place (flow, node->child[0]);

  if (ihop_flow_carries (flow, node->child[0]->type))
    ihop_flow_assign (flow, target, ihop_flow_place_key (flow, node->child[0]), node->child[1]);
  else
    ihop_flow_value (flow, node->child[1]);
  if (node->op != IHOP_OP_NONE)
    ihop_flow_see_sum (flow, node->child[0], load (flow, target, node->child[0], node->child[0]->type));
  return target;
}

static guint
place (IhopFlow *flow, const IhopNode *node)
{
  if (node->kind == IHOP_REF)
    return node->symbol ? ihop_flow_symbol (flow, node->symbol) : flow->external;
  if (node->kind == IHOP_ASSIGN)
    return place_of_assignment (flow, node);
  return remember (flow, flow->places, node, place_unremembered (flow, node));
}

guint
ihop_flow_place_of (IhopFlow *flow, const IhopNode *node)
{
  return place (flow, node);
}

static guint
value_of_children (IhopFlow *flow, const IhopNode *node)
{
  guint value = 0;

  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      value = ihop_flow_join (flow, value, ihop_flow_value (flow, node->child[i]));
  return value;
}

static guint
value_of_count (IhopFlow *flow, const IhopNode *node)
{
  guint value = load (flow, place (flow, node->child[0]), node->child[0], node->type);

  ihop_flow_see_sum (flow, node, value);
  return value;
}

static guint
value_of_unary (IhopFlow *flow, const IhopNode *node)
{
  switch (node->op)
    {
    case IHOP_OP_ADDRESS:
      return place (flow, node->child[0]);
    case IHOP_OP_DEREF:
      return load (flow, place (flow, node), node, node->type);
    case IHOP_OP_PRE_INC:
    case IHOP_OP_PRE_DEC:
    case IHOP_OP_POST_INC:
    case IHOP_OP_POST_DEC:
      return value_of_count (flow, node);
    case IHOP_OP_NOT:
      ihop_flow_value (flow, node->child[0]);
      return 0;
    default:
      return ihop_flow_value (flow, node->child[0]);
    }
}

static guint
value_of_binary (IhopFlow *flow, const IhopNode *node)
{
  guint left = ihop_flow_value (flow, node->child[0]);
  guint right = ihop_flow_value (flow, node->child[1]);

  switch (node->op)
    {
    case IHOP_OP_COMMA:
      return right;
    case IHOP_OP_LAND:
    case IHOP_OP_LOR:
    case IHOP_OP_LT:
    case IHOP_OP_LE:
    case IHOP_OP_GT:
    case IHOP_OP_GE:
    case IHOP_OP_EQ:
    case IHOP_OP_NE:
      return 0;
    default:
      left = ihop_flow_join (flow, left, right);
      ihop_flow_see_sum (flow, node, left);
      return left;
    }
}

/* A pointer made from an integer may be anything whose address got out of sight; one made from 0
 * points nowhere. */
static guint
value_of_cast (IhopFlow *flow, const IhopNode *node)
{
  const IhopNode *operand = node->child[0];
  guint value = ihop_flow_value (flow, operand);
  const IhopType *to = ihop_type_strip (node->type);

  ihop_flow_see_cast (flow, node, value);
  if (to && to->kind == IHOP_TYPE_POINTER && !decays (operand)
      && ihop_type_is_integer (operand->type)
      && !((operand->flags & IHOP_NODE_CONSTANT) && operand->integer == 0))
    return ihop_flow_join (flow, value, flow->external);
  return value;
}

static guint
value_of_conditional (IhopFlow *flow, const IhopNode *node)
{
  guint condition = ihop_flow_value (flow, node->child[0]);
  guint yes = node->child[1] ? ihop_flow_value (flow, node->child[1]) : condition;

  return ihop_flow_join (flow, yes, ihop_flow_value (flow, node->child[2]));
}

static guint
value_of_any (IhopFlow *flow, const IhopNode *node)
{
  guint held;

  if (decays (node) && node->kind != IHOP_INIT_LIST)
    return place (flow, node);
  switch (node->kind)
    {
    case IHOP_INTEGER:
    case IHOP_FLOATING:
    case IHOP_SIZEOF:
      return 0;
    case IHOP_REF:
      if (node->symbol && node->symbol->kind == IHOP_SYMBOL_ENUMERATOR)
        return 0;
      held = node->symbol ? ihop_flow_held (flow, node->symbol) : 0;
      return held ? held : load (flow, place (flow, node), node, node->type);
    case IHOP_MEMBER:
    case IHOP_INDEX:
    case IHOP_STRING:
    case IHOP_COMPOUND:
      return load (flow, place (flow, node), node, node->type);
    case IHOP_ASSIGN:
      return load (flow, place (flow, node), node->child[0], node->type);
    case IHOP_UNARY:
      return value_of_unary (flow, node);
    case IHOP_BINARY:
      return value_of_binary (flow, node);
    case IHOP_CONDITIONAL:
      return value_of_conditional (flow, node);
    case IHOP_CALL:
      return ihop_flow_call (flow, node);
    case IHOP_CAST:
      return value_of_cast (flow, node);
    case IHOP_PAREN:
      return ihop_flow_value (flow, node->child[0]);
    case IHOP_OPAQUE_EXPR:
      return value_of_opaque (flow, node);
    default:
      return value_of_children (flow, node);
    }
}

guint
ihop_flow_value (IhopFlow *flow, const IhopNode *expression)
{
  guint value = value_of_any (flow, expression);

  if (value == 0 || expression->kind == IHOP_INIT_LIST || decays (expression))
    return value;
  return ihop_flow_carries (flow, expression->type) ? value : 0;
}
