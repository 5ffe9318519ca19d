/* Functions of the driver that the runtime has, too, and some that only older programs ask for. */
#include "cudart/devices.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct IhopContext *CUcontext;
typedef IhopEngineKernel *CUfunction;

enum { CUDA_ERROR_NOT_FOUND = 500 };

cudaError_t cudaStreamQuery (cudaStream_t stream);
cudaError_t cudaEventQuery (cudaEvent_t event);
cudaError_t cudaStreamAddCallback (cudaStream_t stream, void (*call) (cudaStream_t, cudaError_t, void *), void *data, unsigned flags);
cudaError_t cudaLaunchHostFunc (cudaStream_t stream, void (*call) (void *), void *data);
cudaError_t cudaStreamCreateWithPriority (cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange (int *least, int *greatest);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaMemsetAsync (void *place, int value, size_t size, cudaStream_t stream);
cudaError_t cudaHostGetDevicePointer (void **device, void *host, unsigned flags);
cudaError_t cudaHostRegister (void *place, size_t size, unsigned flags);
cudaError_t cudaHostUnregister (void *place);
cudaError_t cudaHostGetFlags (unsigned *flags, void *place);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t size, int kind, cudaStream_t stream);
cudaError_t cudaDeviceGetPCIBusId (char *id, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId (int *device, const char *id);
cudaError_t cudaDeviceGetAttribute (int *value, int attribute, int device);
cudaError_t cudaDeviceSetLimit (int limit, size_t value);
cudaError_t cudaDeviceReset (void);
cudaError_t cudaProfilerStart (void);
cudaError_t cudaProfilerStop (void);

static void *
pointer (CUdeviceptr place)
{
  return (void *) (size_t) place;
}

/* --- devices and contexts ----------------------------------------------------------------------- */

IHOP_CUDART CUresult
cuDeviceGetPCIBusId (char *id, int length, CUdevice device)
{
  return cudaDeviceGetPCIBusId (id, length, device);
}

IHOP_CUDART CUresult
cuDeviceGetByPCIBusId (CUdevice *device, const char *id)
{
  return cudaDeviceGetByPCIBusId (device, id);
}

/* CUdevprop, by CUdevice_attribute. */
IHOP_CUDART CUresult
cuDeviceGetProperties (int *properties, CUdevice device)
{
  static const int attributes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 };
  cudaError_t error = cudaSuccess;

  for (size_t i = 0; i < sizeof attributes / sizeof *attributes && error == cudaSuccess; i++)
    error = cudaDeviceGetAttribute (&properties[i], attributes[i], device);
  return error;
}

