/* The values of an induction variable in terms of the loop's iterator. */
#include "transform/text/induction_values.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/text/substitute_element.h"

/* A difference of two values of the iterator. */
static const IhopNode *
way (const IhopInductionStep *self, const IhopNode *from, const IhopNode *to, gboolean wide)
{
  gint64 value;

  if (ihop_constant_of (from, &value) && ABS (value) <= G_MAXINT32)
    from = ihop_make_integer (self->build, value);
  if (wide && ihop_type_strip (to->type)->size < 8)
    {
      gint64 start;
      to = ihop_make_cast (self->build, &ihop_type_long, to);
      if (ihop_constant_of (from, &start) && start == 0)
        return to;
    }
  from = ihop_node_strip (from, TRUE);
  if (wide && from->kind == IHOP_UNARY && from->op == IHOP_OP_NEG)
    return ihop_make_binary (self->build, IHOP_OP_ADD, to, from->child[0]);
  return ihop_make_binary (self->build, IHOP_OP_SUB, to, from);
}

/* How many iterations lie before this one. */
static const IhopNode *
iterations_before (const IhopInductionStep *self)
{
  const IhopNode *iterator = ihop_make_ref (self->build, self->header->iterator);

  return ihop_make_binary (self->build, IHOP_OP_DIV, way (self, self->header->lower, iterator, self->is_wide),
                           ihop_make_integer (self->build, self->header->step));
}

/* What an iteration adds; *down: what it takes away. */
static const IhopNode *
gain (const IhopInductionStep *self, const IhopNode *more, gboolean *down)
{
  IhopBuild *build = self->build;

  *down = more ? self->is_subtracted && self->total == 0 : self->total < 0;
  if (more == NULL)
    return ihop_make_integer (build, ABS (self->total));
  if (self->total == 0)
    return more;
  const IhopNode *wide = ihop_make_converted (build, &ihop_type_long, more);
  return self->is_subtracted
           ? ihop_make_binary (build, IHOP_OP_SUB, ihop_make_integer (build, self->total), wide)
           : ihop_make_plus (build, wide, self->total);
}

/* What iterations before this one have added in all; *down: taken away. */
static const IhopNode *
added_before (const IhopInductionStep *self, gboolean *down)
{
  IhopBuild *build = self->build;
  gint64 step = self->header->step;

  if (self->amount || step == 1 || self->total % step != 0)
    return ihop_make_binary (build, IHOP_OP_MUL, iterations_before (self), gain (self, self->amount, down));
  /* The iterator has gone as far already. */
  *down = self->total < 0;
  return ihop_make_binary (build, IHOP_OP_MUL,
                           way (self, self->header->lower, ihop_make_ref (build, self->header->iterator), self->is_wide),
                           ihop_make_integer (build, ABS (self->total) / step));
}

/* How many there are, if there are any. */
static const IhopNode *
all_iterations (const IhopInductionStep *self)
{
  gint64 trips = ihop_header_trips (self->header), step = self->header->step;
  const IhopNode *count;

  if (trips >= 0)
    {
      count = ihop_make_integer (self->build, trips);
      return self->is_wide ? ihop_make_cast (self->build, &ihop_type_long, count) : count;
    }
  /* What is added before the division could be too much for an int. */
  count = way (self, self->header->lower, ihop_header_end (self->build, self->header),
               self->is_wide || step > 1);
  return ihop_make_binary (self->build, IHOP_OP_DIV, ihop_make_plus (self->build, count, step - 1),
                           ihop_make_integer (self->build, step));
}

/* sum + what has been added; sum may be NULL. */
static const IhopNode *
moved (const IhopInductionStep *self, const IhopNode *sum)
{
  gboolean down;
  const IhopNode *product = added_before (self, &down);

  if (sum == NULL)
    return down ? ihop_make_binary (self->build, IHOP_OP_SUB, ihop_make_integer (self->build, 0),
                                    product)
                : product;
  return ihop_make_binary (self->build, down ? IHOP_OP_SUB : IHOP_OP_ADD, sum, product);
}

/* What is added to the value before the loop: a number. */
static const IhopNode *
offset (const IhopInductionStep *self, gint64 constant, const IhopNode *added)
{
  IhopBuild *build = self->build;
  const IhopNode *sum = moved (self, NULL);

  if (added)
    sum = ihop_make_binary (build, self->is_subtracted ? IHOP_OP_SUB : IHOP_OP_ADD, sum, added);
  return ihop_make_plus (build, sum, constant);
}

