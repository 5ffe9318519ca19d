#include "transform/storage/rotating_index.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/unchanged_value.h"
#include "ir/query.h"
#include "transform/build/refusal.h"

/* What is known of a number where the phase has a certain remainder. */
typedef struct
{
  gboolean is_exact;       /* value is the number; else its remainder: numbers that differ by count are taken for one */
  gboolean is_natural;     /* it is not negative */
  gint64 value;
} Number;

typedef struct
{
  const IhopRotatingIndex *index;
  gint64 remainder;        /* of the phase */
  guint depth;             /* of variables that are looked through */
  guint seen;              /* the statement of the body in which the phase is read */
} Evaluation;

enum { MOST_DEPTH = 4 };

static gboolean evaluate (Evaluation *e, const IhopNode *node, Number *value);

/* ---- the body ---- */

static guint
statement_of (const IhopRotatingIndex *self, const IhopNode *node)
{
  guint at = 0;

  while (at < self->body->len && !ihop_node_holds (self->body->pdata[at], node))
    at++;
  return at;
}

/* "int next = 1 - now;" in the body: what it is set to, once. NULL: the name is no such one. */
static const IhopNode *
value_in_body (const IhopRotatingIndex *self, const IhopSymbol *symbol)
{
  const IhopDefs *defs = ihop_defs_of (self->step->facts, self->function, symbol);

  if (symbol->kind != IHOP_SYMBOL_VARIABLE || symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO || defs->declaration == NULL
      || defs->n_writes != 1 || defs->address_taken || defs->declaration->n_children == 0
      || statement_of (self, defs->declaration) == self->body->len)
    return NULL;
  return defs->declaration->child[0];
}

/* ---- values ---- */

static gint64
remainder_by (gint64 value, gint64 by)
{
  return ((value % by) + by) % by;
}

static Number
exactly (gint64 value)
{
  return (Number){ TRUE, value >= 0, value };
}

/* "x % 2", and "x & 1", which is the same where x is not negative, and not negative where it is. */
static gboolean
reduced (const Evaluation *e, const Number *number, gint64 by, gboolean is_mask, Number *value)
{
  if (by != e->index->count)
    return FALSE;
  *value = is_mask || number->is_natural ? exactly (number->value) : (Number){ FALSE, FALSE, number->value };
  return TRUE;
}

static gboolean
combine_exact (IhopOperator op, gint64 a, gint64 b, gint64 *result)
{
  switch (op)
    {
    case IHOP_OP_MOD: *result = b ? a % b : 0; return b != 0;
    case IHOP_OP_DIV: *result = b ? a / b : 0; return b != 0;
    case IHOP_OP_AND: *result = a & b; return TRUE;
    case IHOP_OP_OR: *result = a | b; return TRUE;
    case IHOP_OP_XOR: *result = a ^ b; return TRUE;
    case IHOP_OP_LT: *result = a < b; return TRUE;
    case IHOP_OP_LE: *result = a <= b; return TRUE;
    case IHOP_OP_GT: *result = a > b; return TRUE;
    case IHOP_OP_GE: *result = a >= b; return TRUE;
    case IHOP_OP_EQ: *result = a == b; return TRUE;
    case IHOP_OP_NE: *result = a != b; return TRUE;
    default: return FALSE;
    }
}

/* Sums and products are known by the remainders of their parts. */
static gboolean
combine (const Evaluation *e, IhopOperator op, const Number *a, const Number *b, Number *value)
{
  gboolean is_exact = a->is_exact && b->is_exact, is_power = (e->index->count & (e->index->count - 1)) == 0;
  gint64 result = op == IHOP_OP_ADD ? a->value + b->value : op == IHOP_OP_SUB ? a->value - b->value : a->value * b->value;

  if (ABS (a->value) > G_MAXINT16 || ABS (b->value) > G_MAXINT16)
    return FALSE;
  if (op == IHOP_OP_ADD || op == IHOP_OP_SUB || op == IHOP_OP_MUL)
    *value = is_exact ? exactly (result)
                      : (Number){ FALSE, op != IHOP_OP_SUB && a->is_natural && b->is_natural, remainder_by (result, e->index->count) };
  else if (is_exact)
    return combine_exact (op, a->value, b->value, &value->value) && (*value = exactly (value->value), TRUE);
  else if (op == IHOP_OP_MOD && b->is_exact)
    return reduced (e, a, b->value, FALSE, value);
  else
    return op == IHOP_OP_AND && b->is_exact && is_power && reduced (e, a, b->value + 1, TRUE, value);
  return TRUE;
}

