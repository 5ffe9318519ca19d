/* What ihop's output uses of CUDA, for checking that output where no toolkit is installed.
 * Declarations only; the names and types follow the CUDA runtime's documented interface. */
#pragma once
#define __host__ __attribute__ ((host))
#define __device__ __attribute__ ((device))
#define __global__ __attribute__ ((global))
#define __shared__ __attribute__ ((shared))
#define __constant__ __attribute__ ((constant))
#define __managed__ __attribute__ ((managed))
#define __forceinline__ __inline__ __attribute__ ((always_inline))
#define __noinline__ __attribute__ ((noinline))
#define __launch_bounds__(...) __attribute__ ((launch_bounds (__VA_ARGS__)))
#define __align__(bytes) __attribute__ ((aligned (bytes)))
#define __grid_constant__
#define CUDART_VERSION 13000

/* Math on the device: overloads of what math.h declares for the host, and declared before it, as
 * the constexpr ones of the C++ library would be taken otherwise. */
#define IHOP_STUB_MATH_1(name)                                                                     \
  __device__ double name (double);                                                                 \
  __device__ float name (float);                                                                   \
  __device__ float name##f (float);
#define IHOP_STUB_MATH_2(name)                                                                     \
  __device__ double name (double, double);                                                         \
  __device__ float name (float, float);                                                            \
  __device__ float name##f (float, float);
IHOP_STUB_MATH_1 (acos) IHOP_STUB_MATH_1 (acosh) IHOP_STUB_MATH_1 (asin) IHOP_STUB_MATH_1 (asinh)
IHOP_STUB_MATH_1 (atan) IHOP_STUB_MATH_1 (atanh) IHOP_STUB_MATH_1 (cbrt) IHOP_STUB_MATH_1 (ceil)
IHOP_STUB_MATH_1 (cos) IHOP_STUB_MATH_1 (cosh) IHOP_STUB_MATH_1 (erf) IHOP_STUB_MATH_1 (erfc)
IHOP_STUB_MATH_1 (exp) IHOP_STUB_MATH_1 (exp2) IHOP_STUB_MATH_1 (expm1) IHOP_STUB_MATH_1 (fabs)
IHOP_STUB_MATH_1 (floor) IHOP_STUB_MATH_1 (lgamma) IHOP_STUB_MATH_1 (log) IHOP_STUB_MATH_1 (log10)
IHOP_STUB_MATH_1 (log1p) IHOP_STUB_MATH_1 (log2) IHOP_STUB_MATH_1 (logb) IHOP_STUB_MATH_1 (nearbyint)
IHOP_STUB_MATH_1 (rint) IHOP_STUB_MATH_1 (round) IHOP_STUB_MATH_1 (sin) IHOP_STUB_MATH_1 (sinh)
IHOP_STUB_MATH_1 (sqrt) IHOP_STUB_MATH_1 (tan) IHOP_STUB_MATH_1 (tanh) IHOP_STUB_MATH_1 (tgamma)
IHOP_STUB_MATH_1 (trunc)
IHOP_STUB_MATH_2 (atan2) IHOP_STUB_MATH_2 (copysign) IHOP_STUB_MATH_2 (fdim) IHOP_STUB_MATH_2 (fmax)
IHOP_STUB_MATH_2 (fmin) IHOP_STUB_MATH_2 (fmod) IHOP_STUB_MATH_2 (hypot) IHOP_STUB_MATH_2 (pow)
IHOP_STUB_MATH_2 (nextafter) IHOP_STUB_MATH_2 (remainder)
#define IHOP_STUB_TO_INTEGER(type, name)                                                           \
  __device__ type name (double);                                                                   \
  __device__ type name (float);                                                                    \
  __device__ type name##f (float);
IHOP_STUB_TO_INTEGER (int, ilogb) IHOP_STUB_TO_INTEGER (long, lrint) IHOP_STUB_TO_INTEGER (long, lround)
IHOP_STUB_TO_INTEGER (long long, llrint) IHOP_STUB_TO_INTEGER (long long, llround)
__device__ double fma (double, double, double);
__device__ float fma (float, float, float);
__device__ float fmaf (float, float, float);
__device__ double ldexp (double, int);
__device__ float ldexp (float, int);
__device__ float ldexpf (float, int);
__device__ double scalbn (double, int);
__device__ float scalbn (float, int);
__device__ float scalbnf (float, int);
__device__ double pow (double, int);
__device__ float pow (float, int);
__device__ int abs (int);
__device__ long abs (long);
__device__ long labs (long);
__device__ long long llabs (long long);

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <limits.h>
#include <float.h>
#include <ctype.h>
#include <time.h>

