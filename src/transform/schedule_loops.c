/* schedule: the loops, as isl generates them from the times (Bastoul 2004; Grosser, Verdoolaege and Cohen,
 * "Polyhedral AST generation is more than scanning polyhedra", 2015), in the words of the owner. */
#include "transform/schedule.h"
#include "analysis/extract.h"
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/id_to_ast_expr.h>
#include <isl/union_map.h>
#include <stdio.h>

#define MOST_OPERATIONS 4000000

typedef struct
{
  IhopSchedule *schedule;
  IhopWriting writing;
  GHashTable *values;      /* name of a loop of isl's → const IhopNode *: what stands for it now */
  GPtrArray *open;         /* of IhopSymbol *: iterators of the loops around */
  GHashTable *used;        /* iterators declared in a loop's header that have been declared again */
  GHashTable *strangers;   /* names of variables of the nest that are no iterators */
  gboolean failed;
} Writer;

/* ---- What runs when ----------------------------------------------------------------------------- */

/* { iterators → times }. NULL after a refusal. */
static isl_map *
times_of (IhopSchedule *self, const IhopScheduled *statement)
{
  IhopScop *scop = self->scop;
  isl_set *domain = isl_set_intersect_params (isl_set_copy (statement->loop->domain),
                                              isl_set_copy (scop->context));
  isl_map *map = isl_map_from_domain_and_range (
    isl_set_copy (domain),
    isl_set_universe (isl_space_set_from_params (isl_space_copy (scop->space))));

  for (guint i = 0; map && i < statement->n_times; i++)
    {
      isl_pw_aff *time
        = ihop_value_in_loops (scop, (IhopScopLoop *) statement->loop, domain, statement->time[i]);
      map = time ? isl_map_flat_range_product (map, isl_map_from_pw_aff (time)) : isl_map_free (map);
      if (time == NULL)
        ihop_refuse (self->build->step, IHOP_T_ARGUMENTS, statement->node,
                     "time %u of this statement is not affine in the iterators around it", i + 1);
    }
  isl_set_free (domain);
  for (guint i = statement->n_times; map && i < self->n_times; i++)
    map = isl_map_fix_si (isl_map_add_dims (map, isl_dim_out, 1), isl_dim_out, i, 0);
  return map;
}

static isl_union_map *
all_times (IhopSchedule *self)
{
  isl_union_map *all = isl_union_map_empty (isl_space_copy (self->scop->space));

  for (guint i = 0; all && i < self->n; i++)
    {
      isl_map *map = times_of (self, &self->statement[i]);
      g_autofree char *name = g_strdup_printf ("S%u", i);
      if (map && isl_map_is_injective (map) != isl_bool_true)
        {
          ihop_refuse (self->build->step, IHOP_T_ARGUMENTS, self->statement[i].node,
                       "several iterations of this statement would run at the same time: give it as many "
                       "different iterators as there are loops around it");
          map = isl_map_free (map);
        }
      all = map ? isl_union_map_add_map (all, isl_map_set_tuple_name (map, isl_dim_in, name))
                : isl_union_map_free (all);
    }
  return all;
}

/* Loops of isl's are called t0, t1 …: the number says which time they count. */
static isl_ast_node *
generated (IhopSchedule *self, isl_union_map *times)
{
  isl_ctx *ctx = self->scop->ctx;
  isl_id_list *names = isl_id_list_alloc (ctx, (int) self->n_times);
  isl_ast_build *build = isl_ast_build_from_context (isl_set_copy (self->scop->context));

  isl_options_set_ast_build_atomic_upper_bound (ctx, 1);
  isl_options_set_ast_build_detect_min_max (ctx, 1);
  for (guint i = 0; i < self->n_times; i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);
      names = isl_id_list_add (names, isl_id_alloc (ctx, name, NULL));
    }
  build = isl_ast_build_set_iterators (build, names);
  isl_ast_node *node = isl_ast_build_node_from_schedule_map (build, times);
  isl_ast_build_free (build);
  return node;
}

