/* What is known of the parameters where a root is reached: their types, loops and conditions
 * around it, the owner's assumptions. */
#include "analysis/program/assertion.h"
#include "analysis/scop/reaching_definition.h"
#include "analysis/memory/constant_variables.h"
#include <isl/val.h>
#include <string.h>

static isl_set *
param_half (IhopScop *scop, guint param, isl_val *bound, gboolean lower)
{
  isl_pw_aff *affine = ihop_param_affine (scop, param, 0);
  isl_local_space *space = isl_local_space_from_space (isl_pw_aff_get_domain_space (affine));
  isl_pw_aff *limit = isl_pw_aff_from_aff (isl_aff_val_on_domain (space, bound));
  isl_set *set = lower ? isl_pw_aff_ge_set (affine, limit) : isl_pw_aff_lt_set (affine, limit);

  return isl_set_params (set);
}

static isl_val *
two_to (IhopScop *scop, guint64 n)
{
  return isl_val_2exp (isl_val_int_from_ui (scop->ctx, n));
}

/* A set of more parts than these makes every later question as many times as long. */
enum { FEW_NUMBERS = 4 };

/* Of a variable that holds one of some numbers: between the least and the largest of them, and if they are few one of
 * them. */
static void
know_numbers (IhopScop *scop, guint number, const GArray *numbers)
{
  gint64 least = g_array_index (numbers, gint64, 0), most = least;
  isl_set *between;

  for (guint i = 1; i < numbers->len; i++)
    {
      least = MIN (least, g_array_index (numbers, gint64, i));
      most = MAX (most, g_array_index (numbers, gint64, i));
    }
  between = param_half (scop, number, isl_val_int_from_si (scop->ctx, least), TRUE);
  between = isl_set_intersect (between, param_half (scop, number, isl_val_int_from_si (scop->ctx, most + 1), FALSE));
  scop->context = isl_set_intersect (scop->context, isl_set_copy (between));
  scop->ranges = isl_set_intersect (scop->ranges, between);
  if (numbers->len <= FEW_NUMBERS)
    scop->ranges = isl_set_intersect (scop->ranges, ihop_param_one_of (scop, number, numbers));
}

/* "ranges" holds all that types say; "context", which every test meets, only signs. */
void
ihop_context_add_param (IhopScop *scop, guint number)
{
  IhopParameter *param = scop->params->pdata[number];
  const GArray *numbers = param->symbol ? ihop_fixed_numbers (scop->facts, param->symbol) : NULL;
  const IhopType *type = param->type ? ihop_type_strip (param->type) : NULL;

  if (type == NULL || type->kind != IHOP_TYPE_INTEGER || type->size == 0 || type->size > 8)
    return;

  guint64 n = type->size * 8 - (type->is_signed ? 1 : 0);
  isl_val *low = type->is_signed ? isl_val_neg (two_to (scop, n)) : isl_val_zero (scop->ctx);
  isl_set *above = param_half (scop, number, low, TRUE);

  if (!type->is_signed)
    scop->context = isl_set_intersect (scop->context, isl_set_copy (above));
  scop->ranges = isl_set_intersect (scop->ranges, above);
  scop->ranges = isl_set_intersect (scop->ranges, param_half (scop, number, two_to (scop, n), FALSE));
  if (numbers)
    know_numbers (scop, number, numbers);
}

static void
know (IhopScop *scop, isl_set *condition)
{
  if (condition == NULL)
    return;
  condition = isl_set_params (condition);
  scop->context = isl_set_intersect (scop->context, isl_set_copy (condition));
  scop->ranges = isl_set_intersect (scop->ranges, condition);
}

void
ihop_context_know_here (IhopScop *scop, isl_set *condition)
{
  if (condition)
    scop->path = isl_set_intersect (scop->path, isl_set_params (isl_set_copy (condition)));
  know (scop, condition);
}

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

/* Keeps iterator; NULL: not known. */
static isl_set *
before_bound (IhopWalk *walk, const IhopCounting *counting, isl_pw_aff *iterator, const IhopNode *body)
{
  isl_set *before = NULL;
  isl_pw_aff *compared;

  if (counting->bound == NULL || !is_kept (walk->scop, counting->bound, body))
    return NULL;
  compared = isl_pw_aff_add_constant_val (isl_pw_aff_copy (iterator),
                                          isl_val_int_from_si (walk->scop->ctx, counting->ahead));
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
         && ihop_before_at (scop, level, counting->iterator).from_entry;
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
  isl_set *before = before_bound (walk, counting, iterator, body);
  gboolean is_bounded = before != NULL;
  gboolean up = counting->step > 0;

  if (lower)
    {
      isl_pw_aff *i = isl_pw_aff_copy (iterator), *l;
      if (counting->steps_first)
        lower = isl_pw_aff_add_constant_val (lower, isl_val_int_from_si (scop->ctx, counting->step));
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

  IhopAssumption *assumption = ihop_assumption_new (IHOP_ASSUME_CONDITION, NULL, NULL);

  assumption->condition = g_strdup (text);
  assumption->text = g_strdup_printf ("%s, as the owner asserts", text);
  assumption->by_owner = TRUE;
  g_ptr_array_add (scop->assumptions, assumption);
  know (scop, all);
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
  GPtrArray *path = ihop_before_path (scop);

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
  ihop_context_know_way (walk);
  know_assumptions (scop);
  walk->quiet = FALSE;
}

IhopContextMark
ihop_context_keep (const IhopScop *scop)
{
  return (IhopContextMark){ isl_set_copy (scop->context), isl_set_copy (scop->ranges), isl_set_copy (scop->path),
                            scop->assumptions->len, scop->tested->len };
}

void
ihop_context_drop (IhopContextMark known)
{
  isl_set_free (known.context);
  isl_set_free (known.ranges);
  isl_set_free (known.path);
}

void
ihop_context_go_back (IhopScop *scop, IhopContextMark known)
{
  IhopContextMark now = { scop->context, scop->ranges, scop->path, 0, 0 };

  ihop_context_drop (now);
  scop->context = known.context;
  scop->ranges = known.ranges;
  scop->path = known.path;
  g_ptr_array_set_size (scop->tested, (int) known.n_tested);
  g_ptr_array_set_size (scop->assumptions, (int) known.n_assumptions);
}
