/* Lines of products and the lines of the source that they stand for. */
#include "project/plan_view.h"

static guint
line_of (const GArray *lines, guint product)
{
  return g_array_index (lines, guint, product - 1);
}

static void
test_linked (void)
{
  const char *const source = "#include <stdio.h>\nvoid f (int n, int m, double A[n][m])\n{\n"
                             "    for (int i = 0; i < n; i++)\n        for (int j = 0; j < m; j++)\n"
                             "            A[i][j] = 2.0 * A[i][j];\n    puts (\"\");\n}\n";
  const char *const product = "#include <stdio.h>\n__global__ void k_1(int n, int m, double *A)\n{\n"
                              "    const int j = threadIdx.x;\n"
                              "    A[i * (size_t) m + j] = 2.0 * A[i * (size_t) m + j];\n}\n"
                              "void f (int n, int m, double A[n][m])\n{\n    k_1<<<1, 1>>>(n, m, d_A);\n"
                              "    puts (\"\");\n}\n";
  IhopKernelView kernel = { .name = "k_1", .line = 4, .last_line = 6 };
  g_autoptr (GPtrArray) kernels = g_ptr_array_new ();

  g_ptr_array_add (kernels, &kernel);
  g_autoptr (GArray) lines = ihop_lines_link (source, product, kernels);
  g_assert_cmpuint (line_of (lines, 1), ==, 1);
  g_assert_cmpuint (line_of (lines, 2), ==, 4);
  g_assert_cmpuint (line_of (lines, 4), ==, 0);
  g_assert_cmpuint (line_of (lines, 5), ==, 6);
  g_assert_cmpuint (line_of (lines, 7), ==, 2);
  g_assert_cmpuint (line_of (lines, 9), ==, 4);
  g_assert_cmpuint (line_of (lines, 10), ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/project/linked", test_linked);
  return g_test_run ();
}
