/* The runtime's functions and types for the host, in C and in C++: what ihop_cuda.h has beside the
 * language, and all that a file needs which holds no kernels. */
#pragma once
#include "ihop_cuda_vectors.h"
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "ihop_cuda_per_thread.h"
#endif
#include <stddef.h>

#ifdef __cplusplus
#define IHOP_DEFAULT(value) = value
#else
#define IHOP_DEFAULT(value)
#endif
#define CUDART_VERSION 13000
#define __DRIVER_TYPES_H__ /* programs ask whether the runtime is there by the names of its headers */
#define __CUDA_RUNTIME_H__
#define CUDA_VERSION 13000
#define CUDARTAPI
#define cudaStreamLegacy ((cudaStream_t) 1)
#define cudaStreamPerThread ((cudaStream_t) 2)

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef enum cudaError
{
  cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidSymbol = 13, cudaErrorInvalidDeviceFunction = 98, cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101, cudaErrorNotReady = 600, cudaErrorInvalidResourceHandle = 400,
  cudaErrorLaunchOutOfResources = 701, cudaErrorPeerAccessUnsupported = 217, cudaErrorPeerAccessAlreadyEnabled = 704, cudaErrorPeerAccessNotEnabled = 705, cudaErrorAssert = 710, cudaErrorLaunchFailure = 719, cudaErrorCooperativeLaunchTooLarge = 720, cudaErrorNotPermitted = 800,
  cudaErrorStreamCaptureUnmatched = 903, cudaErrorStreamCaptureUnjoined = 904,
  cudaErrorNotSupported = 801
} cudaError_t;
typedef enum cudaMemcpyKind
{
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault
} cudaMemcpyKind;
enum { cudaMemAttachGlobal = 1, cudaHostAllocDefault = 0, cudaHostAllocMapped = 2, cudaStreamDefault = 0,
       cudaStreamNonBlocking = 1, cudaEventDefault = 0, cudaEventDisableTiming = 2 };
typedef enum cudaStreamCaptureStatus
{
  cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated
} cudaStreamCaptureStatus;
typedef enum cudaDeviceAttr
{
  cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrWarpSize = 10,
  cudaDevAttrClockRate = 13, cudaDevAttrMultiProcessorCount = 16, cudaDevAttrIntegrated = 18, cudaDevAttrComputeMode = 20,
  cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrCooperativeLaunch = 95, cudaDevAttrMemoryPoolsSupported = 115
} cudaDeviceAttr;
typedef enum cudaFuncAttribute
{
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9
} cudaFuncAttribute;
typedef enum cudaComputeMode
{
  cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess
} cudaComputeMode;
typedef enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual } cudaFuncCache;
/* The layout is CUDA 13's; fields without a name here are not common. */
typedef struct cudaDeviceProp
{
  char name[256], uuid[16], luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int multiProcessorCount, integrated, canMapHostMemory, textures[25], surfaces[13];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount,
    unifiedAddressing, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor,
    streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, rest[92];
} cudaDeviceProp;