/* Names that are CUDA's, too, and that an owner's own variable, function or type may have. */
#define IHOP_STUB_BOTH_1(name)                                                                     \
  __host__ __device__ double name (double);                                                        \
  __host__ __device__ float name##f (float);
IHOP_STUB_BOTH_1 (cospi) IHOP_STUB_BOTH_1 (sinpi) IHOP_STUB_BOTH_1 (rcbrt) IHOP_STUB_BOTH_1 (erfinv)
IHOP_STUB_BOTH_1 (erfcinv) IHOP_STUB_BOTH_1 (erfcx) IHOP_STUB_BOTH_1 (normcdf) IHOP_STUB_BOTH_1 (normcdfinv)
IHOP_STUB_BOTH_1 (cyl_bessel_i0) IHOP_STUB_BOTH_1 (cyl_bessel_i1)
#define IHOP_STUB_NORM(name)                                                                       \
  __host__ __device__ double name (int, const double *);                                           \
  __host__ __device__ float name##f (int, const float *);                                          \
  __host__ __device__ double name##3d (double, double, double);                                    \
  __host__ __device__ float name##3df (float, float, float);                                       \
  __host__ __device__ double name##4d (double, double, double, double);                            \
  __host__ __device__ float name##4df (float, float, float, float);
IHOP_STUB_NORM (norm) IHOP_STUB_NORM (rnorm)
__host__ __device__ double rhypot (double, double);
__host__ __device__ float rhypotf (float, float);
__host__ __device__ float fdividef (float, float);
__host__ __device__ void sincospi (double, double *, double *);
__host__ __device__ void sincospif (float, float *, float *);
__host__ __device__ bool all (bool);
__host__ __device__ bool any (bool);
__host__ __device__ unsigned ballot (bool);
__host__ __device__ unsigned umin (unsigned, unsigned);
__host__ __device__ unsigned umax (unsigned, unsigned);
__host__ __device__ long long llmin (long long, long long);
__host__ __device__ long long llmax (long long, long long);
__host__ __device__ unsigned long long ullmin (unsigned long long, unsigned long long);
__host__ __device__ unsigned long long ullmax (unsigned long long, unsigned long long);
__device__ double dadd (double, double, int = 0);
__device__ double dsub (double, double, int = 0);
__device__ double dmul (double, double, int = 0);
__device__ double fdivide (double, double);
#define IHOP_STUB_VECTORS(name, type)                                                              \
  typedef struct name##1 { type x; } name##1;                                                      \
  typedef struct name##2 { type x, y; } name##2;                                                   \
  typedef struct name##3 { type x, y, z; } name##3;                                                \
  typedef struct name##4 { type x, y, z, w; } name##4;
IHOP_STUB_VECTORS (char, signed char) IHOP_STUB_VECTORS (uchar, unsigned char)
IHOP_STUB_VECTORS (short, short) IHOP_STUB_VECTORS (ushort, unsigned short)
IHOP_STUB_VECTORS (int, int) IHOP_STUB_VECTORS (uint, unsigned)
IHOP_STUB_VECTORS (long, long) IHOP_STUB_VECTORS (ulong, unsigned long)
IHOP_STUB_VECTORS (longlong, long long) IHOP_STUB_VECTORS (ulonglong, unsigned long long)
IHOP_STUB_VECTORS (float, float) IHOP_STUB_VECTORS (double, double)

