/* From C text to the chosen axes and block. */
#include "case.h"
#include "frontend/frontend.h"
#include <string.h>

typedef struct
{
  IhopTree *tree;
  const IhopFunction *function;
  const IhopNode *loops[3];
  guint n;
} Nest;

static gboolean
find_loop (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (*found == NULL && node->kind == IHOP_FOR)
    *found = node;
  return *found == NULL;
}

/* The first nest of the text's last function, n deep. */
static void
read_nest (Nest *nest, const char *text, guint n)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  nest->tree = ihop_frontend_parse_text ("nest.c", text, strlen (text), NULL, diags);
  for (guint i = 0; i < diags->len; i++)
    {
      g_autofree char *line = ihop_diag_to_text (g_ptr_array_index (diags, i));

      g_test_message ("%s", line);
    }
  g_assert_nonnull (nest->tree);
  nest->function = g_ptr_array_index (nest->tree->functions, nest->tree->functions->len - 1);
  nest->n = n;
  for (guint k = 0; k < n; k++)
    {
      nest->loops[k] = NULL;
      ihop_node_walk (k == 0 ? nest->function->body : ihop_loop_body (nest->loops[k - 1]),
                      find_loop, &nest->loops[k]);
      g_assert_nonnull (nest->loops[k]);
    }
}

static IhopProfile *
profile_with (const char *text, guint n, const char *gpu_name, IhopProfileModel model,
              const int *axis, const guint *block)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load (gpu_name, NULL);
  g_autofree char *table = NULL;
  IhopProfile *profile;
  Nest nest;

  read_nest (&nest, text, n);
  profile = ihop_profile_nest (NULL, NULL, nest.function, nest.loops, n, gpu, model, axis, block);
  table = ihop_profile_to_text (profile, gpu, 6);
  g_test_message ("%s", table);
  ihop_tree_unref (nest.tree);
  return profile;
}

/* "i:y,j:x block (32,8,1)" */
static void
assert_best (const char *text, guint n, IhopProfileModel model, const char *expected)
{
  g_autoptr (IhopProfile) profile = profile_with (text, n, "h100", model, NULL, NULL);
  g_autofree char *best
    = ihop_candidate_to_text (profile, &g_array_index (profile->candidates, IhopCandidate, 0));

  g_assert_cmpstr (best, ==, expected);
}

static const char gemm[]
  = "void f(int n, int m, int l, double C[n][m], double A[n][l], double B[l][m]) {\n"
    "  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) {\n"
    "    C[i][j] *= 2; for (int k = 0; k < l; k++) C[i][j] += A[i][k] * B[k][j]; } }\n";

/* Along x goes what walks rows. Two half rows of B serve a warp from half the sectors of one row, for
 * one row of A more: hence 16 and not 32. */
static void
test_gemm (void)
{
  assert_best (gemm, 2, IHOP_MODEL_SECTORS, "i:y,j:x block (16,16,1)");
}

static void
test_gemm_static (void)
{
  assert_best ("double C[1000][1100], A[1000][1200], B[1200][1100];\n"
               "void f(void) { int i, j, k;\n"
               "  for (i = 0; i < 1000; i++) for (j = 0; j < 1100; j++)\n"
               "    for (k = 0; k < 1200; ++k) C[i][j] += A[i][k] * B[k][j]; }\n",
               2, IHOP_MODEL_SECTORS, "i:y,j:x block (16,16,1)");
}

static void
test_columns (void)
{
  g_autoptr (IhopProfile) profile
    = profile_with ("void f(int n, float A[n][n]) {\n"
                    "  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[j][i] = 0; }\n",
                    2, "h100", IHOP_MODEL_SECTORS, NULL, NULL);
  const IhopCandidate *best = &g_array_index (profile->candidates, IhopCandidate, 0);

  g_assert_cmpuint (best->axis_of[0], ==, 0);
  g_assert_cmpuint (best->axis_of[1], ==, 1);
  g_assert_cmpfloat (best->sectors, <, 6);
}

