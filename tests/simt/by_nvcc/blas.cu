/* cuBLAS without a card: each function against plain loops, over numbers whose sums and products are exact, so that results
 * are equal to the bit in whatever order they are added. */
#include "blas.h"

/* --- vectors ------------------------------------------------------------------------------------ */

/* Element i of n, as BLAS counts: from the end where the step is below 0. */
static size_t
at (int i, int n, int step)
{
  return step > 0 ? (size_t) i * step : (size_t) (n - 1 - i) * -step;
}

template <typename T>
static void
vectors (int n, int dx, int dy)
{
  size_t size_x = n * abs (dx) + 1, size_y = n * abs (dy) + 1;
  Numbers<T> x = numbers<T> (size_x, 1), y = numbers<T> (size_y, 2), x0 = x, y0 = y;
  T alpha = 3, sum = 0, got = -1, *gpu_x = on_device (x.data (), size_x), *gpu_y = on_device (y.data (), size_y);

  must ("axpy", axpy (n, &alpha, gpu_x, dx, gpu_y, dy));
  for (int i = 0; i < n; i++)
    y[at (i, n, dy)] += alpha * x[at (i, n, dx)];
  for (int i = 0; i < n; i++)
    sum += x[at (i, n, dx)] * y[at (i, n, dy)];
  must ("dot", dot (n, gpu_x, dx, gpu_y, dy, &got));
  expect ("dot", &got, &sum, 1);
  compare ("axpy", gpu_y, y);
  gpu_y = on_device (y0.data (), size_y);
  must ("swap", swap (n, gpu_x, dx, gpu_y, dy));
  for (int i = 0; i < n; i++)
    std::swap (x[at (i, n, dx)], y0[at (i, n, dy)]);
  compare ("swap, y", gpu_y, y0);
  gpu_y = on_device (y.data (), size_y);
  must ("copy", copy (n, gpu_x, dx, gpu_y, dy));
  for (int i = 0; i < n; i++)
    y[at (i, n, dy)] = x[at (i, n, dx)];
  compare ("copy", gpu_y, y);
  must ("scal", scal (n, &alpha, gpu_x, dx));
  for (int i = 0; i < n && dx > 0; i++)
    x[at (i, n, dx)] *= alpha;
  compare ("swap and scal, x", gpu_x, x);
}

/* What one vector is known by; of none it is 0. */
template <typename T>
static void
one_vector (void)
{
  const T host[] = { 3, 99, -4, 99, 3, 99, 4, 99, -3, 99, 4, 99, 3, 99, 4, 99 }, norm = 10, sum = 28, zero = 0;
  const int first[] = { 2, 1, 0 };
  T *x = on_device (host, 16), real = -1;
  int index[3] = { -1, -1, -1 };

  must ("nrm2", nrm2 (8, x, 2, &real));
  expect ("nrm2", &real, &norm, 1);
  must ("asum", asum (8, x, 2, &real));
  expect ("asum", &real, &sum, 1);
  must ("asum of none", asum (0, x, 2, &real));
  expect ("asum of none", &real, &zero, 1);
  must ("amax", amax (8, x, 2, &index[0]));
  must ("amin", amin (8, x, 2, &index[1]));
  must ("amax of none", amax (0, x, 2, &index[2]));
  expect ("first of the largest and smallest", index, first, 3);
  cudaFree (x);
}

/* --- products ----------------------------------------------------------------------------------- */

/* Of op (A), column by column. */
template <typename T>
static T
of (const Numbers<T> &a, int rows, cublasOperation_t operation, int i, int j, size_t from = 0)
{
  return a[from + (operation == CUBLAS_OP_N ? i + (size_t) j * rows : j + (size_t) i * rows)];
}

/* Rows are longer than the matrix, and what is between belongs to others; where beta is 0, C is no number before. */
template <typename T>
static void
product (int m, int n, int k, cublasOperation_t ta, cublasOperation_t tb, T alpha, T beta)
{
  int la = (ta == CUBLAS_OP_N ? m : k) + 3, lb = (tb == CUBLAS_OP_N ? k : n) + 1, lc = m + 2;
  Numbers<T> a = numbers<T> ((size_t) la * (ta == CUBLAS_OP_N ? k : m) + 1, 3), b = numbers<T> ((size_t) lb * (tb == CUBLAS_OP_N ? n : k) + 1, 4);
  Numbers<T> c = numbers<T> ((size_t) lc * n + 1, 5);

  for (int j = 0; j < n && beta == 0; j++)
    for (int i = 0; i < m; i++)
      c[i + (size_t) j * lc] = NAN;
  T *gpu_a = on_device (a.data (), a.size ()), *gpu_b = on_device (b.data (), b.size ()), *gpu_c = on_device (c.data (), c.size ());
  must ("gemm", gemm (ta, tb, m, n, k, &alpha, gpu_a, la, gpu_b, lb, &beta, gpu_c, lc));
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      {
        T sum = 0;
        for (int l = 0; l < k; l++)
          sum += of (a, la, ta, i, l) * of (b, lb, tb, l, j);
        T &place = c[i + (size_t) j * lc];
        place = beta == 0 ? alpha * sum : alpha * sum + beta * place;
      }
  compare ("gemm", gpu_c, c);
  cudaFree (gpu_a);
  cudaFree (gpu_b);
}

