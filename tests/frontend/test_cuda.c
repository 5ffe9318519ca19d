/* The check of generated CUDA, without a toolkit. */
#include "frontend/frontend.h"
#include <string.h>

/* Whether headers have been read ahead changes no answer. */
static gboolean
check_for (const char *path, const char *text, const GArray *measures, IhopDiags *diags)
{
  g_autoptr (GPtrArray) again = ihop_diags_new ();
  gboolean valid = ihop_frontend_check_cuda (path, text, strlen (text), measures, NULL, diags);

  ihop_frontend_expect_cuda ("out.cu", NULL);
  g_assert_cmpint (ihop_frontend_check_cuda (path, text, strlen (text), measures, NULL, again), ==, valid);
  ihop_frontend_forget_cuda ();
  g_assert_cmpuint (diags->len, ==, again->len);
  for (guint i = 0; i < again->len; i++)
    {
      g_autofree char *first = ihop_diag_to_text (diags->pdata[i]), *second = ihop_diag_to_text (again->pdata[i]);
      g_assert_cmpstr (first, ==, second);
    }
  return valid;
}

static gboolean
check (const char *text, IhopDiags *diags)
{
  return check_for ("out.cu", text, NULL, diags);
}

static const char good[] =
  "#include <stdio.h>\n"
  "#include <stdlib.h>\n"
  "#include <cuda_runtime.h>\n"
  "#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) {\\\n"
  "  fprintf (stderr, \"%s\\n\", cudaGetErrorString (e_)); exit (1); } } while (0)\n"
  "__device__ static double twice (double x) { return 2.0 * x; }\n"
  "__global__ void k (int n, double *A, const double (*B)[8])\n"
  "{\n"
  "  __shared__ double tile[32][33];\n"
  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
  "  tile[threadIdx.y][threadIdx.x] = i < n ? twice (B[i][0]) : 0;\n"
  "  __syncthreads ();\n"
  "  double s = tile[threadIdx.x][threadIdx.y];\n"
  "  s += __shfl_down_sync (0xffffffffu, s, 16);\n"
  "  if (i < n) { A[i] = s; atomicAdd (&A[0], fabs (s)); atomicAdd (A + 1, __ldg (A)); }\n"
  "}\n"
  "int main (int argc, char **argv)\n"
  "{\n"
  "  double *A, (*B)[8], h[8];\n"
  "  CHECK (cudaMalloc (&A, 8 * sizeof (double)));\n"
  "  CHECK (cudaMalloc ((void **) &B, 64 * sizeof (double)));\n"
  "  CHECK (cudaMemset (A, 0, 64));\n"
  "  CHECK (cudaMemcpy2D (B, 64, h, 8, 8, 8, cudaMemcpyHostToDevice));\n"
  "  dim3 block (32, 8), grid ((8 + 31) / 32);\n"
  "  k<<<grid, block>>> (8, A, B);\n"
  "  k<<<1, 32, 0, 0>>> (8, A, B);\n"
  "  CHECK (cudaGetLastError ());\n"
  "  CHECK (cudaDeviceSynchronize ());\n"
  "  CHECK (cudaMemcpy (h, A, sizeof h, cudaMemcpyDeviceToHost));\n"
  "  cudaFree (A); cudaFree (B);\n"
  "  return 0;\n"
  "}\n";

static void
test_good (void)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  gboolean valid = check (good, diags);

  for (guint i = 0; i < diags->len; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      g_test_message ("%s", text);
    }
  g_assert_true (valid);
  g_assert_cmpuint (diags->len, ==, 0);
}

