#include "analysis/program/call_formula.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"
#include "ir/expression.h"

/* A formula is read once for each place of its call, and each "if" may double it. */
#define MOST_NODES 200
#define MOST_BRANCHES 6

typedef struct
{
  IhopFacts *facts;
  IhopPool *pool;
  const IhopFunction *caller;
  const IhopType *result;  /* of the function called */
  GHashTable *values;      /* IhopSymbol * of a parameter or variable → const IhopNode *, what it holds */
  guint branches;
} Execution;

/* ---- What expressions may be made of ---------------------------------------------------------------- */

static gboolean
is_plain_number (const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_ENUMERATOR
         || (ihop_type_is_integer (symbol->type) && !ihop_type_is_volatile (symbol->type)
             && symbol->storage != IHOP_STORAGE_THREAD);
}

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function; /* in which the expression stands */
  gboolean fails;
} Arithmetic;

static gboolean
visit_part (const IhopNode *node, gpointer data)
{
  Arithmetic *arithmetic = data;

  if (node->flags & IHOP_NODE_CONSTANT)
    return FALSE;
  switch (node->kind)
    {
    case IHOP_REF: case IHOP_PAREN: case IHOP_CAST: case IHOP_BINARY: case IHOP_CONDITIONAL:
      return TRUE;
    case IHOP_UNARY:
      arithmetic->fails |= node->op >= IHOP_OP_DEREF;
      return TRUE;
    case IHOP_CALL:
      arithmetic->fails |= ihop_call_formula (arithmetic->facts, arithmetic->function, node) == NULL;
      return FALSE;
    default:
      arithmetic->fails = TRUE;
      return FALSE;
    }
}

/* Arithmetic, comparisons and calls of the same kind: no memory behind pointers, nothing that is changed. */
static gboolean
is_arithmetic (IhopFacts *facts, const IhopFunction *function, const IhopNode *node)
{
  Arithmetic arithmetic = { facts, function, FALSE };

  ihop_node_walk (node, visit_part, &arithmetic);
  return !arithmetic.fails;
}

static gboolean
count_node (const IhopNode *node, gpointer data)
{
  ++*(guint *) data;
  return *(guint *) data <= MOST_NODES;
}

static gboolean
is_short (const IhopNode *node)
{
  guint count = 0;

  ihop_node_walk (node, count_node, &count);
  return count <= MOST_NODES;
}

/* ---- Values ---------------------------------------------------------------------------------------------- */

static gboolean
visit_declared (const IhopNode *node, gpointer data)
{
  const IhopSymbol **symbol = data;

  if (*symbol && node->kind == IHOP_VARIABLE && g_str_equal (node->symbol->name, (*symbol)->name))
    *symbol = NULL;
  return *symbol != NULL;
}

/* Whether a file-scope name means the same in the caller: what is worked out from the formula is printed there. */
static gboolean
means_the_same (const Execution *execution, const IhopSymbol *symbol)
{
  const IhopFunction *caller = execution->caller;

  for (guint i = 0; i < caller->n_params; i++)
    if (g_str_equal (caller->params[i]->name, symbol->name))
      return FALSE;
  ihop_node_walk (caller->body, visit_declared, &symbol);
  return symbol != NULL;
}

static const IhopNode *
exchange_name (const IhopNode *name, gpointer data)
{
  const Execution *execution = data;
  const IhopSymbol *symbol = name->symbol;
  const IhopNode *value = g_hash_table_lookup (execution->values, symbol);

  if (value || symbol->kind == IHOP_SYMBOL_FUNCTION)
    return value ? value : name;
  if (!symbol->is_global && symbol->kind != IHOP_SYMBOL_ENUMERATOR)
    return NULL;
  return is_plain_number (symbol) && means_the_same (execution, symbol) ? name : NULL;
}

