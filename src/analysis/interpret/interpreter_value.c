/* Values on the way to a root, run with numbers: integer arithmetic as C does it. */
#include "analysis/context/provenance.h"
#include "analysis/interpret/interpreter.h"
#include "analysis/memory/constant_variables.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/key.h"
#include <string.h>

enum { MOST_CALLED = 8 };

static const IhopNumber open_number;

static IhopNumber
known (gint64 value)
{
  return (IhopNumber) { TRUE, value };
}

static gboolean
is_number (const IhopType *type)
{
  type = ihop_type_strip (type);
  return ihop_type_is_integer (type) && (type->size == 1 || type->size == 2 || type->size == 4 || type->size == 8);
}

/* As the type holds it. */
static IhopNumber
converted (IhopNumber number, const IhopType *type)
{
  const IhopType *to = ihop_type_strip (type);
  guint bits = 64 - 8 * (guint) to->size;

  if (!number.is_known || !is_number (type))
    return open_number;
  if (ihop_type_is_bool (to))
    return known (number.value != 0);
  if (bits == 0 || bits >= 64)
    return number;
  if (to->is_signed)
    return known ((gint64) ((guint64) number.value << bits) >> bits);
  return known ((gint64) ((guint64) number.value << bits >> bits));
}

/* ---- variables ------------------------------------------------------------------------------------------------ */

/* What a guard may ask for: numbers that programs compare with. */
static gint64
usual (const IhopInterpreter *interpreter, const char *name)
{
  static const gint64 numbers[] = { 2, 1, 3, 0, 4, -1, 5, 8, 7, 6, -2, 16, 10, 40, -5, 100 };
  guint mixed = (g_str_hash (name) + 1) * 2654435761u + interpreter->attempt * 40503u * (g_str_hash (name) | 1);

  return numbers[interpreter->attempt == 0 ? 0 : (mixed >> 7) % G_N_ELEMENTS (numbers)];
}

/* A value that nobody sees worked out: the one that is wanted, or any. */
static IhopNumber
given (const IhopInterpreter *interpreter, const IhopSymbol *symbol)
{
  const IhopNumber *wanted = g_hash_table_lookup (interpreter->wanted, symbol);

  return converted (wanted ? *wanted : known (usual (interpreter, symbol->name)), symbol->type);
}

static gboolean
is_free (IhopInterpreter *interpreter, const IhopSymbol *symbol)
{
  gpointer known_free = g_hash_table_lookup (interpreter->free, symbol);

  if (known_free == NULL)
    {
      known_free = GINT_TO_POINTER (ihop_context_is_free (interpreter->scop, symbol) + 1);
      g_hash_table_insert (interpreter->free, (gpointer) symbol, known_free);
    }
  return GPOINTER_TO_INT (known_free) == 2;
}

/* What a variable holds before this function sets it. */
static IhopNumber
first_value (IhopInterpreter *interpreter, const IhopSymbol *symbol)
{
  const GArray *numbers = ihop_fixed_numbers (interpreter->scop->facts, symbol);
  gint64 number;

  if (ihop_context_is_passed (interpreter->scop, symbol, interpreter->attempt, &number))
    return known (number);
  if (numbers)
    return known (g_array_index (numbers, gint64, interpreter->attempt % numbers->len));
  return is_free (interpreter, symbol) ? given (interpreter, symbol) : open_number;
}

IhopNumber
ihop_interpreter_lookup (IhopInterpreter *interpreter, const IhopSymbol *symbol)
{
  const IhopNumber *held = g_hash_table_lookup (interpreter->held, symbol);

  if (!is_number (symbol->type) || ihop_type_is_volatile (symbol->type))
    return open_number;
  if (held == NULL)
    {
      ihop_interpreter_assign (interpreter, symbol, first_value (interpreter, symbol));
      held = g_hash_table_lookup (interpreter->held, symbol);
    }
  return *held;
}

void
ihop_interpreter_assign (IhopInterpreter *interpreter, const IhopSymbol *symbol, IhopNumber number)
{
  IhopNumber *held = g_new (IhopNumber, 1);

  *held = converted (number, symbol->type);
  g_hash_table_insert (interpreter->held, (gpointer) symbol, held);
}

