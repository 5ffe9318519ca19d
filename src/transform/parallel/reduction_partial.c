/* A reduction as partial results, an element a lane, and a loop that puts them together. */
#include "transform/parallel/reduction_partial.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/replace.h"
#include "transform/parallel/partition.h"

typedef struct
{
  IhopReductionLoop *reducing;
  IhopBuild *build;
  IhopPartition lanes;
  IhopSymbol *part;        /* array of partial results, an element a lane */
  gboolean is_modular;     /* partial results have no sign */
} Make;

static gboolean
is_modular (const IhopReduction *reduction)
{
  return ihop_type_is_integer (reduction->type)
         && (reduction->operator == IHOP_REDUCE_ADD || reduction->operator == IHOP_REDUCE_MUL);
}

static const IhopType *
part_type (const IhopReduction *reduction)
{
  if (!is_modular (reduction))
    return reduction->type;
  return ihop_partition_modular_type ((const IhopNode *const *) reduction->updates->pdata, reduction->updates->len);
}

static const IhopNode *
part_at (const Make *self, const IhopNode *lane)
{
  return ihop_make_index (self->build, ihop_make_ref (self->build, self->part), lane);
}

static const IhopNode *
own_part (const Make *self)
{
  return ihop_partition_element (&self->lanes, self->part);
}

static gboolean
is_place (const Make *self, const IhopNode *node)
{
  return ihop_same_expression (node, self->reducing->reduction->element);
}

/* --- updates --------------------------------------------------------------------------------- */

/* place + e - f with the part in the place. */
static const IhopNode *
chain (const Make *self, const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, TRUE);

  if (is_place (self, bare))
    return own_part (self);
  if (bare->kind != IHOP_BINARY || ihop_reference_in (bare, self->reducing->reduction->element) == NULL)
    return node;
  return ihop_make_binary (self->build, bare->op, chain (self, bare->child[0]),
                           chain (self, bare->child[1]));
}

/* An update computed without a sign. */
static const IhopNode *
modular_update (const Make *self, const IhopNode *update)
{
  const IhopNode *old = ihop_node_strip (update->child[0], FALSE);
  const IhopNode *right = old->n_children > 1 ? old->child[1] : NULL;
  const IhopNode *value = right ? ihop_node_strip (right, TRUE) : NULL;
  IhopOperator op = old->op;

  if (old->kind == IHOP_UNARY)
    {
      gboolean up = op == IHOP_OP_PRE_INC || op == IHOP_OP_POST_INC;
      op = up ? IHOP_OP_ADD : IHOP_OP_SUB;
      right = ihop_make_integer (self->build, 1);
    }
  else if (op == IHOP_OP_NONE && is_place (self, ihop_node_strip (value->child[0], TRUE)))
    {
      op = value->op;
      right = value->child[1];
    }
  else if (op == IHOP_OP_NONE)
    right = chain (self, right);
  return ihop_make_assignment (self->build, op, own_part (self), right);
}

/* All nodes under "node" that spell the place. */
static void
exchange_places (const Make *self, const IhopNode *node, GHashTable *news)
{
  if (node->kind != IHOP_PAREN && is_place (self, node))
    {
      g_hash_table_insert (news, (gpointer) node, (gpointer) own_part (self));
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      exchange_places (self, node->child[i], news);
}

static const IhopNode *
new_body (const Make *self)
{
  const IhopReduction *reduction = self->reducing->reduction;
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < reduction->updates->len; i++)
    {
      const IhopNode *update = reduction->updates->pdata[i];
      if (self->is_modular)
        g_hash_table_insert (news, (gpointer) update, (gpointer) modular_update (self, update));
      else
        exchange_places (self, update, news);
    }
  return ihop_replace_nodes (self->build, self->reducing->header->body, news);
}

/* --- before and after ------------------------------------------------------------------------ */

/* -0.0 + v is v, whatever v is; 0.0 + -0.0 is not. */
static const IhopNode *
nothing_to_add (IhopBuild *build, const IhopType *type)
{
  if (!ihop_type_is_floating (type))
    return ihop_make_constant (build, type, 0);
  IhopNode *zero = ihop_node_new (build->pool, IHOP_FLOATING, 0);
  zero->type = type;
  zero->number = -0.0;
  return zero;
}

/* What a lane starts with. Where an operator takes the same value any number of times, that is the
 * value so far. */
static const IhopNode *
neutral (const Make *self)
{
  const IhopReduction *reduction = self->reducing->reduction;
  const IhopType *type = self->part->type->target;

  switch (reduction->operator)
    {
    case IHOP_REDUCE_ADD:
      return nothing_to_add (self->build, type);
    case IHOP_REDUCE_XOR:
      return ihop_make_constant (self->build, type, 0);
    case IHOP_REDUCE_MUL:
      return ihop_make_constant (self->build, type, 1);
    default:
      return ihop_copy (self->build, reduction->element, NULL);
    }
}

static IhopOperator
operator_of (IhopReduce reduce)
{
  static const IhopOperator operators[] = {
    [IHOP_REDUCE_ADD] = IHOP_OP_ADD, [IHOP_REDUCE_MUL] = IHOP_OP_MUL,
    [IHOP_REDUCE_AND] = IHOP_OP_AND, [IHOP_REDUCE_OR] = IHOP_OP_OR,
    [IHOP_REDUCE_XOR] = IHOP_OP_XOR,
  };

  return operators[reduce];
}

