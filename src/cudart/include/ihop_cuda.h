/* CUDA's language for Clang where no toolkit is installed: what nvcc's own headers would declare, as
 * far as programs commonly use it, in the documented names and types. The host's functions are those
 * of libihop-cudart; the device's become PTX instructions, or calls that the engine answers with the
 * host's mathematical functions. */
#pragma once
#ifndef __CUDA__
#error "compile with -x cuda"
#endif

#define __host__ __attribute__ ((host))
#define __device__ __attribute__ ((device))
#define __global__ __attribute__ ((global))
#define __shared__ __attribute__ ((shared))
#define __align__(bytes) __attribute__ ((aligned (bytes)))
#define __constant__ __attribute__ ((constant))
#define __managed__ __attribute__ ((managed))
#define __forceinline__ __inline__ __attribute__ ((always_inline))
#define __noinline__ __attribute__ ((noinline))
#define __launch_bounds__(...) __attribute__ ((launch_bounds (__VA_ARGS__)))
#define __grid_constant__
#define __CUDACC__ 1

#include "ihop_cuda_math.h"

extern "C" __device__ int printf (const char *format, ...);

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <limits.h>
#include <float.h>
#include <assert.h>

extern "C" __device__ int vprintf (const char *format, const char *values);
extern "C" __device__ void *malloc (size_t size);
extern "C" __device__ void free (void *place);
extern "C" __device__ void __assertfail (const char *message, const char *file, unsigned line,
                                         const char *function, size_t width);
static __device__ __forceinline__ void
__assert_fail (const char *message, const char *file, unsigned line, const char *function)
{
  __assertfail (message, file, line, function, 1);
}
static __device__ __forceinline__ void *memcpy (void *to, const void *from, size_t n) { return __builtin_memcpy (to, from, n); }
static __device__ __forceinline__ void *memset (void *to, int value, size_t n) { return __builtin_memset (to, value, n); }

#include "ihop_cuda_vectors.h"
#include <__clang_cuda_builtin_vars.h>

/* --- what threads do together ------------------------------------------------------------------- */

