#include "ir/expression.h"
#include "ir/block_count.h"
#include "ir/print.h"
#include "ir/query.h"
#include <string.h>

/* ---- Making ---- */

static const IhopType int_type
  = { .kind = IHOP_TYPE_INTEGER, .name = "int", .size = 4, .align = 4, .is_signed = TRUE };

static IhopNode *
node_new (IhopPool *pool, IhopKind kind, const IhopType *type, guint n_children)
{
  IhopNode *node = ihop_node_new (pool, kind, n_children);

  node->type = type ? type : &int_type;
  return node;
}

const IhopNode *
ihop_expression_number (IhopPool *pool, gint64 value)
{
  IhopNode *node = node_new (pool, IHOP_INTEGER, &int_type, 0);

  node->flags = IHOP_NODE_CONSTANT;
  node->integer = value;
  return node;
}

const IhopNode *
ihop_expression_name (IhopPool *pool, IhopSymbol *symbol)
{
  IhopNode *node = node_new (pool, IHOP_REF, symbol->type, 0);

  node->symbol = symbol;
  return node;
}

const IhopNode *
ihop_expression_word (IhopPool *pool, const char *word)
{
  IhopNode *node = node_new (pool, IHOP_INTEGER, NULL, 0);

  node->text = ihop_pool_strdup (pool, word);
  return node;
}

/* The wider operand's type: close enough for what nobody computes with. */
static const IhopType *
wider_type (const IhopNode *a, const IhopNode *b)
{
  if (a->type == NULL || b->type == NULL)
    return a->type ? a->type : b->type;
  return ihop_type_strip (b->type)->size > ihop_type_strip (a->type)->size ? b->type : a->type;
}

const IhopNode *
ihop_expression_binary (IhopPool *pool, IhopOperator op, const IhopNode *left, const IhopNode *right)
{
  gboolean is_truth = op >= IHOP_OP_LAND && op <= IHOP_OP_NE;
  IhopNode *node = node_new (pool, IHOP_BINARY, is_truth ? &int_type : wider_type (left, right), 2);

  node->op = op;
  node->child[0] = left;
  node->child[1] = right;
  return node;
}

/* "a && b || c" and "a ? b ? c : d : e" are right, and compilers or readers stumble. */
static const IhopNode *
in_parentheses (IhopPool *pool, const IhopNode *node)
{
  if (node->kind != IHOP_CONDITIONAL && (node->kind != IHOP_BINARY || node->op != IHOP_OP_LAND))
    return node;
  IhopNode *paren = node_new (pool, IHOP_PAREN, node->type, 1);
  paren->child[0] = node;
  return paren;
}

const IhopNode *
ihop_expression_choice (IhopPool *pool, const IhopNode *condition, const IhopNode *yes, const IhopNode *no)
{
  IhopNode *node = node_new (pool, IHOP_CONDITIONAL, wider_type (yes, no), 3);

  node->child[0] = condition;
  node->child[1] = in_parentheses (pool, yes);
  node->child[2] = in_parentheses (pool, no);
  return node;
}

static const IhopType size_type = { .kind = IHOP_TYPE_INTEGER, .name = "unsigned long", .size = 8, .align = 8 };

const IhopNode *
ihop_expression_size_of_value (IhopPool *pool, const IhopNode *value)
{
  IhopNode *node = node_new (pool, IHOP_SIZEOF, &size_type, 1);

  node->child[0] = value;
  return node;
}

const IhopNode *
ihop_expression_sizeof (IhopPool *pool, const IhopType *type)
{
  IhopNode *node = node_new (pool, IHOP_SIZEOF, &size_type, 1);

  node->argument_type = type;
  return node;
}

const IhopNode *
ihop_expression_or (IhopPool *pool, const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL)
    return NULL;
  return ihop_expression_binary (pool, IHOP_OP_LOR, in_parentheses (pool, a), in_parentheses (pool, b));
}

/* ---- Sums of products ---- */

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

static const IhopNode *
inside_of (const IhopNode *node)
{
  while ((node->kind == IHOP_PAREN && !is_macro (node))
         || (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT)))
    node = node->child[0];
  return node;
}

