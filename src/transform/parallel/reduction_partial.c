/* What a reduction is rewritten into. */
#include "transform/parallel/reduction_partial.h"
#include "transform/build/copy.h"
#include "transform/build/exchange.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"

typedef struct
{
  IhopReductionLoop *reducing;
  IhopBuild *build;
  IhopSymbol *part, *lane;
  gboolean is_modular;     /* partial results have no sign */
} Make;

static gboolean
is_modular (const IhopReduction *reduction)
{
  return ihop_type_is_integer (reduction->type)
         && (reduction->operator == IHOP_REDUCE_ADD || reduction->operator == IHOP_REDUCE_MUL);
}

static gboolean
find_width (const IhopNode *node, gpointer data)
{
  guint64 *width = data;

  if (node->type && ihop_type_is_integer (node->type))
    *width = MAX (*width, ihop_type_strip (node->type)->size);
  return TRUE;
}

/* As wide as anything that is computed on the way. */
static const IhopType *
part_type (const IhopReduction *reduction)
{
  guint64 width = 4;

  if (!is_modular (reduction))
    return reduction->type;
  for (guint i = 0; i < reduction->updates->len; i++)
    ihop_node_walk (reduction->updates->pdata[i], find_width, &width);
  return width > 4 ? &ihop_type_unsigned_long : &ihop_type_unsigned;
}

static const IhopNode *
part_at (const Make *self, const IhopNode *lane)
{
  return ihop_make_index (self->build, ihop_make_ref (self->build, self->part), lane);
}

static const IhopNode *
own_part (const Make *self)
{
  return part_at (self, ihop_make_ref (self->build, self->lane));
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
  return ihop_make_statement (self->build,
                              ihop_make_assign (self->build, op, own_part (self), right));
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
  return ihop_exchange (self->build, self->reducing->header->body, news);
}

/* --- before and after ------------------------------------------------------------------------ */

/* -0.0 + v is v, whatever v is; 0.0 + -0.0 is not. */
static const IhopNode *
nothing_to_add (IhopBuild *build, const IhopType *type)
{
  if (!ihop_type_is_floating (type))
    return ihop_make_number (build, type, 0);
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
      return ihop_make_number (self->build, type, 0);
    case IHOP_REDUCE_MUL:
      return ihop_make_number (self->build, type, 1);
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
  return ihop_make_statement (self->build,
                              ihop_make_assign (self->build, IHOP_OP_NONE, into, call));
}

static const IhopNode *
combine (const Make *self, const IhopNode *into, const IhopNode *from)
{
  IhopReduce reduce = self->reducing->reduction->operator;
  IhopBuild *build = self->build;

  if (self->reducing->call)
    return call_again (self, into, from);
  if (reduce != IHOP_REDUCE_MIN && reduce != IHOP_REDUCE_MAX)
    return ihop_make_statement (build, ihop_make_assign (build, operator_of (reduce), into, from));
  IhopOperator better = reduce == IHOP_REDUCE_MIN ? IHOP_OP_LT : IHOP_OP_GT;
  return ihop_make_if (
    build, ihop_make_binary (build, better, from, into),
    ihop_make_statement (build, ihop_make_assign (build, IHOP_OP_NONE, into, from)), NULL);
}

/* A loop over lanes of its own: a copy has a variable of its own, of the same name. */
static const IhopNode *
loop_of_lanes (Make *self, gint64 lanes, const IhopNode *body)
{
  const IhopNode *loop
    = ihop_make_for (self->build, self->reducing->header->loop, self->lane, TRUE,
                     ihop_make_integer (self->build, 0), IHOP_OP_LT,
                     ihop_make_integer (self->build, lanes), 1, body);

  return ihop_copy (self->build, loop, NULL);
}

static const IhopNode *
lanes_loop (Make *self)
{
  const IhopHeader *header = self->reducing->header;
  IhopBuild *build = self->build;
  const IhopNode *lane = ihop_make_ref (build, self->lane);
  const IhopNode *way = header->step == 1
                          ? lane
                          : ihop_make_binary (build, IHOP_OP_MUL, lane,
                                              ihop_make_integer (build, ABS (header->step)));
  const IhopNode *first
    = ihop_make_binary (build, header->step > 0 ? IHOP_OP_ADD : IHOP_OP_SUB, header->lower, way);
  GPtrArray *body = g_ptr_array_new ();

  g_ptr_array_add (body, (gpointer) ihop_make_statement (
                           build, ihop_make_assign (build, IHOP_OP_NONE, own_part (self),
                                                    neutral (self))));
  g_ptr_array_add (body, (gpointer) ihop_make_for (
                           build, header->loop, header->iterator, header->declared_here, first,
                           header->relation, header->bound,
                           header->step * self->reducing->lanes, new_body (self)));
  return ihop_make_for (build, header->loop, self->lane, TRUE, ihop_make_integer (build, 0),
                        IHOP_OP_LT, ihop_make_integer (build, self->reducing->lanes), 1,
                        ihop_make_body (build, body));
}

static void
append_tree (Make *self, GPtrArray *into)
{
  IhopBuild *build = self->build;

  for (gint64 half = self->reducing->lanes / 2; half > 0; half /= 2)
    {
      const IhopNode *other = ihop_make_plus (build, ihop_make_ref (build, self->lane), half);
      const IhopNode *body = combine (self, own_part (self), part_at (self, other));
      g_ptr_array_add (into, (gpointer) loop_of_lanes (self, half, body));
    }
  g_ptr_array_add (into, (gpointer) combine (self, self->reducing->reduction->element,
                                             part_at (self, ihop_make_integer (build, 0))));
}

IhopRewrite *
ihop_reduction_partial (IhopReductionLoop *reducing)
{
  const IhopHeader *header = reducing->header;
  g_autoptr (IhopBuild) build = ihop_build_new (reducing->step, header->name->function);
  g_autofree char *name = g_strdup_printf ("%s_part", reducing->reduction->symbol->name);
  Make self = { .reducing = reducing, .build = build,
                .is_modular = is_modular (reducing->reduction) };
  GPtrArray *news = g_ptr_array_new (), *loops = g_ptr_array_new ();

  self.part = ihop_make_variable (build, header->iterator, part_type (reducing->reduction), name);
  self.part->type = self.part->declared_type
    = ihop_type_array_of (build, self.part->type, ihop_make_integer (build, reducing->lanes));
  self.lane = ihop_make_counter (build, header, "lane");
  g_ptr_array_add (loops, (gpointer) lanes_loop (&self));
  if (reducing->tree)
    append_tree (&self, loops);
  else
    g_ptr_array_add (loops, (gpointer) loop_of_lanes (
                              &self, reducing->lanes,
                              combine (&self, reducing->reduction->element, own_part (&self))));
  g_ptr_array_add (news, (gpointer) ihop_make_declaration (build, self.part, NULL));
  if (reducing->reduction->is_element)
    ihop_append_if_runs (build, header, news, loops);
  else
    {
      g_ptr_array_extend (news, loops, NULL, NULL);
      g_ptr_array_unref (loops);
    }
  return ihop_build_finish (build, header->loop, 1, news);
}
