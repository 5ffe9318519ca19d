/* What is known of the parameters where a root is reached: their types, loops and conditions
 * around it, the owner's assumptions. */
#include "analysis/context/context.h"
#include "analysis/context/path_conditions.h"
#include "analysis/context/path_values.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/assertion.h"
#include "analysis/scop/condition.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/product.h"
#include "analysis/scop/reaching_definition.h"
#include "analysis/scop/root_invariance.h"
#include <string.h>

static gboolean
is_kept (IhopScop *scop, const IhopNode *node, const IhopNode *body)
{
  return !ihop_defs_may_change_value (scop->facts, scop->function, body, node, NULL)
         && ihop_scop_keeps_value (scop, node);
}

static isl_pw_aff *
value_if_kept (IhopWalk *walk, const IhopNode *node, const IhopNode *body)
{
  return node && is_kept (walk->scop, node, body) ? ihop_value_flatten (walk->scop, ihop_value_of (walk, node)) : NULL;
}

/* What the iterator has been stepped by between the loop's head and the root: "while (t < n) { t++; … }" with the root behind the step. */
static gint64
stepped_before (const IhopScop *scop, const IhopCounting *counting, const IhopNode *body)
{
  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children && !ihop_node_holds (body->child[i], scop->root); i++)
    if (counting->update && ihop_node_holds (body->child[i], counting->update))
      return counting->step;
  return 0;
}

/* Keeps iterator, which has been stepped by so much since it was compared; NULL: not known. */
static isl_set *
before_bound (IhopWalk *walk, const IhopCounting *counting, isl_pw_aff *iterator, gint64 stepped, const IhopNode *body)
{
  isl_set *before = NULL;
  isl_pw_aff *compared;

  if (counting->bound == NULL || !is_kept (walk->scop, counting->bound, body))
    return NULL;
  compared = isl_pw_aff_add_constant_val (isl_pw_aff_copy (iterator),
                                          isl_val_int_from_si (walk->scop->ctx, counting->ahead - stepped));
  before = ihop_condition_compare (walk, compared, counting->relation, counting->bound);
  isl_pw_aff_free (compared);
  return before;
}

/* "for (; i < n; i++)" of a parameter: a caller says where it starts. */
static gboolean
starts_freely (IhopScop *scop, const IhopCounting *counting, guint level)
{
  return counting->lower == NULL && counting->iterator->kind == IHOP_SYMBOL_PARAMETER
         && ihop_defs_is_tame (scop->facts, scop->function, counting->iterator)
         && ihop_reaching_definition_at (scop, level, counting->iterator).from_entry;
}

/* lower <= i < bound, and the stride, for a loop around the root. */
static void
know_loop (IhopWalk *walk, const IhopOuterLoop *loop, guint level)
{
  IhopScop *scop = walk->scop;
  const IhopCounting *counting = &loop->counting;
  const IhopNode *body = ihop_loop_body (loop->node);
  guint param = ihop_param_symbol (scop, counting->iterator);
  const IhopNode *first = counting->lower ? counting->lower
                                          : ihop_counting_set_before (scop->facts, scop->function, loop->node,
                                                                      counting->iterator);
  isl_pw_aff *lower = value_if_kept (walk, first, body);
  isl_pw_aff *iterator = ihop_param_affine (scop, param, 0);
  gint64 stepped = stepped_before (scop, counting, body);
  isl_set *before = before_bound (walk, counting, iterator, stepped, body);
  gboolean is_bounded = before != NULL;
  gboolean up = counting->step > 0;

  if (lower)
    {
      isl_pw_aff *i = isl_pw_aff_copy (iterator), *l;
      lower = isl_pw_aff_add_constant_val (lower, isl_val_int_from_si (scop->ctx, stepped + (counting->steps_first ? counting->step : 0)));
      l = isl_pw_aff_copy (lower);
      ihop_context_know_here (scop, up ? isl_pw_aff_ge_set (i, l) : isl_pw_aff_le_set (i, l));
      if (ABS (counting->step) > 1)
        ihop_context_know_here (scop, isl_pw_aff_zero_set (isl_pw_aff_mod_val (
                      isl_pw_aff_sub (isl_pw_aff_copy (iterator), isl_pw_aff_copy (lower)),
                      isl_val_int_from_si (scop->ctx, ABS (counting->step)))));
    }
  ihop_context_know_here (scop, before);
  ((IhopParameter *) scop->params->pdata[param])->is_followed
    = is_bounded && counting->also_bound == NULL && (lower || starts_freely (scop, counting, level));
  isl_pw_aff_free (lower);
  isl_pw_aff_free (iterator);
}

