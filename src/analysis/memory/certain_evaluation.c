#include "analysis/memory/certain_evaluation.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"
#include "ir/expression.h"
#include "ir/query.h"

const IhopNode *
ihop_address_followed (const IhopNode *node)
{
  gint64 subscript;

  if (node->kind == IHOP_MEMBER && node->flags & IHOP_NODE_ARROW)
    return ihop_node_strip (node->child[0], TRUE);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
    return ihop_node_strip (node->child[0], TRUE);
  if (node->kind != IHOP_INDEX)
    return NULL;
  const IhopType *base = ihop_type_strip (ihop_node_strip (node->child[0], TRUE)->type);
  if (base->kind == IHOP_TYPE_ARRAY && base->has_count && ihop_constant_of (node->child[1], &subscript)
      && subscript >= 0 && (guint64) subscript < base->count)
    return NULL;
  return node;
}

/* Whether evaluating "node" by itself follows the same address. */
static gboolean
follows (const IhopNode *node, const IhopNode *address)
{
  const IhopNode *other = ihop_address_followed (node);

  if (other && ihop_same_expression (other, address))
    return TRUE;
  /* "p[0].x" and "*p" are there if "p->x" is. */
  return node->kind == IHOP_INDEX && ihop_same_expression (node, address);
}

static gboolean
may_leave (const IhopNode *node, gpointer data)
{
  gpointer *pair = data;
  IhopFacts *facts = pair[0];

  if (node->kind == IHOP_RETURN || node->kind == IHOP_GOTO || node->kind == IHOP_BREAK
      || node->kind == IHOP_CONTINUE || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    pair[1] = (gpointer) node;
  if (node->kind == IHOP_CALL)
    {
      const IhopEffects *effects = ihop_effects_of (facts, ihop_call_callee (node));
      if (!effects->is_known || effects->may_not_return)
        pair[1] = (gpointer) node;
    }
  return pair[1] == NULL;
}

static gboolean
leaves (const IhopEvaluationSearch *search, const IhopNode *node)
{
  gpointer pair[2] = { search->facts, NULL };

  ihop_node_walk (node, may_leave, pair);
  return pair[1] != NULL;
}

static gboolean
is_sure (const IhopNode *node, guint i)
{
  if (node->kind == IHOP_CONDITIONAL)
    return i == 0;
  if (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR))
    return i == 0;
  return node->kind != IHOP_SIZEOF && node->kind != IHOP_OPAQUE_EXPR
         && !(node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS);
}

/* Whether each call of a function follows what this parameter is given: "double sum (const Vector *v)" reads v->n first of all. */
static gboolean
is_parameter_followed (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *parameter)
{
  GHashTable *known = ihop_facts_cache (facts, "followed-parameters", NULL);
  gpointer had = g_hash_table_lookup (known, parameter);

  if (had == NULL)
    {
      const IhopNode *name = ihop_expression_name (ihop_facts_pool (facts), (IhopSymbol *) parameter);
      const IhopEvaluationSearch inside = { facts, function, name, NULL, FALSE };
      g_hash_table_insert (known, (gpointer) parameter, GINT_TO_POINTER (-1)); /* for functions that call themselves */
      gboolean is_found = ihop_defs_keeps_value (facts, function, parameter)
                          && ihop_evaluation_in_statement (&inside, function->body) == IHOP_EVALUATED_FOUND;
      had = GINT_TO_POINTER (is_found ? 1 : -1);
      g_hash_table_insert (known, (gpointer) parameter, had);
    }
  return GPOINTER_TO_INT (had) > 0;
}

