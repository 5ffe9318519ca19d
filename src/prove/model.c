/* A kernel as it is read: threads, parameters, and all that a walk over its body finds. */
#include "prove/model.h"
#include <isl/constraint.h>

static const char axis_names[3] = { 'x', 'y', 'z' };

static void
access_free (gpointer data)
{
  Access *access = data;

  prove_value_free (access->offset);
  ihop_message_unref (access->why);
  isl_set_free (access->domain);
  isl_set_free (access->inside);
  isl_pw_aff_free (access->column);
  isl_map_free (access->map);
  g_free (access);
}

static void
progression_free (gpointer data)
{
  Progression *progression = data;

  isl_pw_aff_free (progression->first);
  isl_pw_aff_free (progression->step);
  g_free (progression);
}

static void
barrier_free (gpointer data)
{
  Barrier *barrier = data;

  isl_set_free (barrier->domain);
  isl_set_free (barrier->named);
  isl_set_free (barrier->gone);
  isl_map_free (barrier->meets);
  g_free (barrier);
}

/* ---- Which numbers of threads and blocks a kernel speaks of ---------------------------------------------------------- */

typedef struct
{
  const IhopTree *tree;
  const char *variable;
  char axis;
  guint depth;
  gboolean found;
} Mention;

static gboolean
look_for_mention (const IhopNode *node, gpointer data)
{
  Mention *mention = data;

  if (node->kind == IHOP_MEMBER && node->symbol && node->symbol->name[0] == mention->axis && node->symbol->name[1] == 0)
    {
      const IhopNode *base = ihop_node_strip (node->child[0], TRUE);
      mention->found = mention->found || (base->kind == IHOP_REF && g_str_equal (base->symbol->name, mention->variable));
    }
  if (node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_FUNCTION && mention->depth < 8)
    {
      const IhopFunction *function = ihop_tree_function_of (mention->tree, node->symbol);
      mention->depth++;
      if (function)
        ihop_node_walk (function->body, look_for_mention, mention);
      mention->depth--;
    }
  return !mention->found;
}

gboolean
prove_mentions_axis (const IhopTree *tree, const IhopFunction *kernel, const char *variable, guint axis)
{
  Mention mention = { tree, variable, axis_names[axis], 0, FALSE };

  ihop_node_walk (kernel->body, look_for_mention, &mention);
  return mention.found;
}

/* ---- What is known of all instances ---------------------------------------------------------------------------------- */

static isl_set *
at_least (isl_set *set, guint param, gint64 least)
{
  return isl_set_lower_bound_val (set, isl_dim_param, param, isl_val_int_from_si (isl_set_get_ctx (set), least));
}

static isl_set *
at_most (isl_set *set, guint param, gint64 most)
{
  return isl_set_upper_bound_val (set, isl_dim_param, param, isl_val_int_from_si (isl_set_get_ctx (set), most));
}

/* first * a + second * b + constant >= 0, of parameters (and, with of_dims, of dimensions from "first" on). */
static isl_set *
with_sum (isl_set *set, enum isl_dim_type kind_a, guint a, int factor_a, enum isl_dim_type kind_b, guint b, int factor_b,
          enum isl_dim_type kind_c, int c, int factor_c, int constant, gboolean is_equation)
{
  isl_local_space *local = isl_local_space_from_space (isl_set_get_space (set));
  isl_constraint *row = is_equation ? isl_constraint_alloc_equality (local) : isl_constraint_alloc_inequality (local);

  row = isl_constraint_set_coefficient_si (row, kind_a, (int) a, factor_a);
  row = isl_constraint_set_coefficient_si (row, kind_b, (int) b, factor_b);
  if (c >= 0)
    row = isl_constraint_set_coefficient_si (row, kind_c, c, factor_c);
  row = isl_constraint_set_constant_si (row, constant);
  return isl_set_add_constraint (set, row);
}

