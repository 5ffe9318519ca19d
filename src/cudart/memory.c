/* Device memory, copies and fills. */
#include "cudart/graph.h"
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 512 };
/* Directions of copies. */
enum { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, DEFAULT };

static cudaError_t
allocate (void **place, size_t size)
{
  if (place == NULL)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *place = NULL;
  if (size == 0)
    return cudaSuccess;
  if (size > SIZE_MAX - ALIGN)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  *place = aligned_alloc (ALIGN, (size + ALIGN - 1) / ALIGN * ALIGN);
  return *place ? cudaSuccess : ihop_cudart_error (cudaErrorMemoryAllocation);
}

IHOP_CUDART cudaError_t
cudaMalloc (void **place, size_t size)
{
  return allocate (place, size);
}

IHOP_CUDART cudaError_t
cudaMallocManaged (void **place, size_t size, unsigned flags)
{
  return allocate (place, size);
}

IHOP_CUDART cudaError_t
cudaMallocAsync (void **place, size_t size, cudaStream_t stream)
{
  return allocate (place, size);
}

IHOP_CUDART cudaError_t
cudaMallocHost (void **place, size_t size)
{
  return allocate (place, size);
}

IHOP_CUDART cudaError_t
cudaHostAlloc (void **place, size_t size, unsigned flags)
{
  return allocate (place, size);
}

IHOP_CUDART cudaError_t
cudaMallocPitch (void **place, size_t *pitch, size_t width, size_t height)
{
  *pitch = (width + ALIGN - 1) / ALIGN * ALIGN;
  if (height && *pitch > SIZE_MAX / height)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  return allocate (place, *pitch * height);
}

IHOP_CUDART cudaError_t
cudaFree (void *place)
{
  free (place);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaFreeAsync (void *place, cudaStream_t stream)
{
  return cudaFree (place);
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
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaHostUnregister (void *place)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaHostGetDevicePointer (void **device, void *host, unsigned flags)
{
  *device = host;
  return cudaSuccess;
}

static cudaError_t
copy (void *to, const void *from, size_t size, int kind)
{
  if (kind < HOST_TO_HOST || kind > DEFAULT)
    return ihop_cudart_error (cudaErrorInvalidMemcpyDirection);
  if (size && (to == NULL || from == NULL))
    return ihop_cudart_error (cudaErrorInvalidValue);
  memmove (to, from, size);
  return cudaSuccess;
}

/* Tells of a copy that went well. */
static cudaError_t
copied (cudaError_t error, int kind, size_t size)
{
  if (error == cudaSuccess && getenv ("IHOP_SIMT_COUNT") && ihop_cudart_engine ())
    ihop_cudart_engine ()->copied (kind, size);
  return error;
}

IHOP_CUDART cudaError_t
cudaMemcpy (void *to, const void *from, size_t size, int kind)
{
  return copied (copy (to, from, size, kind), kind, size);
}

IHOP_CUDART cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t size, int kind, cudaStream_t stream)
{
  if (ihop_graph_of_stream (stream))
    return ihop_graph_note_copy (ihop_graph_of_stream (stream), to, size, from, size, size, 1);
  return cudaMemcpy (to, from, size, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpyPeer (void *to, int to_device, const void *from, int from_device, size_t size)
{
  return cudaMemcpy (to, from, size, DEFAULT);
}

IHOP_CUDART cudaError_t
cudaMemcpy2D (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind)
{
  if (width > to_pitch || width > from_pitch)
    return ihop_cudart_error (cudaErrorInvalidValue);
  for (size_t row = 0; row < height; row++)
    {
      cudaError_t error = copy ((char *) to + row * to_pitch, (const char *) from + row * from_pitch, width, kind);
      if (error)
        return error;
    }
  return copied (cudaSuccess, kind, width * height);
}

IHOP_CUDART cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                   int kind, cudaStream_t stream)
{
  if (ihop_graph_of_stream (stream))
    return ihop_graph_note_copy (ihop_graph_of_stream (stream), to, to_pitch, from, from_pitch, width, height);
  return cudaMemcpy2D (to, to_pitch, from, from_pitch, width, height, kind);
}

IHOP_CUDART cudaError_t
cudaMemset (void *place, int value, size_t size)
{
  if (size && place == NULL)
    return ihop_cudart_error (cudaErrorInvalidValue);
  memset (place, value, size);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemsetAsync (void *place, int value, size_t size, cudaStream_t stream)
{
  if (ihop_graph_of_stream (stream))
    return ihop_graph_note_fill (ihop_graph_of_stream (stream), place, size, value & 255, 1, size, 1);
  return cudaMemset (place, value, size);
}

IHOP_CUDART cudaError_t
cudaMemset2D (void *place, size_t pitch, int value, size_t width, size_t height)
{
  for (size_t row = 0; row < height; row++)
    memset ((char *) place + row * pitch, value, width);
  return cudaSuccess;
}

/* --- variables of the device ------------------------------------------------------------------ */

static cudaError_t
symbol_place (const void *symbol, size_t size, size_t offset, char **place)
{
  size_t whole = 0;

  *place = ihop_cudart_variable (symbol, &whole);
  if (*place == NULL)
    return ihop_cudart_error (cudaErrorInvalidSymbol);
  if (offset > whole || size > whole - offset)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *place += offset;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemcpyToSymbol (const void *symbol, const void *from, size_t size, size_t offset, int kind)
{
  char *place;
  cudaError_t error = symbol_place (symbol, size, offset, &place);

  return error ? error : cudaMemcpy (place, from, size, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpyFromSymbol (void *to, const void *symbol, size_t size, size_t offset, int kind)
{
  char *place;
  cudaError_t error = symbol_place (symbol, size, offset, &place);

  return error ? error : cudaMemcpy (to, place, size, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpyToSymbolAsync (const void *symbol, const void *from, size_t size, size_t offset, int kind, cudaStream_t stream)
{
  char *place;
  cudaError_t error = symbol_place (symbol, size, offset, &place);

  return error ? error : cudaMemcpyAsync (place, from, size, kind, stream);
}

IHOP_CUDART cudaError_t
cudaMemcpyFromSymbolAsync (void *to, const void *symbol, size_t size, size_t offset, int kind, cudaStream_t stream)
{
  char *place;
  cudaError_t error = symbol_place (symbol, size, offset, &place);

  return error ? error : cudaMemcpyAsync (to, place, size, kind, stream);
}

IHOP_CUDART cudaError_t
cudaGetSymbolAddress (void **place, const void *symbol)
{
  return symbol_place (symbol, 0, 0, (char **) place);
}

IHOP_CUDART cudaError_t
cudaGetSymbolSize (size_t *size, const void *symbol)
{
  return ihop_cudart_error (ihop_cudart_variable (symbol, size) ? cudaSuccess : cudaErrorInvalidSymbol);
}