static const IhopOuterLoop *
outer_loop (IhopScop *scop, const IhopNode *node)
{
  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      IhopOuterLoop *loop = scop->outer_loops->pdata[i];
      if (loop->node == node)
        return loop;
    }
  return NULL;
}

static const IhopSymbol *
symbol_named (IhopScop *scop, const char *name)
{
  const IhopFunction *function = scop->function;

  for (guint i = 0; i < function->n_params; i++)
    if (strcmp (function->params[i]->name, name) == 0)
      return function->params[i];

  const IhopTree *tree = ihop_facts_tree_of (scop->facts, function);

  for (guint i = 0; tree && i < tree->globals->len; i++)
    {
      const IhopSymbol *symbol = tree->globals->pdata[i];
      if (strcmp (symbol->name, name) == 0)
        return symbol;
    }
  return NULL;
}

/* A variable of which the assertion at the function's entry still holds: nobody changes it. */
static isl_pw_aff *
value_of_name (const char *name, gpointer data)
{
  IhopScop *scop = data;
  const IhopSymbol *symbol = symbol_named (scop, name);

  if (symbol == NULL || !ihop_type_is_integer (symbol->type)
      || ihop_defs_may_change (scop->facts, scop->function, scop->function->body, symbol))
    return NULL;
  return ihop_param_affine (scop, ihop_param_symbol (scop, symbol), 0);
}

static gboolean
leaves_something (const IhopScop *scop, isl_set *condition)
{
  isl_set *left = isl_set_intersect (isl_set_copy (scop->ranges), isl_set_params (isl_set_copy (condition)));
  gboolean something = isl_set_is_empty (left) == isl_bool_false;

  isl_set_free (left);
  return something;
}

/* What the owner asserts; what does not fit this function does not help, and does not harm. */
static void
know_assumption (IhopScop *scop, const char *text)
{
  isl_set *all = ihop_assertion_read (scop->space, text, value_of_name, scop, NULL);

  /* What contradicts all that is known here is not what the owner meant, and would prove anything. */
  if (all == NULL || !leaves_something (scop, all))
    {
      isl_set_free (all);
      return;
    }

  IhopAssumption *assumption
    = ihop_assumption_new (IHOP_ASSUME_CONDITION, NULL, NULL, ihop_message ("%s, as the owner asserts", text));

  assumption->condition = g_strdup (text);
  assumption->by_owner = TRUE;
  g_ptr_array_add (scop->assumptions, assumption);
  ihop_context_know (scop, all);
}

static void
know_assumptions (IhopScop *scop)
{
  const char *const *text = ihop_facts_options (scop->facts)->assume;

  for (; text && *text; text++)
    {
      const char *own = ihop_facts_words_for (*text, scop->function);
      if (own)
        know_assumption (scop, own);
    }
}

/* Iterations that a loop's head would not start are no witnesses, wherever else control may come from. */
static void
believe_head (IhopWalk *walk, const IhopOuterLoop *loop, guint level)
{
  IhopScop *scop = walk->scop;
  IhopContextMark known = ihop_context_keep (scop);
  IhopParameter *param;

  know_loop (walk, loop, level);
  param = scop->params->pdata[ihop_param_symbol (scop, loop->counting.iterator)];
  param->is_followed = FALSE;
  scop->heads = isl_set_intersect (scop->heads, isl_set_copy (scop->ranges));
  ihop_context_go_back (scop, known);
}

void
ihop_context_fill (IhopWalk *walk)
{
  IhopScop *scop = walk->scop;
  GPtrArray *path = ihop_scop_root_path (scop);

  walk->quiet = TRUE;
  /* Where control may jump in, what stands around a place says little about it. */
  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      const IhopOuterLoop *loop = outer_loop (scop, path->pdata[i]);
      if (loop && path->pdata[i + 1] == ihop_loop_body (loop->node) && scop->is_entered)
        believe_head (walk, loop, i);
      else if (loop && path->pdata[i + 1] == ihop_loop_body (loop->node))
        know_loop (walk, loop, i);
    }
  ihop_context_know_passed (walk);
  ihop_context_know_values (walk);
  know_assumptions (scop);
  walk->quiet = FALSE;
}
