/* What graphs are made of. */
#pragma once
#include "cudart/graph_memory.h"
#include "cudart/order.h"

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

typedef struct IhopGraph *cudaGraphExec_t; /* a copy in an order in which it can be done */

/* By the numbers of cudaGraphNodeType. */
typedef enum { KERNEL, COPY, FILL, CALL, CHILD, EMPTY, OBTAIN = 10, RELEASE = 11, CONDITIONAL = 13 } NodeType;

typedef struct
{
  void *function;
  IhopDim3 grid, block;
  unsigned shared;
  void **args, **extra;
} KernelParams;

typedef struct
{
  size_t x, y, z;
} GraphExtent;

typedef struct
{
  void *place;
  size_t pitch, width, height;
} GraphPitched;

typedef struct
{
  void *from_array;
  GraphExtent from_at;
  GraphPitched from;
  void *to_array;
  GraphExtent to_at;
  GraphPitched to;
  GraphExtent extent;
  int kind;
} CopyParams;

typedef IhopGraphFill FillParams;

typedef struct
{
  void (*call) (void *);
  void *data;
} CallParams;

typedef struct IhopGraphBodies IhopGraphBodies; /* graph_conditional.h */

struct IhopGraphNode
{
  NodeType type;
  int number; /* in its graph, by creation */
  cudaGraphNode_t *after;
  size_t n_after;
  int is_done; /* while an order is made, or its last ones are looked for */
  IhopEngineKernel *kernel;
  KernelParams launch; /* its arguments are the node's */
  CopyParams copy;
  FillParams fill;
  CallParams call;
  cudaGraphExec_t child;
  IhopGraphBodies *bodies; /* of conditional nodes; or NULL */
  IhopGraphMemory *memory; /* a reference, of nodes that obtain or release some */
  void *released;
  void *own; /* data of a library's call, or NULL */
  size_t own_size;
  unsigned stream, issue; /* in a program that is checked: of its own, as branches run side by side; the last one */
};

struct IhopGraph
{
  cudaGraphNode_t *nodes;
  size_t n;
  unsigned long long flags; /* of its instance */
  struct IhopCondition *conditions; /* that were made for it */
  IhopPending *pending; /* its last launch, as far as it is not known to be done; or NULL */
};

/* A node of the graph, behind those. */
cudaGraphNode_t ihop_graph_add_node (cudaGraph_t graph, NodeType type, const cudaGraphNode_t *after, size_t n_after);
/* Arguments are copied: what they are when the graph is made counts. */
cudaError_t ihop_graph_set_kernel (cudaGraphNode_t node, IhopEngineKernel *kernel, const KernelParams *params);
