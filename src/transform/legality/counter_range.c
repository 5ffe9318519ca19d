/* Whether counters of new loops can overflow: sums and products of numbers in their heads, computed as C would. */
#include "transform/legality/counter_range.h"
#include "transform/build/printed_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

/* What a signed type holds; FALSE: it is none. */
static gboolean
limits_of (const IhopType *type, gint64 *least, gint64 *most)
{
  type = ihop_type_strip (type);
  if (type->kind != IHOP_TYPE_INTEGER || !type->is_signed || type->size > 8)
    return FALSE;
  *most = type->size == 8 ? G_MAXINT64 : ((gint64) 1 << (8 * type->size - 1)) - 1;
  *least = -*most - 1;
  return TRUE;
}

typedef enum { NO_NUMBER, NUMBER, OVERFLOW } Value;

static gboolean
too_large (IhopOperator op, gint64 a, gint64 b, gint64 *result)
{
  switch (op)
    {
    case IHOP_OP_ADD:
      return __builtin_add_overflow (a, b, result);
    case IHOP_OP_SUB:
      return __builtin_sub_overflow (a, b, result);
    default:
      return __builtin_mul_overflow (a, b, result);
    }
}

/* Sums and products of numbers, as C would compute them. */
static Value
value_of (const IhopNode *node, gint64 *value)
{
  gint64 a, b, least, most;

  node = ihop_node_strip (node, TRUE);
  if (node->flags & IHOP_NODE_CONSTANT)
    {
      *value = node->integer;
      return NUMBER;
    }
  if (node->kind != IHOP_BINARY || node->op < IHOP_OP_ADD || node->op > IHOP_OP_MUL
      || ihop_printed_type (node) == NULL || !limits_of (ihop_printed_type (node), &least, &most))
    return NO_NUMBER;
  Value left = value_of (node->child[0], &a), right = value_of (node->child[1], &b);
  if (left == OVERFLOW || right == OVERFLOW)
    return OVERFLOW;
  if (left != NUMBER || right != NUMBER)
    return NO_NUMBER;
  return too_large (node->op, a, b, value) || *value < least || *value > most ? OVERFLOW : NUMBER;
}

typedef struct
{
  const IhopNode *lower, *bound; /* lower: NULL where the head does not say */
  const IhopType *type;
  IhopOperator relation;
  gint64 step;
} Head;

static const IhopNode *
first_value (const IhopNode *start)
{
  if (start == NULL || start->n_children != 1)
    return NULL;
  const IhopNode *inside = ihop_node_strip (start->child[0], FALSE);
  return inside->kind == IHOP_VARIABLE ? inside->child[0]
         : inside->kind == IHOP_ASSIGN ? inside->child[1] : NULL;
}

/* As ihop_make_for writes it. */
static gboolean
read_head (const IhopNode *loop, Head *head)
{
  const IhopNode *condition = loop->child[1], *step = loop->child[2];

  if (condition == NULL || condition->kind != IHOP_BINARY || step == NULL
      || ihop_node_strip (condition->child[0], TRUE)->kind != IHOP_REF)
    return FALSE;
  *head = (Head){ .lower = first_value (loop->child[0]), .bound = condition->child[1],
                  .relation = condition->op };
  head->type = ihop_node_strip (condition->child[0], TRUE)->symbol->type;
  if (step->kind == IHOP_UNARY)
    head->step = step->op == IHOP_OP_POST_INC || step->op == IHOP_OP_PRE_INC ? 1 : -1;
  else if (step->kind != IHOP_ASSIGN || !ihop_constant_of (step->child[1], &head->step))
    return FALSE;
  else if (step->op == IHOP_OP_SUB)
    head->step = -head->step;
  return TRUE;
}

/* "start + 32 < 2147483647 ? start + 32 : 2147483647": the end of a strip, which starts before the number. */
static gboolean
strip_ends_within (const IhopNode *bound)
{
  gint64 number, size, least, most, end;
  const IhopNode *test = bound->kind == IHOP_CONDITIONAL ? ihop_node_strip (bound->child[0], TRUE) : NULL;
  const IhopNode *strip = test && test->kind == IHOP_BINARY ? ihop_node_strip (test->child[0], TRUE) : NULL;

  if (strip == NULL || strip->kind != IHOP_BINARY || (strip->op != IHOP_OP_ADD && strip->op != IHOP_OP_SUB)
      || value_of (strip->child[1], &size) != NUMBER || value_of (test->child[1], &number) != NUMBER
      || !limits_of (strip->type, &least, &most))
    return TRUE;
  return !too_large (strip->op, number, size, &end) && end > least && end <= most;
}

/* The counter goes one step beyond its last value, and is compared there. */
static gboolean
ends_within (const Head *head)
{
  gint64 bound, least, most, end = 0;
  Value last = value_of (head->bound, &bound);
  Value first = head->lower ? value_of (head->lower, &end) : NO_NUMBER;

  if (first == OVERFLOW || last == OVERFLOW || !limits_of (head->type, &least, &most))
    return first != OVERFLOW && last != OVERFLOW;
  if (first == NUMBER && (end < least || end > most))
    return FALSE;
  if (last != NUMBER)
    return strip_ends_within (ihop_node_strip (head->bound, TRUE));
  bound -= head->relation == IHOP_OP_LT && bound > G_MININT64;
  bound += head->relation == IHOP_OP_GT && bound < G_MAXINT64;
  return !__builtin_add_overflow (bound, head->step, &end) && end >= least && end <= most;
}

typedef struct
{
  GHashTable *owners;        /* conditions of loops as they stood before */
  const IhopNode *found;
} Ends;

static gboolean
add_condition (const IhopNode *node, gpointer conditions)
{
  if (node->kind == IHOP_FOR && node->child[1])
    g_hash_table_add (conditions, (gpointer) node->child[1]);
  return TRUE;
}

static gboolean
look_at_loop (const IhopNode *node, gpointer data)
{
  Ends *self = data;
  Head head;

  if (node->kind == IHOP_FOR && self->found == NULL
      && !g_hash_table_contains (self->owners, node->child[1]) && read_head (node, &head)
      && !ends_within (&head))
    self->found = node;
  return self->found == NULL;
}

gboolean
ihop_require_counter_range (IhopTransformStep *step, const IhopRewrite *rewrite)
{
  g_autoptr (GHashTable) owners = g_hash_table_new (NULL, NULL);
  Ends self = { owners, NULL };
  const IhopFunction *now = ihop_tree_function_of (rewrite->tree, rewrite->function->symbol);

  ihop_node_walk (rewrite->function->body, add_condition, owners);
  if (now)
    ihop_node_walk (now->body, look_at_loop, &self);
  if (self.found)
    {
      const IhopNode *place = self.found->place.source ? self.found : rewrite->function->body;
      ihop_diag_remedy (ihop_refuse (step, IHOP_T_HEADER, place,
                                     "the new loop would count beyond what its counter can hold"),
                        "declare the counter as long, or end it earlier");
    }
  return self.found == NULL;
}
