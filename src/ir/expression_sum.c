/* Expressions as sums of products: added up, and compared by their differences. */
#include "ir/expression.h"
#include <string.h>

/* factor * product; a product of no factors is the number 1. */
typedef struct
{
  GPtrArray *product;      /* of const IhopNode *, not owned */
  gint64 factor;
} Term;

typedef struct
{
  GPtrArray *terms;        /* of Term *, in the order of first appearance */
  gint64 constant;
} Sum;

static void
term_free (gpointer data)
{
  Term *term = data;

  g_ptr_array_unref (term->product);
  g_free (term);
}

static Sum
sum_new (void)
{
  return (Sum){ g_ptr_array_new_with_free_func (term_free), 0 };
}

/* In any order. */
static gboolean
is_same_product (const GPtrArray *a, const GPtrArray *b)
{
  g_autoptr (GPtrArray) left = a->len == b->len ? g_ptr_array_copy ((GPtrArray *) b, NULL, NULL) : NULL;

  for (guint i = 0; left && i < a->len; i++)
    {
      guint at = 0;
      while (at < left->len && !ihop_expression_equal (a->pdata[i], left->pdata[at]))
        at++;
      if (at == left->len)
        return FALSE;
      g_ptr_array_remove_index_fast (left, at);
    }
  return left != NULL;
}

static void
sum_add (Sum *sum, GPtrArray *product, gint64 factor)
{
  for (guint i = 0; i < sum->terms->len; i++)
    {
      Term *term = sum->terms->pdata[i];
      if (is_same_product (term->product, product))
        {
          term->factor += factor;
          return;
        }
    }
  Term *term = g_new (Term, 1);
  *term = (Term){ g_ptr_array_ref (product), factor };
  g_ptr_array_add (sum->terms, term);
}

/* What a macro's name stands for is not taken apart: the name says more. */
static gboolean
is_macro (const IhopNode *node)
{
  gboolean hides = FALSE;

  for (guint i = 0; i < node->n_children; i++)
    hides |= node->child[i] && !ihop_range_is_known (node->child[i]->range);
  return hides && ihop_range_is_known (node->range);
}

const IhopNode *
ihop_expression_inside (const IhopNode *node)
{
  while ((node->kind == IHOP_PAREN && !is_macro (node))
         || (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT)))
    node = node->child[0];
  return node;
}

gboolean
ihop_expression_is_number (const IhopNode *node, gint64 *value)
{
  node = ihop_expression_inside (node);
  if (node->kind != IHOP_INTEGER || (node->text == NULL && !(node->flags & IHOP_NODE_CONSTANT)))
    return FALSE;
  if (node->text)
    {
      g_autofree char *bytes = ihop_range_is_known (node->range) ? ihop_range_text (node->range) : NULL;
      if (bytes == NULL || !g_ascii_isdigit (bytes[0]) || !g_str_equal (bytes, node->text))
        return FALSE;
      if (bytes[strspn (bytes, "0123456789abcdefABCDEFxX")]) /* "10u" counts with another type */
        return FALSE;
    }
  if (value)
    *value = node->integer;
  return TRUE;
}

static void
collect_factors (const IhopNode *node, GPtrArray *product, gint64 *factor)
{
  const IhopNode *inside = ihop_expression_inside (node);
  gint64 value;

  if (ihop_expression_is_number (inside, &value) && ABS (value) < (gint64) 1 << 40)
    *factor *= value;
  else if (inside->kind == IHOP_BINARY && inside->op == IHOP_OP_MUL && !is_macro (inside))
    {
      collect_factors (inside->child[0], product, factor);
      collect_factors (inside->child[1], product, factor);
    }
  else
    g_ptr_array_add (product, (gpointer) inside);
}

static gboolean
is_sum (const IhopNode *node)
{
  return ((node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB))
          || (node->kind == IHOP_UNARY && (node->op == IHOP_OP_NEG || node->op == IHOP_OP_PLUS)))
         && !is_macro (node);
}