/* What an expression of the body stands for at this point. NULL: nothing that could be written down. */
static const IhopNode *
value_of (Execution *execution, const IhopNode *expression)
{
  if (expression == NULL || !is_arithmetic (execution->facts, execution->caller, expression))
    return NULL;
  const IhopNode *value = ihop_expression_exchange (execution->pool, expression, exchange_name, execution);
  return value && is_short (value) ? value : NULL;
}

/* What a definition of the old style does with what it is given; elsewhere the conversions stand in the tree. */
static const IhopNode *
converted (IhopPool *pool, const IhopNode *value, const IhopType *type)
{
  if (ihop_type_equal (ihop_type_strip (value->type), ihop_type_strip (type)))
    return value;
  IhopNode *cast = ihop_node_new (pool, IHOP_CAST, 1);
  cast->flags = IHOP_NODE_IMPLICIT;
  cast->type = type;
  cast->child[0] = value;
  return cast;
}

/* FALSE: what it holds from here on is not known. */
static gboolean
set_value (Execution *execution, const IhopSymbol *symbol, const IhopNode *expression)
{
  const IhopNode *value = is_plain_number (symbol) ? value_of (execution, expression) : NULL;

  if (value)
    g_hash_table_insert (execution->values, (gpointer) symbol, (gpointer) value);
  return value != NULL;
}

/* ---- Statements ------------------------------------------------------------------------------------------- */

static const IhopNode *run (Execution *execution, GSList *statements);

static gboolean
declare (Execution *execution, const IhopNode *declaration)
{
  for (guint i = 0; i < declaration->n_children; i++)
    {
      const IhopNode *variable = declaration->child[i];
      if (variable->kind != IHOP_VARIABLE || variable->symbol->storage != IHOP_STORAGE_AUTO)
        return FALSE;
      if (variable->n_children && variable->child[0] && !set_value (execution, variable->symbol, variable->child[0]))
        return FALSE;
    }
  return TRUE;
}

/* "x = e;" of a parameter or a variable of the function. */
static gboolean
assign (Execution *execution, const IhopNode *statement)
{
  const IhopNode *expression = ihop_node_strip (statement->child[0], FALSE);
  const IhopNode *left = expression->kind == IHOP_ASSIGN && expression->op == IHOP_OP_NONE
                           ? ihop_node_strip (expression->child[0], FALSE) : NULL;

  return left && left->kind == IHOP_REF && left->symbol->kind != IHOP_SYMBOL_FUNCTION && !left->symbol->is_global
         && left->symbol->storage != IHOP_STORAGE_STATIC && set_value (execution, left->symbol, expression->child[1]);
}

static GHashTable *
copy_values (GHashTable *values)
{
  GHashTable *copy = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer symbol, value;

  g_hash_table_iter_init (&iter, values);
  while (g_hash_table_iter_next (&iter, &symbol, &value))
    g_hash_table_insert (copy, symbol, value);
  return copy;
}

/* One arm of an "if" and all that stands behind it. */
static const IhopNode *
run_arm (Execution *execution, const IhopNode *arm, GSList *rest)
{
  g_autoptr (GHashTable) values = copy_values (execution->values);
  GHashTable *before = execution->values;
  GSList *statements = arm ? g_slist_prepend (rest, (gpointer) arm) : rest;

  execution->values = values;
  const IhopNode *value = run (execution, statements);
  execution->values = before;
  if (arm)
    g_slist_free_1 (statements);
  return value;
}

static const IhopNode *
branch (Execution *execution, const IhopNode *statement, GSList *rest)
{
  const IhopNode *condition = value_of (execution, statement->child[0]);

  if (condition == NULL || execution->branches++ >= MOST_BRANCHES)
    return NULL;
  const IhopNode *yes = run_arm (execution, statement->child[1], rest);
  const IhopNode *no = yes ? run_arm (execution, statement->n_children > 2 ? statement->child[2] : NULL, rest) : NULL;
  if (no == NULL)
    return NULL;
  IhopNode *choice = ihop_node_new (execution->pool, IHOP_CONDITIONAL, 3);
  choice->type = execution->result;
  choice->child[0] = condition;
  choice->child[1] = yes;
  choice->child[2] = no;
  return choice;
}

