/* The walk over expressions. "place" is what an expression denotes, "value" what its value may
 * point to; arrays and functions decay: their value is their place. Floating values and plain
 * integers carry no pointers, unless the program turns pointers into integers somewhere; single
 * bytes always may, because memory is copied by bytes. */
#include "analysis/points_to_build.h"
#include "analysis/effects_walk.h"
#include "analysis/facts_private.h"

#define SOLVER_STEPS 20000000u

static guint place (IhopFlow *flow, const IhopNode *node);
static void statement (IhopFlow *flow, const IhopNode *node, guint result);

guint
ihop_flow_join (IhopFlow *flow, guint a, guint b)
{
  if (a == 0 || b == 0 || a == b)
    return a ? a : b;

  guint node = ihop_solver_node (flow->solver);

  ihop_solver_copy (flow->solver, a, node);
  ihop_solver_copy (flow->solver, b, node);
  return node;
}

guint
ihop_flow_single (IhopFlow *flow, guint object)
{
  guint node = ihop_solver_node (flow->solver);

  ihop_solver_add (flow->solver, node, object);
  return node;
}

gboolean
ihop_flow_carries (const IhopFlow *flow, const IhopType *type)
{
  const IhopType *plain = ihop_type_strip (type);

  while (plain && plain->kind == IHOP_TYPE_ARRAY)
    plain = ihop_type_strip (plain->target);
  if (plain == NULL)
    return TRUE;
  switch (plain->kind)
    {
    case IHOP_TYPE_VOID:
    case IHOP_TYPE_FLOATING:
    case IHOP_TYPE_COMPLEX:
      return FALSE;
    case IHOP_TYPE_INTEGER:
    case IHOP_TYPE_ENUM:
      return flow->integers_carry || plain->size <= 1;
    case IHOP_TYPE_RECORD:
      for (guint i = 0; plain->fields && i < plain->n_fields; i++)
        if (ihop_flow_carries (flow, plain->fields[i]->type))
          return TRUE;
      return plain->fields == NULL;
    default:
      return TRUE;
    }
}

/* Other files may name it: those of the project that we do not have, or the library's (stderr). */
static gboolean
is_known_outside (const IhopFlow *flow, const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->storage == IHOP_STORAGE_EXTERN
         && (!flow->is_closed || symbol->in_system_header);
}

guint
ihop_flow_symbol (IhopFlow *flow, const IhopSymbol *symbol)
{
  const IhopSymbol *canonical = ihop_facts_canonical (flow->facts, symbol);
  guint node = GPOINTER_TO_UINT (g_hash_table_lookup (flow->symbols, canonical));
  IhopObjectKind kind
    = symbol->kind == IHOP_SYMBOL_FUNCTION ? IHOP_OBJECT_FUNCTION : IHOP_OBJECT_VARIABLE;

  if (node == 0)
    {
      node = ihop_flow_single (flow, ihop_object_number (flow->facts, kind, canonical, NULL));
      g_hash_table_insert (flow->symbols, (gpointer) canonical, GUINT_TO_POINTER (node));
      if (flow->function == NULL && is_known_outside (flow, canonical))
        ihop_solver_copy (flow->solver, node, flow->out_of_sight);
    }
  return node;
}

static guint
symbol_content (IhopFlow *flow, const IhopSymbol *symbol)
{
  const IhopSymbol *canonical = ihop_facts_canonical (flow->facts, symbol);

  return ihop_solver_content (flow->solver, ihop_object_number (flow->facts, IHOP_OBJECT_VARIABLE,
                                                                canonical, NULL));
}

guint
ihop_flow_result_of (IhopFlow *flow, const IhopFunction *function)
{
  guint node = GPOINTER_TO_UINT (g_hash_table_lookup (flow->results, function));

  if (node == 0)
    {
      node = ihop_solver_node (flow->solver);
      g_hash_table_insert (flow->results, (gpointer) function, GUINT_TO_POINTER (node));
    }
  return node;
}

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