/* gridDim * blockDim as far as it is affine. */
static isl_set *
with_total (isl_set *set, const Model *model, guint axis)
{
  guint block = PARAM_BLOCK + axis, grid = PARAM_GRID + axis, total = PARAM_TOTAL + axis;
  guint64 block_size = model->shape.block[axis], grid_size = model->shape.grid[axis];

  set = at_most (at_least (set, total, 1), total, model->shape.is_modest && grid_size == 0 ? MODEST_TOTAL : MOST_SIZE);
  if (block_size)
    return with_sum (set, isl_dim_param, total, -1, isl_dim_param, grid, (int) block_size, isl_dim_param, -1, 0, 0, TRUE);
  if (grid_size)
    return with_sum (set, isl_dim_param, total, -1, isl_dim_param, block, (int) grid_size, isl_dim_param, -1, 0, 0, TRUE);
  set = with_sum (set, isl_dim_param, total, 1, isl_dim_param, grid, -1, isl_dim_param, -1, 0, 0, FALSE);
  return with_sum (set, isl_dim_param, total, 1, isl_dim_param, block, -1, isl_dim_param, -1, 0, 0, FALSE);
}

static isl_set *
sizes (Model *model, isl_set *set)
{
  guint64 known = 1;

  for (guint axis = 0; axis < 3; axis++)
    {
      guint64 block = model->shape.block[axis], grid = model->shape.grid[axis];
      set = at_most (at_least (set, PARAM_BLOCK + axis, 1), PARAM_BLOCK + axis, axis == 2 ? MOST_Z : MOST_THREADS);
      set = at_most (at_least (set, PARAM_GRID + axis, 1), PARAM_GRID + axis, model->shape.is_modest && grid == 0 ? MODEST_GRID : MOST_SIZE);
      if (block)
        set = isl_set_fix_val (set, isl_dim_param, PARAM_BLOCK + axis, isl_val_int_from_ui (model->ctx, block));
      if (grid)
        set = isl_set_fix_val (set, isl_dim_param, PARAM_GRID + axis, isl_val_int_from_ui (model->ctx, grid));
      set = with_total (set, model, axis);
      known *= MAX (block, 1);
    }
  /* The product of the sizes that are not known is at most this; each of them alone is, too. */
  gint64 most = model->kernel->symbol->most_threads ? MIN (model->kernel->symbol->most_threads, MOST_THREADS) : MOST_THREADS;
  for (guint axis = 0; axis < 3; axis++)
    if (model->shape.block[axis] == 0)
      set = at_most (set, PARAM_BLOCK + axis, MAX (1, most / (gint64) known));
  return set;
}

static isl_set *
threads (const Model *model)
{
  isl_set *set = isl_set_universe (isl_space_copy (model->space));

  for (guint axis = 0; axis < 3; axis++)
    {
      guint block = DIM_BLOCK + axis, base = DIM_BASE + axis, thread = DIM_THREAD + axis;
      guint64 size = model->shape.block[axis];
      set = isl_set_lower_bound_si (set, isl_dim_set, block, 0);
      set = isl_set_lower_bound_si (set, isl_dim_set, base, 0);
      set = isl_set_lower_bound_si (set, isl_dim_set, thread, 0);
      set = with_sum (set, isl_dim_set, block, -1, isl_dim_param, PARAM_GRID + axis, 1, isl_dim_param, -1, 0, -1, FALSE);
      set = with_sum (set, isl_dim_set, thread, -1, isl_dim_param, PARAM_BLOCK + axis, 1, isl_dim_param, -1, 0, -1, FALSE);
      if (size)
        set = with_sum (set, isl_dim_set, base, -1, isl_dim_set, block, (int) size, isl_dim_param, -1, 0, 0, TRUE);
      else
        { /* a block of some size: it ends where all blocks do, and begins behind those in front of it */
          set = with_sum (set, isl_dim_set, base, -1, isl_dim_param, PARAM_TOTAL + axis, 1, isl_dim_param, PARAM_BLOCK + (int) axis, -1, 0, FALSE);
          set = with_sum (set, isl_dim_set, base, 1, isl_dim_set, block, -1, isl_dim_param, -1, 0, 0, FALSE);
          isl_set *first = isl_set_fix_si (isl_set_fix_si (isl_set_copy (set), isl_dim_set, block, 0), isl_dim_set, base, 0);
          isl_set *later = isl_set_lower_bound_si (set, isl_dim_set, block, 1);
          later = with_sum (later, isl_dim_set, base, 1, isl_dim_param, PARAM_BLOCK + axis, -1, isl_dim_param, -1, 0, 0, FALSE);
          set = model->shape.grid[axis] == 1 ? first : isl_set_union (first, later);
          if (model->shape.grid[axis] == 1)
            isl_set_free (later);
        }
    }
  for (guint i = DIM_TRIP; i < N_DIMS; i++)
    set = isl_set_fix_si (set, isl_dim_set, i, 0);
  return isl_set_intersect_params (set, isl_set_copy (model->context));
}