static const IhopNode *
run_block (Execution *execution, const IhopNode *block, GSList *rest)
{
  GSList *statements = rest;

  for (guint i = block->n_children; i-- > 0;)
    statements = g_slist_prepend (statements, (gpointer) block->child[i]);
  const IhopNode *value = run (execution, statements);
  for (guint i = 0; i < block->n_children; i++)
    statements = g_slist_delete_link (statements, statements);
  return value;
}

/* What these statements return. NULL: not known, or nothing. */
static const IhopNode *
run (Execution *execution, GSList *statements)
{
  if (statements == NULL)
    return NULL;
  const IhopNode *statement = statements->data;
  switch (statement->kind)
    {
    case IHOP_BLOCK:
      return run_block (execution, statement, statements->next);
    case IHOP_IF:
      return branch (execution, statement, statements->next);
    case IHOP_RETURN:
      return statement->n_children ? value_of (execution, statement->child[0]) : NULL;
    case IHOP_DECLARATION:
      return declare (execution, statement) ? run (execution, statements->next) : NULL;
    case IHOP_EXPRESSION:
      return assign (execution, statement) ? run (execution, statements->next) : NULL;
    case IHOP_EMPTY:
      return run (execution, statements->next);
    default:
      return NULL;
    }
}

/* ---- Calls ------------------------------------------------------------------------------------------------- */

/* An argument may read memory: nothing in the expression changes it. */
static gboolean
is_argument (const Execution *execution, const IhopNode *argument)
{
  return ihop_type_is_integer (argument->type)
         && (ihop_node_effect (argument) == NULL || is_arithmetic (execution->facts, execution->caller, argument));
}

static gboolean
take_arguments (Execution *execution, const IhopFunction *function, const IhopNode *call)
{
  if (call->n_children != function->n_params + 1)
    return FALSE;
  for (guint i = 0; i < function->n_params; i++)
    {
      const IhopNode *argument = call->child[i + 1];
      if (!is_plain_number (function->params[i]) || !is_argument (execution, argument))
        return FALSE;
      g_hash_table_insert (execution->values, function->params[i],
                           (gpointer) converted (execution->pool, argument, function->params[i]->type));
    }
  return TRUE;
}

/* What stands in another file names other file-scope variables. */
static gboolean
may_be_read (IhopFacts *facts, const IhopFunction *caller, const IhopFunction *function)
{
  return function && !function->symbol->is_replaceable && !ihop_callgraph_node (facts, function)->is_recursive
         && ihop_facts_tree_of (facts, function) == ihop_facts_tree_of (facts, caller);
}

static const IhopNode *
formula_of (IhopFacts *facts, const IhopFunction *caller, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopFunction *function = callee && ihop_type_is_integer (call->type) ? ihop_facts_function (facts, callee) : NULL;
  Execution execution = { facts, ihop_facts_pool (facts), caller, call->type, NULL, 0 };
  const IhopNode *formula = NULL;

  if (!may_be_read (facts, caller, function))
    return NULL;
  execution.values = g_hash_table_new (NULL, NULL);
  if (take_arguments (&execution, function, call))
    formula = run (&execution, &(GSList){ (gpointer) function->body, NULL });
  g_hash_table_unref (execution.values);
  return formula && is_short (formula) ? formula : NULL;
}

const IhopNode *
ihop_call_formula (IhopFacts *facts, const IhopFunction *caller, const IhopNode *call)
{
  GHashTable *cache = ihop_facts_cache (facts, "call formulas", NULL);
  gpointer formula;

  if (g_hash_table_lookup_extended (cache, call, NULL, &formula))
    return formula;
  formula = (gpointer) formula_of (facts, caller, call);
  g_hash_table_insert (cache, (gpointer) call, formula);
  return formula;
}
