/* Nodes of any type, by one function; conditional ones have no other. */
#include "cudart/graph.h"
#include "cudart/graph_conditional.h"
#include <string.h>

/* As cudaConditionalNodeParams has it. */
typedef struct
{
  unsigned long long handle;
  int type;
  unsigned size;
  cudaGraph_t *bodies; /* is set */
} ConditionParams;

/* As cudaGraphNodeParams has it. */
typedef struct
{
  int type, reserved[3];
  union
  {
    KernelParams kernel;
    struct
    {
      int flags, reserved[3];
      CopyParams copy;
    } copy;
    FillParams fill;
    CallParams call;
    cudaGraph_t child;
    ConditionParams condition;
    long long room[29];
  } of;
} NodeParams;

static cudaError_t
add_conditional (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, ConditionParams *params)
{
  unsigned most = params->type == IHOP_CONDITION_IF ? 2 : params->type == IHOP_CONDITION_WHILE ? 1 : 1 << 16;

  if (params->handle == 0 || params->size == 0 || params->type < 0 || params->type > IHOP_CONDITION_SWITCH || params->size > most)
    return ihop_cudart_error (cudaErrorInvalidValue);
  *node = ihop_graph_add_node (graph, CONDITIONAL, after, n);
  (*node)->bodies = ihop_graph_bodies_new ((IhopCondition *) (size_t) params->handle, params->type, params->size);
  for (unsigned i = 0; i < params->size; i++)
    cudaGraphCreate (&(*node)->bodies->bodies[i], 0);
  params->bodies = (*node)->bodies->bodies;
  return cudaSuccess;
}

/* "edges": how nodes follow each other; all other ways but the usual one only ask for more haste. */
IHOP_CUDART cudaError_t
cudaGraphAddNode (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, const void *edges, size_t n, NodeParams *params)
{
  if (node == NULL || graph == NULL || params == NULL)
    return ihop_cudart_error (cudaErrorInvalidValue);
  switch (params->type)
    {
    case KERNEL:
      return cudaGraphAddKernelNode (node, graph, after, n, &params->of.kernel);
    case COPY:
      return cudaGraphAddMemcpyNode (node, graph, after, n, &params->of.copy.copy);
    case FILL:
      return cudaGraphAddMemsetNode (node, graph, after, n, &params->of.fill);
    case CALL:
      return cudaGraphAddHostNode (node, graph, after, n, &params->of.call);
    case CHILD:
      return cudaGraphAddChildGraphNode (node, graph, after, n, params->of.child);
    case EMPTY:
      return cudaGraphAddEmptyNode (node, graph, after, n);
    case CONDITIONAL:
      return add_conditional (node, graph, after, n, &params->of.condition);
    default:
      return ihop_cudart_fail (cudaErrorNotSupported, "cudaGraphAddNode", strdup ("nodes of this type have a function of their own"));
    }
}
