/* The CUDA driver's functions: modules of PTX, launches by name, and memory. A library of its own, which
 * bears the driver's name (libcuda.so.1), so that programs that ask for that one get it. Most of it is
 * what the runtime's functions do already: their errors have the same numbers. */
#include "cudart/devices.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct IhopContext *CUcontext;
typedef IhopEngineModule *CUmodule;
typedef IhopEngineKernel *CUfunction;

enum { CUDA_ERROR_NOT_FOUND = 500, VERSION = 13000, MAX_PARAMS = 1024 };

/* Each device has one context; those that are asked for are all this one. */
struct IhopContext
{
  int device;
};
static struct IhopContext contexts[IHOP_MOST_DEVICES];
static __thread CUcontext current, pushed[16];
static __thread unsigned n_pushed;

/* The runtime's. */
cudaError_t cudaMalloc (void **place, size_t size);
cudaError_t cudaMallocManaged (void **place, size_t size, unsigned flags);
cudaError_t cudaMallocHost (void **place, size_t size);
cudaError_t cudaMallocPitch (void **place, size_t *pitch, size_t width, size_t height);
cudaError_t cudaFree (void *place);
cudaError_t cudaFreeHost (void *place);
cudaError_t cudaMemcpy (void *to, const void *from, size_t size, int kind);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t size, int kind, cudaStream_t stream);
cudaError_t cudaDeviceSynchronize (void);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventSynchronize (cudaEvent_t event);
cudaError_t cudaMemset (void *place, int value, size_t size);
cudaError_t cudaMemGetInfo (size_t *left, size_t *total);
cudaError_t cudaGetDeviceCount (int *count);
cudaError_t cudaSetDevice (int device);
cudaError_t cudaDeviceCanAccessPeer (int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess (int device, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess (int device);
cudaError_t cudaDeviceGetP2PAttribute (int *value, int attribute, int from, int to);
cudaError_t cudaDeviceGetAttribute (int *value, int attribute, int device);
cudaError_t cudaStreamCreateWithPriority (cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy (cudaStream_t stream);
cudaError_t cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy (cudaEvent_t event);
cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventElapsedTime (float *time, cudaEvent_t start, cudaEvent_t end);
const char *cudaGetErrorName (cudaError_t error);
const char *cudaGetErrorString (cudaError_t error);

enum { DEFAULT_DIRECTION = 4 };

static void *
pointer (CUdeviceptr place)
{
  return (void *) (size_t) place;
}

/* --- device and context ----------------------------------------------------------------------- */

IHOP_CUDART CUresult
cuInit (unsigned flags)
{
  return cudaSuccess;
}

/* The toolkit's libraries ask for tables of functions that are nowhere documented, and do without. */
IHOP_CUDART CUresult
cuGetExportTable (const void **table, const void *id)
{
  *table = NULL;
  return CUDA_ERROR_NOT_FOUND;
}

IHOP_CUDART CUresult
cuDriverGetVersion (int *version)
{
  *version = VERSION;
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuDeviceGetCount (int *count)
{
  return cudaGetDeviceCount (count);
}

static CUresult
check_device (CUdevice device)
{
  return ihop_devices_is (device) ? cudaSuccess : cudaErrorInvalidDevice;
}

IHOP_CUDART CUresult
cuDeviceGet (CUdevice *device, int number)
{
  *device = number;
  return check_device (number);
}

IHOP_CUDART CUresult
cuDeviceGetName (char *name, int size, CUdevice device)
{
  snprintf (name, size > 0 ? size : 0, "ihop: H100 on the CPU");
  return check_device (device);
}

IHOP_CUDART CUresult
cuDeviceTotalMem_v2 (size_t *size, CUdevice device)
{
  size_t left;

  return cudaMemGetInfo (&left, size);
}

IHOP_CUDART CUresult
cuDeviceGetAttribute (int *value, int attribute, CUdevice device)
{
  return cudaDeviceGetAttribute (value, attribute, device);
}

IHOP_CUDART CUresult
cuDeviceComputeCapability (int *major, int *minor, CUdevice device)
{
  *major = 9;
  *minor = 0;
  return check_device (device);
}

/* The runtime works with the device of the context. */
IHOP_CUDART CUresult
cuCtxSetCurrent (CUcontext context)
{
  current = context;
  return context ? cudaSetDevice (context->device) : cudaSuccess;
}

IHOP_CUDART CUresult
cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device)
{
  *context = NULL;
  if (check_device (device))
    return cudaErrorInvalidDevice;
  *context = &contexts[device];
  (*context)->device = device;
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice device)
{
  return check_device (device);
}

IHOP_CUDART CUresult
cuCtxPushCurrent_v2 (CUcontext context)
{
  if (n_pushed < sizeof pushed / sizeof *pushed)
    pushed[n_pushed++] = current;
  return cuCtxSetCurrent (context);
}

IHOP_CUDART CUresult
cuCtxGetCurrent (CUcontext *context)
{
  *context = current;
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuCtxPopCurrent_v2 (CUcontext *context)
{
  if (context)
    *context = current;
  return cuCtxSetCurrent (n_pushed ? pushed[--n_pushed] : NULL);
}

IHOP_CUDART CUresult
cuCtxCreate_v2 (CUcontext *context, unsigned flags, CUdevice device)
{
  CUresult result = cuDevicePrimaryCtxRetain (context, device);

  return result ? result : cuCtxPushCurrent_v2 (*context);
}

IHOP_CUDART CUresult
cuCtxCreate_v4 (CUcontext *context, void *params, unsigned flags, CUdevice device)
{
  return cuCtxCreate_v2 (context, flags, device);
}

IHOP_CUDART CUresult
cuCtxDestroy_v2 (CUcontext context)
{
  return context && context == current ? cuCtxPopCurrent_v2 (NULL) : cudaSuccess;
}

IHOP_CUDART CUresult
cuCtxGetDevice (CUdevice *device)
{
  *device = ihop_devices_current ();
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuDeviceCanAccessPeer (int *can, CUdevice device, CUdevice peer)
{
  return cudaDeviceCanAccessPeer (can, device, peer);
}

IHOP_CUDART CUresult
cuDeviceGetP2PAttribute (int *value, int attribute, CUdevice from, CUdevice to)
{
  return cudaDeviceGetP2PAttribute (value, attribute, from, to);
}

IHOP_CUDART CUresult
cuCtxEnablePeerAccess (CUcontext peer, unsigned flags)
{
  return cudaDeviceEnablePeerAccess (peer->device, flags);
}

IHOP_CUDART CUresult
cuCtxDisablePeerAccess (CUcontext peer)
{
  return cudaDeviceDisablePeerAccess (peer->device);
}

IHOP_CUDART CUresult
cuCtxSynchronize (void)
{
  return cudaDeviceSynchronize ();
}

IHOP_CUDART CUresult
cuGetErrorName (CUresult error, const char **name)
{
  *name = cudaGetErrorName (error);
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuGetErrorString (CUresult error, const char **text)
{
  *text = cudaGetErrorString (error);
  return cudaSuccess;
}

/* --- launches --------------------------------------------------------------------------------- */

/* Arguments as one buffer, laid out as PTX does (CU_LAUNCH_PARAM_BUFFER_POINTER): as pointers. */
static unsigned
point_into (CUfunction function, char *buffer, void **args)
{
  size_t offset;
  unsigned n = 0;

  while (n < MAX_PARAMS && ihop_cudart_engine ()->param (function, n, &offset))
    args[n++] = buffer + offset;
  return n;
}

/* Of a kernel that was stopped, whoever waits next is told, not who launches it: that is so even where it has run to its end here. */
static CUresult
launched (cudaError_t error)
{
  return error == cudaErrorAssert || error == cudaErrorLaunchFailure ? cudaSuccess : error;
}

IHOP_CUDART CUresult
cuLaunchKernel (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                unsigned shared, cudaStream_t stream, void **args, void **extra)
{
  void *pointers[MAX_PARAMS];

  for (; args == NULL && extra && extra[0]; extra += 2)
    if (extra[0] == (void *) 1)
      {
        point_into (function, extra[1], pointers);
        args = pointers;
      }
  return launched (ihop_cudart_launch_in (stream, function, (IhopDim3){ gx, gy, gz }, (IhopDim3){ bx, by, bz }, args, shared));
}

IHOP_CUDART CUresult
cuLaunchCooperativeKernel (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                           unsigned bz, unsigned shared, cudaStream_t stream, void **args)
{
  return launched (ihop_cudart_launch_cooperative (stream, function, (IhopDim3){ gx, gy, gz }, (IhopDim3){ bx, by, bz }, args, shared));
}

/* By the numbers of CUfunction_attribute. */
IHOP_CUDART CUresult
cuFuncGetAttribute (int *value, int attribute, CUfunction function)
{
  IhopEngineKernelInfo info;

  ihop_cudart_engine ()->info (function, &info);
  const int values[] = { info.max_threads, info.shared, 0, info.local, info.n_registers, (int) info.target, 90 };
  *value = attribute >= 0 && attribute < (int) (sizeof values / sizeof *values) ? values[attribute] : 0;
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuFuncSetAttribute (CUfunction function, int attribute, int value)
{
  enum { MAX_DYNAMIC_SHARED = 8 };

  if (attribute == MAX_DYNAMIC_SHARED)
    ihop_cudart_ask_shared (function, value);
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuFuncSetCacheConfig (CUfunction function, int config)
{
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuOccupancyMaxPotentialBlockSize (int *blocks, int *threads, CUfunction function, size_t (*shared_of) (int), size_t shared, int limit)
{
  IhopEngineKernelInfo info;

  ihop_cudart_engine ()->info (function, &info);
  *threads = limit > 0 && limit < (int) info.max_threads ? limit : (int) info.max_threads;
  *blocks = 132 * (2048 / *threads);
  return cudaSuccess;
}

/* --- memory ----------------------------------------------------------------------------------- */

static CUresult
give (CUdeviceptr *place, cudaError_t error, void *found)
{
  *place = (size_t) found;
  return error;
}

IHOP_CUDART CUresult
cuMemAlloc_v2 (CUdeviceptr *place, size_t size)
{
  void *found = NULL;
  cudaError_t error = size ? cudaMalloc (&found, size) : cudaErrorInvalidValue;

  return give (place, error, found);
}

IHOP_CUDART CUresult
cuMemAllocManaged (CUdeviceptr *place, size_t size, unsigned flags)
{
  return cuMemAlloc_v2 (place, size);
}

IHOP_CUDART CUresult
cuMemAllocPitch_v2 (CUdeviceptr *place, size_t *pitch, size_t width, size_t height, unsigned element)
{
  void *found = NULL;
  cudaError_t error = cudaMallocPitch (&found, pitch, width, height);

  return give (place, error, found);
}

IHOP_CUDART CUresult
cuMemAllocHost_v2 (void **place, size_t size)
{
  return cudaMallocHost (place, size);
}

IHOP_CUDART CUresult
cuMemHostAlloc (void **place, size_t size, unsigned flags)
{
  return cudaMallocHost (place, size);
}

IHOP_CUDART CUresult
cuMemFree_v2 (CUdeviceptr place)
{
  return cudaFree (pointer (place));
}

IHOP_CUDART CUresult
cuMemFreeHost (void *place)
{
  return cudaFreeHost (place);
}

IHOP_CUDART CUresult
cuMemGetInfo_v2 (size_t *left, size_t *total)
{
  return cudaMemGetInfo (left, total);
}

enum { cuMemcpyHtoD_KIND = 1, cuMemcpyDtoH_KIND = 2, cuMemcpyDtoD_KIND = 3 };

#define COPY(name, to_type, from_type)                                                             \
  IHOP_CUDART CUresult name##_v2 (to_type to, from_type from, size_t size)                         \
  {                                                                                                \
    return cudaMemcpy ((void *) (size_t) to, (const void *) (size_t) from, size, name##_KIND);      \
  }                                                                                                \
  IHOP_CUDART CUresult name##Async_v2 (to_type to, from_type from, size_t size, cudaStream_t stream) \
  {                                                                                                \
    return cudaMemcpyAsync ((void *) (size_t) to, (const void *) (size_t) from, size, name##_KIND, stream); \
  }
COPY (cuMemcpyHtoD, CUdeviceptr, const void *)
COPY (cuMemcpyDtoH, void *, CUdeviceptr)
COPY (cuMemcpyDtoD, CUdeviceptr, CUdeviceptr)

IHOP_CUDART CUresult
cuMemcpy (CUdeviceptr to, CUdeviceptr from, size_t size)
{
  return cudaMemcpy (pointer (to), pointer (from), size, DEFAULT_DIRECTION);
}

IHOP_CUDART CUresult
cuMemsetD8_v2 (CUdeviceptr place, unsigned char value, size_t n)
{
  return cudaMemset (pointer (place), value, n);
}

IHOP_CUDART CUresult
cuMemsetD32_v2 (CUdeviceptr place, unsigned value, size_t n)
{
  cudaError_t error = cudaStreamSynchronize (NULL);

  for (size_t i = 0; i < n && error == cudaSuccess; i++)
    memcpy ((char *) pointer (place) + 4 * i, &value, 4);
  return error;
}

/* --- streams and events ----------------------------------------------------------------------- */

IHOP_CUDART CUresult
cuStreamCreate (cudaStream_t *stream, unsigned flags)
{
  return cudaStreamCreateWithPriority (stream, flags, 0);
}

IHOP_CUDART CUresult
cuStreamDestroy_v2 (cudaStream_t stream)
{
  return cudaStreamDestroy (stream);
}

IHOP_CUDART CUresult
cuStreamSynchronize (cudaStream_t stream)
{
  return cudaStreamSynchronize (stream);
}

IHOP_CUDART CUresult
cuStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
  return cudaStreamWaitEvent (stream, event, flags);
}

IHOP_CUDART CUresult
cuEventCreate (cudaEvent_t *event, unsigned flags)
{
  return cudaEventCreateWithFlags (event, flags);
}

IHOP_CUDART CUresult
cuEventDestroy_v2 (cudaEvent_t event)
{
  return cudaEventDestroy (event);
}

IHOP_CUDART CUresult
cuEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  return cudaEventRecord (event, stream);
}

IHOP_CUDART CUresult
cuEventSynchronize (cudaEvent_t event)
{
  return cudaEventSynchronize (event);
}

IHOP_CUDART CUresult
cuEventElapsedTime (float *time, cudaEvent_t start, cudaEvent_t end)
{
  return cudaEventElapsedTime (time, start, end);
}
