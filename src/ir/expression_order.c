/* b - a is written as a polynomial in x - l for each x of which the condition says "x >= l". Where none of its coefficients is
 * below 0, neither is its value. Of quotients that are taken away as much is taken as they can be: n / 4 is no more than a quarter
 * of n. */
#include "ir/expression_order.h"
#include "ir/condition.h"
#include "ir/expression.h"

enum { MOST_FACTORS = 4, MOST_TERMS = 24 };

/* "factor * (part[0] - l) * (part[1] - l) …" */
typedef struct
{
  gint64 factor;
  guint n;
  const IhopNode *part[MOST_FACTORS]; /* in any order */
} Monomial;

typedef struct
{
  const IhopNode *when;
  const IhopNode *limited; /* is no more than "most": written as most - l, and l, which is not below 0, goes by its name; or NULL */
  gint64 most;
  gboolean fails;          /* too many terms, or too large */
} Reading;

static gboolean
has_same_parts (const Monomial *a, const Monomial *b)
{
  gboolean used[MOST_FACTORS] = { FALSE };
  guint found = 0;

  for (guint i = 0; i < a->n; i++)
    for (guint k = 0; k < b->n; k++)
      if (!used[k] && ihop_expression_equal (a->part[i], b->part[k]))
        {
          used[k] = TRUE;
          found++;
          break;
        }
  return a->n == b->n && found == a->n;
}

static void
add_monomial (Reading *self, GArray *sum, const Monomial *term)
{
  for (guint i = 0; i < sum->len; i++)
    {
      Monomial *had = &g_array_index (sum, Monomial, i);
      if (!has_same_parts (had, term))
        continue;
      self->fails |= __builtin_add_overflow (had->factor, term->factor, &had->factor);
      return;
    }
  self->fails |= sum->len == MOST_TERMS;
  if (!self->fails)
    g_array_append_vals (sum, term, 1);
}

static void
add_product (Reading *self, GArray *sum, const Monomial *a, const Monomial *b)
{
  Monomial product = *a;

  self->fails |= a->n + b->n > MOST_FACTORS || __builtin_mul_overflow (a->factor, b->factor, &product.factor);
  for (guint i = 0; i < b->n && !self->fails; i++)
    product.part[product.n++] = b->part[i];
  if (!self->fails)
    add_monomial (self, sum, &product);
}

static gboolean
is_limited_one (const Reading *self, const IhopNode *leaf)
{
  return self->limited && ihop_expression_equal (self->limited, leaf);
}

static void
read_leaf (Reading *self, GArray *sum, const IhopNode *leaf, gint64 scale)
{
  Monomial constant = { scale, 0, { NULL } }, name = { scale, 1, { leaf } };
  gint64 number = self->most;
  gboolean is_limited = is_limited_one (self, leaf);

  if (is_limited)
    name.factor = -scale;
  if (is_limited || ihop_expression_is_number (leaf, &number) || ihop_expression_least (self->when, leaf, &number))
    {
      self->fails |= __builtin_mul_overflow (scale, number, &constant.factor);
      add_monomial (self, sum, &constant);
    }
  if (!ihop_expression_is_number (leaf, NULL))
    add_monomial (self, sum, &name);
}

static void read_sum (Reading *self, GArray *sum, const IhopNode *node, gint64 scale);
static gboolean is_never_negative (const IhopNode *when, const IhopNode *node);

static void
read_product (Reading *self, GArray *sum, const IhopNode *node, gint64 scale)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (Monomial)), right = g_array_new (FALSE, FALSE, sizeof (Monomial));

  read_sum (self, left, node->child[0], scale);
  read_sum (self, right, node->child[1], 1);
  for (guint i = 0; i < left->len; i++)
    for (guint k = 0; k < right->len && !self->fails; k++)
      add_product (self, sum, &g_array_index (left, Monomial, i), &g_array_index (right, Monomial, k));
}

/* Adds scale * node. */
static void
read_sum (Reading *self, GArray *sum, const IhopNode *node, gint64 scale)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB))
    {
      read_sum (self, sum, node->child[0], scale);
      read_sum (self, sum, node->child[1], node->op == IHOP_OP_SUB ? -scale : scale);
    }
  else if (node->kind == IHOP_UNARY && (node->op == IHOP_OP_NEG || node->op == IHOP_OP_PLUS))
    read_sum (self, sum, node->child[0], node->op == IHOP_OP_NEG ? -scale : scale);
  else if (node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL)
    read_product (self, sum, node, scale);
  else
    read_leaf (self, sum, node, scale);
}

/* ---- quotients ---- */

