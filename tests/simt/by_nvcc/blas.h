/* What the programs about cuBLAS share: its functions under the same names for both types of numbers, and numbers to give them. */
#pragma once
#include "../programs/check.h"
#include <cublas_v2.h>
#include <cmath>
#include <vector>

static cublasHandle_t handle;

static void
must (const char *what, int got, int wanted = CUBLAS_STATUS_SUCCESS)
{
  if (got != wanted)
    {
      printf ("%s: status %d, expected %d\n", what, got, wanted);
      failures++;
    }
}

/* The same names for both types of numbers. */
#define FUNCTIONS(real, S, s)                                                                                                             \
  static cublasStatus_t gemm (cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const real *alpha, const real *a, int la,  \
                              const real *b, int lb, const real *beta, real *c, int lc)                                                   \
  {                                                                                                                                       \
    return cublas##S##gemm (handle, ta, tb, m, n, k, alpha, a, la, b, lb, beta, c, lc);                                                   \
  }                                                                                                                                       \
  static cublasStatus_t gemm_steps (int m, int n, int k, const real *alpha, const real *a, int la, long long sa, const real *b, int lb,   \
                                    long long sb, const real *beta, real *c, int lc, long long sc, int count)                             \
  {                                                                                                                                       \
    return cublas##S##gemmStridedBatched (handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, alpha, a, la, sa, b, lb, sb, beta, c, lc, sc, count); \
  }                                                                                                                                       \
  static cublasStatus_t gemm_places (int m, int n, int k, const real *alpha, const real *const *a, int la, const real *const *b, int lb,  \
                                     const real *beta, real *const *c, int lc, int count)                                                 \
  {                                                                                                                                       \
    return cublas##S##gemmBatched (handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, alpha, a, la, b, lb, beta, c, lc, count);                   \
  }                                                                                                                                       \
  static cublasStatus_t gemv (cublasOperation_t t, int m, int n, const real *alpha, const real *a, int la, const real *x, int dx,         \
                              const real *beta, real *y, int dy)                                                                          \
  {                                                                                                                                       \
    return cublas##S##gemv (handle, t, m, n, alpha, a, la, x, dx, beta, y, dy);                                                           \
  }                                                                                                                                       \
  static cublasStatus_t ger (int m, int n, const real *alpha, const real *x, int dx, const real *y, int dy, real *a, int la)              \
  {                                                                                                                                       \
    return cublas##S##ger (handle, m, n, alpha, x, dx, y, dy, a, la);                                                                     \
  }                                                                                                                                       \
  static cublasStatus_t axpy (int n, const real *alpha, const real *x, int dx, real *y, int dy)                                           \
  {                                                                                                                                       \
    return cublas##S##axpy (handle, n, alpha, x, dx, y, dy);                                                                              \
  }                                                                                                                                       \
  static cublasStatus_t copy (int n, const real *x, int dx, real *y, int dy) { return cublas##S##copy (handle, n, x, dx, y, dy); }        \
  static cublasStatus_t swap (int n, real *x, int dx, real *y, int dy) { return cublas##S##swap (handle, n, x, dx, y, dy); }              \
  static cublasStatus_t scal (int n, const real *alpha, real *x, int dx) { return cublas##S##scal (handle, n, alpha, x, dx); }            \
  static cublasStatus_t dot (int n, const real *x, int dx, const real *y, int dy, real *r)                                                \
  {                                                                                                                                       \
    return cublas##S##dot (handle, n, x, dx, y, dy, r);                                                                                   \
  }                                                                                                                                       \
  static cublasStatus_t nrm2 (int n, const real *x, int dx, real *r) { return cublas##S##nrm2 (handle, n, x, dx, r); }                    \
  static cublasStatus_t asum (int n, const real *x, int dx, real *r) { return cublas##S##asum (handle, n, x, dx, r); }                    \
  static cublasStatus_t amax (int n, const real *x, int dx, int *r) { return cublasI##s##amax (handle, n, x, dx, r); }                    \
  static cublasStatus_t amin (int n, const real *x, int dx, int *r) { return cublasI##s##amin (handle, n, x, dx, r); }                    \
  static cublasStatus_t trsm (cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, \
                              const real *alpha, const real *a, int la, real *b, int lb)                                                  \
  {                                                                                                                                       \
    return cublas##S##trsm (handle, side, fill, t, diagonal, m, n, alpha, a, la, b, lb);                                                  \
  }                                                                                                                                       \
  static cublasStatus_t getrf (int n, real *const *as, int la, int *pivots, int *infos, int count)                                        \
  {                                                                                                                                       \
    return cublas##S##getrfBatched (handle, n, as, la, pivots, infos, count);                                                             \
  }
FUNCTIONS (float, S, s)
FUNCTIONS (double, D, d)

template <typename T> using Numbers = std::vector<T>;

/* Small whole numbers, others for each "seed". */
template <typename T>
static Numbers<T>
numbers (size_t n, unsigned seed)
{
  Numbers<T> values (n);

  for (size_t i = 0; i < n; i++)
    values[i] = (int) ((seed = seed * 1664525u + 1013904223u) >> 28) - 7;
  return values;
}

template <typename T>
static void
compare (const char *what, T *device, Numbers<T> wanted)
{
  Numbers<T> got (wanted.size ());

  back (got.data (), device, got.size ());
  for (size_t i = 0; i < got.size (); i++)
    got[i] += T (0), wanted[i] += T (0); /* which has no sign then */
  expect (what, got.data (), wanted.data (), (int) got.size ());
  cudaFree (device);
}