IHOP_CUDART CUresult
cuCtxGetApiVersion (CUcontext context, unsigned *version)
{
  *version = 3020; /* of functions whose names end with _v2 */
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuCtxSetLimit (int limit, size_t value)
{
  return cudaDeviceSetLimit (limit, value);
}

IHOP_CUDART CUresult
cuCtxSetCacheConfig (int config)
{
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuCtxGetCacheConfig (int *config)
{
  *config = 0;
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuCtxGetStreamPriorityRange (int *least, int *greatest)
{
  return cudaDeviceGetStreamPriorityRange (least, greatest);
}

IHOP_CUDART CUresult
cuDevicePrimaryCtxReset_v2 (CUdevice device)
{
  return cudaDeviceReset ();
}

IHOP_CUDART CUresult
cuDevicePrimaryCtxSetFlags_v2 (CUdevice device, unsigned flags)
{
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuDevicePrimaryCtxGetState (CUdevice device, unsigned *flags, int *is_active)
{
  *flags = 0;
  *is_active = 1;
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuProfilerStart (void)
{
  return cudaProfilerStart ();
}

IHOP_CUDART CUresult
cuProfilerStop (void)
{
  return cudaProfilerStop ();
}

/* --- streams, events, launches ------------------------------------------------------------------ */

IHOP_CUDART CUresult
cuStreamQuery (cudaStream_t stream)
{
  return cudaStreamQuery (stream);
}

IHOP_CUDART CUresult
cuStreamCreateWithPriority (cudaStream_t *stream, unsigned flags, int priority)
{
  return cudaStreamCreateWithPriority (stream, flags, priority);
}

IHOP_CUDART CUresult
cuStreamAddCallback (cudaStream_t stream, void (*call) (cudaStream_t, cudaError_t, void *), void *data, unsigned flags)
{
  return cudaStreamAddCallback (stream, call, data, flags);
}

IHOP_CUDART CUresult
cuLaunchHostFunc (cudaStream_t stream, void (*call) (void *), void *data)
{
  return cudaLaunchHostFunc (stream, call, data);
}

IHOP_CUDART CUresult
cuEventQuery (cudaEvent_t event)
{
  return cudaEventQuery (event);
}

IHOP_CUDART CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction function, int threads, size_t shared)
{
  if (threads <= 0)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *blocks = ihop_cudart_blocks_on_sm (function, threads, shared);
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int *blocks, CUfunction function, int threads, size_t shared, unsigned flags)
{
  return cuOccupancyMaxActiveBlocksPerMultiprocessor (blocks, function, threads, shared);
}

/* --- memory ------------------------------------------------------------------------------------- */

IHOP_CUDART CUresult
cuMemHostGetDevicePointer_v2 (CUdeviceptr *place, void *host, unsigned flags)
{
  void *device = NULL;
  cudaError_t error = cudaHostGetDevicePointer (&device, host, flags);

  *place = (size_t) device;
  return error;
}

IHOP_CUDART CUresult
cuMemHostGetFlags (unsigned *flags, void *place)
{
  return cudaHostGetFlags (flags, place);
}

IHOP_CUDART CUresult
cuMemHostRegister_v2 (void *place, size_t size, unsigned flags)
{
  return cudaHostRegister (place, size, flags);
}

IHOP_CUDART CUresult
cuMemHostUnregister (void *place)
{
  return cudaHostUnregister (place);
}

IHOP_CUDART CUresult
cuMemcpyAsync (CUdeviceptr to, CUdeviceptr from, size_t size, cudaStream_t stream)
{
  enum { ANY_WAY = 4 };

  return cudaMemcpyAsync (pointer (to), pointer (from), size, ANY_WAY, stream);
}

IHOP_CUDART CUresult
cuMemsetD8Async (CUdeviceptr place, unsigned char value, size_t n, cudaStream_t stream)
{
  return cudaMemsetAsync (pointer (place), value, n, stream);
}

/* Elements of two or four bytes: all of the stream is waited for first. */
static CUresult
fill (CUdeviceptr place, const void *value, size_t size, size_t n, cudaStream_t stream)
{
  cudaError_t error = cudaStreamSynchronize (stream);

  for (size_t i = 0; i < n && error == cudaSuccess; i++)
    memcpy ((char *) pointer (place) + size * i, value, size);
  return error;
}

IHOP_CUDART CUresult
cuMemsetD16_v2 (CUdeviceptr place, unsigned short value, size_t n)
{
  return fill (place, &value, sizeof value, n, NULL);
}

IHOP_CUDART CUresult
cuMemsetD16Async (CUdeviceptr place, unsigned short value, size_t n, cudaStream_t stream)
{
  return fill (place, &value, sizeof value, n, stream);
}

IHOP_CUDART CUresult
cuMemsetD32Async (CUdeviceptr place, unsigned value, size_t n, cudaStream_t stream)
{
  return fill (place, &value, sizeof value, n, stream);
}

/* --- finding functions --------------------------------------------------------------------------- */

/* A name stands for its newest form. */
IHOP_CUDART CUresult
cuGetProcAddress_v2 (const char *name, void **function, int version, unsigned long long flags, int *status)
{
  enum { FOUND, NOT_FOUND };
  char newer[200];

  snprintf (newer, sizeof newer, "%s_v2", name);
  *function = dlsym (RTLD_DEFAULT, newer);
  if (*function == NULL)
    *function = dlsym (RTLD_DEFAULT, name);
  if (status)
    *status = *function ? FOUND : NOT_FOUND;
  return *function ? cudaSuccess : CUDA_ERROR_NOT_FOUND;
}