static void
sum_read (Sum *sum, const IhopNode *node, gint64 factor)
{
  node = ihop_expression_inside (node);
  if (is_sum (node))
    {
      gboolean is_negative = node->op == IHOP_OP_NEG || node->op == IHOP_OP_SUB;
      gboolean is_binary = node->kind == IHOP_BINARY;
      if (is_binary)
        sum_read (sum, node->child[0], factor);
      sum_read (sum, node->child[is_binary ? 1 : 0], is_negative ? -factor : factor);
      return;
    }
  GPtrArray *product = g_ptr_array_new ();
  collect_factors (node, product, &factor);
  if (product->len == 1 && is_sum (product->pdata[0]))
    sum_read (sum, product->pdata[0], factor);
  else if (product->len)
    sum_add (sum, product, factor);
  else
    sum->constant += factor;
  g_ptr_array_unref (product);
}

static const IhopNode *
product_node (IhopPool *pool, const Term *term, gboolean with_sign)
{
  const IhopNode *node = NULL;
  gint64 factor = with_sign ? term->factor : ABS (term->factor);

  if (factor != 1 && factor != -1)
    node = ihop_expression_number (pool, factor);
  for (guint i = 0; i < term->product->len; i++)
    {
      const IhopNode *part = term->product->pdata[i];
      node = node ? ihop_expression_binary (pool, IHOP_OP_MUL, node, part) : part;
      if (i == 0 && factor == -1)
        node = ihop_expression_negative (pool, part);
    }
  return node;
}

/* Positive terms first: "n - i", not "-i + n". */
static const IhopNode *
sum_node (IhopPool *pool, const Sum *sum)
{
  const IhopNode *node = NULL;

  for (int sign = 1; sign >= -1; sign -= 2)
    for (guint i = 0; i < sum->terms->len; i++)
      {
        const Term *term = sum->terms->pdata[i];
        if (term->factor * sign <= 0)
          continue;
        if (node)
          node = ihop_expression_binary (pool, sign > 0 ? IHOP_OP_ADD : IHOP_OP_SUB, node,
                                         product_node (pool, term, FALSE));
        else
          node = product_node (pool, term, TRUE);
      }
  if (node == NULL)
    return ihop_expression_number (pool, sum->constant);
  if (sum->constant == 0)
    return node;
  return ihop_expression_binary (pool, sum->constant < 0 ? IHOP_OP_SUB : IHOP_OP_ADD, node,
                                 ihop_expression_number (pool, ABS (sum->constant)));
}

static const IhopNode *
combine (IhopPool *pool, const IhopNode *a, const IhopNode *b, gint64 sign)
{
  Sum sum;
  gint64 zero;

  if (ihop_expression_is_number (b, &zero) && zero == 0)
    return a;
  sum = sum_new ();
  sum_read (&sum, a, 1);
  sum_read (&sum, b, sign);
  const IhopNode *node = sum_node (pool, &sum);
  g_ptr_array_unref (sum.terms);
  return node;
}

const IhopNode *
ihop_expression_add (IhopPool *pool, const IhopNode *a, const IhopNode *b)
{
  return combine (pool, a, b, 1);
}

const IhopNode *
ihop_expression_subtract (IhopPool *pool, const IhopNode *a, const IhopNode *b)
{
  return combine (pool, a, b, -1);
}

gboolean
ihop_expression_distance (const IhopNode *a, const IhopNode *b, gint64 *distance)
{
  Sum sum = sum_new ();
  gboolean is_number = TRUE;

  sum_read (&sum, b, 1);
  sum_read (&sum, a, -1);
  for (guint i = 0; i < sum.terms->len; i++)
    is_number &= ((const Term *) sum.terms->pdata[i])->factor == 0;
  *distance = sum.constant;
  g_ptr_array_unref (sum.terms);
  return is_number;
}

const IhopNode *
ihop_expression_larger (IhopPool *pool, const IhopNode *a, const IhopNode *b)
{
  gint64 more;

  if (ihop_expression_distance (a, b, &more))
    return more > 0 ? b : a;
  return ihop_expression_choice (pool, ihop_expression_binary (pool, IHOP_OP_GT, a, b), a, b);
}
