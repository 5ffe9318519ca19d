/* What is known of the parameters where a root is reached: their types, loops and conditions
 * around it, the owner's assumptions. */
#include "analysis/assertion.h"
#include "analysis/extract.h"
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

/* "ranges" holds all that types say; "context", which every test meets, only signs. */
void
ihop_context_add_param (IhopScop *scop, guint number)
{
  IhopParameter *param = scop->params->pdata[number];
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

/* The same of what holds where the root stands, and perhaps nowhere else. */
static void
know_here (IhopScop *scop, isl_set *condition)
{
  if (condition)
    scop->path = isl_set_intersect (scop->path, isl_set_params (isl_set_copy (condition)));
  know (scop, condition);
}

/* Conditions of an "if" still hold at the root when nothing in the branch writes what they read. */
static void
know_condition (IhopWalk *walk, const IhopNode *condition, const IhopNode *branch, gboolean holds)
{
  IhopScop *scop = walk->scop;

  if (ihop_defs_may_change_value (scop->facts, scop->function, branch, condition, NULL)
      || !ihop_scop_keeps_value (scop, condition))
    return;

  isl_set *set = ihop_condition_of (walk, condition);

  if (set && !holds)
    set = isl_set_complement (set);
  know_here (scop, set);
}

static isl_pw_aff *
value_if_kept (IhopWalk *walk, const IhopNode *node, const IhopNode *body)
{
  IhopScop *scop = walk->scop;

  if (node == NULL || ihop_defs_may_change_value (scop->facts, scop->function, body, node, NULL)
      || !ihop_scop_keeps_value (scop, node))
    return NULL;
  return ihop_value_flatten (scop, ihop_value_of (walk, node));
}

/* lower <= i < bound, and the stride, for a loop around the root. */
static void
know_loop (IhopWalk *walk, const IhopOuterLoop *loop)
{
  IhopScop *scop = walk->scop;
  const IhopCounting *counting = &loop->counting;
  const IhopNode *body = ihop_loop_body (loop->node);
  guint param = ihop_param_symbol (scop, counting->iterator);
  const IhopNode *first = counting->lower ? counting->lower
                                          : ihop_counting_set_before (scop->facts, scop->function, loop->node,
                                                                      counting->iterator);
  isl_pw_aff *lower = value_if_kept (walk, first, body);
  isl_pw_aff *bound = value_if_kept (walk, counting->bound, body);
  isl_pw_aff *iterator = ihop_param_affine (scop, param, 0);
  gboolean up = counting->step > 0;

  if (lower)
    {
      isl_pw_aff *i = isl_pw_aff_copy (iterator), *l;
      if (counting->steps_first)
        lower = isl_pw_aff_add_constant_val (lower, isl_val_int_from_si (scop->ctx, counting->step));
      l = isl_pw_aff_copy (lower);
      know_here (scop, up ? isl_pw_aff_ge_set (i, l) : isl_pw_aff_le_set (i, l));
      if (ABS (counting->step) > 1)
        know_here (scop, isl_pw_aff_zero_set (isl_pw_aff_mod_val (
                      isl_pw_aff_sub (isl_pw_aff_copy (iterator), isl_pw_aff_copy (lower)),
                      isl_val_int_from_si (scop->ctx, ABS (counting->step)))));
    }
  if (bound)
    {
      isl_pw_aff *i = isl_pw_aff_copy (iterator), *b = isl_pw_aff_copy (bound);
      i = isl_pw_aff_add_constant_val (i, isl_val_int_from_si (scop->ctx, counting->ahead));
      switch (counting->relation)
        {
        case IHOP_OP_LT: know_here (scop, isl_pw_aff_lt_set (i, b)); break;
        case IHOP_OP_LE: know_here (scop, isl_pw_aff_le_set (i, b)); break;
        case IHOP_OP_GT: know_here (scop, isl_pw_aff_gt_set (i, b)); break;
        case IHOP_OP_GE: know_here (scop, isl_pw_aff_ge_set (i, b)); break;
        default: know_here (scop, isl_pw_aff_ne_set (i, b)); break;
        }
    }
  isl_pw_aff_free (lower);
  isl_pw_aff_free (bound);
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

/* What the owner asserts; what does not fit this function does not help, and does not harm. */
static void
know_assumption (IhopScop *scop, const char *text)
{
  isl_set *all = ihop_assertion_read (scop->space, text, value_of_name, scop, NULL);

  if (all == NULL)
    return;

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

void
ihop_context_fill (IhopWalk *walk)
{
  IhopScop *scop = walk->scop;
  g_autoptr (GPtrArray) path = ihop_defs_path (scop->facts, scop->function, scop->root);

  walk->quiet = TRUE;
  /* Where control may jump in, what stands around a place says little about it. */
  for (guint i = 0; path && !scop->is_entered && i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i], *next = path->pdata[i + 1];
      const IhopOuterLoop *loop = outer_loop (scop, node);
      if (loop && next == ihop_loop_body (node))
        know_loop (walk, loop);
      if (node->kind == IHOP_IF && next != node->child[0])
        know_condition (walk, node->child[0], next, next == node->child[1]);
    }
  know_assumptions (scop);
  walk->quiet = FALSE;
}

typedef struct
{
  IhopScop *scop;
  isl_set *within;   /* parameters for which the place is reached */
  char *text;
  isl_set *holds;    /* where the chosen condition holds */
} Choice;

/* A constraint whose opposite is one inequality: itself, or for "n == 0" where n cannot be negative
 * "n <= 0". Takes constraint; NULL: none. */
static isl_constraint *
as_inequality (const Choice *choice, isl_constraint *constraint)
{
  isl_aff *aff;

  if (isl_constraint_is_equality (constraint) == isl_bool_false)
    return constraint;
  aff = isl_constraint_get_aff (constraint);
  isl_constraint_free (constraint);
  for (int side = 0; side < 2; side++)
    {
      /* aff < 0 never happens: aff == 0 is -aff >= 0. */
      isl_aff *below = isl_aff_add_constant_si (isl_aff_neg (isl_aff_copy (aff)), -1);
      isl_set *never = isl_set_params (isl_set_from_basic_set (
        isl_basic_set_from_constraint (isl_inequality_from_aff (below))));
      gboolean empty;
      never = isl_set_intersect (never, isl_set_copy (choice->scop->ranges));
      empty = isl_set_is_empty (never) == isl_bool_true;
      isl_set_free (never);
      aff = isl_aff_neg (aff);
      if (empty)
        return isl_inequality_from_aff (aff);
    }
  isl_aff_free (aff);
  return NULL;
}

/* Parameters for which the root loop runs twice at least, of those in "params"; where it cannot, any
 * loop is parallel, and a condition that says so helps nobody. Takes params. */
static isl_set *
runs_twice (IhopScop *scop, isl_set *params)
{
  const IhopScopLoop *root = ihop_scop_root_loop (scop);
  isl_map *pairs;

  if (root == NULL || root->domain == NULL || isl_set_dim (root->domain, isl_dim_set) != 1)
    return params;
  pairs = isl_map_from_domain_and_range (isl_set_copy (root->domain), isl_set_copy (root->domain));
  pairs = isl_map_order_lt (pairs, isl_dim_in, 0, isl_dim_out, 0);
  return isl_set_intersect (params, isl_map_params (pairs));
}

/* The opposite of one constraint of "bad" excludes all of it. Good enough is one that leaves the
 * place reachable. */
static isl_stat
try_constraint (isl_constraint *constraint, void *user)
{
  Choice *choice = user;
  gboolean plain = isl_constraint_is_div_constraint (constraint) == isl_bool_false;

  if (choice->text == NULL && plain)
    constraint = as_inequality (choice, constraint);
  if (choice->text == NULL && plain && constraint)
    {
      isl_constraint *copy = isl_constraint_copy (constraint);
      isl_set *bad = isl_set_from_basic_set (isl_basic_set_from_constraint (copy));
      isl_set *holds = isl_set_params (isl_set_complement (bad));
      isl_set *left = isl_set_intersect (isl_set_copy (choice->within), isl_set_copy (holds));
      left = isl_set_intersect (left, isl_set_copy (choice->scop->ranges));
      left = runs_twice (choice->scop, left);
      if (isl_set_is_empty (left) == isl_bool_false)
        {
          choice->text = ihop_text_of_constraint (constraint, TRUE);
          choice->holds = isl_set_copy (holds);
        }
      isl_set_free (left);
      isl_set_free (holds);
    }
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

static isl_stat
exclude_basic (isl_basic_set *basic, void *user)
{
  Choice *all = user;
  Choice one = { all->scop, all->within, NULL, NULL };

  if (isl_basic_set_dim (basic, isl_dim_div) == 0)
    isl_basic_set_foreach_constraint (basic, try_constraint, &one);
  isl_basic_set_free (basic);
  if (one.text == NULL)
    return isl_stat_error;
  if (all->text && strstr (all->text, one.text) == NULL)
    {
      char *joined = g_strdup_printf ("%s && %s", all->text, one.text);
      g_free (all->text);
      all->text = joined;
    }
  else if (all->text == NULL)
    all->text = g_strdup (one.text);
  g_free (one.text);
  all->holds = all->holds ? isl_set_intersect (all->holds, one.holds) : one.holds;
  return isl_stat_ok;
}

static gboolean
mentions_product (IhopScop *scop, isl_set *set)
{
  for (guint i = 0; i < scop->params->len; i++)
    {
      IhopParameter *param = scop->params->pdata[i];
      int at = isl_set_find_dim_by_id (set, isl_dim_param, param->id);
      if ((param->n_factors || param->node) && at >= 0
          && isl_set_involves_dims (set, isl_dim_param, (unsigned) at, 1) != isl_bool_false)
        return TRUE;
    }
  return FALSE;
}

gboolean
ihop_context_exclude (IhopScop *scop, isl_set *bad, isl_set *within, const char *text)
{
  Choice choice = { scop, within, NULL, NULL };
  gboolean done = FALSE;

  bad = isl_set_gist (isl_set_coalesce (bad), isl_set_copy (scop->ranges));
  if (bad && isl_set_n_basic_set (bad) <= 4
      && isl_set_foreach_basic_set (bad, exclude_basic, &choice) == isl_stat_ok && choice.text
      && !mentions_product (scop, choice.holds))
    {
      IhopAssumption *assumption = ihop_assumption_new (IHOP_ASSUME_CONDITION, NULL, NULL);
      assumption->condition = g_strdup (choice.text);
      assumption->text = g_strdup (text);
      g_ptr_array_add (scop->assumptions, assumption);
      know_here (scop, isl_set_copy (choice.holds));
      done = TRUE;
    }
  g_free (choice.text);
  isl_set_free (choice.holds);
  isl_set_free (bad);
  isl_set_free (within);
  return done;
}
