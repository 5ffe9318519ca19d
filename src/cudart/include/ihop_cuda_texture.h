/* Textures and surfaces for Clang: arrays and objects on the host, and their functions in kernels. Names and layouts are CUDA's. */
#pragma once
#include "ihop_cuda_host.h"

typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
typedef struct cudaArray *cudaArray_t;
enum cudaChannelFormatKind { cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone };
enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum { cudaArrayDefault, cudaArrayLayered, cudaArraySurfaceLoadStore, cudaArrayCubemap = 4 };

struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaMemcpy3DParms
{
  cudaArray_t srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
struct cudaResourceDesc
{
  cudaResourceType resType;
  union
  {
    struct { cudaArray_t array; } array;
    struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    struct { int reserved[32]; } reserved;
  } res;
  unsigned flags;
};
struct cudaTextureDesc
{
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};

extern "C"
{
cudaChannelFormatDesc cudaCreateChannelDesc (int x, int y, int z, int w, cudaChannelFormatKind kind);
cudaError_t cudaMallocArray (cudaArray_t *array, const cudaChannelFormatDesc *desc, size_t width, size_t height = 0, unsigned flags = 0);
cudaError_t cudaMalloc3DArray (cudaArray_t *array, const cudaChannelFormatDesc *desc, cudaExtent extent, unsigned flags = 0);
cudaError_t cudaFreeArray (cudaArray_t array);
cudaError_t cudaMemcpy2DToArray (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray (void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArray (cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpy3D (const cudaMemcpy3DParms *parameters);
cudaError_t cudaMalloc3D (cudaPitchedPtr *memory, cudaExtent extent);
cudaError_t cudaMemset3D (cudaPitchedPtr memory, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync (cudaPitchedPtr memory, int value, cudaExtent extent, cudaStream_t stream);
cudaError_t cudaCreateTextureObject (cudaTextureObject_t *object, const cudaResourceDesc *resource, const cudaTextureDesc *texture, const void *view);
cudaError_t cudaDestroyTextureObject (cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject (cudaSurfaceObject_t *object, const cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject (cudaSurfaceObject_t object);
}
static inline cudaExtent make_cudaExtent (size_t width, size_t height, size_t depth) { return cudaExtent{ width, height, depth }; }
static inline cudaPos make_cudaPos (size_t x, size_t y, size_t z) { return cudaPos{ x, y, z }; }
static inline cudaPitchedPtr make_cudaPitchedPtr (void *p, size_t pitch, size_t x, size_t y) { return cudaPitchedPtr{ p, pitch, x, y }; }

/* How a value is made of a texture's four channels. */
template <typename T> struct ihop_texel;
#define IHOP_TEXEL(name, type, format, kind)                                                       \
  template <> struct ihop_texel<type>                                                              \
  {                                                                                                \
    static const int channels = 1;                                                                 \
    static const cudaChannelFormatKind format_kind = kind;                                         \
    typedef format channel;                                                                        \
    static __host__ __device__ __forceinline__ type make (format x, format, format, format) { return (type) x; } \
  };                                                                                               \
  template <> struct ihop_texel<name##2>                                                           \
  {                                                                                                \
    static const int channels = 2;                                                                 \
    static const cudaChannelFormatKind format_kind = kind;                                         \
    typedef format channel;                                                                        \
    static __host__ __device__ __forceinline__ name##2 make (format x, format y, format, format) { return make_##name##2 (x, y); } \
  };                                                                                               \
  template <> struct ihop_texel<name##4>                                                           \
  {                                                                                                \
    static const int channels = 4;                                                                 \
    static const cudaChannelFormatKind format_kind = kind;                                         \
    typedef format channel;                                                                        \
    static __host__ __device__ __forceinline__ name##4 make (format x, format y, format z, format w) { return make_##name##4 (x, y, z, w); } \
  };
IHOP_TEXEL (float, float, float, cudaChannelFormatKindFloat)
IHOP_TEXEL (int, int, int, cudaChannelFormatKindSigned) IHOP_TEXEL (uint, unsigned, unsigned, cudaChannelFormatKindUnsigned)
IHOP_TEXEL (short, short, int, cudaChannelFormatKindSigned) IHOP_TEXEL (ushort, unsigned short, unsigned, cudaChannelFormatKindUnsigned)
IHOP_TEXEL (char, signed char, int, cudaChannelFormatKindSigned) IHOP_TEXEL (uchar, unsigned char, unsigned, cudaChannelFormatKindUnsigned)

template <typename T>
cudaChannelFormatDesc
cudaCreateChannelDesc ()
{
  const int bits = 8 * sizeof (T) / ihop_texel<T>::channels, n = ihop_texel<T>::channels;
  return cudaCreateChannelDesc (bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 2 ? bits : 0, ihop_texel<T>::format_kind);
}

/* One overload for each type that an instruction gives. */
#define IHOP_FETCH(form, parameters, place, ...)                                                   \
  IHOP_FETCH_AS (form, float, "f32", "f", parameters, place, __VA_ARGS__)                          \
  IHOP_FETCH_AS (form, int, "s32", "r", parameters, place, __VA_ARGS__)                            \
  IHOP_FETCH_AS (form, unsigned, "u32", "r", parameters, place, __VA_ARGS__)
#define IHOP_FETCH_AS(form, type, name, letter, parameters, place, ...)                            \
  static __device__ __forceinline__ void ihop_fetch_##form (type v[4], cudaTextureObject_t object, IHOP_LIST parameters) \
  {                                                                                                \
    asm volatile ("tex." IHOP_FORM_##form ".v4." name "." IHOP_COORDINATE_##form " {%0, %1, %2, %3}, [%4, " place "];" \
                  : "=" letter (v[0]), "=" letter (v[1]), "=" letter (v[2]), "=" letter (v[3]) : "l"(object), __VA_ARGS__); \
  }
#define IHOP_LIST(...) __VA_ARGS__
#define IHOP_FORM_linear "1d"
#define IHOP_FORM_1d "1d"
#define IHOP_FORM_2d "2d"
#define IHOP_FORM_3d "3d"
#define IHOP_FORM_a2d "a2d"
#define IHOP_COORDINATE_linear "s32"
#define IHOP_COORDINATE_1d "f32"
#define IHOP_COORDINATE_2d "f32"
#define IHOP_COORDINATE_3d "f32"
#define IHOP_COORDINATE_a2d "f32"
IHOP_FETCH (linear, (int x), "{%5}", "r"(x))
IHOP_FETCH (1d, (float x), "{%5}", "f"(x))
IHOP_FETCH (2d, (float x, float y), "{%5, %6}", "f"(x), "f"(y))
IHOP_FETCH (3d, (float x, float y, float z), "{%5, %6, %7, %7}", "f"(x), "f"(y), "f"(z))
IHOP_FETCH (a2d, (float x, float y, int layer), "{%7, %5, %6, %6}", "f"(x), "f"(y), "r"(layer))
#define IHOP_TEXTURE_FUNCTION(name, form, parameters, ...)                                         \
  template <typename T> static __device__ __forceinline__ T name (cudaTextureObject_t object, IHOP_LIST parameters) \
  {                                                                                                \
    typename ihop_texel<T>::channel v[4];                                                          \
    ihop_fetch_##form (v, object, __VA_ARGS__);                                                    \
    return ihop_texel<T>::make (v[0], v[1], v[2], v[3]);                                           \
  }
IHOP_TEXTURE_FUNCTION (tex1Dfetch, linear, (int x), x)
IHOP_TEXTURE_FUNCTION (tex1D, 1d, (float x), x)
IHOP_TEXTURE_FUNCTION (tex2D, 2d, (float x, float y), x, y)
IHOP_TEXTURE_FUNCTION (tex3D, 3d, (float x, float y, float z), x, y, z)
IHOP_TEXTURE_FUNCTION (tex2DLayered, a2d, (float x, float y, int layer), x, y, layer)

/* Surfaces move 4 bytes, or 4 of one byte. */
#define IHOP_SURFACE(mode)                                                                         \
  static __device__ __forceinline__ unsigned ihop_surface_read_##mode (cudaSurfaceObject_t s, int x, int y) \
  {                                                                                                \
    unsigned v;                                                                                    \
    asm volatile ("suld.b.2d.b32." #mode " {%0}, [%1, {%2, %3}];" : "=r"(v) : "l"(s), "r"(x), "r"(y) : "memory"); \
    return v;                                                                                      \
  }                                                                                                \
  static __device__ __forceinline__ void ihop_surface_write_##mode (cudaSurfaceObject_t s, int x, int y, unsigned v) \
  {                                                                                                \
    asm volatile ("sust.b.2d.b32." #mode " [%0, {%1, %2}], {%3};" ::"l"(s), "r"(x), "r"(y), "r"(v) : "memory"); \
  }
IHOP_SURFACE (zero) IHOP_SURFACE (clamp) IHOP_SURFACE (trap)
template <typename T>
static __device__ __forceinline__ void
surf2Dread (T *value, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
  static_assert (sizeof (T) == 4, "surfaces of 4 bytes an element");
  unsigned v = mode == cudaBoundaryModeZero    ? ihop_surface_read_zero (s, x, y)
               : mode == cudaBoundaryModeClamp ? ihop_surface_read_clamp (s, x, y)
                                               : ihop_surface_read_trap (s, x, y);
  __builtin_memcpy (value, &v, sizeof v);
}
template <typename T>
static __device__ __forceinline__ void
surf2Dwrite (T value, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
  static_assert (sizeof (T) == 4, "surfaces of 4 bytes an element");
  unsigned v;
  __builtin_memcpy (&v, &value, sizeof v);
  if (mode == cudaBoundaryModeZero)
    ihop_surface_write_zero (s, x, y, v);
  else if (mode == cudaBoundaryModeClamp)
    ihop_surface_write_clamp (s, x, y, v);
  else
    ihop_surface_write_trap (s, x, y, v);
}