static guint
axis_of_innermost (const char *text, guint n)
{
  g_autoptr (IhopProfile) profile
    = profile_with (text, n, "a100", IHOP_MODEL_SECTORS, NULL, NULL);

  return g_array_index (profile->candidates, IhopCandidate, 0).axis_of[n - 1];
}

static void
test_triangular (void)
{
  g_assert_cmpuint (axis_of_innermost (
                      "void f(int n, double C[n][n], double A[n][n]) {\n"
                      "  for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++)\n"
                      "    C[i][j] += A[i][j]; }\n", 2), ==, 0);
  g_assert_cmpuint (axis_of_innermost (
                      "void f(int n, double C[n][n], double A[n][n]) {\n"
                      "  for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++)\n"
                      "    C[j][i] = A[j][i]; }\n", 2), ==, 1);
  g_assert_cmpuint (axis_of_innermost (
                      "void f(int n, double C[n][n], double A[n][n]) {\n"
                      "  for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++)\n"
                      "    C[i][j] = A[i][j]; }\n", 2), ==, 0);
}

/* Threads count iterations: with j = i + 1 + t, threads t of one number walk the diagonal of [j][i],
 * whichever way they lie. The model sees that nothing helps. */
static void
test_diagonal (void)
{
  g_autoptr (IhopProfile) profile
    = profile_with ("void f(int n, double C[n][n]) {\n"
                    "  for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++)\n"
                    "    C[j][i] = 0; }\n", 2, "a100", IHOP_MODEL_SECTORS, NULL, NULL);

  g_assert_cmpfloat (g_array_index (profile->candidates, IhopCandidate, 0).sectors, >, 10);
}

static void
test_linearised (void)
{
  g_assert_cmpuint (axis_of_innermost (
                      "void f(int n, int m, double *a, const double *b) {\n"
                      "  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++)\n"
                      "    a[i * m + j] = b[i * m + j + 1]; }\n", 2), ==, 0);
  g_assert_cmpuint (axis_of_innermost (
                      "void f(int n, int m, double *a, const double *b) {\n"
                      "  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) {\n"
                      "    int at = i + j * n; double *p = a + at; *p = b[at]; } }\n", 2), ==, 1);
}

static void
test_three_loops (void)
{
  assert_best ("double A[200][200][200], B[200][200][200];\n"
               "void f(void) { for (int i = 1; i < 199; i++) for (int j = 1; j < 199; j++)\n"
               "  for (int k = 1; k < 199; k++) A[i][j][k] = B[i-1][j][k] + B[i+1][j][k]\n"
               "    + B[i][j-1][k] + B[i][j+1][k] + B[i][j][k-1] + B[i][j][k+1]; }\n",
               3, IHOP_MODEL_SECTORS, "i:z,j:y,k:x block (32,4,2)");
  g_assert_cmpuint (axis_of_innermost (
                      "double A[200][200][200];\n"
                      "void f(void) { for (int k = 0; k < 200; k++) for (int j = 0; j < 200; j++)\n"
                      "  for (int i = 0; i < 200; i++) A[i][j][k] = 1; }\n", 3), !=, 0);
}

static void
test_structs (void)
{
  static const char text[]
    = "struct cell { double rho, u, v; int flag; };\n"
      "void f(int n, struct cell *c) {\n"
      "  for (int i = 0; i < n; i++) c[i].u = c[i].rho * 2; }\n";
  g_autoptr (IhopGpu) gpu = ihop_gpu_load ("h100", NULL);
  g_autoptr (IhopProfile) profile = profile_with (text, 1, "h100", IHOP_MODEL_SECTORS, NULL, NULL);
  g_autoptr (GArray) sites = NULL;
  Nest nest;

  read_nest (&nest, text, 1);
  sites = ihop_profile_sites (NULL, nest.function, nest.loops, 1, gpu,
                              &g_array_index (profile->candidates, IhopCandidate, 0), NULL);
  g_assert_cmpuint (sites->len, ==, 2);
  /* 32 bytes a struct: a sector each, one field or the other */
  g_assert_cmpfloat (g_array_index (sites, IhopSite, 0).sectors, ==, 32);
  g_assert_false (g_array_index (sites, IhopSite, 0).is_store);
  g_assert_true (g_array_index (sites, IhopSite, 1).is_store);
  g_assert_cmpfloat (g_array_index (sites, IhopSite, 1).lines, ==, 8);
  ihop_tree_unref (nest.tree);
}

