/* Programs that were compiled for a default stream in each thread (nvcc --default-stream per-thread) ask for functions of other names:
 * stream 0 is the thread's own there, "…_ptsz", and what names no stream is done in that, "…_ptds". */
#include "cudart/cudart.h"

#define OWN ((cudaStream_t) 2)
#define IN(stream) ((stream) ? (stream) : OWN)

typedef void (*Call) (cudaStream_t, cudaError_t, void *);

typedef struct
{
  int type, id;
} Location;

typedef struct
{
  IhopDim3 grid, block;
  size_t shared;
  cudaStream_t stream;
  void *attributes;
  unsigned n_attributes;
} LaunchConfig;

/* "parameters" and "arguments" in parentheses. */
#define PER_THREAD(name, parameters, arguments)                                                                                        \
  cudaError_t name parameters;                                                                                                         \
  IHOP_CUDART cudaError_t name##_ptsz parameters { return name arguments; }

PER_THREAD (cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, IN (stream)))
PER_THREAD (cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned flags), (event, IN (stream), flags))
PER_THREAD (cudaFreeAsync, (void *place, cudaStream_t stream), (place, IN (stream)))
PER_THREAD (cudaGraphLaunch, (void *exec, cudaStream_t stream), (exec, IN (stream)))
PER_THREAD (cudaGraphUpload, (void *exec, cudaStream_t stream), (exec, IN (stream)))
PER_THREAD (cudaLaunchCooperativeKernel, (const void *function, IhopDim3 grid, IhopDim3 block, void **args, size_t shared, cudaStream_t stream),
            (function, grid, block, args, shared, IN (stream)))
PER_THREAD (cudaLaunchHostFunc, (cudaStream_t stream, void (*call) (void *), void *data), (IN (stream), call, data))
PER_THREAD (cudaLaunchKernel, (const void *function, IhopDim3 grid, IhopDim3 block, void **args, size_t shared, cudaStream_t stream),
            (function, grid, block, args, shared, IN (stream)))
PER_THREAD (__cudaLaunchKernel, (void *handle, IhopDim3 grid, IhopDim3 block, void **args, size_t shared, cudaStream_t stream),
            (handle, grid, block, args, shared, IN (stream)))
PER_THREAD (cudaMallocAsync, (void **place, size_t size, cudaStream_t stream), (place, size, IN (stream)))
PER_THREAD (cudaMallocFromPoolAsync, (void **place, size_t size, void *pool, cudaStream_t stream), (place, size, pool, IN (stream)))
PER_THREAD (cudaMemPrefetchAsync, (const void *place, size_t size, Location location, unsigned flags, cudaStream_t stream),
            (place, size, location, flags, IN (stream)))
PER_THREAD (cudaMemcpyAsync, (void *to, const void *from, size_t size, int kind, cudaStream_t stream), (to, from, size, kind, IN (stream)))
PER_THREAD (cudaMemcpy2DAsync, (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind, cudaStream_t stream),
            (to, to_pitch, from, from_pitch, width, height, kind, IN (stream)))
PER_THREAD (cudaMemcpy2DFromArrayAsync, (void *to, size_t pitch, void *from, size_t x, size_t y, size_t width, size_t height, int kind, cudaStream_t stream),
            (to, pitch, from, x, y, width, height, kind, IN (stream)))
PER_THREAD (cudaMemcpy2DToArrayAsync, (void *to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind, cudaStream_t stream),
            (to, x, y, from, pitch, width, height, kind, IN (stream)))
PER_THREAD (cudaMemcpy3DAsync, (const void *copy, cudaStream_t stream), (copy, IN (stream)))
PER_THREAD (cudaMemcpyFromSymbolAsync, (void *to, const void *symbol, size_t size, size_t offset, int kind, cudaStream_t stream),
            (to, symbol, size, offset, kind, IN (stream)))
PER_THREAD (cudaMemcpyToSymbolAsync, (const void *symbol, const void *from, size_t size, size_t offset, int kind, cudaStream_t stream),
            (symbol, from, size, offset, kind, IN (stream)))