/* Locals whose address is taken may change at any time. */
static gboolean
look_for_addresses (const IhopNode *node, gpointer data)
{
  const IhopNode *operand = node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS ? ihop_node_strip (node->child[0], FALSE) : NULL;
  const IhopType *type = operand ? ihop_type_strip (node->type) : NULL;

  /* A reference to const, and the object of a const function, are not changed by whoever gets them. */
  if (operand && (node->flags & IHOP_NODE_IMPLICIT) && type->kind == IHOP_TYPE_POINTER && (type->target->qualifiers & IHOP_CONST))
    return TRUE;
  while (operand && operand->n_children && operand->kind != IHOP_REF)
    {
      gboolean is_part = operand->kind == IHOP_MEMBER ? !(operand->flags & IHOP_NODE_ARROW)
                         : operand->kind == IHOP_INDEX && ihop_type_strip (operand->child[0]->type)->kind == IHOP_TYPE_ARRAY;
      operand = is_part ? ihop_node_strip (operand->child[0], FALSE) : NULL;
    }
  if (operand && operand->kind == IHOP_REF)
    g_hash_table_add (data, operand->symbol);
  return TRUE;
}

/* ---- The model ------------------------------------------------------------------------------------------------------- */

static void
name_params (Model *model)
{
  static const char *const own[] = { "blockDim", "gridDim", "total" };

  for (guint i = 0; i < N_PARAMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%c", own[i / 3], axis_names[i % 3]);
      model->space = isl_space_set_dim_id (model->space, isl_dim_param, i, isl_id_alloc (model->ctx, name, NULL));
    }
  for (guint i = 0; i < model->params->len; i++)
    {
      const IhopSymbol *symbol = model->params->pdata[i];
      model->space = isl_space_set_dim_id (model->space, isl_dim_param, N_PARAMS + i,
                                           isl_id_alloc (model->ctx, symbol->name, (gpointer) symbol));
    }
}

static void
find_params (Model *model)
{
  for (guint i = 0; i < model->kernel->n_params; i++)
    if (ihop_type_strip (model->kernel->params[i]->type)->kind == IHOP_TYPE_INTEGER)
      g_ptr_array_add (model->params, model->kernel->params[i]);
  for (guint i = 0; i < model->kernel->n_params; i++)
    prove_find_member_params (model, model->kernel->params[i]);
}

static isl_set *
with_argument (isl_set *set, guint param, const IhopLaunchArgument *argument)
{
  if (argument->is_known)
    return isl_set_fix_val (set, isl_dim_param, param, isl_val_int_from_si (isl_set_get_ctx (set), argument->value));
  if (argument->range.has_least)
    set = at_least (set, param, argument->range.least);
  return argument->range.has_most ? at_most (set, param, argument->range.most) : set;
}

/* "by" times the side is at most the argument and "more", and one side more is larger. */
static isl_set *
in_quotient (isl_set *set, guint side, guint param, gint64 by, gint64 more)
{
  for (int k = 0; k < 2; k++)
    {
      isl_constraint *row = isl_constraint_alloc_inequality (isl_local_space_from_space (isl_set_get_space (set)));
      isl_val *constant = isl_val_int_from_si (isl_set_get_ctx (set), k ? by - 1 - more : more);
      row = isl_constraint_set_coefficient_si (row, isl_dim_param, (int) side, k ? (int) by : (int) -by);
      row = isl_constraint_set_coefficient_si (row, isl_dim_param, (int) param, k ? -1 : 1);
      set = isl_set_add_constraint (set, isl_constraint_set_constant_val (row, constant));
    }
  return set;
}