void
ihop_interpreter_assign_value (IhopInterpreter *interpreter, const IhopSymbol *symbol, const IhopNode *value,
                               IhopNumber number)
{
  if (!number.is_known && value && is_number (symbol->type) && ihop_context_is_input (interpreter->scop, value))
    number = given (interpreter, symbol);
  ihop_interpreter_assign (interpreter, symbol, number);
}

static gboolean
may_change (const IhopInterpreter *interpreter, const IhopNode *node, const IhopSymbol *symbol)
{
  IhopFacts *facts = interpreter->scop->facts;
  const IhopFunction *function = interpreter->called->pdata[interpreter->called->len - 1];

  return ihop_defs_is_tame (facts, function, symbol) ? ihop_defs_writes (facts, node, symbol)
                                                     : ihop_defs_may_change (facts, function, node, symbol);
}

/* Every run asks at the same places: what was found is kept. */
static gboolean
is_changed (IhopInterpreter *interpreter, const IhopNode *node, const IhopSymbol *symbol)
{
  GHashTable *of_node = g_hash_table_lookup (interpreter->changes, node);
  gpointer found;

  if (of_node == NULL)
    g_hash_table_insert (interpreter->changes, (gpointer) node, of_node = g_hash_table_new (NULL, NULL));
  if (!g_hash_table_lookup_extended (of_node, symbol, NULL, &found))
    g_hash_table_insert (of_node, (gpointer) symbol, found = GINT_TO_POINTER (may_change (interpreter, node, symbol)));
  return GPOINTER_TO_INT (found);
}

void
ihop_interpreter_havoc (IhopInterpreter *interpreter, const IhopNode *node)
{
  const IhopScop *scop = interpreter->scop;
  g_autofree gpointer *symbols = NULL;
  guint n;

  symbols = g_hash_table_get_keys_as_array (interpreter->held, &n);
  for (guint i = 0; i < n; i++)
    if (is_changed (interpreter, node, symbols[i]))
      ihop_interpreter_assign (interpreter, symbols[i], open_number);
  GHashTableIter iter;
  gpointer symbol;
  g_hash_table_iter_init (&iter, ihop_defs_written_in (scop->facts, node));
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    ihop_interpreter_assign (interpreter, symbol, open_number);
}

/* ---- arithmetic ----------------------------------------------------------------------------------------------- */

static IhopNumber
divided (IhopInterpreter *interpreter, IhopOperator op, gint64 a, gint64 b, gboolean is_signed)
{
  if (b == 0 || (is_signed && b == -1 && a == G_MININT64))
    {
      interpreter->has_failed = TRUE;
      return open_number;
    }
  if (is_signed)
    return known (op == IHOP_OP_DIV ? a / b : a % b);
  return known ((gint64) (op == IHOP_OP_DIV ? (guint64) a / (guint64) b : (guint64) a % (guint64) b));
}

static IhopNumber
shifted (IhopOperator op, gint64 a, gint64 by, gboolean is_signed)
{
  if (by < 0 || by > 63)
    return open_number;
  if (op == IHOP_OP_SHL)
    return known ((gint64) ((guint64) a << by));
  return known (is_signed ? a >> by : (gint64) ((guint64) a >> by));
}

static gboolean
compares (IhopOperator op, gint64 a, gint64 b, gboolean is_signed)
{
  int order = is_signed ? (a > b) - (a < b) : ((guint64) a > (guint64) b) - ((guint64) a < (guint64) b);

  switch (op)
    {
    case IHOP_OP_LT: return order < 0;
    case IHOP_OP_LE: return order <= 0;
    case IHOP_OP_GT: return order > 0;
    case IHOP_OP_GE: return order >= 0;
    case IHOP_OP_EQ: return order == 0;
    default: return order != 0;
    }
}

/* Of a type of both operands (what conversions make them is in the tree). */
static IhopNumber
combined (IhopInterpreter *interpreter, IhopOperator op, IhopNumber left, IhopNumber right, const IhopType *type)
{
  gint64 a = left.value, b = right.value;
  gboolean is_signed = ihop_type_strip (type)->is_signed;

  if (!left.is_known || !right.is_known)
    return open_number;
  switch (op)
    {
    case IHOP_OP_ADD: return known ((gint64) ((guint64) a + (guint64) b));
    case IHOP_OP_SUB: return known ((gint64) ((guint64) a - (guint64) b));
    case IHOP_OP_MUL: return known ((gint64) ((guint64) a * (guint64) b));
    case IHOP_OP_DIV:
    case IHOP_OP_MOD:
      return divided (interpreter, op, a, b, is_signed);
    case IHOP_OP_SHL: case IHOP_OP_SHR: return shifted (op, a, b, is_signed);
    case IHOP_OP_AND: return known (a & b);
    case IHOP_OP_OR: return known (a | b);
    case IHOP_OP_XOR: return known (a ^ b);
    default:
      return op >= IHOP_OP_LT && op <= IHOP_OP_NE ? known (compares (op, a, b, is_signed)) : open_number;
    }
}