PER_THREAD (cudaMemsetAsync, (void *place, int value, size_t size, cudaStream_t stream), (place, value, size, IN (stream)))
PER_THREAD (cudaMemset2DAsync, (void *place, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
            (place, pitch, value, width, height, IN (stream)))
PER_THREAD (cudaStreamAddCallback, (cudaStream_t stream, Call call, void *data, unsigned flags), (IN (stream), call, data, flags))
PER_THREAD (cudaStreamAttachMemAsync, (cudaStream_t stream, void *place, size_t size, unsigned flags), (IN (stream), place, size, flags))
PER_THREAD (cudaStreamBeginCapture, (cudaStream_t stream, int mode), (IN (stream), mode))
PER_THREAD (cudaStreamEndCapture, (cudaStream_t stream, void **graph), (IN (stream), graph))
PER_THREAD (cudaStreamGetFlags, (cudaStream_t stream, unsigned *flags), (IN (stream), flags))
PER_THREAD (cudaStreamGetPriority, (cudaStream_t stream, int *priority), (IN (stream), priority))
PER_THREAD (cudaStreamIsCapturing, (cudaStream_t stream, int *status), (IN (stream), status))
PER_THREAD (cudaStreamQuery, (cudaStream_t stream), (IN (stream)))
PER_THREAD (cudaStreamSynchronize, (cudaStream_t stream), (IN (stream)))
PER_THREAD (cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), (IN (stream), event, flags))

cudaError_t cudaLaunchKernelExC (const LaunchConfig *config, const void *function, void **args);

IHOP_CUDART cudaError_t
cudaLaunchKernelExC_ptsz (const LaunchConfig *config, const void *function, void **args)
{
  LaunchConfig own = *config;

  own.stream = IN (own.stream);
  return cudaLaunchKernelExC (&own, function, args);
}

/* --- in the thread's stream, and waited for ----------------------------------------------------- */

static cudaError_t
wait_for (cudaError_t error)
{
  return error ? error : cudaStreamSynchronize (OWN);
}

#define WAITED(name, parameters, arguments)                                                                                            \
  IHOP_CUDART cudaError_t name##_ptds parameters { return wait_for (name##Async arguments); }

WAITED (cudaMemcpy, (void *to, const void *from, size_t size, int kind), (to, from, size, kind, OWN))
WAITED (cudaMemcpy2D, (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind),
        (to, to_pitch, from, from_pitch, width, height, kind, OWN))
WAITED (cudaMemcpy2DFromArray, (void *to, size_t pitch, void *from, size_t x, size_t y, size_t width, size_t height, int kind),
        (to, pitch, from, x, y, width, height, kind, OWN))
WAITED (cudaMemcpy2DToArray, (void *to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind),
        (to, x, y, from, pitch, width, height, kind, OWN))
WAITED (cudaMemcpy3D, (const void *copy), (copy, OWN))
WAITED (cudaMemcpyFromSymbol, (void *to, const void *symbol, size_t size, size_t offset, int kind), (to, symbol, size, offset, kind, OWN))
WAITED (cudaMemcpyToSymbol, (const void *symbol, const void *from, size_t size, size_t offset, int kind), (symbol, from, size, offset, kind, OWN))

/* Rows of one are done in the legacy stream, which waits for more. */
#define WAITED_BEFORE(name, parameters, arguments)                                                                                     \
  cudaError_t name parameters;                                                                                                         \
  IHOP_CUDART cudaError_t name##_ptds parameters                                                                                       \
  {                                                                                                                                    \
    cudaError_t error = cudaStreamSynchronize (OWN);                                                                                   \
    return error ? error : name arguments;                                                                                             \
  }

WAITED_BEFORE (cudaMemcpyFromArray, (void *to, void *from, size_t x, size_t y, size_t size, int kind), (to, from, x, y, size, kind))
WAITED_BEFORE (cudaMemcpyToArray, (void *to, size_t x, size_t y, const void *from, size_t size, int kind), (to, x, y, from, size, kind))

/* Fills of the device's memory are not waited for. */
IHOP_CUDART cudaError_t
cudaMemset_ptds (void *place, int value, size_t size)
{
  return cudaMemsetAsync (place, value, size, OWN);
}

IHOP_CUDART cudaError_t
cudaMemset2D_ptds (void *place, size_t pitch, int value, size_t width, size_t height)
{
  return cudaMemset2DAsync (place, pitch, value, width, height, OWN);
}