/* A side of the grid that is worked out from what is passed. */
static isl_set *
with_side (isl_set *set, guint axis, guint param, const IhopLaunchSide *side)
{
  const gint64 wrap = (gint64) 1 << 32;

  if (!side->is_unsigned)
    return in_quotient (set, PARAM_GRID + axis, param, side->by, side->more);
  isl_set *large = isl_set_upper_bound_si (isl_set_copy (set), isl_dim_param, param, -1);
  large = in_quotient (large, PARAM_GRID + axis, param, side->by, side->more + wrap);
  return isl_set_union (in_quotient (set, PARAM_GRID + axis, param, side->by, side->more), large);
}

/* The parameter that a number is passed for; -1: it is none. */
static int
param_of_argument (const Model *model, guint argument)
{
  int param = N_PARAMS;

  for (guint i = 0; i < MIN (argument, model->kernel->n_params); i++)
    param += ihop_type_strip (model->kernel->params[i]->type)->kind == IHOP_TYPE_INTEGER;
  return argument < model->kernel->n_params && ihop_type_strip (model->kernel->params[argument]->type)->kind == IHOP_TYPE_INTEGER ? param : -1;
}

/* Grids as the launch makes them. */
static isl_set *
with_sides (const Model *model, isl_set *set)
{
  const IhopLaunch *launch = model->shape.arguments;

  for (guint axis = 0; launch && axis < 3; axis++)
    {
      int param = launch->side[axis].by ? param_of_argument (model, launch->side[axis].argument) : -1;
      if (param >= 0)
        set = with_side (set, axis, (guint) param, &launch->side[axis]);
    }
  return set;
}

/* What tests in front of the launch say. */
static isl_set *
with_relation (const Model *model, isl_set *set, const IhopLaunchRelation *relation)
{
  isl_local_space *local = isl_local_space_from_space (isl_set_get_space (set));
  isl_constraint *row = relation->is_equation ? isl_constraint_alloc_equality (local) : isl_constraint_alloc_inequality (local);
  gboolean is_known = TRUE;

  row = isl_constraint_set_constant_val (row, isl_val_int_from_si (model->ctx, relation->constant));
  for (guint i = 0; i < relation->n_terms; i++)
    {
      int param = param_of_argument (model, relation->term[i].argument);
      is_known = is_known && param >= 0;
      if (!is_known)
        break;
      isl_val *factor = isl_val_add (isl_constraint_get_coefficient_val (row, isl_dim_param, param),
                                     isl_val_int_from_si (model->ctx, relation->term[i].factor));
      row = isl_constraint_set_coefficient_val (row, isl_dim_param, param, factor);
    }
  if (is_known)
    return isl_set_add_constraint (set, row);
  isl_constraint_free (row);
  return set;
}

static isl_set *
with_relations (const Model *model, isl_set *set)
{
  const IhopLaunch *launch = model->shape.arguments;

  for (guint i = 0; launch && i < launch->n_relations; i++)
    set = with_relation (model, set, &launch->relation[i]);
  return set;
}

static isl_set *
context (Model *model, const GArray *supposed)
{
  isl_set *set = isl_set_universe (isl_space_params (isl_space_copy (model->space)));

  for (guint k = 0; k < model->params->len; k++)
    {
      const IhopType *type = ihop_type_strip (((const IhopSymbol *) model->params->pdata[k])->type);
      gint64 half = type->size < 4 ? (gint64) 1 << (type->size * 8 - 1) : MOST_SIZE;
      gint64 most = ihop_type_is_bool (type) ? 1 : type->size < 4 && !type->is_signed ? 2 * half - 1 : half;
      set = at_most (at_least (set, N_PARAMS + k, type->is_signed ? -half : 0), N_PARAMS + k, most);
    }
  for (guint i = 0, k = 0; i < model->kernel->n_params; i++)
    if (ihop_type_strip (model->kernel->params[i]->type)->kind == IHOP_TYPE_INTEGER)
      {
        const IhopLaunch *launch = model->shape.arguments;
        if (launch && i < launch->n_arguments)
          set = with_argument (set, N_PARAMS + k, &launch->argument[i]);
        k++;
      }
  for (guint k = 0; supposed && k < MIN (supposed->len, model->params->len); k++)
    if (g_array_index (supposed, gint64, k))
      set = at_least (set, N_PARAMS + k, g_array_index (supposed, gint64, k));
  return with_relations (model, with_sides (model, sizes (model, set)));
}

