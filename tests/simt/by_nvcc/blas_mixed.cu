/* cublasGemmEx without a card: each pair of types against sums taken term by term in double. */
#include "blas.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { M = 13, N = 7, K = 21, LA = 25, LB = 23, LC = 15, COUNT = 3 };

static double
as_double (__nv_bfloat16 x)
{
  return __bfloat162float (x);
}

static double
as_double (__half x)
{
  return __half2float (x);
}

template <typename T>
static double
as_double (T x)
{
  return x;
}

template <typename T>
static std::vector<T>
some (size_t n, int seed)
{
  std::vector<T> list (n);

  for (size_t i = 0; i < n; i++)
    list[i] = (T) (float) ((int) (i * 37 + seed * 11) % 19 - 9);
  return list;
}

/* Whole numbers small enough that all sums are exact; "scale" makes the result larger than C's type holds exactly. */
template <typename A, typename C, typename S>
static void
product (const char *what, cudaDataType_t a_type, cudaDataType_t c_type, cublasComputeType_t sum, cublasOperation_t ta, cublasOperation_t tb, float scale,
         bool by_device)
{
  const long long step_a = LA * 25 + 3, step_b = LB * 25 + 1, step_c = LC * N + 2;
  std::vector<A> a = some<A> (COUNT * step_a, 1), b = some<A> (COUNT * step_b, 2);
  std::vector<C> c = some<C> (COUNT * step_c, 3), wanted = c;
  S factors[2] = { (S) scale, (S) 2.0f };

  for (int batch = 0; batch < COUNT; batch++)
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
        {
          double total = 0;
          for (int l = 0; l < K; l++)
            total += as_double (a[batch * step_a + (ta == CUBLAS_OP_N ? i + LA * l : l + LA * i)])
                     * as_double (b[batch * step_b + (tb == CUBLAS_OP_N ? l + LB * j : j + LB * l)]);
          C &place = wanted[batch * step_c + i + LC * j];
          place = (C) (float) (scale * total + 2 * as_double (place));
        }
  A *gpu_a = on_device (a.data (), a.size ()), *gpu_b = on_device (b.data (), b.size ());
  C *gpu_c = on_device (c.data (), c.size ());
  S *gpu_factors = on_device (factors, 2), *said = by_device ? gpu_factors : factors;
  must ("mode", cublasSetPointerMode (handle, by_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST));
  must (what, cublasGemmStridedBatchedEx (handle, ta, tb, M, N, K, &said[0], gpu_a, a_type, LA, step_a, gpu_b, a_type, LB, step_b, &said[1], gpu_c, c_type,
                                          LC, step_c, COUNT, sum, CUBLAS_GEMM_DEFAULT));
  back (c.data (), gpu_c, c.size ());
  for (size_t i = 0; i < c.size (); i++)
    if (as_double (c[i]) != as_double (wanted[i]))
      {
        printf ("%s: element %zu is %g, expected %g\n", what, i, as_double (c[i]), as_double (wanted[i]));
        failures++;
        break;
      }
  cudaFree (gpu_a), cudaFree (gpu_b), cudaFree (gpu_c), cudaFree (gpu_factors);
}

template <typename A, typename C, typename S>
static void
products (const char *what, cudaDataType_t a_type, cudaDataType_t c_type, cublasComputeType_t sum, float scale)
{
  const cublasOperation_t operations[] = { CUBLAS_OP_N, CUBLAS_OP_T };

  for (cublasOperation_t ta : operations)
    for (cublasOperation_t tb : operations)
      for (int by_device = 0; by_device < 2; by_device++)
        product<A, C, S> (what, a_type, c_type, sum, ta, tb, scale, by_device);
}

int
main (void)
{
  must ("create", cublasCreate (&handle));
  products<__half, float, float> ("halves to float", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 0.5f);
  products<__half, __half, float> ("halves", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 3);
  products<__half, __half, __half> ("halves, added as such", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, 1);
  products<__nv_bfloat16, __nv_bfloat16, float> ("brain floats", CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 3);
  products<float, float, float> ("float", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 2);
  products<double, double, double> ("double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 0.25f);
  products<signed char, int, int> ("bytes", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 3);
  products<signed char, float, float> ("bytes to float", CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F, 0.5f);
  float one = 1, *none = NULL;
  must ("mode", cublasSetPointerMode (handle, CUBLAS_POINTER_MODE_HOST));
  must ("types that do not go together", cublasGemmEx (handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, none, CUDA_R_16F, 1, none, CUDA_R_16BF, 1, &one, none,
                                                       CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT), CUBLAS_STATUS_NOT_SUPPORTED);
  must ("too few rows", cublasGemmEx (handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 1, 1, &one, none, CUDA_R_16F, 3, none, CUDA_R_16F, 1, &one, none, CUDA_R_32F, 4,
                                      CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT), CUBLAS_STATUS_INVALID_VALUE);
  must ("destroy", cublasDestroy (handle));
  return finish ();
}