template <typename T>
static void
products (void)
{
  const cublasOperation_t operations[] = { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
  const int shapes[][3] = { { 1, 1, 1 }, { 7, 5, 3 }, { 16, 4, 256 }, { 17, 9, 257 }, { 40, 33, 600 }, { 5, 6, 0 }, { 0, 3, 2 }, { 3, 0, 2 } };

  for (auto &s : shapes)
    for (auto ta : operations)
      for (auto tb : operations)
        {
          product<T> (s[0], s[1], s[2], ta, tb, 2, 3);
          product<T> (s[0], s[1], s[2], ta, tb, -1, 0);
        }
  product<T> (9, 8, 7, CUBLAS_OP_N, CUBLAS_OP_T, 0, 1);
}

/* A, B and C of each are behind each other; by steps and by their places. */
template <typename T>
static void
batches (void)
{
  enum { M = 19, N = 6, K = 11, LA = M + 1, LB = N + 2, LC = M, SA = LA * K + 5, SB = LB * K + 3, SC = LC * N + 7, COUNT = 5 };
  Numbers<T> a = numbers<T> (SA * COUNT, 6), b = numbers<T> (SB * COUNT, 7), c = numbers<T> (SC * COUNT, 8), c0 = c;
  T alpha = 2, beta = -1, *gpu_a = on_device (a.data (), a.size ()), *gpu_b = on_device (b.data (), b.size ());
  T *gpu_c = on_device (c.data (), c.size ()), *again = on_device (c.data (), c.size ());
  T *as[COUNT], *bs[COUNT], *cs[COUNT];

  for (int i = 0; i < COUNT; i++)
    as[i] = gpu_a + i * SA, bs[i] = gpu_b + i * SB, cs[i] = again + i * SC;
  T **gpu_as = on_device (as, COUNT), **gpu_bs = on_device (bs, COUNT), **gpu_cs = on_device (cs, COUNT);
  must ("batch by steps", gemm_steps (M, N, K, &alpha, gpu_a, LA, SA, gpu_b, LB, SB, &beta, gpu_c, LC, SC, COUNT));
  must ("batch by places", gemm_places (M, N, K, &alpha, gpu_as, LA, gpu_bs, LB, &beta, gpu_cs, LC, COUNT));
  for (int x = 0; x < COUNT; x++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < M; i++)
        {
          T sum = 0;
          for (int l = 0; l < K; l++)
            sum += of (a, LA, CUBLAS_OP_N, i, l, x * SA) * of (b, LB, CUBLAS_OP_T, l, j, x * SB);
          c[x * SC + i + j * LC] = alpha * sum + beta * c0[x * SC + i + j * LC];
        }
  compare ("batch by steps", gpu_c, c);
  compare ("batch by places", again, c);
  cudaFree (gpu_a), cudaFree (gpu_b), cudaFree (gpu_as), cudaFree (gpu_bs), cudaFree (gpu_cs);
}

/* Where alpha is 0, A and x are not read. */
template <typename T>
static void
matrix_vector (cublasOperation_t t, int dx, int dy, T alpha, T beta)
{
  enum { M = 21, N = 13, L = M + 4 };
  int n_x = t == CUBLAS_OP_N ? N : M, n_y = t == CUBLAS_OP_N ? M : N;
  Numbers<T> a = numbers<T> (L * N, 9), x = numbers<T> (n_x * abs (dx), 10), y = numbers<T> (n_y * abs (dy), 11);

  for (int i = 0; i < n_y && beta == 0; i++)
    y[at (i, n_y, dy)] = NAN;
  a[0] = alpha == 0 ? NAN : a[0];
  T *gpu_a = on_device (a.data (), a.size ()), *gpu_x = on_device (x.data (), x.size ()), *gpu_y = on_device (y.data (), y.size ());
  must ("gemv", gemv (t, M, N, &alpha, gpu_a, L, gpu_x, dx, &beta, gpu_y, dy));
  for (int i = 0; i < n_y; i++)
    {
      T sum = 0, &place = y[at (i, n_y, dy)];
      for (int k = 0; k < n_x && alpha != 0; k++)
        sum += of (a, L, t, i, k) * x[at (k, n_x, dx)];
      place = (beta == 0 ? 0 : beta * place) + alpha * sum;
    }
  compare ("gemv", gpu_y, y);
  cudaFree (gpu_a);
  cudaFree (gpu_x);
}

template <typename T>
static void
outer_product (int dx, int dy)
{
  enum { M = 9, N = 14, L = M + 2 };
  Numbers<T> a = numbers<T> (L * N, 12), x = numbers<T> (M * abs (dx), 13), y = numbers<T> (N * abs (dy), 14);
  T alpha = -3, *gpu_a = on_device (a.data (), a.size ()), *gpu_x = on_device (x.data (), x.size ()), *gpu_y = on_device (y.data (), y.size ());

  must ("ger", ger (M, N, &alpha, gpu_x, dx, gpu_y, dy, gpu_a, L));
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++)
      a[i + j * L] += alpha * x[at (i, M, dx)] * y[at (j, N, dy)];
  compare ("ger", gpu_a, a);
  cudaFree (gpu_x);
  cudaFree (gpu_y);
}