static void
test_indirect (void)
{
  g_autoptr (IhopProfile) profile
    = profile_with ("void f(int n, double *x, const int *at) {\n"
                    "  for (int i = 0; i < n; i++) x[at[i]] = 1; }\n",
                    1, "h100", IHOP_MODEL_SECTORS, NULL, NULL);
  const IhopCandidate *best = &g_array_index (profile->candidates, IhopCandidate, 0);

  g_assert_cmpfloat (best->sectors, ==, 32 + 4);
  g_assert_cmpuint (profile->notes->len, ==, 1);
  g_assert_nonnull (strstr (ihop_message_text (profile->notes->pdata[0]), "not an affine function"));
}

static void
test_rows_by_pointer (void)
{
  g_assert_cmpuint (axis_of_innermost (
                      "void f(int n, double **a) {\n"
                      "  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = 1; }\n",
                      2), ==, 0);
}

static void
test_short_axis (void)
{
  g_autoptr (IhopProfile) profile
    = profile_with ("void f(int n, float a[n][3]) {\n"
                    "  for (int i = 0; i < n; i++) for (int c = 0; c < 3; c++) a[i][c] = 1; }\n",
                    2, "h100", IHOP_MODEL_SECTORS, NULL, NULL);
  const IhopCandidate *best = &g_array_index (profile->candidates, IhopCandidate, 0);
  guint axis = best->axis_of[1];

  /* never 32 threads for 3 iterations */
  g_assert_cmpuint (best->block[axis], <=, 4);
}

static void
test_pins (void)
{
  const int axis[3] = { 0, -1, -1 }, same[3] = { 0, 0, -1 };
  const guint block[3] = { 16, 0, 0 }, large[3] = { 2048, 1, 1 }, odd[3] = { 48, 3, 2 };
  g_autoptr (IhopProfile) a = profile_with (gemm, 2, "h100", IHOP_MODEL_SECTORS, axis, block);
  g_autoptr (IhopProfile) b = profile_with (gemm, 2, "h100", IHOP_MODEL_SECTORS, NULL, large);
  g_autoptr (IhopProfile) c = profile_with (gemm, 2, "h100", IHOP_MODEL_SECTORS, same, odd);

  g_assert_cmpuint (a->candidates->len, ==, 1);
  g_assert_cmpuint (g_array_index (a->candidates, IhopCandidate, 0).axis_of[1], ==, 1);
  g_assert_cmpuint (g_array_index (a->candidates, IhopCandidate, 0).block[1], ==, 16);
  g_assert_cmpuint (g_array_index (b->candidates, IhopCandidate, 0).block[0], ==, 2048);
  g_assert_cmpuint (b->notes->len, ==, a->notes->len + 1);
  g_assert_cmpuint (c->candidates->len, ==, 1);
  g_assert_cmpuint (g_array_index (c->candidates, IhopCandidate, 0).block[0], ==, 48);
  g_assert_cmpuint (g_array_index (c->candidates, IhopCandidate, 0).block[2], ==, 1);
}

static void
test_paper_lu (void)
{
  g_autoptr (IhopProfile) profile
    = profile_with ("void f(int n, int k, double *A) { int i, j;\n"
                    "  for (i = k + 1; i < n; i++) for (j = k + 1; j < n; j++)\n"
                    "    A[i * n + j] = A[i * n + j] - A[i * n + k] * A[k * n + j]; }\n",
                    2, "c2075", IHOP_MODEL_PAPER, NULL, NULL);
  g_autofree char *best
    = ihop_candidate_to_text (profile, &g_array_index (profile->candidates, IhopCandidate, 0));

  g_assert_cmpstr (best, ==, "i:y,j:x block (64,4,1)");
}