/* Types that are left out where nobody names them. */
static void
test_floats (void)
{
  static const struct
  {
    const char *text;
    gboolean is_valid;
  } rows[] = {
    { "#include <math.h>\n_Float64 twice (_Float64 x) { return 2 * x; }\n", TRUE },
    { "#include <math.h>\ndouble f (double x) { return sinf64 (x); }\n", TRUE },
    { "#include <math.h>\ndouble f (void) { return HUGE_VAL_F64; }\n", TRUE },
    { "#include <math.h>\ntypedef double f64; f64 half (f64 x) { return x / 2; }\n", TRUE },
    { "#include <math.h>\nint sinf64 (int x) { return x; }\nvoid f (void) { int (*p) (int) = sinf64; p (1); }\n"
      "double sinf64x;\n", FALSE },
    { "#include <stdlib.h>\nint strtof32;\n", FALSE },
    { "#include <math.h>\nint exp10;\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) diags = ihop_diags_new ();
      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (check (rows[i].text, diags), ==, rows[i].is_valid);
      g_assert_cmpint (ihop_diags_has (diags, IHOP_ERROR), ==, !rows[i].is_valid);
    }
}

/* What ends where the file ends, or stands behind more than there was room for; what only this folder has; sizes. */
static void
test_ahead (void)
{
  g_autofree char *blanks = g_strnfill (300 * 1024, ' ');
  g_autofree char *longer = g_strconcat (blanks, "int x = ;\n", NULL), *valid = g_strconcat (blanks, good, NULL);
  g_autoptr (GArray) measures = g_array_new (FALSE, FALSE, sizeof (IhopMeasure));
  IhopMeasure four = { "s", TRUE, 4 };
  const struct
  {
    const char *path, *text;
    gboolean is_valid;
  } rows[] = {
    { "out.cu", "", TRUE },
    { "out.cu", "int x; // no end", TRUE },
    { "out.cu", "#define LAST 1 \\", TRUE },
    { "out.cu", "int f (void) { return 1;", FALSE },
    { "out.cu", "int x; /* no end", FALSE },
    { "out.cu", "#if 1\nint x;\n", FALSE },
    { "out.cu", longer, FALSE },
    { "out.cu", valid, TRUE },
    { "elsewhere/out.cu", good, TRUE },
    { "out_kernels.cu", good, TRUE },
    { "out.cu", "struct s { int x; };\n", TRUE },
    { "out.cu", "struct s { long x; };\n", FALSE },
  };

  g_array_append_val (measures, four);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) diags = ihop_diags_new ();
      g_test_message ("%s: %.60s", rows[i].path, rows[i].text);
      g_assert_cmpint (check_for (rows[i].path, rows[i].text, measures, diags), ==, rows[i].is_valid);
    }
  for (guint i = 0; i < 3; i++) /* each ends the one before; nobody asks the last one */
    ihop_frontend_expect_cuda ("out.cu", NULL);
  ihop_frontend_forget_cuda ();
  ihop_frontend_forget_cuda ();
}

/* C that is no C++, and mistakes of a generator. */
static void
test_bad (void)
{
  static const char *const texts[] = {
    "__global__ void k (int n, double A[n]) {}\n",
    "static void f (int n, double (*A)[n]) {}\n",
    "struct s { int a, b; } x = { .b = 1, .a = 2 };\n",
    "int x[4] = { [2] = 1 };\n",
    "_Thread_local int x;\n",
    "int f (int a) { return _Generic (a, int: 1, default: 2); }\n",
    "int f (a) int a; { return a; }\n",
    "void f (double *restrict p) {}\n",
    "int f (int x) { if (x) goto out; int y = 2; x += y; out: return x; }\n",
    "void f (void) { int *p = malloc (4); }\n",
    "__global__ void k (int a) {} void f (void) { k<<<1>>> (1); }\n",
    "__global__ void k (int a) {} void f (void) { k<<<1, 1>>> (1, 2); }\n",
    "__global__ int k (int a) { return a; }\n",
    "void host (void); __global__ void k (int a) { host (); }\n",
    "void f (void) { double *A; cudaMalloc (A, 8); }\n",
    "void f (void) { cudaMemcpy (0, 0, 8); }\n",
    "int class;\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) diags = ihop_diags_new ();
      g_test_message ("%s", texts[i]);
      g_assert_false (check (texts[i], diags));
      g_assert_true (ihop_diags_has (diags, IHOP_ERROR));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/good", test_good);
  g_test_add_func ("/cuda/floats", test_floats);
  g_test_add_func ("/cuda/bad", test_bad);
  g_test_add_func ("/cuda/ahead", test_ahead);
  return g_test_run ();
}
