/* Statements that fold a value into a place: s += e, s = e + s, if (x > m) m = x, … */
#include "analysis/extract/reduction_update.h"
#include "ir/key.h"
#include <string.h>

static gboolean
same (const IhopNode *a, const IhopNode *b)
{
  g_autofree char *first = ihop_node_key (a), *second = ihop_node_key (b);

  return first && second && strcmp (first, second) == 0;
}

typedef struct
{
  const IhopNode *place;
  gboolean found;
} Search;

static gboolean
find_place (const IhopNode *node, gpointer data)
{
  Search *self = data;

  if ((node->kind == self->place->kind) && same (node, self->place))
    self->found = TRUE;
  if (node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR
      || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC))
    self->found = TRUE; /* a side effect: not a value to be folded in */
  return !self->found;
}

static gboolean
mentions (const IhopNode *node, const IhopNode *place)
{
  Search self = { place, FALSE };

  ihop_node_walk (node, find_place, &self);
  return self.found;
}

static gboolean
is_floating (const IhopNode *node)
{
  return !ihop_type_is_integer (node->type);
}

/* An integer that takes in a floating value is rounded at every step: order shows. */
static gboolean
types_agree (const IhopNode *place, const IhopNode *value)
{
  return is_floating (place) || !is_floating (value);
}

/* Whether "place" holds every value of the other's type, or the next to it: what is narrowed to a smaller
 * integer comes out in an order of its own. */
static gboolean
keeps_order (const IhopNode *place, const IhopNode *value)
{
  const IhopType *a = ihop_type_strip (place->type), *b = ihop_type_strip (value->type);

  if (is_floating (place) || (a->is_signed == b->is_signed && a->size >= b->size))
    return TRUE;
  return a->is_signed && !b->is_signed && a->size > b->size;
}

/* A _Bool is 1 after most of what is added to it: in another order, another result. */
static gboolean
folds_into (const IhopNode *place, IhopReduce operator)
{
  return (operator != IHOP_REDUCE_ADD && operator != IHOP_REDUCE_XOR)
         || !ihop_type_is_bool (ihop_type_strip (place->type));
}

static gboolean
compound (IhopOperator op, IhopReduce *operator)
{
  switch (op)
    {
    case IHOP_OP_ADD:
    case IHOP_OP_SUB: *operator = IHOP_REDUCE_ADD; return TRUE;
    case IHOP_OP_MUL: *operator = IHOP_REDUCE_MUL; return TRUE;
    case IHOP_OP_AND: *operator = IHOP_REDUCE_AND; return TRUE;
    case IHOP_OP_OR: *operator = IHOP_REDUCE_OR; return TRUE;
    case IHOP_OP_XOR: *operator = IHOP_REDUCE_XOR; return TRUE;
    case IHOP_OP_LAND: *operator = IHOP_REDUCE_LAND; return TRUE;
    case IHOP_OP_LOR: *operator = IHOP_REDUCE_LOR; return TRUE;
    default: return FALSE;
    }
}

/* Casts that C puts in by itself and that lose nothing which is not lost in the end anyway. */
static const IhopNode *
bare (const IhopNode *node)
{
  return ihop_node_strip (node, TRUE);
}

/* Whether "node" is place OP e OP e …, the place once and never on the right of a minus. The
 * operator is given (ADD stands for sums and differences). */
static gboolean
is_chain (const IhopNode *node, const IhopNode *place, IhopReduce operator)
{
  IhopReduce own;

  node = bare (node);
  if (same (node, place))
    return TRUE;
  if (node->kind != IHOP_BINARY || !compound (node->op, &own) || own != operator
      || (operator != IHOP_REDUCE_LAND && operator != IHOP_REDUCE_LOR
          && ihop_type_is_integer (place->type)
          && (is_floating (node) || ihop_type_strip (node->type)->size
                                      < ihop_type_strip (place->type)->size)))
    return FALSE;
  if (!mentions (node->child[1], place))
    return is_chain (node->child[0], place, operator);
  return node->op != IHOP_OP_SUB && !mentions (node->child[0], place)
         && is_chain (node->child[1], place, operator);
}

