/* The judge of reorderings, on nests whose answers are known by heart. */
#include "analysis/legality.h"
#include "frontend/frontend.h"
#include <isl/union_map.h>
#include <string.h>

/* The verdict on the first nest of "text" run in this order (isl's notation over S0, S1 …). */
static IhopLegalityVerdict
verdict (const char *text, const char *order_text)
{
  IhopDiags *diags = ihop_diags_new ();
  g_autoptr (IhopTree) tree
    = ihop_frontend_parse_text ("test.c", text, strlen (text), NULL, diags);
  GPtrArray *trees = g_ptr_array_new ();
  IhopLegalityVerdict result;

  g_assert_nonnull (tree);
  g_ptr_array_add (trees, tree);

  IhopFacts *facts = ihop_facts_new (trees, NULL, diags);
  const IhopFunction *function = tree->functions->pdata[0];
  const IhopNode *root = NULL;

  for (guint i = 0; i < function->body->n_children; i++)
    if (function->body->child[i]->kind == IHOP_FOR)
      root = function->body->child[i];

  IhopScop *scop = ihop_scop_new (facts, function, root, NULL);
  IhopDeps *deps = ihop_deps_compute (scop);
  g_autoptr (IhopLegality) legality = ihop_order_check (
    deps->all, isl_union_map_read_from_str (ihop_facts_isl (facts), order_text));

  result = legality->verdict;
  g_assert_true ((result == IHOP_ILLEGAL) == (legality->source_iteration != NULL));
  ihop_deps_free (deps);
  ihop_scop_free (scop);
  ihop_facts_free (facts);
  g_ptr_array_unref (trees);
  g_ptr_array_unref (diags);
  return result;
}

#define NEST(BODY)                                                                               \
  "void f (int n, double A[50][50]) { for (int i = 1; i < n - 1; i++)"                           \
  " for (int j = 1; j < n - 1; j++) " BODY " }"

static void
test_interchange (void)
{
  static const char order[] = "{ S2[i,j] -> [j,i]; S1[i] -> [0,0]; S0[] -> [0,0] }";

  g_assert_cmpint (verdict (NEST ("A[i][j] = A[i - 1][j - 1];"), order), ==, IHOP_LEGAL);
  g_assert_cmpint (verdict (NEST ("A[i][j] = A[i - 1][j];"), order), ==, IHOP_LEGAL);
  g_assert_cmpint (verdict (NEST ("A[i][j] = A[i - 1][j + 1];"), order), ==, IHOP_ILLEGAL);
}

static void
test_reversal (void)
{
  static const char outer[] = "{ S2[i,j] -> [-i,j]; S1[i] -> [0,0]; S0[] -> [0,0] }";
  static const char inner[] = "{ S2[i,j] -> [i,-j]; S1[i] -> [0,0]; S0[] -> [0,0] }";

  g_assert_cmpint (verdict (NEST ("A[i][j] = A[i - 1][j];"), outer), ==, IHOP_ILLEGAL);
  g_assert_cmpint (verdict (NEST ("A[i][j] = A[i - 1][j];"), inner), ==, IHOP_LEGAL);
}

static void
test_unplaced (void)
{
  g_assert_cmpint (verdict (NEST ("A[i][j] = A[i - 1][j];"), "{ S9[i,j] -> [i,j] }"), ==,
                   IHOP_LEGALITY_UNKNOWN);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/legality/interchange", test_interchange);
  g_test_add_func ("/legality/reversal", test_reversal);
  g_test_add_func ("/legality/unplaced", test_unplaced);
  return g_test_run ();
}
