/* What libcusolver's dense functions have in common here. */
#pragma once
#include "cudart/cudart.h"

/* By the numbers of cusolverStatus_t, cublasOperation_t and cublasFillMode_t. */
enum { SOLVER_SUCCESS = 0, SOLVER_NOT_INITIALIZED = 1, SOLVER_ALLOC_FAILED = 2, SOLVER_INVALID_VALUE = 3, SOLVER_EXECUTION_FAILED = 6, SOLVER_NOT_SUPPORTED = 9 };
enum { SOLVER_N, SOLVER_T, SOLVER_C };
enum { SOLVER_LOWER, SOLVER_UPPER };

typedef int cusolverStatus_t;
typedef struct IhopSolver *cusolverDnHandle_t;

struct IhopSolver
{
  cudaStream_t stream;
};

/* Calls that in the handle's stream; data are copied. */
cusolverStatus_t ihop_solver_do (cusolverDnHandle_t handle, void (*call) (void *), void *data, size_t size);