/* fmax (m, x) and its relatives. */
static gboolean
is_extreme_call (const IhopNode *call, const IhopNode *place, IhopReduce *operator)
{
  const IhopNode *callee = bare (call->child[0]);

  if (callee->kind != IHOP_REF || call->n_children != 3 || !is_floating (place))
    return FALSE;
  if (g_str_has_prefix (callee->symbol->name, "fmax") && strlen (callee->symbol->name) <= 5)
    *operator = IHOP_REDUCE_MAX;
  else if (g_str_has_prefix (callee->symbol->name, "fmin") && strlen (callee->symbol->name) <= 5)
    *operator = IHOP_REDUCE_MIN;
  else
    return FALSE;
  return (same (bare (call->child[1]), place) && !mentions (call->child[2], place))
         || (same (bare (call->child[2]), place) && !mentions (call->child[1], place));
}

/* Which extreme "place = (a REL b) ? yes : no" keeps. */
static gboolean
is_extreme_choice (const IhopNode *condition, const IhopNode *yes, const IhopNode *no,
                   const IhopNode *place, IhopReduce *operator)
{
  condition = bare (condition);
  yes = bare (yes);
  no = bare (no);
  if (condition->kind != IHOP_BINARY || condition->op < IHOP_OP_LT || condition->op > IHOP_OP_GE)
    return FALSE;

  const IhopNode *a = bare (condition->child[0]), *b = bare (condition->child[1]);
  const IhopNode *other = same (yes, place) ? no : yes;
  gboolean less = condition->op == IHOP_OP_LT || condition->op == IHOP_OP_LE;

  if (!same (yes, place) && !same (no, place))
    return FALSE;
  if (mentions (other, place) || !types_agree (place, other) || !keeps_order (place, other))
    return FALSE;
  /* The comparison must be made on what is stored: not on a wider or unsigned view of it. */
  if (ihop_type_is_integer (place->type) != ihop_type_is_integer (condition->child[0]->type)
      || (ihop_type_is_integer (place->type)
          && ihop_type_strip (place->type)->is_signed
               != ihop_type_strip (condition->child[0]->type)->is_signed
          && ihop_type_strip (place->type)->size >= 4))
    return FALSE;
  if (!((same (a, yes) && same (b, no)) || (same (a, no) && same (b, yes))))
    return FALSE;
  /* "yes" is taken when a < b (or a > b): it is the smaller one if it is a of "a < b". */
  *operator = (same (a, yes) == less) ? IHOP_REDUCE_MIN : IHOP_REDUCE_MAX;
  return TRUE;
}

static const IhopNode *
update_of_assign (const IhopNode *assign, IhopReduce *operator)
{
  const IhopNode *place = ihop_node_strip (assign->child[0], FALSE);
  const IhopNode *right = assign->child[1];

  if (!ihop_type_is_scalar (place->type)
      || ihop_type_strip (place->type)->kind == IHOP_TYPE_POINTER
      || mentions (place, place) == FALSE)
    return NULL;
  if (assign->op != IHOP_OP_NONE)
    return compound (assign->op, operator) && types_agree (place, right)
               && folds_into (place, *operator) && !mentions (right, place)
             ? place : NULL;

  const IhopNode *value = bare (right);

  if (value->kind == IHOP_BINARY && compound (value->op, operator) && !same (value, place)
      && folds_into (place, *operator) && is_chain (value, place, *operator))
    return types_agree (place, value) || *operator == IHOP_REDUCE_LAND
               || *operator == IHOP_REDUCE_LOR
             ? place : NULL;
  if (value->kind == IHOP_CALL && is_extreme_call (value, place, operator))
    return place;
  if (value->kind == IHOP_CONDITIONAL && value->child[1]
      && is_extreme_choice (value->child[0], value->child[1], value->child[2], place, operator))
    return place;
  return NULL;
}

static const IhopNode *
only_statement (const IhopNode *node)
{
  while (node->kind == IHOP_BLOCK && node->n_children == 1)
    node = node->child[0];
  return node;
}

