/* Arrays, and objects by which kernels read them, as the driver's functions describe them. They are the runtime's: an array of the
 * one is an array of the other, so descriptions are put into the runtime's words, and copies go through its functions. */
#include "cudart/cudart.h"
#include <string.h>

typedef int CUresult;
typedef unsigned long long CUdeviceptr;
typedef struct IhopArray *CUarray;

typedef struct
{
  int bits[4];
  int kind; /* cudaChannelFormatKind */
} ChannelDesc;

typedef struct
{
  size_t width, height, depth;
} Extent;

cudaError_t cudaMalloc3DArray (CUarray *array, const ChannelDesc *desc, Extent extent, unsigned flags);
cudaError_t cudaFreeArray (CUarray array);
cudaError_t cudaArrayGetInfo (ChannelDesc *desc, Extent *extent, unsigned *flags, CUarray array);
cudaError_t cudaMemcpy2DToArrayAsync (CUarray to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind,
                                      cudaStream_t stream);
cudaError_t cudaMemcpy2DFromArrayAsync (void *to, size_t pitch, CUarray from, size_t x, size_t y, size_t width, size_t height, int kind,
                                        cudaStream_t stream);
cudaError_t cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind,
                               cudaStream_t stream);
cudaError_t cudaMemcpyToArray (CUarray to, size_t x, size_t y, const void *from, size_t size, int kind);
cudaError_t cudaMemcpyFromArray (void *to, CUarray from, size_t x, size_t y, size_t size, int kind);
cudaError_t cudaDestroyTextureObject (unsigned long long handle);
cudaError_t cudaDestroySurfaceObject (unsigned long long handle);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);

enum { TO_DEVICE = 1, TO_HOST = 2, ANY_WAY = 4 }; /* cudaMemcpyKind */

/* --- formats ------------------------------------------------------------------------------------ */

/* By the numbers of CUarray_format: bits, and the runtime's kind. */
static const struct
{
  int format, bits, kind;
} formats[] = { { 0x01, 8, 1 }, { 0x02, 16, 1 }, { 0x03, 32, 1 }, { 0x08, 8, 0 }, { 0x09, 16, 0 }, { 0x0a, 32, 0 }, { 0x10, 16, 2 }, { 0x20, 32, 2 } };

/* FALSE: the format is not known here. */
static int
describe (int format, unsigned channels, ChannelDesc *desc)
{
  memset (desc, 0, sizeof *desc);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (formats[i].format == format && (channels == 1 || channels == 2 || channels == 4))
      {
        for (unsigned k = 0; k < channels; k++)
          desc->bits[k] = formats[i].bits;
        desc->kind = formats[i].kind;
        return 1;
      }
  return 0;
}

static void
name_format (const ChannelDesc *desc, int *format, unsigned *channels)
{
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (formats[i].bits == desc->bits[0] && formats[i].kind == desc->kind)
      *format = formats[i].format;
  *channels = (desc->bits[0] > 0) + (desc->bits[1] > 0) + (desc->bits[2] > 0) + (desc->bits[3] > 0);
}

/* --- arrays ------------------------------------------------------------------------------------- */

typedef struct
{
  size_t width, height;
  int format;
  unsigned channels;
} ArrayDesc;

typedef struct
{
  size_t width, height, depth;
  int format;
  unsigned channels, flags;
} Array3DDesc;

IHOP_CUDART CUresult
cuArray3DCreate_v2 (CUarray *array, const Array3DDesc *asked)
{
  ChannelDesc desc;

  if (!describe (asked->format, asked->channels, &desc))
    return ihop_cudart_error (cudaErrorNotSupported);
  return cudaMalloc3DArray (array, &desc, (Extent){ asked->width, asked->height, asked->depth }, asked->flags);
}

IHOP_CUDART CUresult
cuArrayCreate_v2 (CUarray *array, const ArrayDesc *asked)
{
  return cuArray3DCreate_v2 (array, &(Array3DDesc){ asked->width, asked->height, 0, asked->format, asked->channels, 0 });
}