#define IHOP_DEVICE static __device__ __forceinline__
extern "C" __device__ void __syncthreads (void); /* Clang's own */
IHOP_DEVICE int __syncthreads_count (int p) { return __nvvm_bar0_popc (p); }
IHOP_DEVICE int __syncthreads_and (int p) { return __nvvm_bar0_and (p); }
IHOP_DEVICE int __syncthreads_or (int p) { return __nvvm_bar0_or (p); }
IHOP_DEVICE void __barrier_sync (unsigned barrier) { __nvvm_barrier_sync (barrier); }
IHOP_DEVICE void __barrier_sync_count (unsigned barrier, unsigned threads) { __nvvm_barrier_sync_cnt (barrier, threads); }
IHOP_DEVICE void __nanosleep (unsigned) {}
IHOP_DEVICE void __syncwarp (unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync (mask); }
IHOP_DEVICE void __threadfence (void) { __nvvm_membar_gl (); }
IHOP_DEVICE void __threadfence_block (void) { __nvvm_membar_cta (); }
IHOP_DEVICE void __threadfence_system (void) { __nvvm_membar_sys (); }
IHOP_DEVICE int __all_sync (unsigned mask, int p) { return __nvvm_vote_all_sync (mask, p); }
IHOP_DEVICE int __any_sync (unsigned mask, int p) { return __nvvm_vote_any_sync (mask, p); }
IHOP_DEVICE unsigned __ballot_sync (unsigned mask, int p) { return __nvvm_vote_ballot_sync (mask, p); }
IHOP_DEVICE unsigned
__activemask (void)
{
  unsigned mask;
  asm volatile ("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
#define IHOP_MATCH(type, width, bits)                                                              \
  IHOP_DEVICE unsigned __match_any_sync (unsigned mask, type v) { return __nvvm_match_any_sync_i##width (mask, __builtin_bit_cast (bits, v)); } \
  IHOP_DEVICE unsigned __match_all_sync (unsigned mask, type v, int *p) { return __nvvm_match_all_sync_i##width##p (mask, __builtin_bit_cast (bits, v), p); }
IHOP_MATCH (int, 32, unsigned) IHOP_MATCH (unsigned, 32, unsigned) IHOP_MATCH (float, 32, unsigned)
IHOP_MATCH (long, 64, unsigned long long) IHOP_MATCH (unsigned long, 64, unsigned long long) IHOP_MATCH (long long, 64, unsigned long long)
IHOP_MATCH (unsigned long long, 64, unsigned long long) IHOP_MATCH (double, 64, unsigned long long)
IHOP_DEVICE unsigned __reduce_add_sync (unsigned mask, unsigned v) { return __nvvm_redux_sync_add (v, mask); }
IHOP_DEVICE int __reduce_add_sync (unsigned mask, int v) { return __nvvm_redux_sync_add (v, mask); }
IHOP_DEVICE unsigned __reduce_min_sync (unsigned mask, unsigned v) { return __nvvm_redux_sync_umin (v, mask); }
IHOP_DEVICE unsigned __reduce_max_sync (unsigned mask, unsigned v) { return __nvvm_redux_sync_umax (v, mask); }
IHOP_DEVICE int __reduce_min_sync (unsigned mask, int v) { return __nvvm_redux_sync_min (v, mask); }
IHOP_DEVICE int __reduce_max_sync (unsigned mask, int v) { return __nvvm_redux_sync_max (v, mask); }
IHOP_DEVICE unsigned __reduce_and_sync (unsigned mask, unsigned v) { return __nvvm_redux_sync_and (v, mask); }
IHOP_DEVICE unsigned __reduce_or_sync (unsigned mask, unsigned v) { return __nvvm_redux_sync_or (v, mask); }
IHOP_DEVICE unsigned __reduce_xor_sync (unsigned mask, unsigned v) { return __nvvm_redux_sync_xor (v, mask); }
IHOP_DEVICE long long clock64 (void) { return __nvvm_read_ptx_sreg_clock64 (); }
IHOP_DEVICE int clock (void) { return __nvvm_read_ptx_sreg_clock (); }
IHOP_DEVICE void __trap (void) { __builtin_trap (); }
IHOP_DEVICE void __brkpt (void) { asm volatile ("brkpt;"); }
IHOP_DEVICE void __prof_trigger (int) {}

#include "ihop_cuda_integers.h"
#include "ihop_cuda_memory.h"

#define IHOP_SHUFFLE(name, builtin, last)                                                          \
  IHOP_DEVICE int name (unsigned mask, int value, int by, int width = 32)                          \
  {                                                                                                \
    return __nvvm_shfl_sync_##builtin##_i32 (mask, value, by, ((32 - width) << 8) | last);         \
  }                                                                                                \
  IHOP_DEVICE unsigned name (unsigned mask, unsigned value, int by, int width = 32)                \
  {                                                                                                \
    return name (mask, (int) value, by, width);                                                    \
  }                                                                                                \
  IHOP_DEVICE float name (unsigned mask, float value, int by, int width = 32)                      \
  {                                                                                                \
    return __int_as_float (name (mask, __float_as_int (value), by, width));                        \
  }                                                                                                \
  IHOP_DEVICE long long name (unsigned mask, long long value, int by, int width = 32)              \
  {                                                                                                \
    unsigned low = name (mask, (unsigned) value, by, width);                                       \
    unsigned high = name (mask, (unsigned) (value >> 32), by, width);                              \
    return (long long) ((unsigned long long) high << 32 | low);                                    \
  }                                                                                                \
  IHOP_DEVICE unsigned long long name (unsigned mask, unsigned long long value, int by, int width = 32) \
  {                                                                                                \
    return name (mask, (long long) value, by, width);                                              \
  }                                                                                                \
  IHOP_DEVICE long name (unsigned mask, long value, int by, int width = 32)                        \
  {                                                                                                \
    return name (mask, (long long) value, by, width);                                              \
  }                                                                                                \
  IHOP_DEVICE unsigned long name (unsigned mask, unsigned long value, int by, int width = 32)      \
  {                                                                                                \
    return name (mask, (long long) value, by, width);                                              \
  }                                                                                                \
  IHOP_DEVICE double name (unsigned mask, double value, int by, int width = 32)                    \
  {                                                                                                \
    return __longlong_as_double (name (mask, __double_as_longlong (value), by, width));            \
  }
IHOP_SHUFFLE (__shfl_sync, idx, 31) IHOP_SHUFFLE (__shfl_up_sync, up, 0)
IHOP_SHUFFLE (__shfl_down_sync, down, 31) IHOP_SHUFFLE (__shfl_xor_sync, bfly, 31)

#include "ihop_cuda_atomics.h"

/* --- the host's side ---------------------------------------------------------------------------- */

#include "ihop_cuda_host.h"

/* The same names without "void **" and for symbols themselves, as in C++ programs. */
template <typename T> cudaError_t cudaMalloc (T **pointer, size_t bytes) { return cudaMalloc ((void **) pointer, bytes); }
template <typename T> cudaError_t cudaMallocAsync (T **pointer, size_t bytes, cudaStream_t stream) { return cudaMallocAsync ((void **) pointer, bytes, stream); }
template <typename T>
cudaError_t
cudaMallocAsync (T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
  return cudaMallocFromPoolAsync ((void **) pointer, bytes, pool, stream);
}
template <typename T>
cudaError_t
cudaMallocFromPoolAsync (T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
  return cudaMallocFromPoolAsync ((void **) pointer, bytes, pool, stream);
}
template <typename T> cudaError_t cudaMallocHost (T **pointer, size_t bytes) { return cudaMallocHost ((void **) pointer, bytes); }
template <typename T> cudaError_t cudaHostAlloc (T **pointer, size_t bytes, unsigned flags) { return cudaHostAlloc ((void **) pointer, bytes, flags); }
template <typename T> cudaError_t cudaHostGetDevicePointer (T **device, void *host, unsigned flags) { return cudaHostGetDevicePointer ((void **) device, host, flags); }
template <typename T>
cudaError_t
cudaMallocManaged (T **pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal)
{
  return cudaMallocManaged ((void **) pointer, bytes, flags);
}
template <typename T>
cudaError_t
cudaMallocPitch (T **pointer, size_t *pitch, size_t width, size_t height)
{
  return cudaMallocPitch ((void **) pointer, pitch, width, height);
}
extern "C" cudaError_t __ihop_to_symbol (const void *, const void *, size_t, size_t, cudaMemcpyKind)
  __asm__ ("cudaMemcpyToSymbol");
extern "C" cudaError_t __ihop_from_symbol (void *, const void *, size_t, size_t, cudaMemcpyKind)
  __asm__ ("cudaMemcpyFromSymbol");
extern "C" cudaError_t __ihop_symbol_address (void **, const void *) __asm__ ("cudaGetSymbolAddress");
template <typename T>
cudaError_t
cudaMemcpyToSymbol (const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                    cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
  return __ihop_to_symbol (&symbol, from, bytes, offset, kind);
}
template <typename T>
cudaError_t
cudaMemcpyFromSymbol (void *to, const T &symbol, size_t bytes, size_t offset = 0,
                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
  return __ihop_from_symbol (to, &symbol, bytes, offset, kind);
}
template <typename T>
cudaError_t
cudaFuncSetAttribute (T *kernel, cudaFuncAttribute attribute, int value)
{
  return cudaFuncSetAttribute ((const void *) kernel, attribute, value);
}
template <typename T>
cudaError_t
cudaFuncSetCacheConfig (T *kernel, cudaFuncCache preferred)
{
  return cudaFuncSetCacheConfig ((const void *) kernel, preferred);
}
template <typename T>
cudaError_t
cudaFuncGetAttributes (cudaFuncAttributes *attributes, T *kernel)
{
  return cudaFuncGetAttributes (attributes, (const void *) kernel);
}
template <typename T> cudaError_t cudaGetSymbolAddress (void **place, const T &symbol) { return __ihop_symbol_address (place, &symbol); }

#include "ihop_cuda_texture.h"

/* nvcc has these for host and device alike. */
#define IHOP_BOTH(type)                                                                            \
  static __host__ __device__ __forceinline__ type min (type a, type b) { return a < b ? a : b; }   \
  static __host__ __device__ __forceinline__ type max (type a, type b) { return a < b ? b : a; }
IHOP_BOTH (int) IHOP_BOTH (unsigned) IHOP_BOTH (long) IHOP_BOTH (unsigned long) IHOP_BOTH (long long)
IHOP_BOTH (unsigned long long) IHOP_BOTH (float) IHOP_BOTH (double)
/* … and where C would convert one of the two. */
#define IHOP_MIXED(type, one)                                                                      \
  static __host__ __device__ __forceinline__ type min (one a, type b) { return min ((type) a, b); } \
  static __host__ __device__ __forceinline__ type min (type a, one b) { return min (a, (type) b); } \
  static __host__ __device__ __forceinline__ type max (one a, type b) { return max ((type) a, b); } \
  static __host__ __device__ __forceinline__ type max (type a, one b) { return max (a, (type) b); }
IHOP_MIXED (unsigned, int) IHOP_MIXED (unsigned long, long) IHOP_MIXED (unsigned long long, long long) IHOP_MIXED (double, float)

#define IHOP_NAMED(name, type, of)                                                                 \
  static __host__ __device__ __forceinline__ type name (type a, type b) { return of (a, b); }
IHOP_NAMED (umin, unsigned, min) IHOP_NAMED (umax, unsigned, max) IHOP_NAMED (llmin, long long, min)
IHOP_NAMED (llmax, long long, max) IHOP_NAMED (ullmin, unsigned long long, min) IHOP_NAMED (ullmax, unsigned long long, max)

#include "ihop_cuda_special.h"
#include "ihop_cuda_words.h"