/* "total = sum (v);" follows v. */
static gboolean
is_followed_by_call (const IhopEvaluationSearch *search, const IhopNode *call)
{
  const IhopSymbol *symbol = ihop_call_callee (call);
  const IhopFunction *callee = symbol && !symbol->is_replaceable ? ihop_facts_function (search->facts, symbol) : NULL;

  for (guint i = 0; callee && i < callee->n_params && i + 1 < call->n_children; i++)
    if (ihop_same_expression (ihop_node_strip (call->child[i + 1], TRUE), search->address)
        && is_parameter_followed (search->facts, callee, callee->params[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_in (const IhopEvaluationSearch *search, const IhopNode *node)
{
  if ((search->place && ihop_same_expression (node, search->place))
      || (search->address && (follows (node, search->address) || (node->kind == IHOP_CALL && is_followed_by_call (search, node)))))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && is_sure (node, i) && is_in (search, node->child[i]))
      return TRUE;
  return FALSE;
}

IhopEvaluated
ihop_evaluation_in_expression (const IhopEvaluationSearch *search, const IhopNode *node)
{
  gboolean ends = !search->passed && leaves (search, node);

  return !ends && is_in (search, node) ? IHOP_EVALUATED_FOUND : ends ? IHOP_EVALUATED_ENDS : IHOP_EVALUATED_NOT_YET;
}

static IhopEvaluated
in_children (const IhopEvaluationSearch *search, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      IhopEvaluated result = child == NULL ? IHOP_EVALUATED_NOT_YET
                      : ihop_kind_is_statement (child->kind) ? ihop_evaluation_in_statement (search, child)
                                                             : ihop_evaluation_in_expression (search, child);
      if (result != IHOP_EVALUATED_NOT_YET)
        return result;
    }
  return IHOP_EVALUATED_NOT_YET;
}

IhopEvaluated
ihop_evaluation_in_for (const IhopEvaluationSearch *search, const IhopNode *node)
{
  IhopEvaluated result = node->child[0] ? ihop_evaluation_in_statement (search, node->child[0]) : IHOP_EVALUATED_NOT_YET;

  return result == IHOP_EVALUATED_NOT_YET && node->child[1] ? ihop_evaluation_in_expression (search, node->child[1]) : result;
}

/* "for (int d = -1; d <= 1; d++)": its body is run, whatever the program does. */
static gboolean
is_run_for_sure (const IhopNode *loop)
{
  const IhopNode *first = loop->child[0], *test = loop->child[1] ? ihop_node_strip (loop->child[1], TRUE) : NULL, *value = NULL;
  const IhopSymbol *variable = NULL;
  gint64 from, to;

  if (first && first->kind == IHOP_DECLARATION && first->n_children == 1 && first->child[0]->n_children)
    {
      variable = first->child[0]->symbol;
      value = first->child[0]->child[0];
    }
  if (value == NULL || test == NULL || test->kind != IHOP_BINARY || !ihop_type_is_integer (variable->type)
      || !ihop_type_strip (variable->type)->is_signed || !ihop_constant_of (value, &from) || !ihop_constant_of (test->child[1], &to))
    return FALSE;
  const IhopNode *left = ihop_node_strip (test->child[0], TRUE);
  return left->kind == IHOP_REF && left->symbol == variable && ihop_type_strip (test->child[1]->type)->is_signed
         && ((test->op == IHOP_OP_LT && from < to) || (test->op == IHOP_OP_LE && from <= to)
             || (test->op == IHOP_OP_GT && from > to) || (test->op == IHOP_OP_GE && from >= to));
}

/* Which way a loop's last part moves its variable: 1, -1; 0: not by a constant. */
static int
direction (const IhopNode *step, const IhopSymbol **variable)
{
  const IhopNode *plain = ihop_node_strip (step, TRUE);
  const IhopNode *place = plain->n_children ? ihop_node_strip (plain->child[0], TRUE) : NULL;
  gint64 by;

  if (place == NULL || place->kind != IHOP_REF)
    return 0;
  *variable = place->symbol;
  if (plain->kind == IHOP_UNARY)
    return plain->op == IHOP_OP_PRE_INC || plain->op == IHOP_OP_POST_INC   ? 1
           : plain->op == IHOP_OP_PRE_DEC || plain->op == IHOP_OP_POST_DEC ? -1
                                                                           : 0;
  if (plain->kind != IHOP_ASSIGN || !ihop_constant_of (plain->child[1], &by) || by <= 0)
    return 0;
  return plain->op == IHOP_OP_ADD ? 1 : plain->op == IHOP_OP_SUB ? -1 : 0;
}

static gboolean
ends_at (const IhopNode *condition, const IhopSymbol *variable, int direction)
{
  const IhopNode *plain = ihop_node_strip (condition, TRUE);

  if (plain->kind != IHOP_BINARY)
    return FALSE;
  const IhopNode *left = ihop_node_strip (plain->child[0], TRUE);
  gboolean is_upper = plain->op == IHOP_OP_LT || plain->op == IHOP_OP_LE;
  gboolean is_lower = plain->op == IHOP_OP_GT || plain->op == IHOP_OP_GE;
  return left->kind == IHOP_REF && left->symbol == variable && (direction > 0 ? is_upper : is_lower);
}

/* "k++", "k -= 1" */
static gboolean
steps_by_one (const IhopNode *step)
{
  const IhopNode *plain = ihop_node_strip (step, TRUE);
  gint64 by;

  return plain->kind == IHOP_UNARY || (ihop_constant_of (plain->child[1], &by) && by == 1);
}

/* "k < b" is false when k is the greatest number of its type, if b is of no wider one; "k > b" when it is 0. */
static gboolean
ends_at_limit (const IhopNode *condition, const IhopType *type)
{
  const IhopNode *plain = ihop_node_strip (condition, TRUE);
  const IhopType *bound = ihop_type_strip (ihop_node_strip (plain->child[1], TRUE)->type);

  return (plain->op == IHOP_OP_LT || plain->op == IHOP_OP_GT) && ihop_type_is_integer (bound) && bound->size <= type->size;
}

/* "for (int k = a; k < b; k++)", with nobody else setting k, ends whatever b is: a signed number that is counted up past
 * the greatest one has no meaning in C, and one without a sign comes by each number on its way. */
static gboolean
is_counted (const IhopEvaluationSearch *search, const IhopNode *loop)
{
  const IhopSymbol *variable = NULL;
  int way = loop->kind == IHOP_FOR && loop->child[1] && loop->child[2] ? direction (loop->child[2], &variable) : 0;
  const IhopType *type = way ? ihop_type_strip (variable->type) : NULL;

  if (type == NULL || type->kind != IHOP_TYPE_INTEGER || type->size < 4 || !ends_at (loop->child[1], variable, way)
      || !(type->is_signed || (steps_by_one (loop->child[2]) && ends_at_limit (loop->child[1], type)))
      || !ihop_defs_is_tame (search->facts, search->function, variable))
    return FALSE;
  g_autoptr (GHashTable) written = ihop_defs_written (ihop_loop_body (loop));
  return !g_hash_table_contains (written, variable);
}

static gboolean
holds_only_counted (const IhopEvaluationSearch *search, const IhopNode *node)
{
  if (ihop_kind_is_loop (node->kind) && !is_counted (search, node))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind) && !holds_only_counted (search, node->child[i]))
      return FALSE;
  return TRUE;
}

