/* What the host's half of ihop's output uses of CUDA, in C. Declarations only; the names and types follow the CUDA
 * runtime's documented interface. */
#pragma once
#include <stddef.h>
#include <stdlib.h>
#define __host__
#define __device__
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
typedef struct dim3 { unsigned x, y, z; } dim3;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef enum cudaError { cudaSuccess = 0 } cudaError_t;
enum cudaMemcpyKind
{
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
#define cudaMemAttachGlobal 1
cudaError_t cudaMalloc (void **pointer, size_t bytes);
cudaError_t cudaMallocManaged (void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaFree (void *pointer);
cudaError_t cudaMemcpy (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2D (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                          size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                             cudaStream_t stream);
cudaError_t cudaMemset (void *pointer, int value, size_t bytes);
cudaError_t cudaGetLastError (void);
const char *cudaGetErrorString (cudaError_t error);
cudaError_t cudaDeviceSynchronize (void);
cudaError_t cudaGetDeviceCount (int *count);
cudaError_t cudaSetDevice (int device);