static void
bind_params (Walk *walk)
{
  const Model *model = walk->model;

  for (guint i = 0, k = 0; i < model->kernel->n_params; i++)
    {
      const IhopSymbol *symbol = model->kernel->params[i];
      const IhopType *type = ihop_type_strip (symbol->type);
      Binding *binding = g_new0 (Binding, 1);
      if (type->kind == IHOP_TYPE_INTEGER)
        {
          const IhopLaunch *launch = model->shape.arguments;
          gboolean known = launch && i < launch->n_arguments && launch->argument[i].is_known;
          binding->value = known ? prove_value_number (model, launch->argument[i].value) : prove_value_param (model, N_PARAMS + k);
          k++;
        }
      else if (type->kind == IHOP_TYPE_POINTER)
        {
          binding->array = symbol;
          binding->offset = prove_value_number (model, 0);
        }
      g_hash_table_insert (walk->bindings, (gpointer) symbol, binding);
      prove_bind_member_params (walk, symbol);
    }
}

Model *
prove_model_new (const Question *question, const Shape *shape, isl_ctx *ctx)
{
  const IhopTree *tree = question->tree;
  const IhopFunction *kernel = question->kernel;
  Model *model = g_new0 (Model, 1);

  *model = (Model){ .tree = tree, .kernel = kernel, .shape = *shape, .ctx = ctx, .trust = question->trust, .without = question->without };
  model->params = g_ptr_array_new ();
  model->accesses = g_ptr_array_new_with_free_func (access_free);
  model->barriers = g_ptr_array_new_with_free_func (barrier_free);
  model->left_out = g_ptr_array_new_with_free_func (barrier_free);
  model->assumptions = g_ptr_array_new_with_free_func (ihop_message_unref);
  model->findings = g_ptr_array_new_with_free_func (prove_finding_free);
  model->progressions = g_ptr_array_new_with_free_func (progression_free);
  model->lengths = g_array_new (FALSE, FALSE, sizeof (Length));
  model->members = g_ptr_array_new_with_free_func (prove_member_free);
  model->volatile_symbols = g_hash_table_new (NULL, NULL);
  find_params (model);
  model->needs = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_array_set_size (model->needs, model->params->len);
  model->space = isl_space_set_alloc (ctx, N_PARAMS + model->params->len, N_DIMS);
  name_params (model);
  model->context = context (model, question->supposed);
  model->threads = threads (model);
  model->gone = isl_set_empty (isl_space_copy (model->space));
  for (guint i = 0; i < tree->functions->len; i++)
    ihop_node_walk (((const IhopFunction *) tree->functions->pdata[i])->body, look_for_addresses, model->volatile_symbols);
  Walk walk = { .model = model, .domain = isl_set_copy (model->threads), .is_exact = TRUE, .bindings = prove_bindings_new () };
  bind_params (&walk);
  prove_walk_statement (&walk, kernel->body);
  isl_set_free (walk.domain);
  g_hash_table_unref (walk.bindings);
  ihop_message_unref (walk.why);
  return model;
}

void
prove_model_free (Model *model)
{
  g_ptr_array_unref (model->params);
  g_ptr_array_unref (model->accesses);
  g_ptr_array_unref (model->barriers);
  g_ptr_array_unref (model->left_out);
  g_ptr_array_unref (model->assumptions);
  g_ptr_array_unref (model->findings);
  g_ptr_array_unref (model->progressions);
  g_array_unref (model->lengths);
  g_array_unref (model->needs);
  g_ptr_array_unref (model->members);
  g_hash_table_unref (model->volatile_symbols);
  isl_set_free (model->context);
  isl_set_free (model->threads);
  isl_set_free (model->gone);
  isl_space_free (model->space);
  g_free (model);
}
