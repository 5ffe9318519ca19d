/* libcublas on the host: handles, and copies of vectors and matrices; blas_real.inc has what computes. */
#include "cudart/libraries/blas.h"
#include "cudart/libraries/handles.h"
#include "cudart/libraries/missing.h"
#include <stdlib.h>
#include <string.h>

enum { VERSION = 130000, TO_DEVICE = 1, TO_HOST = 2, CAPTURE_NONE = 0 };

cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaStreamIsCapturing (cudaStream_t stream, int *status);
cudaError_t cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind, cudaStream_t stream);
cudaError_t cudaMemcpy2D (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind);

float
ihop_blas_float (const IhopBlasFactor *factor)
{
  return factor->place ? *(const float *) factor->place : (float) factor->value;
}

double
ihop_blas_double (const IhopBlasFactor *factor)
{
  return factor->place ? *(const double *) factor->place : factor->value;
}

IhopBlasFactor
ihop_blas_take_float (cublasHandle_t handle, const float *factor)
{
  return handle && factor && handle->pointer_mode == BLAS_BY_HOST ? (IhopBlasFactor){ NULL, *factor } : (IhopBlasFactor){ factor, 0 };
}

IhopBlasFactor
ihop_blas_take_double (cublasHandle_t handle, const double *factor)
{
  return handle && factor && handle->pointer_mode == BLAS_BY_HOST ? (IhopBlasFactor){ NULL, *factor } : (IhopBlasFactor){ factor, 0 };
}

cublasStatus_t
ihop_blas_do (cublasHandle_t handle, void (*call) (void *), void *data, size_t size)
{
  if (handle == NULL)
    return BLAS_NOT_INITIALIZED;
  cudaError_t error = ihop_cudart_call_in (handle->stream, call, data, size);
  return IHOP_LIBRARY_STATUS (error, BLAS);
}

static int
is_captured (cudaStream_t stream)
{
  int status = CAPTURE_NONE;

  return cudaStreamIsCapturing (stream, &status) != cudaSuccess || status != CAPTURE_NONE;
}

cublasStatus_t
ihop_blas_do_result (cublasHandle_t handle, void (*call) (void *), void *data, size_t size)
{
  if (handle && handle->pointer_mode == BLAS_BY_HOST && is_captured (handle->stream))
    return BLAS_EXECUTION_FAILED;
  cublasStatus_t status = ihop_blas_do (handle, call, data, size);
  if (status == BLAS_SUCCESS && handle->pointer_mode == BLAS_BY_HOST)
    return cudaStreamSynchronize (handle->stream) ? BLAS_EXECUTION_FAILED : BLAS_SUCCESS;
  return status;
}

/* --- handles ------------------------------------------------------------------------------------ */

IHOP_LIBRARY_HANDLES (cublasCreate_v2, cublasDestroy_v2, cublasHandle_t, BLAS)
IHOP_LIBRARY_VALUE (cublasSetStream_v2, cublasGetStream_v2, cublasHandle_t, cudaStream_t, stream, BLAS)
IHOP_LIBRARY_VALUE (cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasHandle_t, int, pointer_mode, BLAS)
/* What is computed is the same with any of these. */
IHOP_LIBRARY_VALUE (cublasSetAtomicsMode, cublasGetAtomicsMode, cublasHandle_t, int, atomics, BLAS)
IHOP_LIBRARY_VALUE (cublasSetMathMode, cublasGetMathMode, cublasHandle_t, int, math, BLAS)

IHOP_CUDART cublasStatus_t
cublasSetWorkspace_v2 (cublasHandle_t handle, void *place, size_t size)
{
  return handle ? BLAS_SUCCESS : BLAS_NOT_INITIALIZED;
}

/* Whether there is a handle, the version is the same. */
IHOP_CUDART cublasStatus_t
cublasGetVersion_v2 (cublasHandle_t handle, int *version)
{
  *version = VERSION;
  return BLAS_SUCCESS;
}

