/* cuSOLVER's dense functions without a card: what was factored is multiplied again, what was solved is put in. */
#include "../programs/check.h"
#include <cmath>
#include <cusolverDn.h>
#include <vector>

static cusolverDnHandle_t handle;

static void
must (const char *what, int got, int wanted = CUSOLVER_STATUS_SUCCESS)
{
  if (got != wanted)
    {
      printf ("%s: status %d, expected %d\n", what, got, wanted);
      failures++;
    }
}

/* The same names for both types of numbers. */
#define FUNCTIONS(real, S)                                                                                                                  \
  static int getrf_size (int m, int n, real *a, int la, int *size) { return cusolverDn##S##getrf_bufferSize (handle, m, n, a, la, size); } \
  static int getrf (int m, int n, real *a, int la, real *work, int *pivots, int *info)                                                      \
  {                                                                                                                                         \
    return cusolverDn##S##getrf (handle, m, n, a, la, work, pivots, info);                                                                  \
  }                                                                                                                                         \
  static int getrs (cublasOperation_t t, int n, int k, const real *a, int la, const int *pivots, real *b, int lb, int *info)                \
  {                                                                                                                                         \
    return cusolverDn##S##getrs (handle, t, n, k, a, la, pivots, b, lb, info);                                                              \
  }                                                                                                                                         \
  static int potrf_size (cublasFillMode_t u, int n, real *a, int la, int *size)                                                             \
  {                                                                                                                                         \
    return cusolverDn##S##potrf_bufferSize (handle, u, n, a, la, size);                                                                     \
  }                                                                                                                                         \
  static int potrf (cublasFillMode_t u, int n, real *a, int la, real *work, int size, int *info)                                            \
  {                                                                                                                                         \
    return cusolverDn##S##potrf (handle, u, n, a, la, work, size, info);                                                                    \
  }                                                                                                                                         \
  static int potrs (cublasFillMode_t u, int n, int k, const real *a, int la, real *b, int lb, int *info)                                    \
  {                                                                                                                                         \
    return cusolverDn##S##potrs (handle, u, n, k, a, la, b, lb, info);                                                                      \
  }
FUNCTIONS (float, S)
FUNCTIONS (double, D)

enum { N = 40, LA = 43, LB = 41, COLUMNS = 3 };

template <typename T>
static void
near (const char *what, int place, double got, double wanted, double scale)
{
  if (!(fabs (got - wanted) <= (sizeof (T) == 4 ? 2e-4 : 1e-12) * scale))
    {
      printf ("%s: place %d is %.17g, expected %.17g\n", what, place, got, wanted);
      failures++;
    }
}

template <typename T>
static std::vector<T>
numbers (int n, int seed)
{
  std::vector<T> list (n);
  unsigned state = seed;

  for (T &value : list)
    value = (int) (state = state * 1664525u + 1013904223u) / 2147483648.0;
  return list;
}

/* A X = B, or its transpose. */
template <typename T>
static void
put_in (const char *what, const std::vector<T> &a, const std::vector<T> &x, const std::vector<T> &b, bool is_transposed)
{
  for (int j = 0; j < COLUMNS; j++)
    for (int i = 0; i < N; i++)
      {
        double sum = 0;
        for (int k = 0; k < N; k++)
          sum += (double) (is_transposed ? a[k + LA * i] : a[i + LA * k]) * x[k + LB * j];
        near<T> (what, i + N * j, sum, b[i + LB * j], N);
      }
}

static int
info_of (const int *there)
{
  int info = -1;

  back (&info, there, 1);
  return info;
}

template <typename T>
static void
by_elimination (bool has_pivots)
{
  std::vector<T> a = numbers<T> (LA * N, 5), b = numbers<T> (LB * COLUMNS, 6), x (LB * COLUMNS), factors (LA * N);
  std::vector<int> pivots (N);
  int size = -1, zero = -1, *info = on_device (&zero, 1), *gpu_pivots = has_pivots ? on_device (pivots.data (), N) : NULL;

  for (int i = 0; i < N && !has_pivots; i++)
    a[i + LA * i] += N;
  T *gpu_a = on_device (a.data (), a.size ());
  must ("size", getrf_size (N, N, gpu_a, LA, &size));
  T *work = on_device (b.data (), size);
  must ("getrf", getrf (N, N, gpu_a, LA, work, gpu_pivots, info));
  near<T> ("info", 0, info_of (info), 0, 0);
  back (factors.data (), gpu_a, factors.size ());
  for (int k = 0; has_pivots && k < N; k++) /* no factor is larger than its pivot's */
    for (int i = k + 1; i < N; i++)
      near<T> ("factor", i + N * k, fmax (fabs (factors[i + LA * k]), 1), 1, 0);
  for (cublasOperation_t t : { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C })
    {
      T *gpu_b = on_device (b.data (), b.size ());
      must ("getrs", getrs (t, N, COLUMNS, gpu_a, LA, gpu_pivots, gpu_b, LB, info));
      back (x.data (), gpu_b, x.size ());
      put_in ("getrs", a, x, b, t != CUBLAS_OP_N);
      cudaFree (gpu_b);
    }
  cudaFree (gpu_a), cudaFree (work), cudaFree (info), cudaFree (gpu_pivots);
}

/* Only one triangle is read; the other one stays as it is. */
template <typename T>
static void
by_cholesky (cublasFillMode_t fill)
{
  std::vector<T> root = numbers<T> (LA * N, 7), a (LA * N), given (LA * N, (T) 99), b = numbers<T> (LB * COLUMNS, 8), x (LB * COLUMNS), left (LA * N);
  int size = -1, zero = -1, *info = on_device (&zero, 1);

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        double sum = i == j ? N : 0;
        for (int k = 0; k < N; k++)
          sum += (double) root[i + LA * k] * root[j + LA * k];
        a[i + LA * j] = sum;
        if (fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j)
          given[i + LA * j] = sum;
      }
  T *gpu_a = on_device (given.data (), given.size ()), *gpu_b = on_device (b.data (), b.size ());
  must ("size", potrf_size (fill, N, gpu_a, LA, &size));
  T *work = on_device (b.data (), size);
  must ("potrf", potrf (fill, N, gpu_a, LA, work, size, info));
  near<T> ("info", 0, info_of (info), 0, 0);
  must ("potrs", potrs (fill, N, COLUMNS, gpu_a, LA, gpu_b, LB, info));
  back (x.data (), gpu_b, x.size ());
  back (left.data (), gpu_a, left.size ());
  put_in ("potrs", a, x, b, false);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (fill == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
        near<T> ("the other triangle", i + N * j, left[i + LA * j], 99, 0);
  cudaFree (gpu_a), cudaFree (gpu_b), cudaFree (work), cudaFree (info);
}

/* Rows that depend on each other, a matrix that is not positive, and one with more rows than columns. */
static void
special ()
{
  const double singular[] = { 1, 2, 3, 2, 4, 6, 1, 1, 1 }, negative[] = { 4, 2, 2, -3 }, tall[] = { 1, 4, 2, 3, 3, 9 };
  double got[6];
  int zero = -1, pivots[3] = {}, *info = on_device (&zero, 1), *gpu_pivots = on_device (pivots, 3);
  double *a = on_device (singular, 9), *b = on_device (negative, 4), *c = on_device (tall, 6);

  must ("singular", getrf (3, 3, a, 3, a, gpu_pivots, info));
  near<double> ("info of a singular matrix", 0, info_of (info), 2, 0);
  must ("negative", potrf (CUBLAS_FILL_MODE_LOWER, 2, b, 2, b, 1, info));
  near<double> ("info of a negative matrix", 0, info_of (info), 2, 0);
  must ("tall", getrf (3, 2, c, 3, c, gpu_pivots, info));
  back (pivots, gpu_pivots, 2);
  back (got, c, 6);
  const int wanted_pivots[] = { 2, 3 };
  const double wanted[] = { 4, 0.5, 0.25, 3, 7.5, 0.3 };
  expect ("pivots", pivots, wanted_pivots, 2);
  for (int i = 0; i < 6; i++)
    near<double> ("tall", i, got[i], wanted[i], 1);
  must ("too few rows", getrf (3, 3, a, 2, a, gpu_pivots, info), CUSOLVER_STATUS_INVALID_VALUE);
}

template <typename T>
static void
all ()
{
  by_elimination<T> (true);
  by_elimination<T> (false);
  by_cholesky<T> (CUBLAS_FILL_MODE_LOWER);
  by_cholesky<T> (CUBLAS_FILL_MODE_UPPER);
}

int
main (void)
{
  cudaStream_t stream;

  cudaStreamCreate (&stream);
  must ("create", cusolverDnCreate (&handle));
  all<float> ();
  must ("stream", cusolverDnSetStream (handle, stream));
  all<double> ();
  special ();
  must ("destroy", cusolverDnDestroy (handle));
  return finish ();
}