struct cudaKernelNodeParams
{
  void *func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
struct cudaMemsetParams
{
  void *dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
};
struct cudaHostNodeParams
{
  void (*fn) (void *);
  void *userData;
};

#include "ihop_cuda_pool.h"

#ifdef __cplusplus
extern "C"
{
#endif
cudaError_t cudaMalloc (void **pointer, size_t bytes);
cudaError_t cudaMallocPitch (void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocManaged (void **pointer, size_t bytes, unsigned flags IHOP_DEFAULT (cudaMemAttachGlobal));
cudaError_t cudaMallocHost (void **pointer, size_t bytes);
cudaError_t cudaHostAlloc (void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostRegister (void *pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister (void *pointer);
cudaError_t cudaHostGetDevicePointer (void **device, void *host, unsigned flags);
cudaError_t cudaFree (void *pointer);
cudaError_t cudaFreeHost (void *pointer);
cudaError_t cudaMemcpy (void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream IHOP_DEFAULT (0));
cudaError_t cudaMemcpy2D (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                          cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                               size_t height, cudaMemcpyKind kind, cudaStream_t stream IHOP_DEFAULT (0));
cudaError_t cudaMemset (void *pointer, int value, size_t bytes);
cudaError_t cudaMemset2D (void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemsetAsync (void *pointer, int value, size_t bytes, cudaStream_t stream IHOP_DEFAULT (0));
cudaError_t cudaMemGetInfo (size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaGetLastError (void);
cudaError_t cudaPeekAtLastError (void);
const char *cudaGetErrorString (cudaError_t error);
const char *cudaGetErrorName (cudaError_t error);
cudaError_t cudaDeviceSynchronize (void);
cudaError_t cudaDeviceReset (void);
/* What older programs call the same. */
static inline cudaError_t cudaThreadSynchronize (void) { return cudaDeviceSynchronize (); }
static inline cudaError_t cudaThreadExit (void) { return cudaDeviceReset (); }
cudaError_t cudaGetDeviceCount (int *count);
cudaError_t cudaGetDevice (int *device);
cudaError_t cudaSetDevice (int device);
typedef enum cudaDeviceP2PAttr
{
  cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported, cudaDevP2PAttrCudaArrayAccessSupported
} cudaDeviceP2PAttr;
cudaError_t cudaDeviceCanAccessPeer (int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess (int device, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess (int device);
cudaError_t cudaDeviceGetP2PAttribute (int *value, cudaDeviceP2PAttr attribute, int from, int to);
cudaError_t cudaMemcpyPeer (void *to, int to_device, const void *from, int from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync (void *to, int to_device, const void *from, int from_device, size_t bytes, cudaStream_t stream IHOP_DEFAULT (0));
cudaError_t cudaStreamGetDevice (cudaStream_t stream, int *device);
typedef enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged } cudaMemoryType;
typedef struct cudaPointerAttributes
{
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
  long reserved[8];
} cudaPointerAttributes;
cudaError_t cudaPointerGetAttributes (cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cudaGetDeviceProperties (cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute (int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDriverGetVersion (int *version);
cudaError_t cudaRuntimeGetVersion (int *version);
cudaError_t cudaStreamCreate (cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy (cudaStream_t stream);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaStreamQuery (cudaStream_t stream);
cudaError_t cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned flags IHOP_DEFAULT (0));
cudaError_t cudaLaunchHostFunc (cudaStream_t stream, void (*call) (void *), void *data);
cudaError_t cudaEventCreate (cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy (cudaEvent_t event);
cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream IHOP_DEFAULT (0));
cudaError_t cudaEventSynchronize (cudaEvent_t event);
cudaError_t cudaEventQuery (cudaEvent_t event);
cudaError_t cudaEventElapsedTime (float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaLaunchKernel (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                              cudaStream_t stream);
cudaError_t cudaGraphCreate (cudaGraph_t *graph, unsigned flags);
cudaError_t cudaGraphDestroy (cudaGraph_t graph);
cudaError_t cudaGraphClone (cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphAddKernelNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                    const struct cudaKernelNodeParams *params);
cudaError_t cudaGraphAddMemcpyNode1D (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                      void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                    const struct cudaMemsetParams *params);
cudaError_t cudaGraphAddHostNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                  const struct cudaHostNodeParams *params);
cudaError_t cudaGraphAddDependencies (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                      const void *data, size_t n);
cudaError_t cudaGraphGetNodes (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n);
cudaError_t cudaGraphInstantiate (cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags IHOP_DEFAULT (0));
cudaError_t cudaGraphExecDestroy (cudaGraphExec_t exec);
cudaError_t cudaGraphLaunch (cudaGraphExec_t exec, cudaStream_t stream);
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
cudaError_t cudaStreamBeginCapture (cudaStream_t stream, int mode);
cudaError_t cudaStreamEndCapture (cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing (cudaStream_t stream, enum cudaStreamCaptureStatus *status);
typedef struct cudaFuncAttributes
{
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
  int clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth, clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed, reserved[16];
} cudaFuncAttributes;
cudaError_t cudaFuncGetAttributes (cudaFuncAttributes *attributes, const void *kernel);
cudaError_t cudaFuncSetAttribute (const void *kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig (const void *kernel, cudaFuncCache preferred);
cudaError_t cudaLaunchCooperativeKernel (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                                         cudaStream_t stream);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, const void *kernel, int threads, size_t shared_bytes);
unsigned __cudaPushCallConfiguration (dim3 grid, dim3 block, size_t shared_bytes IHOP_DEFAULT (0), void *stream IHOP_DEFAULT (0));
#ifdef __cplusplus
}
#endif
