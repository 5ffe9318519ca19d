/* Arrays, textures and surfaces: an array is rows in memory, and an object says how kernels read it (simt/texture.h). */
#include "cudart/graph.h"
#include "cudart/order.h"
#include "simt/texture.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 512 };

typedef struct
{
  int bits[4];
  int kind; /* cudaChannelFormatKind */
} ChannelDesc;

typedef struct
{
  size_t width, height, depth;
} Extent;

typedef struct IhopArray
{
  ChannelDesc desc;
  Extent extent; /* as it was asked for: 0 where there is no such dimension */
  unsigned flags;
  size_t pitch;
  unsigned char *data;
} *cudaArray_t;

/* Resources by cudaResourceType. */
enum { OF_ARRAY, OF_MIPMAPPED, OF_LINEAR, OF_PITCHED };

typedef struct
{
  int type;
  union
  {
    cudaArray_t array;
    struct
    {
      void *place;
      ChannelDesc desc;
      size_t size;
    } linear;
    struct
    {
      void *place;
      ChannelDesc desc;
      size_t width, height, pitch;
    } pitched;
    int reserved[32];
  } of;
  unsigned flags;
} ResourceDesc;

typedef struct
{
  int edges[3], filter, read_mode, srgb;
  float border[4];
  int is_normalized;
  unsigned anisotropy;
  int mipmap_filter;
  float mipmap_bias, least_level, most_level;
  int no_trilinear, seamless;
} TextureDesc;

typedef struct
{
  IhopTexture texture; /* first: the handle is its address */
  ResourceDesc resource;
  TextureDesc desc;
} Object;

/* --- arrays ----------------------------------------------------------------------------------- */

static size_t
bytes_of (const ChannelDesc *desc)
{
  return (desc->bits[0] + desc->bits[1] + desc->bits[2] + desc->bits[3]) / 8;
}

IHOP_CUDART ChannelDesc
cudaCreateChannelDesc (int x, int y, int z, int w, int kind)
{
  return (ChannelDesc){ { x, y, z, w }, kind };
}

