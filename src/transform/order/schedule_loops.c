/* The loops that isl generates for a schedule, with the owner's statements in them. */
#include "transform/order/schedule_loops.h"
#include "analysis/program/isl_operations.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/order/schedule_expressions.h"
#include <isl/id.h>

#define MOST_OPERATIONS 4000000

typedef struct
{
  IhopSchedule *schedule;
  IhopScheduleWriter words;
  GPtrArray *open;         /* of IhopSymbol *: iterators of the loops around */
  GHashTable *used;        /* iterators declared in a loop's header that have been declared again */
  GHashTable *strangers;   /* names of variables of the nest that are no iterators */
} Writer;

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
      const IhopNode *value = ihop_schedule_argument (&writer->words, call, (int) loop->depth + 1);
      if (value == NULL || (value->kind == IHOP_REF && value->symbol == loop->counting.iterator))
        continue;
      values->symbol[values->n] = loop->counting.iterator;
      values->value[values->n++] = value;
    }
  isl_ast_expr_free (call);
  if (!writer->words.failed)
    ihop_append (into, ihop_copy (build, statement->node, values));
}

/* "it < bound" or "it <= bound": the bound; "it < 50" rather than "it <= 49" where the owner writes so.
 * Takes the condition. */
static const IhopNode *
bound_of (Writer *writer, isl_ast_expr *condition, IhopOperator *relation)
{
  enum isl_ast_expr_op_type type = isl_ast_expr_get_op_type (condition);
  const IhopNode *bound = ihop_schedule_argument (&writer->words, condition, 1);

  *relation = type == isl_ast_expr_op_lt ? IHOP_OP_LT : IHOP_OP_LE;
  if (type != isl_ast_expr_op_lt && type != isl_ast_expr_op_le)
    ihop_schedule_give_up (&writer->words);
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
  g_hash_table_insert (writer->words.values, g_strdup_printf ("t%u", number), (gpointer) value);
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
  if (!writer->words.failed)
    ihop_append (into, ihop_make_for (build, writer->schedule->header.loop, symbol, declared, lower, relation, bound,
                                      step_of (node), body));
}

static void
write_for (Writer *writer, isl_ast_node *node, GPtrArray *into)
{
  guint number = number_in (isl_ast_node_for_get_iterator (node));
  const IhopNode *lower = ihop_schedule_expression (&writer->words, isl_ast_node_for_get_init (node));

  if (writer->words.failed)
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
  const IhopNode *condition = ihop_schedule_expression (&writer->words, isl_ast_node_if_get_cond (node));
  const IhopNode *yes = body_of (writer, isl_ast_node_if_get_then_node (node));
  gboolean has_else = isl_ast_node_if_has_else_node (node) == isl_bool_true;
  const IhopNode *no = has_else ? body_of (writer, isl_ast_node_if_get_else_node (node)) : NULL;

  if (!writer->words.failed)
    ihop_append (into, ihop_make_if (writer->schedule->build, condition, yes, no));
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
  if (writer->words.failed)
    return;
  switch (isl_ast_node_get_type (node))
    {
    case isl_ast_node_for: write_for (writer, node, into); break;
    case isl_ast_node_if: write_if (writer, node, into); break;
    case isl_ast_node_block: write_block (writer, node, into); break;
    case isl_ast_node_user: write_statement (writer, node, into); break;
    default: ihop_schedule_give_up (&writer->words);
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
  Writer writer = { .schedule = self, .words.writing = { self->build, self->scop, 0, NULL } };
  GPtrArray *loops = g_ptr_array_new ();

  writer.words.values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  writer.open = g_ptr_array_new ();
  writer.used = g_hash_table_new (NULL, NULL);
  writer.strangers = g_hash_table_new (g_str_hash, g_str_equal);
  ihop_node_walk (self->header.loop, find_stranger, &writer);
  write_node (&writer, node, loops);
  g_hash_table_unref (writer.strangers);
  g_hash_table_unref (writer.used);
  g_ptr_array_unref (writer.open);
  g_hash_table_unref (writer.words.values);
  if (!writer.words.failed)
    return loops;
  g_ptr_array_unref (loops);
  return NULL;
}

static GPtrArray *
loops_for (IhopSchedule *self, isl_union_map *times)
{
  isl_ast_node *node = ihop_schedule_generate (self, times);
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

  ihop_operations_limit (ctx, MOST_OPERATIONS);
  isl_union_map *times = ihop_schedule_times (self);
  GPtrArray *loops = times ? loops_for (self, times) : NULL;
  ihop_operations_free (ctx);
  return loops;
}