/* into = fmax (into, from) */
static const IhopNode *
call_again (const Make *self, const IhopNode *into, const IhopNode *from)
{
  IhopNode *call = ihop_node_new (self->build->pool, IHOP_CALL, 3);

  call->type = self->reducing->call->type;
  call->child[0] = ihop_copy (self->build, self->reducing->call->child[0], NULL);
  call->child[1] = into;
  call->child[2] = from;
  return ihop_make_assignment (self->build, IHOP_OP_NONE, into, call);
}

/* if (from == 1) into = from; */
static const IhopNode *
set_again (const Make *self, const IhopNode *into, const IhopNode *from)
{
  IhopBuild *build = self->build;
  const IhopNode *constant = ihop_make_constant (build, self->part->type->target, self->reducing->reduction->constant);

  return ihop_make_if (build, ihop_make_binary (build, IHOP_OP_EQ, from, constant),
                       ihop_make_assignment (build, IHOP_OP_NONE, into, from), NULL);
}

static const IhopNode *
combine (const Make *self, const IhopNode *into, const IhopNode *from)
{
  IhopReduce reduce = self->reducing->reduction->operator;
  IhopBuild *build = self->build;

  if (self->reducing->call)
    return call_again (self, into, from);
  if (reduce == IHOP_REDUCE_SET)
    return set_again (self, into, from);
  if (reduce != IHOP_REDUCE_MIN && reduce != IHOP_REDUCE_MAX)
    return ihop_make_assignment (build, operator_of (reduce), into, from);
  IhopOperator better = reduce == IHOP_REDUCE_MIN ? IHOP_OP_LT : IHOP_OP_GT;
  return ihop_make_if (
    build, ihop_make_binary (build, better, from, into),
    ihop_make_assignment (build, IHOP_OP_NONE, into, from), NULL);
}

/* Each lane gets its own part of the result. */
static const IhopNode *
partial_results (Make *self)
{
  GPtrArray *body = g_ptr_array_new ();

  ihop_append_assignment (self->build, body, IHOP_OP_NONE, own_part (self), neutral (self));
  ihop_append (body, ihop_partition_inner (&self->lanes, new_body (self)));
  return ihop_partition_outer (&self->lanes, body);
}

/* A loop over the first n lanes. */
static const IhopNode *
loop_of_lanes (Make *self, gint64 n, const IhopNode *statement)
{
  GPtrArray *body = g_ptr_array_new ();

  ihop_append (body, statement);
  return ihop_partition_first (&self->lanes, n, body);
}

static void
append_tree (Make *self, GPtrArray *into)
{
  IhopBuild *build = self->build;

  for (gint64 half = self->reducing->lanes / 2; half > 0; half /= 2)
    {
      const IhopNode *other = ihop_make_plus (build, ihop_make_ref (build, self->lanes.part), half);
      const IhopNode *body = combine (self, own_part (self), part_at (self, other));
      ihop_append (into, loop_of_lanes (self, half, body));
    }
}

/* Puts the partial results together: what is left is "last", which sets the result. */
static const IhopNode *
append_combination (Make *self, GPtrArray *into)
{
  const IhopNode *element = self->reducing->reduction->element;

  if (!self->reducing->tree)
    return loop_of_lanes (self, self->reducing->lanes, combine (self, element, own_part (self)));
  append_tree (self, into);
  return combine (self, element, part_at (self, ihop_make_integer (self->build, 0)));
}

/* Lanes begin with the value so far, which is asked for whether the loop runs or not. */
static gboolean
begins_with_element (const Make *self)
{
  IhopReduce reduce = self->reducing->reduction->operator;

  return reduce != IHOP_REDUCE_ADD && reduce != IHOP_REDUCE_XOR && reduce != IHOP_REDUCE_MUL;
}

IhopRewrite *
ihop_reduction_partial (IhopReductionLoop *reducing)
{
  const IhopHeader *header = reducing->header;
  const IhopReduction *reduction = reducing->reduction;
  g_autoptr (IhopBuild) build = ihop_build_new (reducing->step, header->name->function);
  Make self = { .reducing = reducing, .build = build, .is_modular = is_modular (reduction),
                .lanes = ihop_partition_cyclic (build, header, reducing->lanes) };
  GPtrArray *news = g_ptr_array_new (), *loops = g_ptr_array_new (), *last = g_ptr_array_new ();

  self.part = ihop_partition_array (&self.lanes, reduction->symbol, part_type (reduction), "part");
  ihop_append (loops, partial_results (&self));
  ihop_append (last, append_combination (&self, loops));
  ihop_append (news, ihop_make_declaration (build, self.part, NULL));
  /* Where the loop does not run, there may be no such element. */
  if (reduction->is_element && begins_with_element (&self))
    {
      g_ptr_array_extend_and_steal (loops, last);
      ihop_append_if_runs (build, header, news, loops);
    }
  else
    {
      g_ptr_array_extend_and_steal (news, loops);
      if (reduction->is_element)
        ihop_append_if_runs (build, header, news, last);
      else
        g_ptr_array_extend_and_steal (news, last);
    }
  return ihop_build_finish (build, header->loop, 1, news);
}
