/* What libcublas' functions have in common here: handles, and how work gets into streams. */
#pragma once
#include "cudart/cudart.h"

/* By the numbers of cublasStatus_t, cublasOperation_t, cublasPointerMode_t, cublasFillMode_t, cublasSideMode_t and cublasDiagType_t. */
enum { BLAS_SUCCESS = 0, BLAS_NOT_INITIALIZED = 1, BLAS_ALLOC_FAILED = 3, BLAS_INVALID_VALUE = 7, BLAS_EXECUTION_FAILED = 13, BLAS_NOT_SUPPORTED = 15 };
enum { BLAS_N, BLAS_T, BLAS_C };
enum { BLAS_BY_HOST, BLAS_BY_DEVICE };
enum { BLAS_LOWER, BLAS_UPPER };
enum { BLAS_LEFT, BLAS_RIGHT };
enum { BLAS_HAS_DIAGONAL, BLAS_UNIT_DIAGONAL };

typedef int cublasStatus_t;
typedef struct IhopBlas *cublasHandle_t;

struct IhopBlas
{
  cudaStream_t stream;
  int pointer_mode, atomics, math;
};

/* A factor: what the host says when it calls, or what lies there when it is done. */
typedef struct
{
  const void *place; /* of the device; NULL: it is the value */
  double value;
} IhopBlasFactor;

float ihop_blas_float (const IhopBlasFactor *factor);
double ihop_blas_double (const IhopBlasFactor *factor);
IhopBlasFactor ihop_blas_take_float (cublasHandle_t handle, const float *factor);
IhopBlasFactor ihop_blas_take_double (cublasHandle_t handle, const double *factor);

/* Calls that in the handle's stream; data are copied. */
cublasStatus_t ihop_blas_do (cublasHandle_t handle, void (*call) (void *), void *data, size_t size);
/* … and waits, where the host reads the result: that cannot be captured. */
cublasStatus_t ihop_blas_do_result (cublasHandle_t handle, void (*call) (void *), void *data, size_t size);
