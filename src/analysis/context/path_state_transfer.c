#include "analysis/context/path_state.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/product.h"

enum { MAX_PIECES = 16 };

/* ---- sets ----------------------------------------------------------------------------------------------------- */

isl_set *
ihop_path_widen (isl_set *state)
{
  state = isl_set_coalesce (state);
  if (state && !ihop_set_is_simple (state))
    state = isl_set_coalesce (isl_set_remove_divs (state));
  if (state && isl_set_n_basic_set (state) > MAX_PIECES)
    state = isl_set_from_basic_set (isl_set_simple_hull (state));
  return state;
}

static isl_set *
aligned (const IhopPathAnalysis *analysis, isl_set *set)
{
  return isl_set_align_params (set, isl_space_copy (analysis->walk.scop->space));
}

static isl_set *
drop (const IhopPathAnalysis *analysis, isl_set *state, guint param)
{
  return aligned (analysis, isl_set_project_out (aligned (analysis, state), isl_dim_param, param, 1));
}

/* The parameter has the value of that dimension from now on. */
static isl_set *
rename_to (const IhopPathAnalysis *analysis, isl_set *set, guint param, guint dim)
{
  return isl_set_equate (drop (analysis, set, param), isl_dim_param, (int) param, isl_dim_set, (int) dim);
}

static gboolean
is_followed (const IhopPathAnalysis *analysis, const IhopSymbol *symbol)
{
  return symbol && g_ptr_array_find ((GPtrArray *) analysis->followed, symbol, NULL);
}

/* ---- expressions ---------------------------------------------------------------------------------------------- */

static gboolean
find_effect (const IhopNode *node, gpointer found)
{
  if (node->flags & IHOP_NODE_CONSTANT)
    return FALSE;
  *(gboolean *) found |= node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR
                         || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC);
  return !*(gboolean *) found;
}

gboolean
ihop_path_has_effects (const IhopNode *expression)
{
  gboolean found = FALSE;

  ihop_node_walk (expression, find_effect, &found);
  return found;
}

/* Products, and what lies in memory, are nobody's variable: a name for them would stand for other values later. */
static gboolean
names_variables (const IhopPathAnalysis *analysis, isl_set *set)
{
  const GPtrArray *params = analysis->walk.scop->params;

  for (guint i = 0; i < params->len; i++)
    {
      const IhopParameter *param = params->pdata[i];
      int at = isl_set_find_dim_by_id (set, isl_dim_param, param->id);
      if (param->symbol == NULL && at >= 0
          && isl_set_involves_dims (set, isl_dim_param, (unsigned) at, 1) != isl_bool_false)
        return FALSE;
    }
  return TRUE;
}

static void
look_from (IhopPathAnalysis *analysis, isl_set *state)
{
  isl_set_free (analysis->walk.domain);
  analysis->walk.domain = isl_set_from_params (isl_set_copy (state));
}

/* { [value] } for a value, where it is one of variables; takes value. NULL: not known. */
static isl_set *
range_of (IhopPathAnalysis *analysis, IhopValue *value)
{
  isl_pw_aff *affine = ihop_value_flatten (analysis->walk.scop, value);
  isl_set *range = affine ? isl_map_range (isl_map_from_pw_aff (affine)) : NULL;

  if (range && (!names_variables (analysis, range) || !ihop_set_is_simple (range)))
    range = isl_set_free (range);
  return range;
}

isl_pw_aff *
ihop_path_evaluate (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  isl_pw_aff *affine;
  isl_set *domain;

  if (ihop_path_has_effects (node))
    return NULL;
  look_from (analysis, state);
  affine = ihop_value_flatten (analysis->walk.scop, ihop_value_of (&analysis->walk, node));
  domain = affine ? isl_map_range (isl_map_from_pw_aff (isl_pw_aff_copy (affine))) : NULL;
  if (domain && !names_variables (analysis, domain))
    affine = isl_pw_aff_free (affine);
  isl_set_free (domain);
  return affine;
}

isl_set *
ihop_path_condition (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  isl_set *holds;

  look_from (analysis, state);
  holds = ihop_condition_of (&analysis->walk, node);
  holds = holds ? isl_set_params (holds) : NULL;
  if (holds && (!names_variables (analysis, holds) || !ihop_set_is_simple (holds)))
    holds = isl_set_free (holds);
  return holds;
}

/* ---- assignments ---------------------------------------------------------------------------------------------- */

