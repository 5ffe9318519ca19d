/* The driver's memory pools: the runtime's, under other names. */
#include "cudart/pool.h"

typedef int CUresult;
typedef unsigned long long CUdeviceptr;

cudaError_t cudaMallocFromPoolAsync (void **place, size_t size, cudaMemPool_t pool, cudaStream_t stream);

IHOP_CUDART CUresult
cuMemAllocAsync (CUdeviceptr *place, size_t size, cudaStream_t stream)
{
  return size ? cudaMallocAsync ((void **) place, size, stream) : cudaErrorInvalidValue;
}

IHOP_CUDART CUresult
cuMemAllocFromPoolAsync (CUdeviceptr *place, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
  return size ? cudaMallocFromPoolAsync ((void **) place, size, pool, stream) : cudaErrorInvalidValue;
}

IHOP_CUDART CUresult
cuMemFreeAsync (CUdeviceptr place, cudaStream_t stream)
{
  return cudaFreeAsync ((void *) (size_t) place, stream);
}

#define SAME(name, parameters, arguments)                                                          \
  cudaError_t cuda##name parameters;                                                               \
  IHOP_CUDART CUresult cu##name parameters { return cuda##name arguments; }

SAME (MemPoolCreate, (cudaMemPool_t *pool, const void *props), (pool, props))
SAME (MemPoolDestroy, (cudaMemPool_t pool), (pool))
SAME (MemPoolTrimTo, (cudaMemPool_t pool, size_t keep), (pool, keep))
SAME (MemPoolGetAttribute, (cudaMemPool_t pool, int attribute, void *value), (pool, attribute, value))
SAME (MemPoolSetAttribute, (cudaMemPool_t pool, int attribute, void *value), (pool, attribute, value))
SAME (MemPoolSetAccess, (cudaMemPool_t pool, const void *list, size_t n), (pool, list, n))
SAME (MemPoolGetAccess, (int *flags, cudaMemPool_t pool, const void *location), (flags, pool, location))
SAME (DeviceGetDefaultMemPool, (cudaMemPool_t *pool, int device), (pool, device))
SAME (DeviceGetMemPool, (cudaMemPool_t *pool, int device), (pool, device))
SAME (DeviceSetMemPool, (int device, cudaMemPool_t pool), (device, pool))
