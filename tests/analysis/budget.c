/* Budgets are counted, not timed: where one ends, it ends everywhere. */
#include "analysis/verdict/loops.h"
#include "analysis/program/isl_operations.h"
#include "frontend/frontend.h"
#include <isl/options.h>
#include <isl/set.h>
#include <string.h>

static isl_ctx *
quiet_isl (void)
{
  isl_ctx *ctx = isl_ctx_alloc ();

  isl_options_set_on_error (ctx, ISL_ON_ERROR_CONTINUE);
  return ctx;
}

static void
ask_something (isl_ctx *ctx, guint times)
{
  for (guint i = 0; i < times; i++)
    {
      isl_set *set = isl_set_read_from_str (ctx, "[n] -> { [i, j] : 0 <= i < n and 0 <= 2j < n and i + 3j = 17 }");
      isl_set_is_empty (set);
      isl_set_free (set);
    }
}

/* Counting is work, too, of a few operations. */
static guint64
cost (isl_ctx *ctx, guint times)
{
  guint64 before = ihop_operations_count (ctx, 0);

  ask_something (ctx, times);
  return ihop_operations_count (ctx, before) - before;
}

static void
test_count (void)
{
  isl_ctx *ctx = quiet_isl ();
  guint64 once = cost (ctx, 1), often = cost (ctx, 1000);

  g_assert_cmpuint (cost (ctx, 0), <, 10);
  g_assert_cmpuint (often, <, 1010 * once);
  g_assert_cmpuint (often, >, 900 * (once - 40));
  g_assert_cmpuint (ihop_operations_count (ctx, 0), >, once + often);
  g_assert_cmpint (isl_ctx_last_error (ctx), ==, isl_error_none);
  isl_ctx_free (ctx);
}

static void
test_limit (void)
{
  isl_ctx *ctx = quiet_isl ();
  guint64 once = cost (ctx, 1);

  ihop_operations_limit (ctx, 10 * once);
  ask_something (ctx, 3);
  g_assert_cmpint (isl_ctx_last_error (ctx), ==, isl_error_none);
  ask_something (ctx, 20);
  g_assert_cmpint (isl_ctx_last_error (ctx), ==, isl_error_quota);
  ihop_operations_count (ctx, 0);
  g_assert_cmpint (isl_ctx_last_error (ctx), ==, isl_error_quota);
  ihop_operations_free (ctx);
  g_assert_cmpuint (cost (ctx, 1), >, 0);
  isl_ctx_free (ctx);
}

/* That many stencils behind one another in one function. */
static char *
stencils (guint n)
{
  GString *text = g_string_new ("void f (int n, double A[n][n]) {");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) A[i][j] += A[i - %u][j - 1];",
                            i % 2);
  g_string_append (text, "}");
  return g_string_free (text, FALSE);
}

/* One letter a loop. */
static char *
verdicts (double seconds)
{
  IhopDiags *diags = ihop_diags_new ();
  g_autofree char *text = stencils (20);
  g_autoptr (IhopTree) tree = ihop_frontend_parse_text ("test.c", text, strlen (text), NULL, diags);
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  IhopFactsOptions options = { .seconds = seconds };
  GString *letters = g_string_new (NULL);

  g_ptr_array_add (trees, tree);
  IhopFacts *facts = ihop_facts_new (trees, &options, diags);
  const GPtrArray *loops = ihop_loops_of (facts, tree);
  for (guint i = 0; i < loops->len; i++)
    g_string_append_c (letters, ihop_verdict_name (((const IhopLoop *) loops->pdata[i])->verdict)[0]);
  ihop_facts_free (facts);
  g_ptr_array_unref (diags);
  return g_string_free (letters, FALSE);
}

static void
test_same (void)
{
  g_autofree char *once = verdicts (0.02), *again = verdicts (0.02), *all = verdicts (20);

  g_assert_cmpstr (once, ==, again);
  g_assert_true (once[0] != 'u' && g_str_has_suffix (once, "uuuu"));
  g_assert_null (strchr (all, 'u'));
}

/* What isl does for so many nests of one function. */
static guint64
operations (guint n)
{
  IhopDiags *diags = ihop_diags_new ();
  g_autofree char *text = stencils (n);
  g_autoptr (IhopTree) tree = ihop_frontend_parse_text ("test.c", text, strlen (text), NULL, diags);
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  IhopFactsOptions options = { .seconds = 100 };

  g_ptr_array_add (trees, tree);
  IhopFacts *facts = ihop_facts_new (trees, &options, diags);
  ihop_loops_of (facts, tree);
  guint64 count = ihop_operations_count (ihop_facts_isl (facts), 0);
  ihop_facts_free (facts);
  g_ptr_array_unref (diags);
  return count;
}

/* Twice as long, twice the work. */
static void
test_growth (void)
{
  guint64 once = operations (20), twice = operations (40);

  g_test_message ("%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT, once, twice);
  g_assert_cmpuint (twice, >, once + once / 2);
  g_assert_cmpuint (twice, <, 2 * once + once / 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/budget/count", test_count);
  g_test_add_func ("/budget/limit", test_limit);
  g_test_add_func ("/budget/same", test_same);
  g_test_add_func ("/budget/growth", test_growth);
  return g_test_run ();
}