/* --- triangles and factors ---------------------------------------------------------------------- */

/* B is made of X, which is found again; the other triangle is not read, nor is a diagonal of ones. */
template <typename T>
static void
triangle (cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal)
{
  enum { M = 7, N = 5 };
  int n = side == CUBLAS_SIDE_LEFT ? M : N, la = n + 1, lb = M + 2;
  Numbers<T> a = numbers<T> ((size_t) la * n, 15), whole (la * n, 0), x = numbers<T> (lb * N, 16), b = x;
  T alpha = 2;

  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      {
        T &place = a[i + j * la];
        int is_inside = fill == CUBLAS_FILL_MODE_LOWER ? i > j : i < j;
        place = i == j ? (diagonal == CUBLAS_DIAG_UNIT ? NAN : i % 2 ? -2 : 4) : is_inside ? place : NAN;
        whole[i + j * la] = i == j && diagonal == CUBLAS_DIAG_UNIT ? 1 : is_inside || i == j ? place : 0;
      }
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++)
      {
        T sum = 0;
        for (int k = 0; k < n; k++)
          sum += side == CUBLAS_SIDE_LEFT ? of (whole, la, t, i, k) * x[k + j * lb] : x[i + k * lb] * of (whole, la, t, k, j);
        b[i + j * lb] = sum / alpha;
      }
  T *gpu_a = on_device (a.data (), a.size ()), *gpu_b = on_device (b.data (), b.size ());
  must ("trsm", trsm (side, fill, t, diagonal, M, N, &alpha, gpu_a, la, gpu_b, lb));
  compare ("trsm", gpu_b, x);
  cudaFree (gpu_a);
}

template <typename T>
static void
triangles (void)
{
  for (auto side : { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT })
    for (auto fill : { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER })
      for (auto t : { CUBLAS_OP_N, CUBLAS_OP_T })
        for (auto diagonal : { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT })
          triangle<T> (side, fill, t, diagonal);
}

/* L and U are found again in their product, whose rows stand in another order: L has nothing above a half, so that no other row could
 * be taken. The second matrix has a column of 0. */
template <typename T>
static void
factors (bool has_pivots)
{
  enum { N = 6, L = N + 1, SIZE = L * N };
  Numbers<T> lu = numbers<T> (SIZE, 17), a (2 * SIZE, 0);
  const int order[N] = { 3, 0, 5, 1, 4, 2 }; /* where each row of the product goes */
  int pivots[2 * N], infos[2], wanted_infos[2] = { 0, 1 };

  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      lu[i + j * L] = i > j ? ((i + 2 * j) % 3 - 1) / T (2) : i == j ? (i % 2 ? -8 : 4) : lu[i + j * L];
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      for (int k = 0; k <= i && k <= j; k++)
        a[(has_pivots ? order[i] : i) + j * L] += (k == i ? 1 : lu[i + k * L]) * lu[k + j * L];
  T *gpu_a = on_device (a.data (), a.size ()), *as[] = { gpu_a, gpu_a + SIZE };
  T **gpu_as = on_device (as, 2);
  int *gpu_pivots = on_device (pivots, 2 * N), *gpu_infos = on_device (infos, 2);
  must ("getrf", getrf (N, gpu_as, L, has_pivots ? gpu_pivots : NULL, gpu_infos, 2));
  back (pivots, gpu_pivots, 2 * N);
  back (infos, gpu_infos, 2);
  expect ("infos", infos, wanted_infos, 2);
  for (int i = 0, rows[N] = { 1, 3, 5, 0, 4, 2 }; i < N && has_pivots; i++) /* the product's row that stands there */
    {
      std::swap (rows[i], rows[pivots[i] - 1]);
      expect ("pivots", &rows[i], &i, 1);
    }
  for (int j = 0; j < N; j++)
    lu[N + j * L] = 0; /* between the columns */
  lu.resize (2 * SIZE, 0);
  compare ("getrf", gpu_a, lu);
  cudaFree (gpu_as), cudaFree (gpu_pivots), cudaFree (gpu_infos);
}

template <typename T>
static void
all (void)
{
  for (int dx : { 1, 3, -2 })
    for (int dy : { 1, -3 })
      {
        vectors<T> (37, dx, dy);
        outer_product<T> (dx, dy);
        for (auto t : { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C })
          for (int beta : { 0, 1, -2 })
            matrix_vector<T> (t, dx, dy, 3, beta), matrix_vector<T> (t, dx, dy, 0, beta);
      }
  one_vector<T> ();
  products<T> ();
  batches<T> ();
  triangles<T> ();
  factors<T> (true);
  factors<T> (false);
}

int
main (void)
{
  must ("create", cublasCreate (&handle));
  all<float> ();
  all<double> ();
  must ("destroy", cublasDestroy (handle));
  return finish ();
}
