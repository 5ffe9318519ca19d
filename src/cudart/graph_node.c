#include "cudart/graph_node.h"
#include <stdlib.h>

cudaGraphNode_t
ihop_graph_add_node (cudaGraph_t graph, NodeType type, const cudaGraphNode_t *after, size_t n_after)
{
  cudaGraphNode_t node = calloc (1, sizeof *node);

  node->type = type;
  node->number = graph->n;
  node->after = malloc ((n_after + 1) * sizeof *node->after);
  node->n_after = n_after;
  for (size_t i = 0; i < n_after; i++)
    node->after[i] = after[i];
  graph->nodes = realloc (graph->nodes, (graph->n + 1) * sizeof *graph->nodes);
  graph->nodes[graph->n++] = node;
  return node;
}

cudaError_t
ihop_graph_set_kernel (cudaGraphNode_t node, IhopEngineKernel *kernel, const KernelParams *params)
{
  size_t offset;

  if (kernel == NULL || (params->args == NULL && ihop_cudart_engine ()->param (kernel, 0, &offset)))
    return ihop_cudart_error (kernel ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
  void **args = ihop_cudart_copy_args (kernel, params->args);
  ihop_cudart_free_args (node->launch.args);
  node->kernel = kernel;
  node->launch = *params;
  node->launch.args = args;
  return cudaSuccess;
}