static guint
load (IhopFlow *flow, guint pointer, const IhopType *type)
{
  if (pointer == 0 || !ihop_flow_carries (flow, type))
    return 0;

  guint node = ihop_solver_node (flow->solver);

  ihop_solver_load (flow->solver, pointer, node);
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

static void
opaque (IhopFlow *flow, const IhopNode *node)
{
  gboolean is_assembly = g_strcmp0 (node->text, "inline assembly") == 0;

  /* Assembly without operands has no way to our variables. */
  if (node->n_children == 0 && !is_assembly && !ihop_opaque_is_harmless (node))
    expose_everything (flow);
  if (!ihop_opaque_is_harmless (node))
    ihop_node_walk (node, expose_reference, flow);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      statement (flow, node->child[i], 0);
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

  opaque (flow, node);
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
      ihop_flow_value (flow, node->child[1]);
      return ihop_flow_value (flow, node->child[0]);
    case IHOP_UNARY:
      if (node->op == IHOP_OP_DEREF)
        return ihop_flow_value (flow, node->child[0]);
      break;
    case IHOP_STRING:
      return ihop_flow_single (flow, ihop_object_number (flow->facts, IHOP_OBJECT_LITERAL, NULL,
                                                         node));
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
  guint value = ihop_flow_value (flow, node->child[1]);
  guint target = place (flow, node->child[0]);

  if (ihop_flow_carries (flow, node->child[0]->type))
    ihop_solver_store (flow->solver, target, value);
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
value_of_unary (IhopFlow *flow, const IhopNode *node)
{
  switch (node->op)
    {
    case IHOP_OP_ADDRESS:
      return place (flow, node->child[0]);
    case IHOP_OP_DEREF:
      return load (flow, place (flow, node), node->type);
    case IHOP_OP_PRE_INC:
    case IHOP_OP_PRE_DEC:
    case IHOP_OP_POST_INC:
    case IHOP_OP_POST_DEC:
      return load (flow, place (flow, node->child[0]), node->type);
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
      return ihop_flow_join (flow, left, right);
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
      return load (flow, place (flow, node), node->type);
    case IHOP_MEMBER:
    case IHOP_INDEX:
    case IHOP_STRING:
    case IHOP_COMPOUND:
    case IHOP_ASSIGN:
      return load (flow, place (flow, node), node->type);
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

static void
variable (IhopFlow *flow, const IhopNode *node)
{
  if (node->n_children == 0 || node->child[0] == NULL)
    return;

  guint value = ihop_flow_value (flow, node->child[0]);

  if (ihop_flow_carries (flow, node->symbol->type))
    ihop_solver_copy (flow->solver, value, symbol_content (flow, node->symbol));
}

static void
statement (IhopFlow *flow, const IhopNode *node, guint result)
{
  if (node->kind == IHOP_VARIABLE)
    {
      variable (flow, node);
      return;
    }
  if (node->kind == IHOP_OPAQUE)
    {
      opaque (flow, node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] == NULL)
      continue;
    else if (ihop_kind_is_statement (node->child[i]->kind))
      statement (flow, node->child[i], result);
    else
      {
        guint value = ihop_flow_value (flow, node->child[i]);
        if (node->kind == IHOP_RETURN)
          ihop_solver_copy (flow->solver, value, result);
      }
}

static void
seed_own (IhopFlow *flow, const IhopObject *object, guint number, guint node)
{
  IhopObjectKind kind = object->kind;
  const IhopSymbol *symbol = object->symbol;

  if (kind == IHOP_OBJECT_PARAM || kind == IHOP_OBJECT_PARAM_DEEP)
    ihop_solver_add (flow->solver, node, ihop_object_number (flow->facts, IHOP_OBJECT_PARAM_DEEP,
                                                             symbol, NULL));
  if (kind == IHOP_OBJECT_GLOBAL)
    ihop_solver_add (flow->solver, node, number);
  if (kind == IHOP_OBJECT_VARIABLE && symbol->kind == IHOP_SYMBOL_PARAMETER
      && ihop_flow_carries (flow, symbol->type))
    ihop_solver_add (flow->solver, node, ihop_object_number (flow->facts, IHOP_OBJECT_PARAM,
                                                             symbol, NULL));
  if (kind == IHOP_OBJECT_VARIABLE && symbol->storage != IHOP_STORAGE_AUTO
      && ihop_flow_carries (flow, symbol->type))
    ihop_solver_add (flow->solver, node, ihop_object_number (flow->facts, IHOP_OBJECT_GLOBAL,
                                                             symbol, NULL));
  if (kind == IHOP_OBJECT_GLOBAL
      || (kind == IHOP_OBJECT_VARIABLE && symbol->storage != IHOP_STORAGE_AUTO))
    ihop_solver_copy (flow->solver, flow->out_of_sight, node);
}

static void
seed (IhopSolver *solver, guint number, guint node, gpointer data)
{
  IhopFlow *flow = data;
  const IhopObject object = *ihop_object (flow->facts, number);

  if (object.kind == IHOP_OBJECT_EXTERNAL)
    ihop_solver_add (solver, node, IHOP_EXTERNAL_OBJECT);
  else if (flow->function)
    seed_own (flow, &object, number, node);
}

/* What is out of sight may be read and written there: its contents are out of sight as well, and
 * anything out of sight may have been stored in it. */
static void
close_external (IhopFlow *flow)
{
  flow->external = ihop_flow_single (flow, IHOP_EXTERNAL_OBJECT);
  flow->out_of_sight = ihop_solver_content (flow->solver, IHOP_EXTERNAL_OBJECT);
  ihop_solver_load (flow->solver, flow->out_of_sight, flow->out_of_sight);
  ihop_solver_store (flow->solver, flow->out_of_sight, flow->external);
}

static void
enter_from_outside (IhopFlow *flow, const IhopFunction *function)
{
  for (guint i = 0; i < function->n_params; i++)
    if (ihop_flow_carries (flow, function->params[i]->type))
      ihop_solver_copy (flow->solver, flow->external, symbol_content (flow, function->params[i]));
  ihop_solver_copy (flow->solver, ihop_flow_result_of (flow, function), flow->out_of_sight);
}

static void
build_globals (IhopFlow *flow, const IhopTree *tree)
{
  for (guint i = 0; i < tree->global_nodes->len; i++)
    variable (flow, tree->global_nodes->pdata[i]);
  for (guint i = 0; i < tree->globals->len; i++)
    ihop_flow_symbol (flow, tree->globals->pdata[i]);
}

static void
build_program (IhopFlow *flow)
{
  const GPtrArray *functions = ihop_facts_functions (flow->facts);
  const GPtrArray *trees = ihop_facts_trees (flow->facts);

  for (guint i = 0; i < trees->len; i++)
    build_globals (flow, trees->pdata[i]);
  for (guint i = 0; i < functions->len; i++)
    {
      const IhopFunction *function = functions->pdata[i];
      statement (flow, function->body, ihop_flow_result_of (flow, function));
      if (ihop_callgraph_is_entry (flow->facts, function))
        enter_from_outside (flow, function);
    }
}

static gboolean
find_integer_pointers (const IhopNode *node, gpointer data)
{
  gboolean *found = data;
  const IhopType *type;

  if (node->kind == IHOP_CAST && ihop_type_is_integer (node->type) && node->child[0]->type
      && (type = ihop_type_strip (node->child[0]->type))
      && (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY))
    *found = TRUE;
  if (node->kind == IHOP_MEMBER && node->child[0]->type
      && (type = ihop_type_strip (node->child[0]->type)))
    {
      if (type->kind == IHOP_TYPE_POINTER)
        type = ihop_type_strip (type->target);
      *found |= type && type->kind == IHOP_TYPE_RECORD && type->is_union;
    }
  return !*found;
}

/* Bytes of pointers in integers: by a cast, or through a union. */
static gboolean
integers_carry (IhopFacts *facts)
{
  const GPtrArray *functions = ihop_facts_functions (facts);
  const GPtrArray *trees = ihop_facts_trees (facts);
  gboolean found = FALSE;

  for (guint i = 0; i < functions->len && !found; i++)
    ihop_node_walk (((const IhopFunction *) functions->pdata[i])->body, find_integer_pointers,
                    &found);
  for (guint i = 0; i < trees->len && !found; i++)
    {
      const IhopTree *tree = trees->pdata[i];
      for (guint j = 0; j < tree->global_nodes->len && !found; j++)
        ihop_node_walk (tree->global_nodes->pdata[j], find_integer_pointers, &found);
    }
  return found;
}

IhopFlow *
ihop_flow_build (IhopFacts *facts, const IhopFunction *function)
{
  IhopFlow *flow = g_new0 (IhopFlow, 1);

  flow->facts = facts;
  flow->function = function;
  flow->solver = ihop_solver_new (seed, flow);
  flow->places = g_hash_table_new (NULL, NULL);
  flow->arguments = g_hash_table_new (NULL, NULL);
  flow->symbols = g_hash_table_new (NULL, NULL);
  flow->results = g_hash_table_new (NULL, NULL);
  flow->is_closed = ihop_callgraph_is_closed (facts);
  flow->integers_carry = function ? ihop_points_to_program (facts)->integers_carry
                                  : integers_carry (facts);
  close_external (flow);
  if (function)
    statement (flow, function->body, ihop_flow_result_of (flow, function));
  else
    build_program (flow);
  flow->is_exact = ihop_solver_run (flow->solver, SOLVER_STEPS);
  return flow;
}

void
ihop_flow_free (IhopFlow *flow)
{
  if (flow == NULL)
    return;
  ihop_solver_free (flow->solver);
  g_hash_table_unref (flow->places);
  g_hash_table_unref (flow->arguments);
  g_hash_table_unref (flow->symbols);
  g_hash_table_unref (flow->results);
  g_clear_pointer (&flow->leaked, g_array_unref);
  g_free (flow);
}
