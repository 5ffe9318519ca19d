/* Memory pools: memory that is allocated and freed in the order of streams, and kept for whoever asks next ("CUDA C++ Programming Guide", "Stream Ordered
 * Memory Allocator"). What is freed goes back to its pool when the stream gets there; the pool gives it back to the
 * machine when the host waits for something, as far as it then has more than its threshold. */
#pragma once
#include "cudart/cudart.h"

typedef struct IhopPool *cudaMemPool_t;

IHOP_CUDART cudaError_t cudaMallocAsync (void **place, size_t size, cudaStream_t stream);
IHOP_CUDART cudaError_t cudaFreeAsync (void *place, cudaStream_t stream);

/* The host has waited. */
void ihop_pools_trim (void);