static void
test_few_threads (void)
{
  g_autoptr (IhopProfile) profile
    = profile_with ("double x[2000], y[2000], A[2000][2000];\n"
                    "void f(void) { for (int i = 0; i < 2000; i++)\n"
                    "  for (int j = 0; j < 2000; j++) x[i] += A[j][i] * y[j]; }\n",
                    1, "h100", IHOP_MODEL_SECTORS, NULL, NULL);

  /* 2000 threads: 63 blocks of 32 keep more multiprocessors busy than 8 of 256 */
  g_assert_cmpuint (g_array_index (profile->candidates, IhopCandidate, 0).block[0], ==, 32);
}

/* Of the last function's only loop, with what its callers tell. */
static guint
block_told (const char *text)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load ("h100", NULL);
  g_autoptr (GPtrArray) trees = g_ptr_array_new (), diags = ihop_diags_new ();
  Nest nest;

  read_nest (&nest, text, 1);
  g_ptr_array_add (trees, nest.tree);
  IhopFacts *facts = ihop_facts_new (trees, NULL, diags);
  IhopToldTrips *told = ihop_told_trips_new (facts, nest.function);
  IhopProfile *profile = ihop_profile_nest (NULL, told, nest.function, nest.loops, 1, gpu, IHOP_MODEL_SECTORS, NULL, NULL);
  guint block = g_array_index (profile->candidates, IhopCandidate, 0).block[0];
  ihop_profile_free (profile);
  ihop_told_trips_free (told);
  ihop_facts_free (facts);
  ihop_tree_unref (nest.tree);
  return block;
}

/* What a caller passes is as good as a constant, where each thread works long. */
static void
test_told_threads (void)
{
  static const char rows[] = "void f(int n, double *x, const double A[n][2000]) { for (int i = 0; i < n; i++)\n"
                             "  for (int j = 0; j < 2000; j++) x[i] += A[i][j]; }\n";
  static const char once[] = "void f(int n, double *x, const double A[n][2000]) { for (int i = 0; i < n; i++) x[i] += A[i][0]; }\n";
  static const char calls[] = "void f(int n, double *x, const double A[n][2000]);\n"
                              "void g(double *x, const double (*A)[2000]) { f(%s, x, A); }\n%s";
  g_autofree char *few = g_strdup_printf (calls, "2000", rows), *many = g_strdup_printf (calls, "2000000", rows);
  g_autofree char *short_ones = g_strdup_printf (calls, "2000", once);

  g_assert_cmpuint (block_told (few), ==, 32);
  g_assert_cmpuint (block_told (many), ==, 256);
  g_assert_cmpuint (block_told (short_ones), ==, 256);
  g_assert_cmpuint (block_told (rows), ==, 256);
}

static void
test_estimate (void)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load ("h100", NULL);
  IhopCandidate candidate = { .axis_of = { 1, 0, 2 }, .block = { 32, 8, 1 } };
  IhopEstimate estimate;
  Nest nest;

  read_nest (&nest, "double A[4096][4096], B[4096][4096];\n"
             "void f(void) { for (int i = 0; i < 4096; i++) for (int j = 0; j < 4096; j++)\n"
             "  A[i][j] = B[i][j] * 2 + 1; }\n", 2);
  estimate = ihop_profile_estimate (NULL, nest.function, nest.loops, 2, gpu, &candidate, NULL);
  g_assert_false (estimate.is_guess);
  g_assert_cmpfloat (estimate.threads, ==, 4096.0 * 4096);
  g_assert_cmpfloat (estimate.bytes, ==, 2 * 8 * 4096.0 * 4096);
  g_assert_cmpfloat (estimate.operations, ==, 2 * 4096.0 * 4096);
  g_assert_cmpfloat_with_epsilon (estimate.seconds, 4e-6 + estimate.bytes / 3350e9, 1e-12);
  ihop_tree_unref (nest.tree);
}