IHOP_CUDART CUresult
cuArrayDestroy (CUarray array)
{
  return cudaFreeArray (array);
}

IHOP_CUDART CUresult
cuArray3DGetDescriptor_v2 (Array3DDesc *desc, CUarray array)
{
  ChannelDesc channel;
  Extent extent;
  cudaError_t error = cudaArrayGetInfo (&channel, &extent, &desc->flags, array);

  desc->width = extent.width;
  desc->height = extent.height;
  desc->depth = extent.depth;
  name_format (&channel, &desc->format, &desc->channels);
  return error;
}

IHOP_CUDART CUresult
cuArrayGetDescriptor_v2 (ArrayDesc *desc, CUarray array)
{
  Array3DDesc whole;
  CUresult result = cuArray3DGetDescriptor_v2 (&whole, array);

  *desc = (ArrayDesc){ whole.width, whole.height, whole.format, whole.channels };
  return result;
}

/* --- copies of rows ----------------------------------------------------------------------------- */

/* One side: type is a CUmemorytype. */
typedef struct
{
  size_t x, y; /* x in bytes */
  int type;
  void *host;
  CUdeviceptr device;
  CUarray array;
  size_t pitch;
} Side;

typedef struct
{
  Side from, to;
  size_t width, height;
} Copy2D;

enum { HOST = 1, DEVICE, ARRAY, UNIFIED };

/* The place in memory at which SIDE begins; rows without a pitch follow each other. */
static char *
place_of (const Side *side, size_t pitch)
{
  char *base = side->type == HOST ? side->host : (char *) (size_t) side->device;

  return base + side->y * pitch + side->x;
}

IHOP_CUDART CUresult
cuMemcpy2DAsync_v2 (const Copy2D *copy, cudaStream_t stream)
{
  const Side *from = &copy->from, *to = &copy->to;
  size_t from_pitch = from->pitch ? from->pitch : copy->width, to_pitch = to->pitch ? to->pitch : copy->width;

  if (from->type == ARRAY && to->type == ARRAY)
    return ihop_cudart_error (cudaErrorNotSupported);
  if (to->type == ARRAY)
    return cudaMemcpy2DToArrayAsync (to->array, to->x, to->y, place_of (from, from_pitch), from_pitch, copy->width, copy->height,
                                     from->type == HOST ? TO_DEVICE : ANY_WAY, stream);
  if (from->type == ARRAY)
    return cudaMemcpy2DFromArrayAsync (place_of (to, to_pitch), to_pitch, from->array, from->x, from->y, copy->width, copy->height,
                                       to->type == HOST ? TO_HOST : ANY_WAY, stream);
  return cudaMemcpy2DAsync (place_of (to, to_pitch), to_pitch, place_of (from, from_pitch), from_pitch, copy->width, copy->height, ANY_WAY, stream);
}

IHOP_CUDART CUresult
cuMemcpy2D_v2 (const Copy2D *copy)
{
  CUresult result = cuMemcpy2DAsync_v2 (copy, NULL);

  return result ? result : cudaStreamSynchronize (NULL);
}

IHOP_CUDART CUresult
cuMemcpy2DUnaligned_v2 (const Copy2D *copy)
{
  return cuMemcpy2D_v2 (copy);
}

IHOP_CUDART CUresult
cuMemcpyHtoA_v2 (CUarray to, size_t offset, const void *from, size_t size)
{
  return cudaMemcpyToArray (to, offset, 0, from, size, TO_DEVICE);
}

IHOP_CUDART CUresult
cuMemcpyAtoH_v2 (void *to, CUarray from, size_t offset, size_t size)
{
  return cudaMemcpyFromArray (to, from, offset, 0, size, TO_HOST);
}

IHOP_CUDART CUresult
cuMemcpyDtoA_v2 (CUarray to, size_t offset, CUdeviceptr from, size_t size)
{
  return cudaMemcpyToArray (to, offset, 0, (const void *) (size_t) from, size, ANY_WAY);
}

