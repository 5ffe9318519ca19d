/* Graphs: work that is noted once and done often. */
#pragma once
#include "cudart/graph_node.h"

IHOP_CUDART cudaError_t cudaGraphCreate (cudaGraph_t *graph, unsigned flags);
IHOP_CUDART cudaError_t cudaGraphDestroy (cudaGraph_t graph);

/* Each adds a node behind those, which the graph owns. */
cudaGraphNode_t ihop_graph_add_kernel (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphLaunch *launch);
cudaGraphNode_t ihop_graph_add_copy (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphCopy *copy);
cudaGraphNode_t ihop_graph_add_fill (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphFill *fill);
cudaGraphNode_t ihop_graph_add_call (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void (*call) (void *), void *data);
/* … with a copy of the data; the call is no function of the program's. */
cudaGraphNode_t ihop_graph_add_own_call (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void (*call) (void *), const void *data,
                                         size_t size);
/* Its memory begins at *place. NULL: there is no room. */
cudaGraphNode_t ihop_graph_add_obtain (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, size_t size, void **place);
cudaGraphNode_t ihop_graph_add_release (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void *place);
/* Are all other nodes before one of these? */
int ihop_graph_ends_with (cudaGraph_t graph, const cudaGraphNode_t *last, size_t n);
IHOP_CUDART cudaError_t cudaGraphInstantiate (cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags);

/* The runtime's functions for nodes of one type. */
IHOP_CUDART cudaError_t cudaGraphAddKernelNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const KernelParams *params);
IHOP_CUDART cudaError_t cudaGraphAddMemcpyNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const CopyParams *params);
IHOP_CUDART cudaError_t cudaGraphAddMemsetNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const FillParams *params);
IHOP_CUDART cudaError_t cudaGraphAddHostNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const CallParams *params);
IHOP_CUDART cudaError_t cudaGraphAddEmptyNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n);
IHOP_CUDART cudaError_t cudaGraphAddChildGraphNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, cudaGraph_t child);
