/* Memory of devices and of the host, allocated, freed and registered. */
#include "cudart/allocation.h"
#include "cudart/order.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Bytes. Memory of LARGE and more is asked for in pages of LARGE_PAGE, as a card's memory is: a kernel walks through all of its
 * arrays at once, and the processor remembers where a thousand pages are. */
enum { ALIGN = 512, LARGE_PAGE = 2 << 20, LARGE = 4 * LARGE_PAGE };

/* What is left over behind the last whole page stays in small ones. The system may have no large pages: then all are small. */
static void *
obtain_large (size_t size)
{
  void *place = aligned_alloc (LARGE_PAGE, (size + ALIGN - 1) / ALIGN * ALIGN);

  if (place)
    madvise (place, size / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
  return place;
}

void *
ihop_memory_obtain (size_t size, IhopPlaceKind kind)
{
  if (size > SIZE_MAX - ALIGN)
    return NULL;
  if (ihop_cudart_check ())
    return ihop_cudart_check ()->allocate (size, kind);
  return size >= LARGE ? obtain_large (size) : aligned_alloc (ALIGN, (size + ALIGN - 1) / ALIGN * ALIGN);
}

/* What is not allocated is refused in a program that is checked; elsewhere the C library says so. */
int
ihop_memory_return (void *place, const char *function)
{
  if (ihop_cudart_check ())
    return ihop_cudart_check ()->release (place, function);
  free (place);
  return 1;
}

static cudaError_t
allocate (void **place, size_t size, IhopPlaceKind kind)
{
  if (place == NULL)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *place = NULL;
  if (size == 0)
    return cudaSuccess;
  *place = ihop_memory_obtain (size, kind);
  if (*place)
    ihop_places_add (*place, size, kind);
  return *place ? cudaSuccess : ihop_cudart_error (cudaErrorMemoryAllocation);
}

IHOP_CUDART cudaError_t
cudaMalloc (void **place, size_t size)
{
  return allocate (place, size, IHOP_PLACE_DEVICE);
}

IHOP_CUDART cudaError_t
cudaMallocManaged (void **place, size_t size, unsigned flags)
{
  return allocate (place, size, IHOP_PLACE_MANAGED);
}

IHOP_CUDART cudaError_t
cudaMallocHost (void **place, size_t size)
{
  return allocate (place, size, IHOP_PLACE_HOST);
}

IHOP_CUDART cudaError_t
cudaHostAlloc (void **place, size_t size, unsigned flags)
{
  return allocate (place, size, IHOP_PLACE_HOST);
}

IHOP_CUDART cudaError_t
cudaMallocPitch (void **place, size_t *pitch, size_t width, size_t height)
{
  *pitch = (width + ALIGN - 1) / ALIGN * ALIGN;
  if (height && *pitch > SIZE_MAX / height)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  return allocate (place, *pitch * height, IHOP_PLACE_DEVICE);
}

cudaError_t
ihop_memory_release (void *place, const char *function)
{
  if (place == NULL)
    return cudaSuccess;
  IhopPlaceOwner *owner = ihop_places_remove (place);
  int is_released = owner ? owner->take_back (owner, place, function) : ihop_memory_return (place, function);
  return is_released ? cudaSuccess : ihop_cudart_error (cudaErrorInvalidValue);
}

IHOP_CUDART cudaError_t
cudaFree (void *place)
{
  cudaError_t error = ihop_order_wait_device (ihop_places_device (place)), freed = ihop_memory_release (place, "cudaFree");

  return error ? error : freed;
}

IHOP_CUDART cudaError_t
cudaFreeHost (void *place)
{
  return cudaFree (place);
}

/* The host's memory is the device's, too. */
IHOP_CUDART cudaError_t
cudaHostRegister (void *place, size_t size, unsigned flags)
{
  ihop_places_add (place, size, IHOP_PLACE_HOST);
  if (ihop_cudart_check ())
    ihop_cudart_check ()->add_host (place, size);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaHostUnregister (void *place)
{
  ihop_order_wait_all ();
  ihop_places_remove (place);
  if (ihop_cudart_check ())
    ihop_cudart_check ()->remove_host (place);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaHostGetDevicePointer (void **device, void *host, unsigned flags)
{
  *device = host;
  return cudaSuccess;
}