gboolean
ihop_expression_is_number (const IhopNode *node, gint64 *value)
{
  node = inside_of (node);
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
  const IhopNode *inside = inside_of (node);
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
  node = inside_of (node);
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
        {
          IhopNode *negative = node_new (pool, IHOP_UNARY, part->type, 1);
          negative->op = IHOP_OP_NEG;
          negative->child[0] = part;
          node = negative;
        }
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

/* ---- Comparing ---- */

static gboolean
is_same_leaf (const IhopNode *a, const IhopNode *b)
{
  gint64 x, y;

  if (a->kind == IHOP_REF)
    return a->symbol == b->symbol;
  if (a->kind != IHOP_INTEGER)
    return FALSE;
  if (ihop_expression_is_number (a, &x) && ihop_expression_is_number (b, &y))
    return x == y;
  g_autofree char *left = ihop_expression_text (a), *right = ihop_expression_text (b);
  return g_str_equal (left, right);
}

static gboolean
is_same_type (const IhopType *a, const IhopType *b)
{
  return a == b || (a && b && ihop_type_equal (a, b));
}

static gboolean
is_same_node (const IhopNode *a, const IhopNode *b)
{
  gboolean names_type = a->kind == IHOP_CAST || a->kind == IHOP_SIZEOF;

  if (a->kind != b->kind || a->op != b->op || a->n_children != b->n_children)
    return FALSE;
  if (a->n_children == 0)
    return is_same_leaf (a, b);
  if (names_type && !(is_same_type (a->argument_type, b->argument_type) && is_same_type (a->type, b->type)))
    return FALSE;
  gboolean same = (a->kind != IHOP_MEMBER || (a->symbol == b->symbol && a->flags == b->flags))
                  && a->kind != IHOP_OPAQUE_EXPR && (a->kind != IHOP_CALL || ihop_block_count_pointer (a));
  for (guint i = 0; same && i < a->n_children; i++)
    same = (a->child[i] == NULL) == (b->child[i] == NULL)
           && (a->child[i] == NULL || ihop_expression_equal (a->child[i], b->child[i]));
  return same;
}

gboolean
ihop_expression_equal (const IhopNode *a, const IhopNode *b)
{
  if (a == b)
    return TRUE;
  return a && b && is_same_node (inside_of (a), inside_of (b));
}

static gboolean
find_condition (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_CONDITIONAL
            || (node->kind == IHOP_BINARY && node->op >= IHOP_OP_LAND && node->op <= IHOP_OP_NE);
  return !*found;
}

gboolean
ihop_expression_has_condition (const IhopNode *node)
{
  gboolean found = FALSE;

  ihop_node_walk (node, find_condition, &found);
  return found;
}

static gboolean
collect_symbol (const IhopNode *node, gpointer data)
{
  GPtrArray *symbols = data;

  if (node->kind == IHOP_REF
      && (node->symbol->kind == IHOP_SYMBOL_VARIABLE || node->symbol->kind == IHOP_SYMBOL_PARAMETER)
      && !g_ptr_array_find (symbols, node->symbol, NULL))
    g_ptr_array_add (symbols, node->symbol);
  return TRUE;
}

GPtrArray *
ihop_expression_symbols (const IhopNode *node)
{
  GPtrArray *symbols = g_ptr_array_new ();

  ihop_node_walk (node, collect_symbol, symbols);
  return symbols;
}

gboolean
ihop_expression_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (node);

  return g_ptr_array_find (symbols, symbol, NULL);
}

/* ---- Exchanging names ---- */

/* Its bytes, or the type that it names, say names that are no nodes in it. */
static gboolean
hides_names (const IhopNode *node)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  ihop_node_extents (node, extents);
  return extents->len || node->kind == IHOP_OPAQUE_EXPR || (node->flags & IHOP_NODE_RESOLVED);
}

const IhopNode *
ihop_expression_exchange (IhopPool *pool, const IhopNode *node, IhopExchangeName exchange, gpointer data)
{
  IhopNode *copy = NULL;
  gboolean is_count = ihop_block_count_pointer (node) != NULL; /* of a variable's elements, by a function that all know */

  if (node->kind == IHOP_REF)
    return exchange (node, data);
  if (hides_names (node))
    return NULL;
  for (guint i = is_count ? 1 : 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      const IhopNode *other = child ? ihop_expression_exchange (pool, child, exchange, data) : NULL;
      if ((child && other == NULL) || (is_count && i == 1 && other->kind != IHOP_REF))
        return NULL;
      if (other == child)
        continue;
      if (copy == NULL)
        copy = ihop_node_copy (pool, node);
      copy->child[i] = other;
    }
  return copy ? copy : node;
}

char *
ihop_expression_text (const IhopNode *node)
{
  return ihop_print_node (node, NULL);
}
