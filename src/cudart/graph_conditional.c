#include "cudart/graph_conditional.h"
#include <stdlib.h>

/* Lives as long as a graph in which a node asks for it, or the one that it was made for. */
struct IhopCondition
{
  unsigned value; /* first: the handle is its address, and kernels write there */
  unsigned initial;
  int is_reset;   /* at each launch */
  unsigned references;
  IhopCondition *next; /* of its graph's */
};

enum { ASSIGN_DEFAULT = 1 };

static void
unref (IhopCondition *condition)
{
  if (__atomic_sub_fetch (&condition->references, 1, __ATOMIC_ACQ_REL) == 0)
    free (condition);
}

static IhopCondition *
ref (IhopCondition *condition)
{
  __atomic_add_fetch (&condition->references, 1, __ATOMIC_RELAXED);
  return condition;
}

IHOP_CUDART cudaError_t
cudaGraphConditionalHandleCreate (unsigned long long *handle, cudaGraph_t graph, unsigned initial, unsigned flags)
{
  if (handle == NULL || graph == NULL || flags > ASSIGN_DEFAULT)
    return ihop_cudart_error (cudaErrorInvalidValue);
  IhopCondition *condition = calloc (1, sizeof *condition);
  if (condition == NULL)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  *condition = (IhopCondition){ initial, initial, flags == ASSIGN_DEFAULT, 1, graph->conditions };
  graph->conditions = condition;
  *handle = (size_t) condition;
  return cudaSuccess;
}

void
ihop_graph_conditions_free (IhopCondition *conditions)
{
  while (conditions)
    {
      IhopCondition *next = conditions->next;
      unref (conditions);
      conditions = next;
    }
}

/* --- bodies ------------------------------------------------------------------------------------ */

IhopGraphBodies *
ihop_graph_bodies_new (IhopCondition *condition, IhopConditionType type, unsigned n)
{
  IhopGraphBodies *bodies = calloc (1, sizeof *bodies);

  *bodies = (IhopGraphBodies){ ref (condition), type, n, calloc (n + 1, sizeof (cudaGraph_t)) };
  return bodies;
}

IhopGraphBodies *
ihop_graph_bodies_copy (const IhopGraphBodies *from, cudaError_t (*copy_body) (cudaGraph_t *copy, cudaGraph_t body))
{
  IhopGraphBodies *copy = ihop_graph_bodies_new (from->condition, from->type, from->n);

  for (unsigned i = 0; i < from->n; i++)
    if (copy_body (&copy->bodies[i], from->bodies[i]) != cudaSuccess)
      {
        copy->n = i;
        break;
      }
  return copy;
}

void
ihop_graph_bodies_free (IhopGraphBodies *bodies, cudaError_t (*free_body) (cudaGraph_t body))
{
  if (bodies == NULL)
    return;
  for (unsigned i = 0; i < bodies->n; i++)
    free_body (bodies->bodies[i]);
  unref (bodies->condition);
  free (bodies->bodies);
  free (bodies);
}

void
ihop_graph_bodies_reset (IhopGraphBodies *bodies)
{
  if (bodies->condition->is_reset)
    bodies->condition->value = bodies->condition->initial;
  for (unsigned i = 0; i < bodies->n; i++)
    for (size_t k = 0; k < bodies->bodies[i]->n; k++)
      if (bodies->bodies[i]->nodes[k]->bodies)
        ihop_graph_bodies_reset (bodies->bodies[i]->nodes[k]->bodies);
}

cudaError_t
ihop_graph_bodies_run (IhopGraphBodies *bodies, cudaError_t (*run) (cudaGraph_t body))
{
  const volatile unsigned *value = &bodies->condition->value;
  cudaError_t error = cudaSuccess;
  unsigned which = *value;

  if (bodies->type == IHOP_CONDITION_WHILE)
    {
      while (error == cudaSuccess && *value)
        error = run (bodies->bodies[0]);
      return error;
    }
  if (bodies->type == IHOP_CONDITION_IF)
    which = which == 0;
  return which < bodies->n ? run (bodies->bodies[which]) : cudaSuccess;
}