/* ---- Expressions ----------------------------------------------------------------------------------- */

static const IhopNode *expression_of (Writer *writer, isl_ast_expr *expression);

static const IhopNode *
give_up (Writer *writer)
{
  writer->failed = TRUE;
  return NULL;
}

static const IhopNode *
name_of (Writer *writer, isl_ast_expr *expression)
{
  isl_id *id = isl_ast_expr_get_id (expression);
  const IhopNode *node = g_hash_table_lookup (writer->values, isl_id_get_name (id));

  if (node == NULL)
    node = ihop_bounds_parameter (&writer->writing, id);
  isl_id_free (id);
  return node ? node : give_up (writer);
}

static const IhopNode *
number_of (Writer *writer, isl_ast_expr *expression)
{
  isl_val *value = isl_ast_expr_get_val (expression);
  gint64 number = isl_val_get_num_si (value);
  gboolean fits = isl_val_is_int (value) == isl_bool_true && isl_val_cmp_si (value, G_MAXINT32) <= 0
                  && isl_val_cmp_si (value, -G_MAXINT32) >= 0;

  isl_val_free (value);
  return fits ? ihop_make_integer (writer->schedule->build, number) : give_up (writer);
}

static const IhopNode *
two_of (Writer *writer, enum isl_ast_expr_op_type type, const IhopNode *a, const IhopNode *b)
{
  IhopBuild *build = writer->schedule->build;

  switch (type)
    {
    case isl_ast_expr_op_add: return ihop_make_binary (build, IHOP_OP_ADD, a, b);
    case isl_ast_expr_op_sub: return ihop_make_binary (build, IHOP_OP_SUB, a, b);
    case isl_ast_expr_op_mul: return ihop_make_binary (build, IHOP_OP_MUL, a, b);
    case isl_ast_expr_op_max: return ihop_make_max (build, a, b);
    case isl_ast_expr_op_min: return ihop_make_min (build, a, b);
    /* These two promise that nothing is left over, or that the number is not negative. */
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_pdiv_q: return ihop_make_binary (build, IHOP_OP_DIV, a, b);
    /* Only compared to 0. */
    case isl_ast_expr_op_zdiv_r:
    case isl_ast_expr_op_pdiv_r: return ihop_make_binary (build, IHOP_OP_MOD, a, b);
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then: return ihop_make_binary (build, IHOP_OP_LAND, a, b);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else: return ihop_make_binary (build, IHOP_OP_LOR, a, b);
    case isl_ast_expr_op_eq: return ihop_make_binary (build, IHOP_OP_EQ, a, b);
    case isl_ast_expr_op_le: return ihop_make_relation (build, IHOP_OP_LE, a, b);
    case isl_ast_expr_op_lt: return ihop_make_relation (build, IHOP_OP_LT, a, b);
    case isl_ast_expr_op_ge: return ihop_make_relation (build, IHOP_OP_GE, a, b);
    case isl_ast_expr_op_gt: return ihop_make_relation (build, IHOP_OP_GT, a, b);
    default: return give_up (writer); /* floor, among others: C cuts towards zero */
    }
}

static const IhopNode *
argument (Writer *writer, isl_ast_expr *operation, int number)
{
  isl_ast_expr *inner = isl_ast_expr_get_op_arg (operation, number);
  const IhopNode *node = expression_of (writer, inner);

  isl_ast_expr_free (inner);
  return node;
}

/* "-n + t" reads better as "t - n". NULL: it is none of that kind. */
static const IhopNode *
difference_of (Writer *writer, isl_ast_expr *sum)
{
  isl_ast_expr *left = isl_ast_expr_get_op_arg (sum, 0);
  gboolean is_minus = isl_ast_expr_get_type (left) == isl_ast_expr_op
                      && isl_ast_expr_get_op_type (left) == isl_ast_expr_op_minus;
  const IhopNode *less = is_minus ? argument (writer, left, 0) : NULL;
  const IhopNode *more = less ? argument (writer, sum, 1) : NULL;

  isl_ast_expr_free (left);
  return more ? ihop_make_binary (writer->schedule->build, IHOP_OP_SUB, more, less) : NULL;
}

