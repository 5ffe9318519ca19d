/* Conditional nodes of graphs: bodies that are done if, while or where a number says so, which kernels set ("CUDA C++ Programming
 * Guide", "Conditional Graph Nodes"). A handle is the address of one of these numbers. */
#pragma once
#include "cudart/graph_node.h"

typedef struct IhopCondition IhopCondition;

/* By the numbers of cudaGraphConditionalNodeType. */
typedef enum { IHOP_CONDITION_IF, IHOP_CONDITION_WHILE, IHOP_CONDITION_SWITCH } IhopConditionType;

struct IhopGraphBodies
{
  IhopCondition *condition; /* a reference */
  IhopConditionType type;
  unsigned n;
  cudaGraph_t *bodies; /* of an instance: each in an order in which it can be done */
};

/* Those that were made for a graph which ends. */
void ihop_graph_conditions_free (IhopCondition *conditions);

/* Room for n bodies; the caller frees. */
IhopGraphBodies *ihop_graph_bodies_new (IhopCondition *condition, IhopConditionType type, unsigned n);
/* Only as many bodies as could be copied: where they are fewer, it failed. The caller frees. */
IhopGraphBodies *ihop_graph_bodies_copy (const IhopGraphBodies *from, cudaError_t (*copy_body) (cudaGraph_t *copy, cudaGraph_t body));
void ihop_graph_bodies_free (IhopGraphBodies *bodies, cudaError_t (*free_body) (cudaGraph_t body));
/* The number is what its handle was made with, if that is to be at each launch; so in the bodies' own conditions. */
void ihop_graph_bodies_reset (IhopGraphBodies *bodies);
/* Does what the number asks for: "run" does one body. */
cudaError_t ihop_graph_bodies_run (IhopGraphBodies *bodies, cudaError_t (*run) (cudaGraph_t body));