/* Takes state and range; NULL: any value. */
static isl_set *
become (IhopPathAnalysis *analysis, isl_set *state, const IhopSymbol *symbol, isl_set *range)
{
  guint param = ihop_param_symbol (analysis->walk.scop, symbol);

  if (range == NULL)
    return drop (analysis, state, param);
  range = isl_set_intersect_params (aligned (analysis, range), state);
  return isl_set_params (rename_to (analysis, range, param, 0));
}

/* Whether arithmetic of this type is that of numbers: overflow is undefined. */
static gboolean
does_not_wrap (const IhopType *type)
{
  type = ihop_type_strip (type);
  return type->kind == IHOP_TYPE_INTEGER && type->is_signed && type->size >= 4;
}

static gboolean
fits (const IhopSymbol *symbol, const IhopNode *value)
{
  const IhopType *to = ihop_type_strip (symbol->type), *from = ihop_type_strip (value->type);

  return to->kind == IHOP_TYPE_INTEGER && from->kind == IHOP_TYPE_INTEGER && to->is_signed == from->is_signed
         && (to->size == from->size || value->flags & IHOP_NODE_CONSTANT);
}

isl_set *
ihop_path_assign (IhopPathAnalysis *analysis, isl_set *state, const IhopSymbol *symbol, const IhopNode *value)
{
  isl_set *range = NULL;

  if (!is_followed (analysis, symbol))
    return state;
  if (value && fits (symbol, value) && !ihop_path_has_effects (value))
    {
      look_from (analysis, state);
      range = range_of (analysis, ihop_value_of (&analysis->walk, value));
    }
  return become (analysis, state, symbol, range);
}

isl_set *
ihop_path_update (IhopPathAnalysis *analysis, isl_set *state, const IhopSymbol *symbol, IhopOperator op,
                  const IhopNode *value)
{
  IhopWalk *walk = &analysis->walk;
  IhopValue *old, *other;
  isl_set *range = NULL;

  if (!is_followed (analysis, symbol))
    return state;
  if (does_not_wrap (symbol->type) && does_not_wrap (value->type)
      && ihop_type_strip (value->type)->size <= ihop_type_strip (symbol->type)->size && !ihop_path_has_effects (value)
      && (op == IHOP_OP_ADD || op == IHOP_OP_SUB || op == IHOP_OP_MUL))
    {
      look_from (analysis, state);
      old = ihop_value_new (ihop_param_affine (walk->scop, ihop_param_symbol (walk->scop, symbol), 0));
      other = ihop_value_of (walk, value);
      range = range_of (analysis, op == IHOP_OP_MUL ? ihop_value_multiply (walk, old, other, value)
                                                    : ihop_value_add (old, other, op == IHOP_OP_ADD ? 1 : -1));
    }
  return become (analysis, state, symbol, range);
}

isl_set *
ihop_path_increment (IhopPathAnalysis *analysis, isl_set *state, const IhopSymbol *symbol, gint64 step)
{
  IhopScop *scop = analysis->walk.scop;
  isl_pw_aff *value;

  if (!is_followed (analysis, symbol))
    return state;
  if (!does_not_wrap (symbol->type))
    return become (analysis, state, symbol, NULL);
  value = ihop_param_affine (scop, ihop_param_symbol (scop, symbol), 0);
  value = isl_pw_aff_add_constant_val (value, isl_val_int_from_si (scop->ctx, step));
  return become (analysis, state, symbol, isl_map_range (isl_map_from_pw_aff (value)));
}

isl_set *
ihop_path_havoc (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  for (guint i = 0; i < analysis->followed->len; i++)
    if (ihop_defs_writes (analysis->walk.scop->facts, node, analysis->followed->pdata[i]))
      state = drop (analysis, state, ihop_param_symbol (analysis->walk.scop, analysis->followed->pdata[i]));
  return state;
}

/* ---- loops ---------------------------------------------------------------------------------------------------- */

/* What a loop does to a variable. */
typedef struct
{
  const IhopSymbol *symbol;
  guint param, n_writes;
  gint64 step;               /* of all of them; of several the sign counts */
  gboolean is_counted;       /* each of them is a step in that direction, or there is none */
  gboolean is_regular;       /* each iteration makes exactly one */
} Steps;

static gboolean
visit_step (const IhopNode *node, gpointer data)
{
  Steps *steps = data;
  IhopSymbol *symbol = NULL;
  gint64 step = 0;

  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    {
      g_autoptr (GHashTable) written = ihop_defs_written (node);
      gboolean writes = g_hash_table_contains (written, steps->symbol);
      steps->is_counted &= !writes;
      steps->n_writes += writes;
      return FALSE;
    }
  if (ihop_defs_target (node) != steps->symbol)
    return TRUE;
  if (!ihop_counting_step (node, &symbol, &step) || symbol != steps->symbol
      || (steps->n_writes && (step > 0) != (steps->step > 0)))
    steps->is_counted = FALSE;
  steps->step = step;
  steps->n_writes++;
  return TRUE;
}

