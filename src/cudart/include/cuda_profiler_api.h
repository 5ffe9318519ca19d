/* Where profilers begin and end; nothing is recorded here. */
#pragma once
#include "cuda_runtime.h"

#ifdef __cplusplus
extern "C"
{
#endif
cudaError_t cudaProfilerStart (void);
cudaError_t cudaProfilerStop (void);
#ifdef __cplusplus
}
#endif
