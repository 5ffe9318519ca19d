/* Dependences, on nests whose answers are known by heart: which orders keep them all. */
#include "analysis/extract/extract.h"
#include "analysis/dependence/dependences.h"
#include "frontend/frontend.h"
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <string.h>

/* Whether no sink runs before its source, or with it. Takes order. */
static gboolean
runs_forwards (isl_union_map *deps, isl_union_map *order)
{
  isl_set *time = isl_set_from_union_set (isl_union_map_range (isl_union_map_copy (order)));
  isl_map *late = isl_map_lex_ge (isl_set_get_space (time));
  isl_union_map *wrong = isl_union_map_apply_range (isl_union_map_copy (order),
                                                    isl_union_map_from_map (late));

  wrong = isl_union_map_apply_range (wrong, isl_union_map_reverse (order));
  wrong = isl_union_map_intersect (isl_union_map_copy (deps), wrong);
  gboolean forwards = isl_union_map_is_empty (wrong) == isl_bool_true;
  isl_union_map_free (wrong);
  isl_set_free (time);
  return forwards;
}

/* Whether the first nest of "text" may run in this order (isl's notation over S0, S1 …). */
static gboolean
is_legal (const char *text, const char *order_text)
{
  IhopDiags *diags = ihop_diags_new ();
  g_autoptr (IhopTree) tree
    = ihop_frontend_parse_text ("test.c", text, strlen (text), NULL, diags);
  GPtrArray *trees = g_ptr_array_new ();

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
  gboolean legal = runs_forwards (
    deps->all, isl_union_map_read_from_str (ihop_facts_isl (facts), order_text));

  g_assert_true (deps->is_complete);
  ihop_deps_free (deps);
  ihop_scop_free (scop);
  ihop_facts_free (facts);
  g_ptr_array_unref (trees);
  g_ptr_array_unref (diags);
  return legal;
}

#define NEST(BODY)                                                                               \
  "void f (int n, double A[50][50]) { for (int i = 1; i < n - 1; i++)"                           \
  " for (int j = 1; j < n - 1; j++) " BODY " }"

static void
test_interchange (void)
{
  static const char order[] = "{ S2[i,j] -> [j,i]; S1[i] -> [0,0]; S0[] -> [0,0] }";

  g_assert_true (is_legal (NEST ("A[i][j] = A[i - 1][j - 1];"), order));
  g_assert_true (is_legal (NEST ("A[i][j] = A[i - 1][j];"), order));
  g_assert_false (is_legal (NEST ("A[i][j] = A[i - 1][j + 1];"), order));
}

static void
test_reversal (void)
{
  static const char outer[] = "{ S2[i,j] -> [-i,j]; S1[i] -> [0,0]; S0[] -> [0,0] }";
  static const char inner[] = "{ S2[i,j] -> [i,-j]; S1[i] -> [0,0]; S0[] -> [0,0] }";

  g_assert_false (is_legal (NEST ("A[i][j] = A[i - 1][j];"), outer));
  g_assert_true (is_legal (NEST ("A[i][j] = A[i - 1][j];"), inner));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dependences/interchange", test_interchange);
  g_test_add_func ("/dependences/reversal", test_reversal);
  return g_test_run ();
}