static const IhopNode *
operation_of (Writer *writer, isl_ast_expr *expression)
{
  enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type (expression);
  IhopBuild *build = writer->schedule->build;
  int n = isl_ast_expr_get_op_n_arg (expression);
  const IhopNode *node = type == isl_ast_expr_op_add ? difference_of (writer, expression) : NULL;

  if (node)
    return node;
  node = argument (writer, expression, 0);
  if (node && type == isl_ast_expr_op_minus)
    return ihop_make_binary (build, IHOP_OP_SUB, ihop_make_integer (build, 0), node);
  if (n < 2)
    return give_up (writer);
  for (int i = 1; node && i < n; i++)
    {
      const IhopNode *other = argument (writer, expression, i);
      node = other ? two_of (writer, type, node, other) : NULL;
    }
  return node;
}

/* NULL: it cannot be written. */
static const IhopNode *
expression_of (Writer *writer, isl_ast_expr *expression)
{
  switch (isl_ast_expr_get_type (expression))
    {
    case isl_ast_expr_id: return name_of (writer, expression);
    case isl_ast_expr_int: return number_of (writer, expression);
    case isl_ast_expr_op: return operation_of (writer, expression);
    default: return give_up (writer);
    }
}

/* The same; takes the expression. */
static const IhopNode *
written (Writer *writer, isl_ast_expr *expression)
{
  const IhopNode *node = expression_of (writer, expression);

  isl_ast_expr_free (expression);
  return node;
}

/* ---- Iterators ----------------------------------------------------------------------------------- */

/* The number behind a call's or a loop's name. */
static guint
number_in (isl_ast_expr *name)
{
  isl_id *id = isl_ast_expr_get_id (name);
  guint number = (guint) g_ascii_strtoull (isl_id_get_name (id) + 1, NULL, 10);

  isl_id_free (id);
  isl_ast_expr_free (name);
  return number;
}

static const IhopScheduled *
statement_of (Writer *writer, isl_ast_node *user)
{
  isl_ast_expr *call = isl_ast_node_user_get_expr (user);
  guint number = number_in (isl_ast_expr_get_op_arg (call, 0));

  isl_ast_expr_free (call);
  return &writer->schedule->statement[number];
}

/* The loop that counts with this variable around a statement. */
static const IhopScopLoop *
counted_by (const IhopScheduled *statement, const IhopSymbol *symbol)
{
  const IhopScopLoop *loop = statement->loop;

  while (loop && loop->counting.iterator != symbol)
    loop = loop->parent;
  return loop;
}

static gboolean
is_free (Writer *writer, const IhopSymbol *symbol)
{
  for (guint i = 0; i < writer->open->len; i++)
    if (g_str_equal (((IhopSymbol *) writer->open->pdata[i])->name, symbol->name))
      return FALSE;
  return !g_hash_table_contains (writer->strangers, symbol->name);
}

/* Another one of the same name, for a second loop that declares it. */
static IhopSymbol *
namesake (IhopBuild *build, const IhopSymbol *symbol)
{
  IhopSymbol *other = ihop_pool_alloc (build->pool, sizeof *other);

  *other = *symbol;
  return other;
}

typedef struct
{
  Writer *writer;
  guint number;            /* of the time */
  GPtrArray *loops;        /* of const IhopScopLoop *: whose iterator the time is, in each statement */
  gboolean is_mixed;       /* in one of them it is something else that changes */
} Candidates;