/* Control comes out behind the statement, in the way that it goes. */
static gboolean
comes_through (const IhopEvaluationSearch *search, const IhopNode *node)
{
  return search->passed || (!leaves (search, node) && holds_only_counted (search, node));
}

/* What runs first in a statement; behind it, the statement may have ended otherwise. */
IhopEvaluated
ihop_evaluation_in_statement (const IhopEvaluationSearch *search, const IhopNode *node)
{
  IhopEvaluated result;

  switch (node->kind)
    {
    case IHOP_EMPTY:
    case IHOP_PRAGMA:
      return IHOP_EVALUATED_NOT_YET;
    case IHOP_BLOCK:
    case IHOP_DECLARATION:
    case IHOP_VARIABLE:
    case IHOP_EXPRESSION:
      return in_children (search, node);
    case IHOP_IF:
    case IHOP_WHILE:
      result = ihop_evaluation_in_expression (search, node->child[0]);
      break;
    case IHOP_FOR:
      result = ihop_evaluation_in_for (search, node);
      if (result == IHOP_EVALUATED_NOT_YET && is_run_for_sure (node))
        result = ihop_evaluation_in_statement (search, ihop_loop_body (node));
      break;
    case IHOP_DO:
      result = ihop_evaluation_in_statement (search, node->child[0]);
      break;
    case IHOP_RETURN:
      return node->n_children && ihop_evaluation_in_expression (search, node->child[0]) == IHOP_EVALUATED_FOUND
               ? IHOP_EVALUATED_FOUND : IHOP_EVALUATED_ENDS;
    default:
      return IHOP_EVALUATED_ENDS;
    }
  if (result != IHOP_EVALUATED_NOT_YET)
    return result;
  /* A loop that has been left is over; one that is to come may never be, unless it counts. */
  return comes_through (search, node) ? IHOP_EVALUATED_NOT_YET : IHOP_EVALUATED_ENDS;
}

static gboolean
look_for_address (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= ihop_address_followed (node) != NULL;
  return !*found;
}

gboolean
ihop_follows_any_address (const IhopNode *expression)
{
  gboolean found = FALSE;

  ihop_node_walk (expression, look_for_address, &found);
  return found;
}
