/* Graphs: work that is noted once and done often. */
#pragma once
#include "cudart/cudart.h"

typedef struct IhopGraph *cudaGraph_t;
typedef struct IhopGraphNode *cudaGraphNode_t;

/* What nodes do. As cudaMemsetParams has it: */
typedef struct
{
  void *place;
  size_t pitch;
  unsigned value, element; /* of "element" bytes */
  size_t width, height;    /* elements, rows */
} IhopGraphFill;

typedef struct
{
  void *to;
  size_t to_pitch;
  const void *from;
  size_t from_pitch, width, height; /* bytes, rows */
} IhopGraphCopy;

typedef struct
{
  IhopEngineKernel *kernel;
  IhopDim3 grid, block;
  void **args; /* are copied */
  size_t shared;
} IhopGraphLaunch;

IHOP_CUDART cudaError_t cudaGraphCreate (cudaGraph_t *graph, unsigned flags);
IHOP_CUDART cudaError_t cudaGraphDestroy (cudaGraph_t graph);

/* Each adds a node behind those, which the graph owns. */
cudaGraphNode_t ihop_graph_add_kernel (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphLaunch *launch);
cudaGraphNode_t ihop_graph_add_copy (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphCopy *copy);
cudaGraphNode_t ihop_graph_add_fill (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, const IhopGraphFill *fill);
cudaGraphNode_t ihop_graph_add_call (cudaGraph_t graph, const cudaGraphNode_t *after, size_t n, void (*call) (void *), void *data);
/* Are all other nodes before one of these? */
int ihop_graph_ends_with (cudaGraph_t graph, const cudaGraphNode_t *last, size_t n);