/* "a && b": known as soon as one of them decides. What an open left side keeps from running may have run. */
static IhopNumber
logical (IhopInterpreter *interpreter, const IhopNode *node)
{
  gboolean stops = node->op == IHOP_OP_LOR;
  IhopNumber left = ihop_interpreter_evaluate (interpreter, node->child[0]), right;

  if (left.is_known && (left.value != 0) == stops)
    return known (stops);
  right = ihop_interpreter_evaluate (interpreter, node->child[1]);
  if (!left.is_known)
    ihop_interpreter_havoc (interpreter, node->child[1]);
  if (right.is_known && (right.value != 0) == stops)
    return known (stops);
  return left.is_known && right.is_known ? known (!stops) : open_number;
}

static IhopNumber
binary (IhopInterpreter *interpreter, const IhopNode *node)
{
  IhopNumber left, right;

  if (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR)
    return logical (interpreter, node);
  left = ihop_interpreter_evaluate (interpreter, node->child[0]);
  right = ihop_interpreter_evaluate (interpreter, node->child[1]);
  if (node->op == IHOP_OP_COMMA)
    return right;
  return converted (combined (interpreter, node->op, left, right, node->child[0]->type), node->type);
}

static IhopNumber
counted (IhopInterpreter *interpreter, const IhopNode *node)
{
  const IhopNode *operand = ihop_node_strip (node->child[0], TRUE);
  gint64 step = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC ? 1 : -1;
  IhopNumber old, new;

  if (operand->kind != IHOP_REF)
    {
      ihop_interpreter_havoc (interpreter, node);
      return open_number;
    }
  old = ihop_interpreter_lookup (interpreter, operand->symbol);
  new = converted (old.is_known ? known (old.value + step) : open_number, operand->type);
  ihop_interpreter_assign (interpreter, operand->symbol, new);
  return node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_PRE_DEC ? new : old;
}

static IhopNumber
unary (IhopInterpreter *interpreter, const IhopNode *node)
{
  IhopNumber operand;

  if (node->op >= IHOP_OP_PRE_INC)
    return counted (interpreter, node);
  operand = ihop_interpreter_evaluate (interpreter, node->child[0]);
  if (!operand.is_known)
    return open_number;
  switch (node->op)
    {
    case IHOP_OP_NEG: return converted (known ((gint64) -(guint64) operand.value), node->type);
    case IHOP_OP_PLUS: return operand;
    case IHOP_OP_NOT: return known (operand.value == 0);
    case IHOP_OP_COMPL: return converted (known (~operand.value), node->type);
    default: return open_number;
    }
}

static IhopNumber
assigned (IhopInterpreter *interpreter, const IhopNode *node)
{
  const IhopNode *left = ihop_node_strip (node->child[0], TRUE);
  IhopNumber value = ihop_interpreter_evaluate (interpreter, node->child[1]);

  if (left->kind != IHOP_REF || !is_number (left->symbol->type))
    {
      ihop_interpreter_evaluate (interpreter, left);
      ihop_interpreter_havoc (interpreter, left);
      return open_number;
    }
  if (node->op != IHOP_OP_NONE)
    value = ihop_type_is_integer (node->child[1]->type)
              ? combined (interpreter, node->op, ihop_interpreter_lookup (interpreter, left->symbol), value, left->type)
              : open_number;
  ihop_interpreter_assign_value (interpreter, left->symbol, node->op == IHOP_OP_NONE ? node->child[1] : NULL, value);
  return ihop_interpreter_lookup (interpreter, left->symbol);
}

/* ---- all kinds ------------------------------------------------------------------------------------------------ */

/* What lies in memory, as the witness has it. */
static IhopNumber
remembered (IhopInterpreter *interpreter, const IhopNode *node)
{
  g_autofree char *key = is_number (node->type) ? ihop_node_key (node) : NULL;
  const IhopNumber *wanted = key ? g_hash_table_lookup (interpreter->wanted_memory, key) : NULL;

  return wanted ? *wanted : open_number;
}