static gboolean
evaluate_unary (Evaluation *e, const IhopNode *node, Number *value)
{
  Number inside;

  if (!evaluate (e, node->child[0], &inside))
    return FALSE;
  if (node->op == IHOP_OP_PLUS)
    *value = inside;
  else if (node->op == IHOP_OP_NEG)
    *value = inside.is_exact ? exactly (-inside.value) : (Number){ FALSE, FALSE, remainder_by (-inside.value, e->index->count) };
  else if (node->op == IHOP_OP_NOT && inside.is_exact)
    *value = exactly (!inside.value);
  else
    return FALSE;
  return TRUE;
}

/* Conversions leave small numbers as they are, and wider ones that are not negative. */
static gboolean
evaluate_cast (Evaluation *e, const IhopNode *node, Number *value)
{
  const IhopType *to = ihop_type_strip (node->type), *from = ihop_type_strip (node->child[0]->type);

  if (!ihop_type_is_integer (to) || !ihop_type_is_integer (from) || !evaluate (e, node->child[0], value))
    return FALSE;
  if (value->is_exact)
    return value->is_natural ? value->value < 2 || (to->size > 1 && value->value < 100) : to->is_signed;
  return to->size >= from->size && (to->is_signed || value->is_natural) && (from->is_signed || !to->is_signed || to->size > from->size);
}

static gboolean
evaluate_name (Evaluation *e, const IhopNode *node, Number *value)
{
  const IhopNode *inside = node->kind == IHOP_REF && e->depth < MOST_DEPTH ? value_in_body (e->index, node->symbol) : NULL;

  if (inside == NULL)
    return FALSE;
  e->depth++;
  gboolean known = evaluate (e, inside, value);
  e->depth--;
  return known;
}

/* Where it is read; all of an expression has to be read on one side of the update. */
static gboolean
evaluate_phase (Evaluation *e, const IhopNode *node, Number *value)
{
  const IhopRotatingIndex *index = e->index;
  guint at = statement_of (index, node);

  if (e->seen != G_MAXUINT && (e->seen > index->update) != (at > index->update))
    return FALSE;
  e->seen = at;
  *value = (Number){ index->is_exact, index->is_exact || index->is_natural, e->remainder };
  return TRUE;
}

static gboolean
evaluate (Evaluation *e, const IhopNode *node, Number *value)
{
  Number a, b;

  node = ihop_node_strip (node, FALSE);
  if (node->flags & IHOP_NODE_CONSTANT)
    return *value = exactly (node->integer), TRUE;
  if (ihop_same_expression (node, e->index->phase))
    return evaluate_phase (e, node, value);
  switch (node->kind)
    {
    case IHOP_REF:
      return evaluate_name (e, node, value);
    case IHOP_CAST:
      return evaluate_cast (e, node, value);
    case IHOP_UNARY:
      return evaluate_unary (e, node, value);
    case IHOP_BINARY:
      return evaluate (e, node->child[0], &a) && evaluate (e, node->child[1], &b) && combine (e, node->op, &a, &b, value);
    case IHOP_CONDITIONAL:
      return node->child[1] && evaluate (e, node->child[0], &a) && a.is_exact && evaluate (e, node->child[a.value ? 1 : 2], value);
    default:
      return FALSE;
    }
}

/* ---- distances ---- */

/* FALSE: it is not the phase and a constant. "seen": where the phase is read. */
static gboolean
distance_of (const IhopRotatingIndex *self, const IhopNode *expression, gboolean has_to_be_one, guint *distance, guint *seen)
{
  for (guint r = 0; r < self->count; r++)
    {
      Evaluation e = { self, r, 0, G_MAXUINT };
      Number number;
      if (!evaluate (&e, expression, &number) || e.seen == G_MAXUINT
          || (number.is_exact && has_to_be_one && (number.value < 0 || number.value >= self->count)))
        return FALSE;
      guint away = (guint) remainder_by (number.value - r, self->count);
      if (r > 0 && away != *distance)
        return FALSE;
      *distance = away;
      *seen = e.seen;
    }
  return TRUE;
}

gboolean
ihop_rotating_index_distance (const IhopRotatingIndex *self, const IhopNode *subscript, guint *distance)
{
  guint seen;

  if (!distance_of (self, subscript, TRUE, distance, &seen))
    return FALSE;
  if (seen > self->update) /* it has gone on already */
    *distance = (*distance + self->shift) % self->count;
  return TRUE;
}

/* ---- the phase ---- */

typedef struct
{
  const IhopRotatingIndex *self;
  const IhopNode *phase;
  gboolean is_mixed;       /* there are two */
} Phase;

static void
look_for_phase (Phase *search, const IhopNode *node, guint depth)
{
  const IhopNode *inside = node->kind == IHOP_REF && depth < MOST_DEPTH ? value_in_body (search->self, node->symbol) : NULL;
  gboolean is_place = node->kind == IHOP_REF || node->kind == IHOP_MEMBER;

  if (inside)
    look_for_phase (search, inside, depth + 1);
  else if (is_place && !(node->flags & IHOP_NODE_CONSTANT))
    {
      search->is_mixed |= search->phase && !ihop_same_expression (search->phase, node);
      search->phase = node;
    }
  for (guint i = 0; i < node->n_children && !is_place; i++)
    if (node->child[i])
      look_for_phase (search, node->child[i], depth);
}

