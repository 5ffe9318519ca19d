/* libcusolver on the host: handles; solver_real.inc has what computes. */
#include "cudart/libraries/solver.h"
#include "cudart/libraries/missing.h"
#include <stdlib.h>

cusolverStatus_t
ihop_solver_do (cusolverDnHandle_t handle, void (*call) (void *), void *data, size_t size)
{
  if (handle == NULL)
    return SOLVER_NOT_INITIALIZED;
  cudaError_t error = ihop_cudart_call_in (handle->stream, call, data, size);
  return error == cudaSuccess ? SOLVER_SUCCESS : error == cudaErrorNotSupported ? SOLVER_NOT_SUPPORTED : SOLVER_EXECUTION_FAILED;
}

IHOP_CUDART cusolverStatus_t
cusolverDnCreate (cusolverDnHandle_t *handle)
{
  if (handle == NULL)
    return SOLVER_INVALID_VALUE;
  *handle = calloc (1, sizeof **handle);
  return *handle ? SOLVER_SUCCESS : SOLVER_ALLOC_FAILED;
}

IHOP_CUDART cusolverStatus_t
cusolverDnDestroy (cusolverDnHandle_t handle)
{
  free (handle);
  return handle ? SOLVER_SUCCESS : SOLVER_NOT_INITIALIZED;
}

IHOP_CUDART cusolverStatus_t
cusolverDnSetStream (cusolverDnHandle_t handle, cudaStream_t stream)
{
  if (handle == NULL)
    return SOLVER_NOT_INITIALIZED;
  handle->stream = stream;
  return SOLVER_SUCCESS;
}

IHOP_CUDART cusolverStatus_t
cusolverDnGetStream (cusolverDnHandle_t handle, cudaStream_t *stream)
{
  if (handle == NULL)
    return SOLVER_NOT_INITIALIZED;
  *stream = handle->stream;
  return SOLVER_SUCCESS;
}

#define MISSING(name) IHOP_LIBRARY_MISSING (name, SOLVER_NOT_SUPPORTED, "CUSOLVER_STATUS_NOT_SUPPORTED")
#include "cudart/libraries/solver_missing.inc"