const IhopNode *
ihop_induction_value (const IhopInductionStep *self, gint64 constant, const IhopNode *added)
{
  IhopBuild *build = self->build;
  const IhopNode *sum = self->knows_first ? self->first ? ihop_make_integer (build, self->first)
                                                        : NULL
                           : self->first_expression ? self->first_expression
                                              : ihop_make_ref (build, self->symbol);

  if (self->knows_first && self->total > 0 && !self->amount)
    sum = ihop_make_plus (build, moved (self, NULL), self->first);
  else
    sum = moved (self, sum);
  if (added)
    sum = ihop_make_binary (build, self->is_subtracted ? IHOP_OP_SUB : IHOP_OP_ADD, sum, added);
  sum = ihop_make_plus (build, sum, constant);
  return ihop_type_equal (sum->type, self->symbol->type)
           ? sum : ihop_make_cast (build, ihop_type_strip (self->symbol->type), sum);
}

/* --- instead of mentions ---------------------------------------------------------------------- */

static gboolean
is_symbol (const IhopInductionStep *self, const IhopNode *node)
{
  return node->kind == IHOP_REF && node->symbol == self->symbol;
}

/* p[offset], of that type. */
static const IhopNode *
element (const IhopInductionStep *self, const IhopType *type, const IhopNode *at)
{
  const IhopNode *first = self->first_expression ? self->first_expression : ihop_make_ref (self->build, self->symbol);
  IhopNode *index = (IhopNode *) ihop_element_behind (self->build, first, at);

  index->type = type;
  return index;
}

/* "p->x" as p[offset].x */
static const IhopNode *
member_of_element (const IhopInductionStep *self, const IhopNode *node, const IhopNode *at)
{
  IhopNode *member = ihop_node_copy (self->build->pool, node);

  member->spelling = NULL;
  member->flags &= ~IHOP_NODE_ARROW;
  member->child[0] = element (self, ihop_type_strip (self->symbol->type)->target, at);
  return member;
}

/* What is added to an offset of 64 bits as it is to the pointer. */
static gboolean
adds_alike (const IhopInductionStep *self, const IhopNode *subscript)
{
  const IhopType *type = ihop_type_strip (ihop_node_strip (subscript, TRUE)->type);
  gint64 value;

  return !ihop_mentions (subscript, self->symbol)
         && (ihop_constant_of (subscript, &value)
             || (type->kind == IHOP_TYPE_INTEGER && (type->is_signed || type->size == 8)));
}

void
ihop_induction_substitute (const IhopInductionStep *self, const IhopNode *code, const IhopInductionState *state,
                           GHashTable *news)
{
  const IhopNode *inside = code->n_children && code->child[0] ? ihop_node_strip (code->child[0], TRUE)
                                                              : NULL;
  gboolean is_element = code->kind == IHOP_INDEX && inside && is_symbol (self, inside)
                        && adds_alike (self, code->child[1]);
  gboolean is_deref = (code->kind == IHOP_UNARY && code->op == IHOP_OP_DEREF)
                      || (code->kind == IHOP_MEMBER && (code->flags & IHOP_NODE_ARROW));

  if (code == state->change)
    g_hash_table_insert (news, (gpointer) code, (gpointer) ihop_induction_value (self, state->changed,
                                                                                 state->added));
  else if (is_symbol (self, code))
    g_hash_table_insert (news, (gpointer) code, (gpointer) ihop_induction_value (self, state->constant,
                                                                                 state->added));
  else if (is_element)
    {
      const IhopNode *at = offset (self, state->constant, state->added);
      gint64 value;
      at = ihop_constant_of (code->child[1], &value) && ABS (value) < G_MAXINT32
             ? ihop_make_plus (self->build, at, value)
             : ihop_make_binary (self->build, IHOP_OP_ADD, at, ihop_node_strip (code->child[1], TRUE));
      g_hash_table_insert (news, (gpointer) code, (gpointer) element (self, code->type, at));
    }
  else if (is_deref && inside && (inside == state->change || is_symbol (self, inside)))
    {
      const IhopNode *at = offset (self, inside == state->change ? state->changed : state->constant, state->added);
      g_hash_table_insert (news, (gpointer) code, (gpointer) (code->kind == IHOP_MEMBER ? member_of_element (self, code, at)
                                                                                        : element (self, code->type, at)));
    }
  else
    for (guint i = 0; i < code->n_children; i++)
      if (code->child[i])
        ihop_induction_substitute (self, code->child[i], state, news);
}

/* "k += n > 0 ? n * 2 : 0;" */
const IhopNode *
ihop_induction_last (const IhopInductionStep *self)
{
  IhopBuild *build = self->build;
  gint64 trips = ihop_header_trips (self->header);
  gboolean down;
  const IhopNode *amount = gain (self, self->guard ? self->last_amount : self->amount, &down);
  const IhopNode *count = ihop_make_binary (build, IHOP_OP_MUL, all_iterations (self), amount);
  if (trips < 0 && !ihop_header_runs (self->step, self->header, 1))
    count = ihop_make_conditional (build, ihop_header_condition (build, self->header), count,
                                   ihop_make_integer (build, 0));
  return ihop_make_assignment (build, down ? IHOP_OP_SUB : IHOP_OP_ADD, ihop_make_ref (build, self->symbol), count);
}

