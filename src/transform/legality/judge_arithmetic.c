/* The integer types in which the new code computes. Its nodes are made by a step, and conversions that C makes by
 * itself may be missing among them: so operands are looked at as a compiler would. */
#include "transform/legality/judge_arithmetic.h"
#include "transform/build/query.h"

/* What the compiler will take an operand for. */
static IhopArithmetic
operand_arithmetic (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if ((node->kind == IHOP_BINARY && node->op <= IHOP_OP_XOR)
      || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_NEG && node->op <= IHOP_OP_COMPL && node->op != IHOP_OP_NOT))
    return ihop_arithmetic_of (node);
  const IhopType *type = ihop_type_strip (node->kind == IHOP_REF ? node->symbol->type : node->type);
  return (IhopArithmetic) { type ? type->size : 0, type && type->is_signed };
}

IhopArithmetic
ihop_arithmetic_of (const IhopNode *node)
{
  IhopArithmetic common = { sizeof (int), TRUE };
  gboolean shifts = node->kind == IHOP_BINARY && (node->op == IHOP_OP_SHL || node->op == IHOP_OP_SHR);

  for (guint i = 0; i < (shifts ? 1 : node->n_children); i++)
    {
      IhopArithmetic own = operand_arithmetic (node->child[i]);
      if (own.size > common.size || (own.size == common.size && !own.is_signed))
        common = own;
    }
  return common;
}

static gboolean
is_integer_operation (const IhopNode *node)
{
  if (node->kind != IHOP_BINARY && (node->kind != IHOP_UNARY || node->op == IHOP_OP_ADDRESS))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!ihop_type_is_integer (ihop_node_strip (node->child[i], TRUE)->type))
      return FALSE;
  return TRUE;
}

gboolean
ihop_same_arithmetic (const IhopNode *now, const IhopNode *old)
{
  if (!is_integer_operation (now) || !is_integer_operation (old))
    return TRUE;
  IhopArithmetic a = ihop_arithmetic_of (now), b = ihop_arithmetic_of (old);
  return a.is_signed == b.is_signed && (a.is_signed ? a.size >= b.size : a.size == b.size);
}

/* --- comparisons ----------------------------------------------------------------------------- */

typedef struct
{
  IhopJudge *judge;
  const IhopNode *wrong;
} Comparisons;

static gboolean
may_be_below_0 (const IhopNode *value)
{
  gint64 number;

  if (ihop_constant_of (value, &number))
    return number < 0;
  return operand_arithmetic (value).is_signed;
}

/* The sets take an operand for a number with a sign; the compiler makes a large one of it where it is below 0. */
static gboolean
loses_sign (const IhopNode *comparison)
{
  gboolean is_signed = ihop_arithmetic_of (comparison).is_signed;

  for (guint i = 0; i < comparison->n_children && !is_signed; i++)
    if (may_be_below_0 (comparison->child[i]))
      return TRUE;
  return FALSE;
}

static gboolean
find_lost_sign (const IhopNode *node, gpointer data)
{
  Comparisons *self = data;

  if (self->wrong || g_hash_table_contains (self->judge->old.nodes, node))
    return FALSE;
  if (node->kind == IHOP_BINARY && node->op >= IHOP_OP_LT && node->op <= IHOP_OP_NE && is_integer_operation (node)
      && loses_sign (node))
    self->wrong = node;
  return self->wrong == NULL;
}

/* The same of where a loop starts that counts without a sign. */
static gboolean
starts_elsewhere (const IhopCounting *counting)
{
  IhopArithmetic from = operand_arithmetic (counting->lower);
  guint64 size = ihop_type_strip (counting->iterator->type)->size;
  gint64 number;

  if (ihop_constant_of (counting->lower, &number))
    return number < 0 || (size < sizeof number && number >> (8 * size) != 0);
  return from.is_signed || from.size > size;
}

/* A loop of the old code that starts so, in the same type: what that means, the sets of both know. */
static gboolean
starts_so (const IhopJudgeSide *old, const IhopCounting *counting)
{
  for (guint i = 0; i < old->scop->loops->len; i++)
    {
      const IhopCounting *other = &((const IhopScopLoop *) old->scop->loops->pdata[i])->counting;
      if (other->iterator && other->lower == counting->lower
          && ihop_type_equal (other->iterator->type, counting->iterator->type))
        return TRUE;
    }
  return FALSE;
}

static const IhopNode *
lost_start (const IhopJudge *judge)
{
  const GPtrArray *loops = judge->new.scop->loops;

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopCounting *counting = &((const IhopScopLoop *) loops->pdata[i])->counting;
      if (counting->iterator && counting->lower && !ihop_type_strip (counting->iterator->type)->is_signed
          && starts_elsewhere (counting) && !starts_so (&judge->old, counting))
        return counting->lower;
    }
  return NULL;
}

gboolean
ihop_judge_comparisons (IhopJudge *judge)
{
  Comparisons comparisons = { judge, lost_start (judge) };

  ihop_node_walk (judge->new.root, find_lost_sign, &comparisons);
  return comparisons.wrong == NULL || ihop_judge_refuse_unplaced (judge, comparisons.wrong);
}
