/* Nodes of graphs, added by hand or by asking a stream that captures. */
#include "cudart/graph.h"
#include <stdlib.h>
#include <string.h>

/* --- adding by hand --------------------------------------------------------------------------- */

IHOP_CUDART cudaError_t
cudaGraphAddKernelNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const KernelParams *params)
{
  *node = ihop_graph_add_node (graph, KERNEL, after, n);
  return ihop_graph_set_kernel (*node, ihop_cudart_kernel (params->function), params);
}

IHOP_CUDART cudaError_t
cudaGraphKernelNodeSetParams (cudaGraphNode_t node, const KernelParams *params)
{
  return ihop_graph_set_kernel (node, ihop_cudart_kernel (params->function), params);
}

IHOP_CUDART cudaError_t
cudaGraphExecKernelNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node, const KernelParams *params)
{
  for (size_t i = 0; i < exec->n; i++)
    if (exec->nodes[i]->number == node->number)
      return ihop_graph_set_kernel (exec->nodes[i], ihop_cudart_kernel (params->function), params);
  return ihop_cudart_error (cudaErrorInvalidValue);
}

IHOP_CUDART cudaError_t
cudaGraphAddMemcpyNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const CopyParams *params)
{
  if (params->from_array || params->to_array)
    return ihop_cudart_fail (cudaErrorNotSupported, "cudaGraphAddMemcpyNode", strdup ("arrays are not known"));
  *node = ihop_graph_add_node (graph, COPY, after, n);
  (*node)->copy = *params;
  return cudaSuccess;
}

static CopyParams
plain_copy (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height)
{
  return (CopyParams){ .from = { (void *) from, from_pitch, width, height }, .to = { to, to_pitch, width, height },
                       .extent = { width, height, 1 }, .kind = 4 /* as the addresses say */ };
}

IHOP_CUDART cudaError_t
cudaGraphAddMemcpyNode1D (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void *to,
                          const void *from, size_t size, int kind)
{
  *node = ihop_graph_add_node (graph, COPY, after, n);
  (*node)->copy = plain_copy (to, size, from, size, size, 1);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphAddMemsetNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const FillParams *params)
{
  if (params->element != 1 && params->element != 2 && params->element != 4)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *node = ihop_graph_add_node (graph, FILL, after, n);
  (*node)->fill = *params;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphAddHostNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const CallParams *params)
{
  *node = ihop_graph_add_node (graph, CALL, after, n);
  (*node)->call = *params;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphAddEmptyNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n)
{
  *node = ihop_graph_add_node (graph, EMPTY, after, n);
  return cudaSuccess;
}

/* The child is taken as it is now. */
IHOP_CUDART cudaError_t
cudaGraphAddChildGraphNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, cudaGraph_t child)
{
  *node = ihop_graph_add_node (graph, CHILD, after, n);
  return cudaGraphInstantiate (&(*node)->child, child, 0);
}

/* --- adding by asking a stream (capture.h) ---------------------------------------------------- */

cudaGraphNode_t
ihop_graph_add_kernel (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphLaunch *launch)
{
  const KernelParams params = { NULL, launch->grid, launch->block, launch->shared, launch->args, NULL };
  cudaGraphNode_t node = ihop_graph_add_node (graph, KERNEL, after, n);

  ihop_graph_set_kernel (node, launch->kernel, &params);
  return node;
}

cudaGraphNode_t
ihop_graph_add_copy (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphCopy *copy)
{
  cudaGraphNode_t node = ihop_graph_add_node (graph, COPY, after, n);

  node->copy = plain_copy (copy->to, copy->to_pitch, copy->from, copy->from_pitch, copy->width, copy->height);
  return node;
}

cudaGraphNode_t
ihop_graph_add_fill (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphFill *fill)
{
  cudaGraphNode_t node = ihop_graph_add_node (graph, FILL, after, n);

  node->fill = *fill;
  return node;
}

cudaGraphNode_t
ihop_graph_add_call (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void (*call) (void *), void *data)
{
  cudaGraphNode_t node = ihop_graph_add_node (graph, CALL, after, n);

  node->call = (CallParams){ call, data };
  return node;
}

cudaGraphNode_t
ihop_graph_add_own_call (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void (*call) (void *), const void *data, size_t size)
{
  cudaGraphNode_t node = ihop_graph_add_node (graph, CALL, after, n);

  node->own_size = size;
  node->own = memcpy (malloc (size + 1), data, size);
  node->call = (CallParams){ call, node->own };
  return node;
}

/* --- memory ------------------------------------------------------------------------------------ */

/* As cudaMemAllocNodeParams has it. */
typedef struct
{
  struct
  {
    int allocation, handles, location_type, location;
    void *security;
    size_t most;
    unsigned char rest[56];
  } props;
  const void *access;
  size_t n_access, size;
  void *place;
} AllocParams;

cudaGraphNode_t
ihop_graph_add_obtain (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, size_t size, void **place)
{
  IhopGraphMemory *memory = ihop_graph_memory_new (size);

  *place = memory ? ihop_graph_memory_place (memory) : NULL;
  if (memory == NULL)
    return NULL;
  cudaGraphNode_t node = ihop_graph_add_node (graph, OBTAIN, after, n);
  node->memory = memory;
  return node;
}

cudaGraphNode_t
ihop_graph_add_release (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void *place)
{
  cudaGraphNode_t node = ihop_graph_add_node (graph, RELEASE, after, n);
  IhopGraphMemory *memory = ihop_graph_memory_at (place);

  node->released = place;
  node->memory = memory ? ihop_graph_memory_ref (memory) : NULL;
  return node;
}

IHOP_CUDART cudaError_t
cudaGraphAddMemAllocNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, AllocParams *params)
{
  *node = ihop_graph_add_obtain (graph, after, n, params->size, &params->place);
  return *node ? cudaSuccess : ihop_cudart_error (params->size ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
}

/* Nothing but memory of graphs is freed by them. */
IHOP_CUDART cudaError_t
cudaGraphAddMemFreeNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void *place)
{
  *node = NULL;
  if (ihop_graph_memory_at (place) == NULL)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *node = ihop_graph_add_release (graph, after, n, place);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphMemAllocNodeGetParams (cudaGraphNode_t node, AllocParams *params)
{
  if (node->type != OBTAIN)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *params = (AllocParams){ .props = { .allocation = 1, .location_type = 1 }, .size = ihop_graph_memory_size (node->memory),
                           .place = ihop_graph_memory_place (node->memory) };
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphMemFreeNodeGetParams (cudaGraphNode_t node, void **place)
{
  if (node->type != RELEASE)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *place = node->released;
  return cudaSuccess;
}