IHOP_CUDART CUresult
cuMemcpyAtoD_v2 (CUdeviceptr to, CUarray from, size_t offset, size_t size)
{
  return cudaMemcpyFromArray ((void *) (size_t) to, from, offset, 0, size, ANY_WAY);
}

/* --- objects ------------------------------------------------------------------------------------ */

/* Resources have the same layout on both sides, but for a format's description. */
typedef struct
{
  int type;
  union
  {
    void *handle;
    struct
    {
      CUdeviceptr place;
      int format;
      unsigned channels;
      size_t sizes[3];
    } memory;
    int reserved[32];
  } of;
  unsigned flags;
} Resource;

typedef struct
{
  int type;
  union
  {
    void *handle;
    struct
    {
      void *place;
      ChannelDesc desc;
      size_t sizes[3];
    } memory;
    int reserved[32];
  } of;
  unsigned flags;
} RuntimeResource;

typedef struct
{
  int edges[3], filter;
  unsigned flags, anisotropy;
  int mipmap_filter;
  float mipmap_bias, least_level, most_level;
  float border[4];
  int reserved[12];
} Texture;

typedef struct
{
  int edges[3], filter, read_mode, srgb;
  float border[4];
  int is_normalized;
  unsigned anisotropy;
  int mipmap_filter;
  float mipmap_bias, least_level, most_level;
  int no_trilinear, seamless;
} RuntimeTexture;

cudaError_t cudaCreateTextureObject (unsigned long long *handle, const RuntimeResource *resource, const RuntimeTexture *desc, const void *view);
cudaError_t cudaCreateSurfaceObject (unsigned long long *handle, const RuntimeResource *resource);

static CUresult
translate (const Resource *resource, RuntimeResource *result)
{
  enum { LINEAR = 2 };

  *result = (RuntimeResource){ .type = resource->type, .flags = resource->flags };
  if (resource->type < LINEAR)
    {
      result->of.handle = resource->of.handle;
      return cudaSuccess;
    }
  result->of.memory.place = (void *) (size_t) resource->of.memory.place;
  memcpy (result->of.memory.sizes, resource->of.memory.sizes, sizeof result->of.memory.sizes);
  return describe (resource->of.memory.format, resource->of.memory.channels, &result->of.memory.desc) ? cudaSuccess : ihop_cudart_error (cudaErrorNotSupported);
}

/* Bits of an element's parts. */
static int
bits_of (const RuntimeResource *resource)
{
  ChannelDesc desc = resource->of.memory.desc;

  if (resource->type == 0 && cudaArrayGetInfo (&desc, NULL, NULL, resource->of.handle))
    return 0;
  return desc.bits[0];
}

/* Whole numbers of 8 and 16 bits are read as fractions, unless that is declined. */
IHOP_CUDART CUresult
cuTexObjectCreate (unsigned long long *handle, const Resource *resource, const Texture *desc, const void *view)
{
  enum { AS_INTEGERS = 1, NORMALIZED = 2, SRGB = 16 };
  RuntimeResource translated;
  CUresult result = translate (resource, &translated);
  RuntimeTexture texture = { .filter = desc->filter, .read_mode = !(desc->flags & AS_INTEGERS) && bits_of (&translated) < 32, .srgb = (desc->flags & SRGB) != 0,
                             .is_normalized = (desc->flags & NORMALIZED) != 0 };

  memcpy (texture.edges, desc->edges, sizeof texture.edges);
  memcpy (texture.border, desc->border, sizeof texture.border);
  return result ? result : cudaCreateTextureObject (handle, &translated, &texture, view);
}

IHOP_CUDART CUresult
cuTexObjectDestroy (unsigned long long handle)
{
  return cudaDestroyTextureObject (handle);
}

IHOP_CUDART CUresult
cuSurfObjectCreate (unsigned long long *handle, const Resource *resource)
{
  RuntimeResource translated;
  CUresult result = translate (resource, &translated);

  return result ? result : cudaCreateSurfaceObject (handle, &translated);
}

IHOP_CUDART CUresult
cuSurfObjectDestroy (unsigned long long handle)
{
  return cudaDestroySurfaceObject (handle);
}