/* if (x > m) m = x; */
static const IhopNode *
update_of_if (const IhopNode *node, IhopReduce *operator)
{
  const IhopNode *then = only_statement (node->child[1]), *assign, *place;

  if (node->child[2] || then->kind != IHOP_EXPRESSION)
    return NULL;
  assign = ihop_node_strip (then->child[0], FALSE);
  if (assign->kind != IHOP_ASSIGN || assign->op != IHOP_OP_NONE)
    return NULL;
  place = ihop_node_strip (assign->child[0], FALSE);
  if (!ihop_type_is_scalar (place->type)
      || ihop_type_strip (place->type)->kind == IHOP_TYPE_POINTER)
    return NULL;
  return is_extreme_choice (node->child[0], assign->child[1], place, place, operator) ? place
                                                                                      : NULL;
}

const IhopNode *
ihop_update_of (const IhopNode *node, IhopReduce *operator)
{
  IhopReduce ignored;

  if (operator == NULL)
    operator = &ignored;
  if (node->kind == IHOP_IF)
    return update_of_if (node, operator);
  if (node->kind != IHOP_EXPRESSION)
    return NULL;

  const IhopNode *expression = ihop_node_strip (node->child[0], FALSE);

  if (expression->kind == IHOP_ASSIGN)
    return update_of_assign (expression, operator);
  if (expression->kind == IHOP_UNARY && expression->op >= IHOP_OP_PRE_INC
      && ihop_type_is_scalar (expression->type)
      && folds_into (expression->child[0], IHOP_REDUCE_ADD)
      && ihop_type_strip (expression->type)->kind != IHOP_TYPE_POINTER)
    {
      *operator = IHOP_REDUCE_ADD;
      return ihop_node_strip (expression->child[0], FALSE);
    }
  return NULL;
}

static gboolean
find_effect (const IhopNode *node, gpointer data)
{
  *(gboolean *) data |= node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR || node->kind == IHOP_CALL
                        || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC);
  return !*(gboolean *) data;
}

/* Of a bit field a part of the value is stored, and nobody has its address. */
static gboolean
is_whole_number (const IhopNode *place)
{
  const IhopType *type = ihop_type_strip (place->type);
  gboolean has_effect = FALSE;

  ihop_node_walk (place, find_effect, &has_effect);
  return type->kind == IHOP_TYPE_INTEGER && type->size <= 8 && !has_effect
         && !(place->kind == IHOP_MEMBER && place->symbol->bit_width);
}

/* Whether the value is the same when it is stored there. */
static gboolean
holds (const IhopNode *place, gint64 value)
{
  const IhopType *type = ihop_type_strip (place->type);
  guint bits = ihop_type_is_bool (type) ? 1 : 8 * (guint) type->size - (type->is_signed ? 1 : 0);

  return (bits >= 63 || value >> bits == 0 || (type->is_signed && value >> bits == -1))
         && (value >= 0 || type->is_signed) && value > G_MININT64;
}

const IhopNode *
ihop_store_of (const IhopNode *node, gint64 *constant)
{
  const IhopNode *assign = node->kind == IHOP_EXPRESSION ? ihop_node_strip (node->child[0], FALSE) : NULL;

  if (assign == NULL || assign->kind != IHOP_ASSIGN || assign->op != IHOP_OP_NONE)
    return NULL;

  const IhopNode *place = ihop_node_strip (assign->child[0], FALSE), *value = bare (assign->child[1]);

  return is_whole_number (place) && ihop_type_is_integer (value->type) && ihop_node_number (value, constant)
             && holds (place, *constant)
           ? place : NULL;
}

IhopNan
ihop_update_nan (const IhopNode *node)
{
  IhopReduce operator;
  const IhopNode *place = ihop_update_of (node, &operator), *value;

  if (place == NULL || !is_floating (place)
      || (operator != IHOP_REDUCE_MIN && operator != IHOP_REDUCE_MAX))
    return IHOP_NAN_NONE;
  if (node->kind != IHOP_EXPRESSION)
    return IHOP_NAN_REFUSED;
  value = bare (ihop_node_strip (node->child[0], FALSE)->child[1]);
  if (value->kind != IHOP_CONDITIONAL)
    return IHOP_NAN_PASSED;
  /* Comparisons with NaN are false: then the other side is taken. */
  return same (bare (value->child[1]), place) ? IHOP_NAN_TAKEN : IHOP_NAN_REFUSED;
}