static gboolean
find_continue (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_CONTINUE;
  return !ihop_kind_is_loop (node->kind) && !*(gboolean *) found;
}

gboolean
ihop_path_has_continue (const IhopNode *loop)
{
  gboolean found = FALSE;

  ihop_node_walk (ihop_loop_body (loop), find_continue, &found);
  return found;
}

/* Whether the expression is the step, or a list with it. */
static gboolean
steps_here (const IhopNode *expression, const IhopSymbol *symbol)
{
  expression = expression ? ihop_node_strip (expression, FALSE) : NULL;
  if (expression && expression->kind == IHOP_BINARY && expression->op == IHOP_OP_COMMA)
    return steps_here (expression->child[0], symbol) || steps_here (expression->child[1], symbol);
  return expression && ihop_defs_target (expression) == symbol;
}

/* Whether a variable that is written once in the loop is written in every iteration. */
static gboolean
is_regular (const IhopNode *loop, const IhopSymbol *symbol)
{
  const IhopNode *body = ihop_loop_body (loop);

  if (loop->kind == IHOP_FOR && loop->child[2] && steps_here (loop->child[2], symbol))
    return TRUE;
  if (ihop_path_has_continue (loop))
    return FALSE;
  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children; i++)
    if (body->child[i] && body->child[i]->kind == IHOP_EXPRESSION && steps_here (body->child[i]->child[0], symbol))
      return TRUE;
  return body->kind == IHOP_EXPRESSION && steps_here (body->child[0], symbol);
}

static Steps
steps_of (const IhopPathAnalysis *analysis, const IhopNode *loop, const IhopSymbol *symbol)
{
  Steps steps = { .symbol = symbol, .is_counted = does_not_wrap (symbol->type) };

  steps.param = ihop_param_symbol (analysis->walk.scop, symbol);
  for (guint i = loop->kind == IHOP_FOR ? 1 : 0; i < loop->n_children; i++)
    if (loop->child[i])
      ihop_node_walk (loop->child[i], visit_step, &steps);
  steps.is_regular = steps.is_counted && steps.n_writes == 1 && is_regular (loop, symbol);
  return steps;
}

/* Dimension "dim" is the parameter after so many steps as dimension 0 says, or after any number. */
static isl_set *
add_steps (isl_set *set, const Steps *steps, guint dim, gboolean exactly)
{
  isl_local_space *space = isl_local_space_from_space (isl_set_get_space (set));
  gboolean regular = exactly && steps->is_regular;
  int sign = steps->step > 0 ? 1 : -1;
  isl_constraint *by = regular ? isl_constraint_alloc_equality (space) : isl_constraint_alloc_inequality (space);

  by = isl_constraint_set_coefficient_si (by, isl_dim_set, (int) dim, sign);
  by = isl_constraint_set_coefficient_si (by, isl_dim_param, (int) steps->param, -sign);
  if (regular)
    by = isl_constraint_set_coefficient_si (by, isl_dim_set, 0, (int) -ABS (steps->step));
  return isl_set_add_constraint (set, by);
}

/* What is counted goes on; all else may be anything. */
isl_set *
ihop_path_iterate (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *loop, gboolean exactly)
{
  g_autoptr (GArray) counted = g_array_new (FALSE, FALSE, sizeof (Steps));
  isl_set *all;

  for (guint i = 0; i < analysis->followed->len; i++)
    {
      Steps steps = steps_of (analysis, loop, analysis->followed->pdata[i]);
      if (steps.n_writes && steps.is_counted)
        g_array_append_val (counted, steps);
      else if (steps.n_writes)
        state = drop (analysis, state, steps.param);
    }
  all = isl_set_add_dims (isl_set_from_params (aligned (analysis, state)), isl_dim_set, 1 + counted->len);
  all = isl_set_lower_bound_si (all, isl_dim_set, 0, 0);
  for (guint i = 0; i < counted->len; i++)
    all = add_steps (all, &g_array_index (counted, Steps, i), i + 1, exactly);
  for (guint i = 0; i < counted->len; i++)
    all = rename_to (analysis, all, g_array_index (counted, Steps, i).param, i + 1);
  return ihop_path_widen (isl_set_params (all));
}
