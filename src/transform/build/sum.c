#include "transform/build/sum.h"
#include "transform/build/make.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"

enum { LARGEST = 1 << 28 };

IhopSum *
ihop_sum_new (gint64 constant)
{
  IhopSum *sum = g_new0 (IhopSum, 1);

  sum->constant = constant;
  sum->terms = g_array_new (FALSE, FALSE, sizeof (IhopSumTerm));
  return sum;
}

void
ihop_sum_free (IhopSum *sum)
{
  if (sum == NULL)
    return;
  g_array_unref (sum->terms);
  g_free (sum);
}

void
ihop_sum_add_term (IhopSum *sum, IhopSymbol *symbol, gint64 factor)
{
  IhopSumTerm term = { symbol, factor };

  for (guint i = 0; i < sum->terms->len; i++)
    {
      IhopSumTerm *known = &g_array_index (sum->terms, IhopSumTerm, i);
      if (known->symbol != symbol)
        continue;
      known->factor += factor;
      if (known->factor == 0)
        g_array_remove_index (sum->terms, i);
      return;
    }
  if (factor)
    g_array_append_val (sum->terms, term);
}

void
ihop_sum_add (IhopSum *sum, const IhopSum *other, gint64 factor)
{
  sum->constant += factor * other->constant;
  for (guint i = 0; i < other->terms->len; i++)
    {
      const IhopSumTerm *term = &g_array_index (other->terms, IhopSumTerm, i);
      ihop_sum_add_term (sum, term->symbol, factor * term->factor);
    }
}

IhopSum *
ihop_sum_copy (const IhopSum *sum)
{
  IhopSum *copy = ihop_sum_new (0);

  ihop_sum_add (copy, sum, 1);
  return copy;
}

/* "(long) i": the value of i. */
static const IhopNode *
without_widening (const IhopNode *node)
{
  while (node->kind == IHOP_CAST && ihop_type_is_integer (node->type) && ihop_type_is_integer (node->child[0]->type)
         && ihop_type_strip (node->child[0]->type)->is_signed
         && ihop_type_strip (node->type)->size >= ihop_type_strip (node->child[0]->type)->size)
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}

/* Adds factor * expression. */
static gboolean
collect (IhopSum *sum, const IhopNode *node, gint64 factor, gboolean is_wide)
{
  gint64 number;

  node = ihop_node_strip (node, TRUE);
  if (is_wide)
    node = without_widening (node);
  if (ABS (factor) > LARGEST || !ihop_type_is_integer (node->type) || !ihop_type_strip (node->type)->is_signed)
    return FALSE;
  if (ihop_node_number (node, &number))
    {
      sum->constant += factor * number;
      return ABS (number) <= LARGEST && ABS (sum->constant) <= LARGEST;
    }
  if (node->kind == IHOP_REF && node->symbol)
    {
      ihop_sum_add_term (sum, node->symbol, factor);
      return TRUE;
    }
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_NEG)
    return collect (sum, node->child[0], -factor, is_wide);
  if (node->kind != IHOP_BINARY)
    return FALSE;
  if (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB)
    return collect (sum, node->child[0], factor, is_wide)
           && collect (sum, node->child[1], node->op == IHOP_OP_ADD ? factor : -factor, is_wide);
  if (node->op != IHOP_OP_MUL)
    return FALSE;
  if (ihop_node_number (ihop_node_strip (node->child[0], TRUE), &number) && ABS (number) <= LARGEST)
    return collect (sum, node->child[1], factor * number, is_wide);
  if (ihop_node_number (ihop_node_strip (node->child[1], TRUE), &number) && ABS (number) <= LARGEST)
    return collect (sum, node->child[0], factor * number, is_wide);
  return FALSE;
}

IhopSum *
ihop_sum_of (const IhopNode *expression)
{
  g_autoptr (IhopSum) sum = ihop_sum_new (0);

  return collect (sum, expression, 1, FALSE) ? g_steal_pointer (&sum) : NULL;
}

IhopSum *
ihop_sum_of_wide (const IhopNode *expression)
{
  g_autoptr (IhopSum) sum = ihop_sum_new (0);

  return collect (sum, expression, 1, TRUE) ? g_steal_pointer (&sum) : NULL;
}

static const IhopNode *
written (IhopBuild *build, const IhopSum *sum, gboolean is_wide)
{
  const IhopNode *whole = NULL;

  for (guint turn = 0; turn < 2; turn++) /* what is taken away comes behind */
    for (guint i = 0; i < sum->terms->len; i++)
      {
        const IhopSumTerm *term = &g_array_index (sum->terms, IhopSumTerm, i);
        const IhopNode *part = ihop_make_ref (build, term->symbol);
        if ((term->factor < 0) != (turn == 1))
          continue;
        if (is_wide && ihop_type_strip (term->symbol->type)->size < 8)
          part = ihop_make_cast (build, &ihop_type_long, part);
        if (ABS (term->factor) != 1)
          part = ihop_make_binary (build, IHOP_OP_MUL, ihop_make_integer (build, ABS (term->factor)), part);
        if (whole == NULL && turn == 1)
          whole = ihop_make_integer (build, 0);
        whole = whole ? ihop_make_binary (build, turn ? IHOP_OP_SUB : IHOP_OP_ADD, whole, part) : part;
      }
  return whole ? ihop_make_plus (build, whole, sum->constant) : ihop_make_integer (build, sum->constant);
}

const IhopNode *
ihop_sum_expression (IhopBuild *build, const IhopSum *sum)
{
  return written (build, sum, FALSE);
}

const IhopNode *
ihop_sum_wide_expression (IhopBuild *build, const IhopSum *sum)
{
  gboolean is_alone = sum->terms->len == 0
                      || (sum->terms->len == 1 && sum->constant == 0
                          && g_array_index (sum->terms, IhopSumTerm, 0).factor == 1);

  return written (build, sum, !is_alone);
}

void
ihop_sum_arms (const IhopNode *expression, gboolean largest, GPtrArray *arms)
{
  const IhopNode *node = ihop_node_strip (expression, TRUE);
  const IhopNode *test = node->kind == IHOP_CONDITIONAL ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (test && test->kind == IHOP_BINARY && test->op >= IHOP_OP_LT && test->op <= IHOP_OP_GE)
    {
      gboolean straight = ihop_same_expression (ihop_node_strip (test->child[0], TRUE), ihop_node_strip (node->child[1], TRUE))
                          && ihop_same_expression (ihop_node_strip (test->child[1], TRUE), ihop_node_strip (node->child[2], TRUE));
      gboolean more = test->op == IHOP_OP_GT || test->op == IHOP_OP_GE;
      if (straight && more == largest)
        {
          ihop_sum_arms (node->child[1], largest, arms);
          ihop_sum_arms (node->child[2], largest, arms);
          return;
        }
    }
  g_ptr_array_add (arms, (gpointer) node);
}

gboolean
ihop_sum_distance (const IhopNode *a, const IhopNode *b, gint64 *distance)
{
  g_autoptr (IhopSum) sum = ihop_sum_of (a), other = ihop_sum_of (b);

  if (sum == NULL || other == NULL)
    return FALSE;
  ihop_sum_add (sum, other, -1);
  *distance = sum->constant;
  return sum->terms->len == 0;
}