static isl_bool
add_candidate (isl_ast_node *node, void *data)
{
  Candidates *candidates = data;

  if (isl_ast_node_get_type (node) != isl_ast_node_user)
    return isl_bool_true;
  const IhopScheduled *statement = statement_of (candidates->writer, node);
  const IhopNode *time = candidates->number < statement->n_times
                           ? ihop_node_strip (statement->time[candidates->number], TRUE) : NULL;
  const IhopScopLoop *loop
    = time && time->kind == IHOP_REF ? counted_by (statement, time->symbol) : NULL;
  if (loop && is_free (candidates->writer, loop->counting.iterator))
    g_ptr_array_add (candidates->loops, (gpointer) loop);
  candidates->is_mixed |= time && !loop && !ihop_constant_of (time, &(gint64){ 0 });
  return isl_bool_true;
}

static guint
votes_for (const GPtrArray *loops, const IhopScopLoop *loop)
{
  guint votes = 0;

  for (guint i = 0; i < loops->len; i++)
    votes += g_str_equal (((IhopScopLoop *) loops->pdata[i])->counting.iterator->name,
                          loop->counting.iterator->name);
  return votes;
}

/* The name that most statements have for it; the first of them where several do. NULL: none. */
static const IhopScopLoop *
counted_so_far_by (Writer *writer, isl_ast_node *loop, guint number)
{
  Candidates candidates = { writer, number, g_ptr_array_new (), FALSE };
  const IhopScopLoop *best = NULL;

  isl_ast_node_foreach_descendant_top_down (loop, add_candidate, &candidates);
  for (guint i = 0; !candidates.is_mixed && i < candidates.loops->len; i++)
    if (best == NULL || votes_for (candidates.loops, candidates.loops->pdata[i])
                          > votes_for (candidates.loops, best))
      best = candidates.loops->pdata[i];
  g_ptr_array_unref (candidates.loops);
  return best;
}

/* A sum needs a variable as wide as the widest of what is added. */
static const IhopSymbol *
widest_iterator (const IhopSchedule *self)
{
  const IhopSymbol *widest = self->header.iterator;

  for (guint i = 0; i < self->scop->loops->len; i++)
    {
      const IhopSymbol *symbol = ((IhopScopLoop *) self->scop->loops->pdata[i])->counting.iterator;
      if (symbol && ihop_type_strip (symbol->type)->size > ihop_type_strip (widest->type)->size)
        widest = symbol;
    }
  return widest;
}

/* The owner's, where a time is nothing but an iterator; else a new one. */
static IhopSymbol *
iterator_for (Writer *writer, isl_ast_node *loop, guint number, gboolean *declared)
{
  IhopBuild *build = writer->schedule->build;
  const IhopScopLoop *old = counted_so_far_by (writer, loop, number);

  *declared = old == NULL || old->counting.declared_here;
  if (old == NULL)
    return ihop_make_variable (build, widest_iterator (writer->schedule), NULL, "t");
  if (!*declared || g_hash_table_add (writer->used, old->counting.iterator))
    return old->counting.iterator;
  return namesake (build, old->counting.iterator);
}

/* ---- Statements ------------------------------------------------------------------------------------ */

static void write_node (Writer *writer, isl_ast_node *node, GPtrArray *into);

/* Takes the node. */
static const IhopNode *
body_of (Writer *writer, isl_ast_node *node)
{
  GPtrArray *statements = g_ptr_array_new ();

  write_node (writer, node, statements);
  isl_ast_node_free (node);
  return ihop_make_body (writer->schedule->build, statements);
}