static gboolean
changes_phase (const IhopRotatingIndex *self, const IhopNode *code)
{
  return !ihop_value_is_unchanged (self->step->facts, self->function, code, self->phase, NULL, NULL);
}

/* The conditions and steps that are evaluated between two iterations. */
static gboolean
is_changed_in_head (const IhopRotatingIndex *self)
{
  const IhopNode *loop = self->name->loop, *body = ihop_loop_body (loop);

  for (guint i = loop->kind == IHOP_FOR ? 1 : 0; i < loop->n_children; i++)
    if (loop->child[i] && loop->child[i] != body && changes_phase (self, loop->child[i]))
      return TRUE;
  return FALSE;
}

/* The only statement of the body that may change the phase; FALSE: there are several, or none. */
static gboolean
find_update (IhopRotatingIndex *self)
{
  guint n = is_changed_in_head (self) ? 2 : 0;

  for (guint i = 0; i < self->body->len; i++)
    if (changes_phase (self, self->body->pdata[i]))
      {
        self->update = i;
        n++;
      }
  return n == 1;
}

/* What "now = …;", "now ^= 1;" sets it to. NULL: the statement does something else. */
static const IhopNode *
updated_to (const IhopRotatingIndex *self, IhopNode *combined)
{
  const IhopNode *statement = self->body->pdata[self->update];
  const IhopNode *assign = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], TRUE) : NULL;

  if (assign == NULL || assign->kind != IHOP_ASSIGN || !ihop_same_expression (ihop_node_strip (assign->child[0], TRUE), self->phase))
    return NULL;
  if (assign->op == IHOP_OP_NONE)
    return assign->child[1];
  combined->op = assign->op;
  combined->child[0] = assign->child[0];
  combined->child[1] = assign->child[1];
  return combined;
}

/* "int now = 0;" and nothing but the update sets it. */
static gboolean
begins_in_range (const IhopRotatingIndex *self)
{
  const IhopSymbol *symbol = ihop_node_named (self->phase);
  const IhopDefs *defs = symbol ? ihop_defs_of (self->step->facts, self->function, symbol) : NULL;
  gint64 first;

  return defs && ihop_defs_is_tame (self->step->facts, self->function, symbol) && defs->n_writes == 2 && defs->declaration
         && defs->declaration->n_children && ihop_constant_of (defs->declaration->child[0], &first) && first >= 0 && first < self->count;
}

static gboolean
is_set_in_body (IhopRotatingIndex *self)
{
  IhopNode *combined = ihop_node_new (ihop_facts_pool (self->step->facts), IHOP_BINARY, 2);
  const IhopNode *to = find_update (self) ? updated_to (self, combined) : NULL;
  guint seen;

  self->first = self->phase;
  self->is_exact = to && begins_in_range (self);
  if (to && distance_of (self, to, self->is_exact, &self->shift, &seen) && self->shift > 0)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_SHAPE, self->phase, "what the subscript counts by does not go round by a constant in each iteration, in one statement of the loop's body");
  return FALSE;
}

static gboolean
is_counter (IhopRotatingIndex *self, const IhopHeader *header)
{
  const IhopType *type = ihop_type_strip (header->iterator->type);
  gint64 first;

  self->phase = ihop_node_new (ihop_facts_pool (self->step->facts), IHOP_REF, 0);
  ((IhopNode *) self->phase)->symbol = header->iterator;
  ((IhopNode *) self->phase)->type = header->iterator->type;
  self->first = header->lower;
  self->update = self->body->len;
  self->shift = (guint) remainder_by (header->step, self->count);
  self->is_natural = !changes_phase (self, ihop_loop_body (header->loop)) && ihop_constant_of (header->lower, &first) && first >= 0 && header->step > 0 && (type->is_signed || type->size >= 8);
  if (self->is_natural && self->shift > 0)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_HEADER, header->loop, "the loop does not count up from a constant by a number that leads to another buffer");
  return FALSE;
}

gboolean
ihop_rotating_index_find (IhopRotatingIndex *self, const IhopNode *subscript)
{
  Phase search = { .self = self };
  IhopHeader header;

  look_for_phase (&search, subscript, 0);
  if (search.phase == NULL || search.is_mixed)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, subscript, "the subscript does not count by one number that goes round");
      return FALSE;
    }
  if (ihop_header_peek (self->step, self->name->loop, &header) && ihop_node_named (search.phase) == header.iterator)
    return is_counter (self, &header);
  self->phase = search.phase;
  return is_set_in_body (self);
}
