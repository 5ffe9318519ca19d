/* Memory pools, and memory of graphs, in the documented names (part of ihop_cuda_host.h). */
#pragma once

typedef enum cudaMemPoolAttr
{
  cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic, cudaMemPoolReuseAllowInternalDependencies,
  cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh,
  cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh
} cudaMemPoolAttr;
typedef enum cudaGraphMemAttributeType
{
  cudaGraphMemAttrUsedMemCurrent, cudaGraphMemAttrUsedMemHigh, cudaGraphMemAttrReservedMemCurrent, cudaGraphMemAttrReservedMemHigh
} cudaGraphMemAttributeType;
typedef enum cudaMemLocationType
{
  cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost
} cudaMemLocationType;
typedef enum cudaMemAccessFlags
{
  cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtRead = 1, cudaMemAccessFlagsProtReadWrite = 3
} cudaMemAccessFlags;
typedef enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned, cudaMemAllocationTypeManaged } cudaMemAllocationType;
typedef enum cudaMemAllocationHandleType { cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor } cudaMemAllocationHandleType;
enum { cudaGraphInstantiateFlagAutoFreeOnLaunch = 1 };
struct cudaMemLocation
{
  cudaMemLocationType type;
  int id;
};
struct cudaMemAccessDesc
{
  struct cudaMemLocation location;
  cudaMemAccessFlags flags;
};
struct cudaMemPoolProps
{
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  struct cudaMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
struct cudaMemAllocNodeParams
{
  struct cudaMemPoolProps poolProps;
  const struct cudaMemAccessDesc *accessDescs;
  size_t accessDescCount, bytesize;
  void *dptr;
};

#ifdef __cplusplus
extern "C"
{
#endif
cudaError_t cudaMallocAsync (void **pointer, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync (void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaFreeAsync (void *pointer, cudaStream_t stream);
cudaError_t cudaMemPoolCreate (cudaMemPool_t *pool, const struct cudaMemPoolProps *props);
cudaError_t cudaMemPoolDestroy (cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo (cudaMemPool_t pool, size_t keep);
cudaError_t cudaMemPoolGetAttribute (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolSetAttribute (cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value);
cudaError_t cudaMemPoolSetAccess (cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t n);
cudaError_t cudaMemPoolGetAccess (cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location);
cudaError_t cudaDeviceGetDefaultMemPool (cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool (cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool (int device, cudaMemPool_t pool);
cudaError_t cudaDeviceGetGraphMemAttribute (int device, cudaGraphMemAttributeType attribute, void *value);
cudaError_t cudaDeviceSetGraphMemAttribute (int device, cudaGraphMemAttributeType attribute, void *value);
cudaError_t cudaDeviceGraphMemTrim (int device);
cudaError_t cudaGraphAddMemAllocNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n,
                                      struct cudaMemAllocNodeParams *params);
cudaError_t cudaGraphAddMemFreeNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void *pointer);
cudaError_t cudaGraphMemAllocNodeGetParams (cudaGraphNode_t node, struct cudaMemAllocNodeParams *params);
cudaError_t cudaGraphMemFreeNodeGetParams (cudaGraphNode_t node, void *pointer);
#ifdef __cplusplus
}
#endif