/* "n / 4" of a monomial, where n is not below 0, and all that it is multiplied with is neither: *part is its number. */
static const IhopNode *
quotient_of (const Reading *self, const Monomial *term, guint *part, gint64 *divisor)
{
  const IhopNode *found = NULL;

  for (guint i = 0; i < term->n; i++)
    {
      const IhopNode *node = term->part[i];
      gint64 least;
      if (ihop_expression_least (self->when, node, &least))
        continue;
      if (found || node->kind != IHOP_BINARY || node->op != IHOP_OP_DIV || !ihop_expression_is_number (node->child[1], divisor)
          || *divisor < 1 || *divisor > G_MAXINT16 || !is_never_negative (self->when, node->child[0]))
        return NULL;
      found = node->child[0];
      *part = i;
    }
  return found;
}

/* A term that is taken away is no more than with n / 4 for the whole number that this is: all is written four times as large. */
static GArray *
with_whole_numerator (Reading *self, const GArray *sum, guint at, guint part, const IhopNode *numerator, gint64 divisor)
{
  g_autoptr (GArray) above = g_array_new (FALSE, FALSE, sizeof (Monomial));
  GArray *result = g_array_new (FALSE, FALSE, sizeof (Monomial));

  read_sum (self, above, numerator, 1);
  for (guint i = 0; i < sum->len; i++)
    {
      Monomial term = g_array_index (sum, Monomial, i);
      if (i == at)
        term.part[part] = term.part[--term.n];
      else
        self->fails |= __builtin_mul_overflow (term.factor, divisor, &term.factor);
      for (guint k = 0; i == at && k < above->len; k++)
        add_product (self, result, &term, &g_array_index (above, Monomial, k));
      if (i != at)
        add_monomial (self, result, &term);
    }
  return result;
}

/* Takes sum. */
static GArray *
without_quotients (Reading *self, GArray *sum)
{
  for (guint i = 0, rounds = 0; i < sum->len && rounds < MOST_FACTORS && !self->fails; i++)
    {
      const Monomial *term = &g_array_index (sum, Monomial, i);
      guint part = 0;
      gint64 divisor = 1;
      const IhopNode *numerator = term->factor < 0 ? quotient_of (self, term, &part, &divisor) : NULL;
      if (numerator == NULL)
        continue;
      GArray *next = with_whole_numerator (self, sum, i, part, numerator, divisor);
      g_array_unref (sum);
      sum = next;
      rounds++;
      i = (guint) -1; /* from the start */
    }
  return sum;
}

/* ---- comparing ---- */

/* What nothing is known of may be of either sign. */
static gboolean
is_not_negative (const Reading *self, const Monomial *term)
{
  gint64 least;

  for (guint i = 0; i < term->n && term->factor; i++)
    if (!is_limited_one (self, term->part[i]) && !ihop_expression_least (self->when, term->part[i], &least))
      return FALSE;
  return term->factor >= 0;
}

static gboolean
all_not_negative (const Reading *self, const GArray *sum)
{
  gboolean fine = !self->fails;

  for (guint i = 0; i < sum->len && fine; i++)
    fine = is_not_negative (self, &g_array_index (sum, Monomial, i));
  return fine;
}

static gboolean
is_never_negative (const IhopNode *when, const IhopNode *node)
{
  g_autoptr (GArray) sum = g_array_new (FALSE, FALSE, sizeof (Monomial));
  Reading self = { .when = when };

  read_sum (&self, sum, node, 1);
  return all_not_negative (&self, sum);
}

gboolean
ihop_expression_stays_within (const IhopNode *when, const IhopNode *a, const IhopNode *b)
{
  GArray *difference = g_array_new (FALSE, FALSE, sizeof (Monomial));
  Reading self = { .when = when };

  read_sum (&self, difference, b, 1);
  read_sum (&self, difference, a, -1);
  difference = without_quotients (&self, difference);
  gboolean fine = all_not_negative (&self, difference);
  g_array_unref (difference);
  return fine;
}

gboolean
ihop_expression_is_none_below (const IhopNode *when, const IhopNode *what, gint64 least, const IhopNode *count)
{
  g_autoptr (GArray) negative = g_array_new (FALSE, FALSE, sizeof (Monomial));
  Reading self = { .when = when, .limited = what, .most = least - 1 };

  if (least == G_MININT64 || what->type == NULL || !ihop_type_is_integer (what->type) || !ihop_type_strip (what->type)->is_signed)
    return FALSE;
  read_sum (&self, negative, count, -1);
  return all_not_negative (&self, negative);
}