/* A copy of the owner's statement, with what the old iterators are now. */
static void
write_statement (Writer *writer, isl_ast_node *node, GPtrArray *into)
{
  IhopBuild *build = writer->schedule->build;
  const IhopScheduled *statement = statement_of (writer, node);
  isl_ast_expr *call = isl_ast_node_user_get_expr (node);
  IhopValues *values = ihop_values_alloc (build, statement->loop->depth + 1);

  values->n = 0;
  for (const IhopScopLoop *loop = statement->loop; loop; loop = loop->parent)
    {
      const IhopNode *value = argument (writer, call, (int) loop->depth + 1);
      if (value == NULL || (value->kind == IHOP_REF && value->symbol == loop->counting.iterator))
        continue;
      values->symbol[values->n] = loop->counting.iterator;
      values->value[values->n++] = value;
    }
  isl_ast_expr_free (call);
  if (!writer->failed)
    g_ptr_array_add (into, (gpointer) ihop_copy (build, statement->node, values));
}

/* "it < bound" or "it <= bound": the bound; "it < 50" rather than "it <= 49" where the owner writes so.
 * Takes the condition. */
static const IhopNode *
bound_of (Writer *writer, isl_ast_expr *condition, IhopOperator *relation)
{
  enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type (condition);
  const IhopNode *bound = argument (writer, condition, 1);

  *relation = type == isl_ast_expr_op_lt ? IHOP_OP_LT : IHOP_OP_LE;
  if (type != isl_ast_expr_op_lt && type != isl_ast_expr_op_le)
    give_up (writer);
  isl_ast_expr_free (condition);
  if (bound && *relation == IHOP_OP_LE && writer->schedule->header.relation == IHOP_OP_LT
      && ihop_constant_of (bound, &(gint64){ 0 }))
    {
      *relation = IHOP_OP_LT;
      return ihop_make_plus (writer->schedule->build, bound, 1);
    }
  return bound;
}

static gint64
step_of (isl_ast_node *node)
{
  isl_ast_expr *increment = isl_ast_node_for_get_inc (node);
  isl_val *value = isl_ast_expr_get_val (increment);
  gint64 step = isl_val_get_num_si (value);

  isl_val_free (value);
  isl_ast_expr_free (increment);
  return step;
}

static void
set_value (Writer *writer, guint number, const IhopNode *value)
{
  g_hash_table_insert (writer->values, g_strdup_printf ("t%u", number), (gpointer) value);
}

static void
write_loop (Writer *writer, isl_ast_node *node, guint number, const IhopNode *lower, GPtrArray *into)
{
  IhopBuild *build = writer->schedule->build;
  IhopOperator relation;
  gboolean declared;
  IhopSymbol *symbol = iterator_for (writer, node, number, &declared);
  const IhopNode *bound = bound_of (writer, isl_ast_node_for_get_cond (node), &relation);

  set_value (writer, number, ihop_make_ref (build, symbol));
  g_ptr_array_add (writer->open, symbol);
  const IhopNode *body = body_of (writer, isl_ast_node_for_get_body (node));
  g_ptr_array_set_size (writer->open, (int) writer->open->len - 1);
  if (!writer->failed)
    g_ptr_array_add (into, (gpointer) ihop_make_for (build, writer->schedule->header.loop, symbol, declared,
                                                     lower, relation, bound, step_of (node), body));
}

static void
write_for (Writer *writer, isl_ast_node *node, GPtrArray *into)
{
  guint number = number_in (isl_ast_node_for_get_iterator (node));
  const IhopNode *lower = written (writer, isl_ast_node_for_get_init (node));

  if (writer->failed)
    return;
  if (isl_ast_node_for_is_degenerate (node) != isl_bool_true)
    {
      write_loop (writer, node, number, lower, into);
      return;
    }
  isl_ast_node *body = isl_ast_node_for_get_body (node);
  set_value (writer, number, lower);
  write_node (writer, body, into);
  isl_ast_node_free (body);
}

static void
write_if (Writer *writer, isl_ast_node *node, GPtrArray *into)
{
  const IhopNode *condition = written (writer, isl_ast_node_if_get_cond (node));
  const IhopNode *yes = body_of (writer, isl_ast_node_if_get_then_node (node));
  gboolean has_else = isl_ast_node_if_has_else_node (node) == isl_bool_true;
  const IhopNode *no = has_else ? body_of (writer, isl_ast_node_if_get_else_node (node)) : NULL;

  if (!writer->failed)
    g_ptr_array_add (into, (gpointer) ihop_make_if (writer->schedule->build, condition, yes, no));
}