/* Nothing here may be understood, and all of it must get an answer. */
static void
test_odd_code (void)
{
  static const char *const bodies[] = {
    "for (int i = 0; i < n; i++) ;",
    "for (int i = n; i > 0; i -= 3) a[i % 7] = a[i / 2];",
    "for (int i = 0; i != n; ++i) { int k = i; k = k + 1; a[k] = 0; while (k--) a[k] = 1; }",
    "for (int i = 0; i < n; i++) a[i * i] += a[n - i] + *(a + i) + (&a[i])[1];",
    "for (;;) { a[0] = 1; break; }",
    "for (int i = 0; i < n; i++) { double t[4]; t[i & 3] = a[i]; a[i] = t[0]; }",
    "for (unsigned long i = 0; i < 1ul << 40; i += 1ul << 33) a[i] = 1;",
    "for (int i = 0; i < n; i++) for (int j = 0; j < 1 << 30; j++) a[j] = i;",
    "int x = 1; for (int i = 0; i < n; i++) { int b = i + 1, c = b + b, d = c + c, e = d + d; "
    "a[e] = a[x]; }",
    "double *p = a; for (int i = 0; i < n; i++) *p++ = i;",
    "for (int i = 0; i < n; i++) { double *p = i ? a : a + 1; p[i] = a[i] > 0 ? a[2 * i] : 0; }",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    for (guint model = 0; model < 2; model++)
      {
        g_autofree char *text = g_strdup_printf ("void f(int n, double *a) { %s }\n", bodies[i]);
        g_autoptr (IhopProfile) profile = profile_with (text, 1, NULL, model, NULL, NULL);
        double cost = g_array_index (profile->candidates, IhopCandidate, 0).cost;

        g_assert_true (cost >= 0 && cost < 1e12);
      }
}

static void
test_json (void)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load (NULL, NULL);
  g_autoptr (IhopProfile) profile = profile_with (gemm, 2, NULL, IHOP_MODEL_SECTORS, NULL, NULL);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;

  ihop_profile_to_json (profile, gpu, 3, builder);
  root = json_builder_get_root (builder);
  object = json_node_get_object (root);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "candidates")),
                    ==, 3);
  g_assert_cmpstr (json_object_get_string_member (object, "gpu"), ==, IHOP_GPU_DEFAULT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profiler/nests/gemm", test_gemm);
  g_test_add_func ("/profiler/nests/gemm-static", test_gemm_static);
  g_test_add_func ("/profiler/nests/columns", test_columns);
  g_test_add_func ("/profiler/nests/triangular", test_triangular);
  g_test_add_func ("/profiler/nests/diagonal", test_diagonal);
  g_test_add_func ("/profiler/nests/linearised", test_linearised);
  g_test_add_func ("/profiler/nests/three-loops", test_three_loops);
  g_test_add_func ("/profiler/nests/structs", test_structs);
  g_test_add_func ("/profiler/nests/indirect", test_indirect);
  g_test_add_func ("/profiler/nests/rows-by-pointer", test_rows_by_pointer);
  g_test_add_func ("/profiler/nests/short-axis", test_short_axis);
  g_test_add_func ("/profiler/nests/pins", test_pins);
  g_test_add_func ("/profiler/nests/paper-lu", test_paper_lu);
  g_test_add_func ("/profiler/nests/few-threads", test_few_threads);
  g_test_add_func ("/profiler/nests/told-threads", test_told_threads);
  g_test_add_func ("/profiler/nests/estimate", test_estimate);
  g_test_add_func ("/profiler/nests/odd-code", test_odd_code);
  g_test_add_func ("/profiler/nests/json", test_json);
  return g_test_run ();
}