/* By their numbers; what stands at others is NULL. */
static const struct
{
  const char *name, *text;
} STATUSES[] = {
  [0] = { "CUBLAS_STATUS_SUCCESS", "success" },
  [1] = { "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized" },
  [3] = { "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed" },
  [7] = { "CUBLAS_STATUS_INVALID_VALUE", "an unsupported value or parameter was passed to the function" },
  [8] = { "CUBLAS_STATUS_ARCH_MISMATCH", "the device lacks a feature that the function needs" },
  [11] = { "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed" },
  [13] = { "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU" },
  [14] = { "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed" },
  [15] = { "CUBLAS_STATUS_NOT_SUPPORTED", "the functionality requested is not supported" },
  [16] = { "CUBLAS_STATUS_LICENSE_ERROR", "the licence could not be checked" },
};
enum { N_STATUSES = sizeof STATUSES / sizeof *STATUSES };

IHOP_CUDART const char *
cublasGetStatusString (cublasStatus_t status)
{
  return status >= 0 && status < N_STATUSES && STATUSES[status].text ? STATUSES[status].text : "<unknown>";
}

IHOP_CUDART const char *
cublasGetStatusName (cublasStatus_t status)
{
  return status >= 0 && status < N_STATUSES && STATUSES[status].name ? STATUSES[status].name : "<unknown>";
}

/* --- copies ------------------------------------------------------------------------------------- */

/* Vectors are matrices whose columns have one element. */
#define COPY(name, kind)                                                                                                            \
  IHOP_CUDART cublasStatus_t cublas##name##Matrix (int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows) \
  {                                                                                                                                 \
    if (rows < 0 || columns < 0 || size <= 0 || from_rows < rows || to_rows < rows)                                                 \
      return BLAS_INVALID_VALUE;                                                                                                    \
    return cudaMemcpy2D (to, (size_t) to_rows * size, from, (size_t) from_rows * size, (size_t) rows * size, columns, kind)         \
             ? BLAS_EXECUTION_FAILED                                                                                                \
             : BLAS_SUCCESS;                                                                                                        \
  }                                                                                                                                 \
  IHOP_CUDART cublasStatus_t cublas##name##Vector (int n, int size, const void *from, int from_step, void *to, int to_step)         \
  {                                                                                                                                 \
    return cublas##name##Matrix (1, n, size, from, from_step, to, to_step);                                                         \
  }                                                                                                                                 \
  IHOP_CUDART cublasStatus_t cublas##name##MatrixAsync (int rows, int columns, int size, const void *from, int from_rows, void *to, \
                                                        int to_rows, cudaStream_t stream)                                           \
  {                                                                                                                                 \
    if (rows < 0 || columns < 0 || size <= 0 || from_rows < rows || to_rows < rows)                                                 \
      return BLAS_INVALID_VALUE;                                                                                                    \
    return cudaMemcpy2DAsync (to, (size_t) to_rows * size, from, (size_t) from_rows * size, (size_t) rows * size, columns, kind, stream) \
             ? BLAS_EXECUTION_FAILED                                                                                                \
             : BLAS_SUCCESS;                                                                                                        \
  }                                                                                                                                 \
  IHOP_CUDART cublasStatus_t cublas##name##VectorAsync (int n, int size, const void *from, int from_step, void *to, int to_step,    \
                                                        cudaStream_t stream)                                                        \
  {                                                                                                                                 \
    return cublas##name##MatrixAsync (1, n, size, from, from_step, to, to_step, stream);                                            \
  }
COPY (Set, TO_DEVICE)
COPY (Get, TO_HOST)

/* --- what is not here ---------------------------------------------------------------------------- */

#define MISSING(name) IHOP_LIBRARY_MISSING (name, BLAS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED")
#define BOTH(name) MISSING (name) MISSING (name##_64)
#include "cudart/libraries/blas_missing.inc"
