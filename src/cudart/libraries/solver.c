/* libcusolver on the host: handles; solver_real.inc has what computes. */
#include "cudart/libraries/solver.h"
#include "cudart/libraries/handles.h"
#include "cudart/libraries/missing.h"

cusolverStatus_t
ihop_solver_do (cusolverDnHandle_t handle, void (*call) (void *), void *data, size_t size)
{
  if (handle == NULL)
    return SOLVER_NOT_INITIALIZED;
  cudaError_t error = ihop_cudart_call_in (handle->stream, call, data, size);
  return IHOP_LIBRARY_STATUS (error, SOLVER);
}

IHOP_LIBRARY_HANDLES (cusolverDnCreate, cusolverDnDestroy, cusolverDnHandle_t, SOLVER)
IHOP_LIBRARY_VALUE (cusolverDnSetStream, cusolverDnGetStream, cusolverDnHandle_t, cudaStream_t, stream, SOLVER)

#define MISSING(name) IHOP_LIBRARY_MISSING (name, SOLVER_NOT_SUPPORTED, "CUSOLVER_STATUS_NOT_SUPPORTED")
#include "cudart/libraries/solver_missing.inc"