static IhopNumber
with_parts (IhopInterpreter *interpreter, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !ihop_kind_is_statement (node->child[i]->kind))
      ihop_interpreter_evaluate (interpreter, node->child[i]);
  return node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER ? remembered (interpreter, node) : open_number;
}

/* The function that is called, if its code can be run: numbers in, a number out, and none that runs already. */
static const IhopFunction *
runnable (IhopInterpreter *interpreter, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopFunction *function = callee ? ihop_facts_function (interpreter->scop->facts, callee) : NULL;

  if (function == NULL || !is_number (call->type) || function->n_params + 1 != call->n_children
      || interpreter->called->len > MOST_CALLED || g_ptr_array_find (interpreter->called, function, NULL))
    return NULL;
  for (guint i = 0; i < function->n_params; i++)
    if (!is_number (function->params[i]->type))
      return NULL;
  return function;
}

static IhopNumber
called (IhopInterpreter *interpreter, const IhopNode *call)
{
  const IhopFunction *function = runnable (interpreter, call);
  IhopNumber argument;

  if (function == NULL)
    {
      with_parts (interpreter, call);
      ihop_interpreter_havoc (interpreter, call);
      return open_number;
    }
  for (guint i = 0; i < function->n_params; i++)
    {
      argument = ihop_interpreter_evaluate (interpreter, call->child[i + 1]);
      ihop_interpreter_assign (interpreter, function->params[i], argument);
    }
  ihop_interpreter_call (interpreter, function);
  return converted (interpreter->returned, call->type);
}

static IhopNumber
choice (IhopInterpreter *interpreter, const IhopNode *node)
{
  IhopNumber condition = ihop_interpreter_evaluate (interpreter, node->child[0]);

  if (node->child[1] == NULL)
    return condition.is_known && condition.value ? condition : ihop_interpreter_evaluate (interpreter, node->child[2]);
  if (condition.is_known)
    return ihop_interpreter_evaluate (interpreter, node->child[condition.value ? 1 : 2]);
  ihop_interpreter_havoc (interpreter, node->child[1]);
  ihop_interpreter_havoc (interpreter, node->child[2]);
  return open_number;
}

IhopNumber
ihop_interpreter_evaluate (IhopInterpreter *interpreter, const IhopNode *node)
{
  if (interpreter->steps == 0 || interpreter->has_failed)
    {
      interpreter->has_failed = TRUE;
      return open_number;
    }
  interpreter->steps--;
  if (node->flags & IHOP_NODE_CONSTANT)
    return is_number (node->type) ? known (node->integer) : open_number;
  switch (node->kind)
    {
    case IHOP_PAREN:
      return ihop_interpreter_evaluate (interpreter, node->child[0]);
    case IHOP_CAST:
      return converted (ihop_interpreter_evaluate (interpreter, node->child[0]), node->type);
    case IHOP_REF:
      return ihop_interpreter_lookup (interpreter, node->symbol);
    case IHOP_UNARY:
      return unary (interpreter, node);
    case IHOP_BINARY:
      return binary (interpreter, node);
    case IHOP_ASSIGN:
      return assigned (interpreter, node);
    case IHOP_CONDITIONAL:
      return choice (interpreter, node);
    case IHOP_CALL:
      return called (interpreter, node);
    case IHOP_OPAQUE_EXPR:
      with_parts (interpreter, node);
      ihop_interpreter_havoc (interpreter, node);
      return open_number;
    default:
      return with_parts (interpreter, node);
    }
}

gboolean
ihop_interpreter_decide (IhopInterpreter *interpreter, const IhopNode *condition, gboolean otherwise)
{
  IhopNumber number = ihop_interpreter_evaluate (interpreter, condition);
  g_autofree char *key = NULL;
  gpointer before;

  if (number.is_known)
    return number.value != 0;
  key = ihop_node_key (condition);
  before = key ? g_hash_table_lookup (interpreter->chosen, key) : NULL;
  if (before == NULL && key)
    g_hash_table_insert (interpreter->chosen, g_steal_pointer (&key), GINT_TO_POINTER (otherwise + 1));
  return before ? GPOINTER_TO_INT (before) - 1 : otherwise;
}