static void
write_block (Writer *writer, isl_ast_node *node, GPtrArray *into)
{
  isl_ast_node_list *children = isl_ast_node_block_get_children (node);
  int n = isl_ast_node_list_n_ast_node (children);

  for (int i = 0; i < n; i++)
    {
      isl_ast_node *child = isl_ast_node_list_get_ast_node (children, i);
      write_node (writer, child, into);
      isl_ast_node_free (child);
    }
  isl_ast_node_list_free (children);
}

static void
write_node (Writer *writer, isl_ast_node *node, GPtrArray *into)
{
  if (writer->failed)
    return;
  switch (isl_ast_node_get_type (node))
    {
    case isl_ast_node_for: write_for (writer, node, into); break;
    case isl_ast_node_if: write_if (writer, node, into); break;
    case isl_ast_node_block: write_block (writer, node, into); break;
    case isl_ast_node_user: write_statement (writer, node, into); break;
    default: give_up (writer);
    }
}

/* ---- The whole ------------------------------------------------------------------------------------- */

static gboolean
is_iterator (const IhopScop *scop, const IhopSymbol *symbol)
{
  for (guint i = 0; i < scop->loops->len; i++)
    if (((IhopScopLoop *) scop->loops->pdata[i])->counting.iterator == symbol)
      return TRUE;
  return FALSE;
}

static gboolean
find_stranger (const IhopNode *node, gpointer data)
{
  Writer *writer = data;

  if (node->kind == IHOP_REF && !is_iterator (writer->schedule->scop, node->symbol))
    g_hash_table_add (writer->strangers, (gpointer) node->symbol->name);
  return TRUE;
}

static GPtrArray *
write_all (IhopSchedule *self, isl_ast_node *node)
{
  Writer writer = { .schedule = self, .writing = { self->build, self->scop, 0, NULL } };
  GPtrArray *loops = g_ptr_array_new ();

  writer.values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  writer.open = g_ptr_array_new ();
  writer.used = g_hash_table_new (NULL, NULL);
  writer.strangers = g_hash_table_new (g_str_hash, g_str_equal);
  ihop_node_walk (self->header.loop, find_stranger, &writer);
  write_node (&writer, node, loops);
  g_hash_table_unref (writer.strangers);
  g_hash_table_unref (writer.used);
  g_ptr_array_unref (writer.open);
  g_hash_table_unref (writer.values);
  if (!writer.failed)
    return loops;
  g_ptr_array_unref (loops);
  return NULL;
}

static GPtrArray *
loops_for (IhopSchedule *self, isl_union_map *times)
{
  isl_ast_node *node = generated (self, times);
  GPtrArray *loops = node ? write_all (self, node) : NULL;

  isl_ast_node_free (node);
  if (loops && loops->len == 0)
    {
      ihop_refuse (self->build->step, IHOP_T_SHAPE, self->header.loop,
                   "nothing in %s ever runs: there is no order to give", self->header.name->address);
      g_clear_pointer (&loops, g_ptr_array_unref);
    }
  else if (loops == NULL)
    ihop_refuse (self->build->step, IHOP_T_UNKNOWN, self->header.loop,
                 "the loops for these times cannot be written");
  return loops;
}

GPtrArray *
ihop_schedule_loops (IhopSchedule *self)
{
  isl_ctx *ctx = self->scop->ctx;

  isl_ctx_reset_operations (ctx);
  isl_ctx_set_max_operations (ctx, MOST_OPERATIONS);
  isl_union_map *times = all_times (self);
  GPtrArray *loops = times ? loops_for (self, times) : NULL;
  isl_ctx_set_max_operations (ctx, 0);
  isl_ctx_reset_error (ctx);
  return loops;
}
