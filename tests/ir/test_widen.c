/* What is computed in 64 bits, and what stays as it is. */
#include "build.h"
#include "ir/expression.h"
#include "ir/widen.h"

typedef struct
{
  IhopPool *pool;
  const IhopNode *n, *m, *l, *u, *two; /* ints n and m, long l, unsigned u, the number 2 */
} Fixture;

static const IhopNode *
name_of (IhopPool *pool, const char *name, gsize size, gboolean is_signed)
{
  IhopType *type = build_type (pool, IHOP_TYPE_INTEGER, name, size);

  type->is_signed = is_signed;
  return ihop_expression_name (pool, build_symbol (pool, name, type));
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  IhopPool *pool = ihop_pool_new ();

  *fixture = (Fixture) { pool, name_of (pool, "n", 4, TRUE), name_of (pool, "m", 4, TRUE), name_of (pool, "l", 8, TRUE),
                         name_of (pool, "u", 4, FALSE), ihop_expression_number (pool, 2) };
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  ihop_pool_free (fixture->pool);
}

static void
assert_wide (Fixture *fixture, IhopWide kind, const IhopNode *node, const char *expected)
{
  g_autofree char *text = ihop_expression_text (ihop_expression_widen (fixture->pool, node, kind));

  g_assert_cmpstr (text, ==, expected);
}

static const IhopNode *
binary (Fixture *fixture, const IhopNode *left, IhopOperator op, const IhopNode *right)
{
  return ihop_expression_binary (fixture->pool, op, left, right);
}

static void
test_sizes (Fixture *fixture, gconstpointer unused)
{
  const IhopNode *product = binary (fixture, fixture->n, IHOP_OP_MUL, fixture->m);
  const IhopNode *runs = binary (fixture, fixture->n, IHOP_OP_GT, fixture->two);

  assert_wide (fixture, IHOP_WIDE_SIZE, product, "(long long) n * m");
  assert_wide (fixture, IHOP_WIDE_SIZE, binary (fixture, product, IHOP_OP_MUL, fixture->m), "(long long) n * m * m");
  assert_wide (fixture, IHOP_WIDE_SIZE, binary (fixture, fixture->two, IHOP_OP_MUL, fixture->n), "2 * (long long) n");
  assert_wide (fixture, IHOP_WIDE_SIZE, binary (fixture, fixture->u, IHOP_OP_MUL, fixture->n), "(long long) u * n");
  assert_wide (fixture, IHOP_WIDE_SIZE, binary (fixture, fixture->n, IHOP_OP_ADD, fixture->m), "(long long) n + m");
  assert_wide (fixture, IHOP_WIDE_SIZE, ihop_expression_choice (fixture->pool, runs, product, fixture->two),
               "n > 2 ? (long long) n * m : 2");
  assert_wide (fixture, IHOP_WIDE_SIZE,
               binary (fixture, product, IHOP_OP_MUL, ihop_expression_sizeof (fixture->pool, fixture->l->type)),
               "(long long) n * m * sizeof (l)");
}

static void
test_what_fits (Fixture *fixture, gconstpointer unused)
{
  assert_wide (fixture, IHOP_WIDE_SIZE, fixture->n, "n");
  assert_wide (fixture, IHOP_WIDE_SIZE, binary (fixture, fixture->two, IHOP_OP_MUL, fixture->two), "2 * 2");
  assert_wide (fixture, IHOP_WIDE_SIZE, binary (fixture, fixture->l, IHOP_OP_MUL, fixture->n), "l * n");
  assert_wide (fixture, IHOP_WIDE_SIZE, binary (fixture, fixture->n, IHOP_OP_ADD, fixture->two), "n + 2");
  assert_wide (fixture, IHOP_WIDE_SIZE, binary (fixture, fixture->n, IHOP_OP_SUB, fixture->m), "n - m");
}

static void
test_conditions (Fixture *fixture, gconstpointer unused)
{
  const IhopNode *product = binary (fixture, fixture->n, IHOP_OP_MUL, fixture->n);
  const IhopNode *next = binary (fixture, fixture->n, IHOP_OP_ADD, fixture->two);

  assert_wide (fixture, IHOP_WIDE_CONDITION, binary (fixture, fixture->m, IHOP_OP_LT, product), "m < (long long) n * n");
  assert_wide (fixture, IHOP_WIDE_CONDITION, binary (fixture, next, IHOP_OP_LE, fixture->m), "(long long) n + 2 <= m");
  assert_wide (fixture, IHOP_WIDE_CONDITION,
               binary (fixture, binary (fixture, fixture->n, IHOP_OP_SUB, fixture->m), IHOP_OP_GT, fixture->two),
               "(long long) n - m > 2");
}

/* A node that the owner wrote is printed as the bytes that it is. */
static void
test_owner (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (IhopTree) tree = build_tree ("n * m");
  const IhopNode *product = binary (fixture, fixture->n, IHOP_OP_MUL, fixture->m);

  ((IhopNode *) product)->range = (IhopRange){ tree->source, 0, 5 };
  g_assert_true (ihop_expression_widen (fixture->pool, product, IHOP_WIDE_CONDITION) == product);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/widen/sizes", Fixture, NULL, set_up, test_sizes, tear_down);
  g_test_add ("/widen/what-fits", Fixture, NULL, set_up, test_what_fits, tear_down);
  g_test_add ("/widen/conditions", Fixture, NULL, set_up, test_conditions, tear_down);
  g_test_add ("/widen/owner", Fixture, NULL, set_up, test_owner, tear_down);
  return g_test_run ();
}
