/* What a program tells or asks of memory and devices that makes no difference here: all memory is the
 * host's. */
#include "cudart/devices.h"
#include "cudart/graph.h"
#include "cudart/places.h"
#include <stdio.h>

typedef struct
{
  int type, id;
} Location;

typedef struct
{
  int type; /* 2: of the device */
  int device;
  void *of_device, *of_host;
  long reserved[8];
} PointerAttributes;

typedef struct
{
  IhopDim3 grid, block;
  size_t shared;
  cudaStream_t stream;
  void *attributes;
  unsigned n_attributes;
} LaunchConfig;

cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t size, int kind, cudaStream_t stream);
cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaLaunchKernel (const void *function, IhopDim3 grid, IhopDim3 block, void **args, size_t shared, cudaStream_t stream);

IHOP_CUDART cudaError_t
cudaMemPrefetchAsync (const void *place, size_t size, Location location, unsigned flags, cudaStream_t stream)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemAdvise (const void *place, size_t size, int advice, Location location)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemcpyPeerAsync (void *to, int to_device, const void *from, int from_device, size_t size, cudaStream_t stream)
{
  if (!ihop_devices_is (to_device) || !ihop_devices_is (from_device))
    return ihop_cudart_error (cudaErrorInvalidDevice);
  return cudaMemcpyAsync (to, from, size, 4, stream);
}

/* Every address is good for both sides; what nobody has allocated here is the host's own, or a variable of the device. */
IHOP_CUDART cudaError_t
cudaPointerGetAttributes (PointerAttributes *attributes, const void *place)
{
  *attributes = (PointerAttributes){ .type = ihop_places_kind (place), .device = ihop_places_device (place), .of_device = (void *) place, .of_host = (void *) place };
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaHostGetFlags (unsigned *flags, void *place)
{
  *flags = 0;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGetDeviceFlags (unsigned *flags)
{
  *flags = 0;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamGetPriority (cudaStream_t stream, int *priority)
{
  *priority = (size_t) stream > 2 ? stream->priority : 0;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaEventRecordWithFlags (cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
  return cudaEventRecord (event, stream);
}

/* Attributes that change what a kernel means (clusters) fail where the kernel uses them. */
IHOP_CUDART cudaError_t
cudaLaunchKernelExC (const LaunchConfig *config, const void *function, void **args)
{
  return cudaLaunchKernel (function, config->grid, config->block, args, config->shared, config->stream);
}