IHOP_CUDART cudaError_t
cudaMalloc3DArray (cudaArray_t *array, const ChannelDesc *desc, Extent extent, unsigned flags)
{
  size_t width = extent.width * bytes_of (desc), rows = (extent.height ? extent.height : 1) * (extent.depth ? extent.depth : 1);

  *array = NULL;
  if (bytes_of (desc) == 0 || extent.width == 0 || extent.width > SIZE_MAX / 64 || desc->kind > IHOP_TEXEL_FLOAT)
    return ihop_cudart_error (cudaErrorInvalidValue);
  size_t pitch = (width + ALIGN - 1) / ALIGN * ALIGN;
  if (rows > SIZE_MAX / pitch)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  cudaArray_t made = calloc (1, sizeof *made);
  *made = (struct IhopArray){ *desc, extent, flags, pitch, aligned_alloc (ALIGN, rows * pitch) };
  if (made->data == NULL)
    {
      free (made);
      return ihop_cudart_error (cudaErrorMemoryAllocation);
    }
  memset (made->data, 0, rows * pitch);
  *array = made;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMallocArray (cudaArray_t *array, const ChannelDesc *desc, size_t width, size_t height, unsigned flags)
{
  return cudaMalloc3DArray (array, desc, (Extent){ width, height, 0 }, flags);
}

IHOP_CUDART cudaError_t
cudaFreeArray (cudaArray_t array)
{
  cudaError_t error = ihop_order_wait_all ();

  if (array)
    free (array->data);
  free (array);
  return error;
}

IHOP_CUDART cudaError_t
cudaArrayGetInfo (ChannelDesc *desc, Extent *extent, unsigned *flags, cudaArray_t array)
{
  if (desc)
    *desc = array->desc;
  if (extent)
    *extent = array->extent;
  if (flags)
    *flags = array->flags;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGetChannelDesc (ChannelDesc *desc, cudaArray_t array)
{
  *desc = array->desc;
  return cudaSuccess;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* One side is an array, which is no memory that programs see: all that is asked of the kind is that it is one. */
static int
kind_with_array (int kind)
{
  enum { HOST_TO_HOST, ANY = 4 };

  return kind < HOST_TO_HOST || kind > ANY ? kind : ANY;
}

/* Rows between an array and memory; "x" in bytes. They are done before the call returns. */
static cudaError_t
copy_rows (cudaStream_t stream, cudaArray_t array, size_t x, size_t y, char *memory, size_t pitch, size_t width, size_t height, int to_array, int kind)
{
  size_t rows = array->extent.height ? array->extent.height : 1;

  if (x > array->extent.width * bytes_of (&array->desc) || width > array->extent.width * bytes_of (&array->desc) - x || y > rows
      || height > rows - y || (height > 1 && width > pitch))
    return ihop_cudart_error (cudaErrorInvalidValue);
  cudaError_t error = ihop_order_wait (stream);
  kind = kind_with_array (kind);
  for (size_t row = 0; row < height && error == cudaSuccess; row++)
    {
      char *inside = (char *) array->data + (y + row) * array->pitch + x, *outside = memory + row * pitch;
      error = to_array ? ihop_cudart_copy (inside, outside, width, kind) : ihop_cudart_copy (outside, inside, width, kind);
    }
  return error;
}

IHOP_CUDART cudaError_t
cudaMemcpy2DToArray (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind)
{
  return copy_rows (NULL, to, x, y, (char *) from, pitch, width, height, 1, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpy2DToArrayAsync (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind,
                          cudaStream_t stream)
{
  return copy_rows (stream, to, x, y, (char *) from, pitch, width, height, 1, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpy2DFromArray (void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width, size_t height, int kind)
{
  return copy_rows (NULL, from, x, y, to, pitch, width, height, 0, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpy2DFromArrayAsync (void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width, size_t height, int kind,
                            cudaStream_t stream)
{
  return copy_rows (stream, from, x, y, to, pitch, width, height, 0, kind);
}

/* Bytes in the order of the array, row after row, from a place in it on. */
static cudaError_t
copy_bytes (cudaArray_t array, size_t x, size_t y, char *memory, size_t size, int to_array, int kind)
{
  size_t width = array->extent.width * bytes_of (&array->desc);

  while (size > 0)
    {
      size_t piece = x < width && width - x < size ? width - x : size;
      cudaError_t error = copy_rows (NULL, array, x, y, memory, piece, piece, 1, to_array, kind);
      if (error)
        return error;
      memory += piece;
      size -= piece;
      x = 0;
      y++;
    }
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemcpyToArray (cudaArray_t to, size_t x, size_t y, const void *from, size_t size, int kind)
{
  return copy_bytes (to, x, y, (char *) from, size, 1, kind);
}

IHOP_CUDART cudaError_t
cudaMemcpyFromArray (void *to, cudaArray_t from, size_t x, size_t y, size_t size, int kind)
{
  return copy_bytes (from, x, y, to, size, 0, kind);
}

typedef struct
{
  char *place;
  size_t pitch, width, height;
} Pitched;

typedef struct
{
  cudaArray_t from_array;
  size_t from_at[3];
  Pitched from;
  cudaArray_t to_array;
  size_t to_at[3];
  Pitched to;
  Extent extent;
  int kind;
} Copy3D;

/* Where a row begins; of an array x counts elements. */
static char *
row_of (cudaArray_t array, const Pitched *memory, const size_t at[3], size_t y, size_t z)
{
  size_t rows = array ? (array->extent.height ? array->extent.height : 1) : memory->height;
  char *base = array ? (char *) array->data : memory->place;

  return base + ((at[2] + z) * rows + at[1] + y) * (array ? array->pitch : memory->pitch) + at[0] * (array ? bytes_of (&array->desc) : 1);
}

/* Is the box in the array? */
static int
holds (cudaArray_t array, const size_t at[3], const Extent *extent)
{
  const size_t sizes[3] = { array->extent.width, array->extent.height ? array->extent.height : 1, array->extent.depth ? array->extent.depth : 1 };
  const size_t asked[3] = { extent->width, extent->height, extent->depth };

  for (int axis = 0; axis < 3; axis++)
    if (at[axis] > sizes[axis] || asked[axis] > sizes[axis] - at[axis])
      return 0;
  return 1;
}

IHOP_CUDART cudaError_t
cudaMemcpy3DAsync (const Copy3D *copy, cudaStream_t stream)
{
  cudaArray_t array = copy->from_array ? copy->from_array : copy->to_array;
  size_t width = copy->extent.width * (array ? bytes_of (&array->desc) : 1);

  if ((copy->from_array && !holds (copy->from_array, copy->from_at, &copy->extent))
      || (copy->to_array && !holds (copy->to_array, copy->to_at, &copy->extent)))
    return ihop_cudart_error (cudaErrorInvalidValue);
  cudaError_t error = ihop_order_wait (stream);
  for (size_t z = 0; z < copy->extent.depth && error == cudaSuccess; z++)
    for (size_t y = 0; y < copy->extent.height && error == cudaSuccess; y++)
      error = ihop_cudart_copy (row_of (copy->to_array, &copy->to, copy->to_at, y, z), row_of (copy->from_array, &copy->from, copy->from_at, y, z),
                                width, copy->from_array || copy->to_array ? kind_with_array (copy->kind) : copy->kind);
  return error;
}

IHOP_CUDART cudaError_t
cudaMemcpy3D (const Copy3D *copy)
{
  return cudaMemcpy3DAsync (copy, NULL);
}

/* --- objects ---------------------------------------------------------------------------------- */

static void
set_format (IhopTexture *texture, const ChannelDesc *desc)
{
  memcpy (texture->bits, desc->bits, sizeof texture->bits);
  texture->kind = desc->kind;
}

/* FALSE: this kind of resource is not known. */
static int
set_resource (IhopTexture *texture, const ResourceDesc *resource)
{
  switch (resource->type)
    {
    case OF_ARRAY:
      set_format (texture, &resource->of.array->desc);
      texture->data = resource->of.array->data;
      texture->width = resource->of.array->extent.width;
      texture->height = resource->of.array->extent.height ? resource->of.array->extent.height : 1;
      texture->depth = resource->of.array->extent.depth ? resource->of.array->extent.depth : 1;
      texture->pitch = resource->of.array->pitch;
      return 1;
    case OF_LINEAR:
      set_format (texture, &resource->of.linear.desc);
      texture->data = resource->of.linear.place;
      texture->width = bytes_of (&resource->of.linear.desc) ? resource->of.linear.size / bytes_of (&resource->of.linear.desc) : 0;
      texture->height = texture->depth = 1;
      return texture->width > 0;
    case OF_PITCHED:
      set_format (texture, &resource->of.pitched.desc);
      texture->data = resource->of.pitched.place;
      texture->width = resource->of.pitched.width;
      texture->height = resource->of.pitched.height;
      texture->depth = 1;
      texture->pitch = resource->of.pitched.pitch;
      return 1;
    default:
      return 0;
    }
}

static cudaError_t
make_object (unsigned long long *handle, const ResourceDesc *resource, const TextureDesc *desc)
{
  Object *object = calloc (1, sizeof *object);

  object->resource = *resource;
  if (!set_resource (&object->texture, resource))
    {
      free (object);
      return ihop_cudart_error (resource->type == OF_MIPMAPPED ? cudaErrorNotSupported : cudaErrorInvalidValue);
    }
  if (desc)
    {
      object->desc = *desc;
      for (int axis = 0; axis < 3; axis++)
        object->texture.edges[axis] = desc->edges[axis];
      object->texture.is_linear = desc->filter;
      object->texture.is_scaled = desc->read_mode && object->texture.kind != IHOP_TEXEL_FLOAT;
      object->texture.is_normalized = desc->is_normalized;
      memcpy (object->texture.border, desc->border, sizeof desc->border);
    }
  *handle = (size_t) object;
  return cudaSuccess;
}

/* What would be read otherwise than it is asked for is refused: colours in sRGB, and views of other formats. */
IHOP_CUDART cudaError_t
cudaCreateTextureObject (unsigned long long *handle, const ResourceDesc *resource, const TextureDesc *desc, const void *view)
{
  if (view || desc->srgb)
    return ihop_cudart_error (cudaErrorNotSupported);
  return make_object (handle, resource, desc);
}

IHOP_CUDART cudaError_t
cudaDestroyTextureObject (unsigned long long handle)
{
  cudaError_t error = ihop_order_wait_all ();

  free ((Object *) (size_t) handle);
  return error;
}

IHOP_CUDART cudaError_t
cudaGetTextureObjectResourceDesc (ResourceDesc *resource, unsigned long long handle)
{
  *resource = ((const Object *) (size_t) handle)->resource;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGetTextureObjectTextureDesc (TextureDesc *desc, unsigned long long handle)
{
  *desc = ((const Object *) (size_t) handle)->desc;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaCreateSurfaceObject (unsigned long long *handle, const ResourceDesc *resource)
{
  return resource->type == OF_ARRAY ? make_object (handle, resource, NULL) : ihop_cudart_error (cudaErrorInvalidValue);
}

IHOP_CUDART cudaError_t
cudaDestroySurfaceObject (unsigned long long handle)
{
  return cudaDestroyTextureObject (handle);
}
