/* Which expression is the larger one under a condition, and what conditions say together. */
#include "build.h"
#include "ir/condition.h"
#include "ir/expression.h"
#include "ir/expression_order.h"

typedef struct
{
  IhopPool *pool;
  const IhopNode *n, *m, *k;
} Fixture;

static const IhopNode *
name_of (IhopPool *pool, const char *name)
{
  IhopType *type = build_type (pool, IHOP_TYPE_INTEGER, name, 4);

  type->is_signed = TRUE;
  return ihop_expression_name (pool, build_symbol (pool, name, type));
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  IhopPool *pool = ihop_pool_new ();

  *fixture = (Fixture){ pool, name_of (pool, "n"), name_of (pool, "m"), name_of (pool, "k") };
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  ihop_pool_free (fixture->pool);
}

static const IhopNode *
binary (Fixture *fixture, const IhopNode *left, IhopOperator op, const IhopNode *right)
{
  return ihop_expression_binary (fixture->pool, op, left, right);
}

static const IhopNode *
with_number (Fixture *fixture, const IhopNode *left, IhopOperator op, gint64 number)
{
  return binary (fixture, left, op, ihop_expression_number (fixture->pool, number));
}

/* (n + rows) * m + columns */
static const IhopNode *
place (Fixture *fixture, gint64 rows, gint64 columns)
{
  const IhopNode *row = with_number (fixture, fixture->n, IHOP_OP_ADD, rows);

  return with_number (fixture, binary (fixture, row, IHOP_OP_MUL, fixture->m), IHOP_OP_ADD, columns);
}

static void
test_rows (Fixture *fixture, gconstpointer unused)
{
  const IhopNode *wide = with_number (fixture, fixture->m, IHOP_OP_GE, 3), *narrow = with_number (fixture, fixture->m, IHOP_OP_GT, 1);

  g_assert_true (ihop_expression_stays_within (wide, place (fixture, -2, 3), place (fixture, -1, 0)));
  g_assert_false (ihop_expression_stays_within (narrow, place (fixture, -2, 3), place (fixture, -1, 0)));
  g_assert_true (ihop_expression_stays_within (narrow, place (fixture, -2, 2), place (fixture, -1, 0)));
  g_assert_false (ihop_expression_stays_within (wide, place (fixture, -1, 0), place (fixture, -2, 3)));
  g_assert_false (ihop_expression_stays_within (NULL, place (fixture, -2, 0), place (fixture, -1, 0)));
  g_assert_true (ihop_expression_stays_within (NULL, place (fixture, -2, 0), place (fixture, -2, 1)));
}

/* What is known of n and m says nothing of k. */
static void
test_unknown_signs (Fixture *fixture, gconstpointer unused)
{
  const IhopNode *known = binary (fixture, with_number (fixture, fixture->n, IHOP_OP_GE, 1), IHOP_OP_LAND,
                                  with_number (fixture, fixture->m, IHOP_OP_GE, 1));
  const IhopNode *below = with_number (fixture, fixture->k, IHOP_OP_GE, -1), *zero = ihop_expression_number (fixture->pool, 0);
  const IhopNode *product = binary (fixture, fixture->n, IHOP_OP_MUL, fixture->m);

  g_assert_true (ihop_expression_stays_within (known, zero, product));
  g_assert_false (ihop_expression_stays_within (known, zero, binary (fixture, product, IHOP_OP_MUL, fixture->k)));
  g_assert_false (ihop_expression_stays_within (below, zero, fixture->k));
  g_assert_true (ihop_expression_stays_within (below, zero, with_number (fixture, fixture->k, IHOP_OP_ADD, 1)));
  g_assert_false (ihop_expression_stays_within (below, fixture->k, binary (fixture, fixture->k, IHOP_OP_MUL, fixture->k)));
}

/* n / 2 is at most half of n, where n is not below 0, and may be less. */
static void
test_quotients (Fixture *fixture, gconstpointer unused)
{
  const IhopNode *known = with_number (fixture, fixture->n, IHOP_OP_GE, 3), *half = with_number (fixture, fixture->n, IHOP_OP_DIV, 2);

  g_assert_true (ihop_expression_stays_within (known, with_number (fixture, half, IHOP_OP_ADD, 1), fixture->n));
  g_assert_false (ihop_expression_stays_within (known, with_number (fixture, half, IHOP_OP_ADD, 2), fixture->n));
  g_assert_false (ihop_expression_stays_within (NULL, half, fixture->n));
  g_assert_false (ihop_expression_stays_within (known, fixture->n, with_number (fixture, half, IHOP_OP_MUL, 2)));
}

static void
assert_together (Fixture *fixture, const IhopNode *a, const IhopNode *b, const char *expected)
{
  g_autofree char *text = ihop_expression_text (ihop_expression_and (fixture->pool, a, b));

  g_assert_cmpstr (text, ==, expected);
}

/* What is asked behind a condition still is where that is said in stronger words. */
static void
test_together (Fixture *fixture, gconstpointer unused)
{
  const IhopNode *some = with_number (fixture, fixture->n, IHOP_OP_GT, 0), *two = with_number (fixture, fixture->n, IHOP_OP_GE, 2);
  const IhopNode *behind = with_number (fixture, fixture->m, IHOP_OP_NE, 4);

  assert_together (fixture, two, some, "n >= 2");
  assert_together (fixture, some, two, "n >= 2");
  assert_together (fixture, binary (fixture, some, IHOP_OP_LAND, behind), two, "n >= 2 && m != 4");
  assert_together (fixture, behind, two, "m != 4 && n >= 2");
  assert_together (fixture, NULL, two, "n >= 2");
}

static void
assert_either (Fixture *fixture, const IhopNode *a, const IhopNode *b, const char *expected)
{
  const IhopNode *either = ihop_expression_either (fixture->pool, a, b);
  g_autofree char *text = either ? ihop_expression_text (either) : g_strdup ("always");

  g_assert_cmpstr (text, ==, expected);
}

/* What both say is said once; what one of two says whatever happens, not at all. */
static void
test_either (Fixture *fixture, gconstpointer unused)
{
  const IhopNode *some = with_number (fixture, fixture->n, IHOP_OP_GT, 0), *many = with_number (fixture, fixture->k, IHOP_OP_GE, 4);
  const IhopNode *few = with_number (fixture, fixture->k, IHOP_OP_LE, 3), *fewer = with_number (fixture, fixture->k, IHOP_OP_LT, 3);
  const IhopNode *first = binary (fixture, many, IHOP_OP_LAND, some);

  assert_either (fixture, many, few, "always");
  assert_either (fixture, first, binary (fixture, few, IHOP_OP_LAND, some), "n > 0");
  assert_either (fixture, first, binary (fixture, some, IHOP_OP_LAND, fewer), "n > 0 && (k >= 4 || k < 3)");
  assert_either (fixture, first, binary (fixture, with_number (fixture, fixture->k, IHOP_OP_GT, 0), IHOP_OP_LAND, some), "k > 0 && n > 0");
  assert_either (fixture, some, NULL, "always");
  assert_either (fixture, some, few, "n > 0 || k <= 3");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/order/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("rows", test_rows);
  ADD ("unknown-signs", test_unknown_signs);
  ADD ("quotients", test_quotients);
  ADD ("together", test_together);
  ADD ("either", test_either);
  return g_test_run ();
}