struct dim3
{
  unsigned x, y, z;
  __host__ __device__ constexpr dim3 (unsigned vx = 1, unsigned vy = 1, unsigned vz = 1)
    : x (vx), y (vy), z (vz) {}
  __host__ __device__ constexpr dim3 (uint3 v) : x (v.x), y (v.y), z (v.z) {}
};
typedef struct dim3 dim3;
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef enum cudaError
{
  cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9, cudaErrorNoDevice = 100
} cudaError_t;
enum cudaMemcpyKind
{
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum { cudaMemAttachGlobal = 1, cudaHostAllocDefault = 0, cudaStreamNonBlocking = 1 };
enum cudaDeviceAttr
{
  cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16, cudaDevAttrCooperativeLaunch = 95
};
struct cudaDeviceProp
{
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int major, minor, multiProcessorCount, l2CacheSize, maxThreadsPerMultiProcessor;
};

extern "C"
{
cudaError_t cudaMalloc (void **pointer, size_t bytes);
cudaError_t cudaMallocPitch (void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocManaged (void **pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal);
cudaError_t cudaMallocHost (void **pointer, size_t bytes);
cudaError_t cudaHostAlloc (void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostRegister (void *pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister (void *pointer);
cudaError_t cudaFree (void *pointer);
cudaError_t cudaFreeHost (void *pointer);
cudaError_t cudaMemcpy (void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                             cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D (void *to, size_t to_pitch, const void *from, size_t from_pitch,
                          size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch,
                               size_t width, size_t height, cudaMemcpyKind kind,
                               cudaStream_t stream = 0);
cudaError_t cudaMemset (void *pointer, int value, size_t bytes);
cudaError_t cudaMemset2D (void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemsetAsync (void *pointer, int value, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemGetInfo (size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaGetLastError (void);
cudaError_t cudaPeekAtLastError (void);
const char *cudaGetErrorString (cudaError_t error);
const char *cudaGetErrorName (cudaError_t error);
cudaError_t cudaDeviceSynchronize (void);
cudaError_t cudaDeviceReset (void);
cudaError_t cudaGetDeviceCount (int *count);
cudaError_t cudaGetDevice (int *device);
cudaError_t cudaSetDevice (int device);
cudaError_t cudaGetDeviceProperties (cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute (int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaStreamCreate (cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy (cudaStream_t stream);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaEventCreate (cudaEvent_t *event);
cudaError_t cudaEventDestroy (cudaEvent_t event);
cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize (cudaEvent_t event);
cudaError_t cudaEventElapsedTime (float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaMemcpyToSymbol_ (const void *symbol, const void *from, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbol_ (void *to, const void *symbol, size_t bytes, size_t offset,
                                   cudaMemcpyKind kind);
cudaError_t cudaLaunchKernel (const void *kernel, dim3 grid, dim3 block, void **arguments,
                              size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel (const void *kernel, dim3 grid, dim3 block, void **arguments,
                                         size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, const void *kernel, int threads,
                                                           size_t shared_bytes);
/* What a launch becomes. */
unsigned __cudaPushCallConfiguration (dim3 grid, dim3 block, size_t shared_bytes = 0,
                                      cudaStream_t stream = 0);
cudaError_t cudaConfigureCall (dim3 grid, dim3 block, size_t shared_bytes = 0,
                               cudaStream_t stream = 0);
}

template <typename T>
cudaError_t
cudaMalloc (T **pointer, size_t bytes)
{
  return cudaMalloc ((void **) pointer, bytes);
}
template <typename T>
cudaError_t
cudaMallocManaged (T **pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal)
{
  return cudaMallocManaged ((void **) pointer, bytes, flags);
}
template <typename T>
cudaError_t
cudaMallocHost (T **pointer, size_t bytes)
{
  return cudaMallocHost ((void **) pointer, bytes);
}
template <typename T>
cudaError_t
cudaMallocPitch (T **pointer, size_t *pitch, size_t width, size_t height)
{
  return cudaMallocPitch ((void **) pointer, pitch, width, height);
}
template <typename T>
cudaError_t
cudaMemcpyToSymbol (const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                    cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
  return cudaMemcpyToSymbol_ (&symbol, from, bytes, offset, kind);
}
template <typename T>
cudaError_t
cudaMemcpyFromSymbol (void *to, const T &symbol, size_t bytes, size_t offset = 0,
                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
  return cudaMemcpyFromSymbol_ (to, &symbol, bytes, offset, kind);
}

extern "C"
{
__device__ void __syncthreads (void);
__device__ int __syncthreads_count (int predicate);
__device__ int __syncthreads_and (int predicate);
__device__ int __syncthreads_or (int predicate);
__device__ void __syncwarp (unsigned mask = 0xffffffffu);
__device__ void __threadfence (void);
__device__ void __threadfence_block (void);
__device__ void __threadfence_system (void);
__device__ unsigned __activemask (void);
__device__ unsigned __ballot_sync (unsigned mask, int predicate);
__device__ int __all_sync (unsigned mask, int predicate);
__device__ int __any_sync (unsigned mask, int predicate);
__device__ int __popc (unsigned value);
__device__ int __ffs (int value);
__device__ int __clz (int value);
__device__ double __dadd_rn (double a, double b);
__device__ double __dsub_rn (double a, double b);
__device__ double __dmul_rn (double a, double b);
__device__ double __ddiv_rn (double a, double b);
__device__ double __fma_rn (double a, double b, double c);
__device__ float __fadd_rn (float a, float b);
__device__ float __fsub_rn (float a, float b);
__device__ float __fmul_rn (float a, float b);
__device__ float __fdiv_rn (float a, float b);
__device__ float __fmaf_rn (float a, float b, float c);
__device__ double rsqrt (double x);
__device__ float rsqrtf (float x);
__device__ long long clock64 (void);
}

#define IHOP_STUB_SHUFFLE(name, type, argument)                                                    \
  __device__ type name (unsigned mask, type value, argument, int width = 32)
#define IHOP_STUB_SHUFFLES(type)                                                                   \
  IHOP_STUB_SHUFFLE (__shfl_sync, type, int lane);                                                 \
  IHOP_STUB_SHUFFLE (__shfl_up_sync, type, unsigned delta);                                        \
  IHOP_STUB_SHUFFLE (__shfl_down_sync, type, unsigned delta);                                      \
  IHOP_STUB_SHUFFLE (__shfl_xor_sync, type, int lanes)
IHOP_STUB_SHUFFLES (int);
IHOP_STUB_SHUFFLES (unsigned);
IHOP_STUB_SHUFFLES (long);
IHOP_STUB_SHUFFLES (unsigned long);
IHOP_STUB_SHUFFLES (long long);
IHOP_STUB_SHUFFLES (unsigned long long);
IHOP_STUB_SHUFFLES (float);
IHOP_STUB_SHUFFLES (double);

#define IHOP_STUB_ATOMICS(type)                                                                    \
  __device__ type atomicAdd (type *address, type value);                                           \
  __device__ type atomicExch (type *address, type value)
#define IHOP_STUB_INTEGER_ATOMICS(type)                                                            \
  __device__ type atomicMin (type *address, type value);                                           \
  __device__ type atomicMax (type *address, type value);                                           \
  __device__ type atomicAnd (type *address, type value);                                           \
  __device__ type atomicOr (type *address, type value);                                            \
  __device__ type atomicXor (type *address, type value);                                           \
  __device__ type atomicCAS (type *address, type compare, type value)
IHOP_STUB_ATOMICS (int);
IHOP_STUB_ATOMICS (unsigned);
IHOP_STUB_ATOMICS (unsigned long long);
IHOP_STUB_ATOMICS (float);
__device__ double atomicAdd (double *address, double value);
IHOP_STUB_INTEGER_ATOMICS (int);
IHOP_STUB_INTEGER_ATOMICS (unsigned);
IHOP_STUB_INTEGER_ATOMICS (unsigned long long);
__device__ int atomicSub (int *address, int value);
__device__ unsigned atomicSub (unsigned *address, unsigned value);

#define IHOP_STUB_MIN_MAX(type)                                                                    \
  __host__ __device__ type min (type a, type b);                                                   \
  __host__ __device__ type max (type a, type b)
IHOP_STUB_MIN_MAX (int);
IHOP_STUB_MIN_MAX (unsigned);
IHOP_STUB_MIN_MAX (long);
IHOP_STUB_MIN_MAX (unsigned long);
IHOP_STUB_MIN_MAX (long long);
IHOP_STUB_MIN_MAX (unsigned long long);
IHOP_STUB_MIN_MAX (float);
IHOP_STUB_MIN_MAX (double);

template <typename T> __device__ T __ldg (const T *address);

namespace cooperative_groups
{
class grid_group
{
public:
  __device__ void sync () const;
};
__device__ grid_group this_grid ();
}
