/* Boxes of rows that begin at the same distance each: allocated, and filled plane by plane. */
#include "cudart/cudart.h"

typedef struct
{
  char *place;
  size_t pitch, width, height;
} Pitched;

typedef struct
{
  size_t width, height, depth;
} Extent;

cudaError_t cudaMallocPitch (void **place, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMemset2D (void *place, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync (void *place, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream);
cudaError_t cudaMemset2D_ptds (void *place, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync_ptsz (void *place, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream);

IHOP_CUDART cudaError_t
cudaMalloc3D (Pitched *made, Extent extent)
{
  void *place = NULL;
  size_t pitch = 0, rows = extent.height * extent.depth;

  if (made == NULL || (extent.depth && extent.height > SIZE_MAX / extent.depth))
    return ihop_cudart_error (cudaErrorInvalidValue);
  cudaError_t error = cudaMallocPitch (&place, &pitch, extent.width, rows);
  *made = (Pitched){ place, pitch, extent.width, extent.height };
  return error;
}

/* Rows of planes that are filled whole are one box. */
#define FILL(name, parameters, fill, ...)                                                                                   \
  IHOP_CUDART cudaError_t name parameters                                                                                   \
  {                                                                                                                         \
    cudaError_t error = cudaSuccess;                                                                                        \
    if (extent.height == memory.height)                                                                                     \
      return fill (memory.place, memory.pitch, value, extent.width, extent.height * extent.depth __VA_ARGS__);              \
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)                                                       \
      error = fill (memory.place + z * memory.height * memory.pitch, memory.pitch, value, extent.width, extent.height __VA_ARGS__); \
    return error;                                                                                                           \
  }
#define STREAM , stream
FILL (cudaMemset3D, (Pitched memory, int value, Extent extent), cudaMemset2D)
FILL (cudaMemset3D_ptds, (Pitched memory, int value, Extent extent), cudaMemset2D_ptds)
FILL (cudaMemset3DAsync, (Pitched memory, int value, Extent extent, cudaStream_t stream), cudaMemset2DAsync, STREAM)
FILL (cudaMemset3DAsync_ptsz, (Pitched memory, int value, Extent extent, cudaStream_t stream), cudaMemset2DAsync_ptsz, STREAM)
