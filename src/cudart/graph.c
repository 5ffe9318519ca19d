#include "cudart/graph.h"
#include "cudart/allocation.h"
#include "cudart/graph_conditional.h"
#include "cudart/host_calls.h"
#include <stdlib.h>
#include <string.h>

/* As programs that are checked number them (simt/engine.h); a flag of instances. */
enum { FREE_STREAM = 1, AUTO_FREE = 1 };

/* --- nodes ------------------------------------------------------------------------------------ */

int
ihop_graph_ends_with (cudaGraph_t graph, const cudaGraphNode_t *last, size_t n)
{
  for (size_t i = 0; i < graph->n; i++)
    graph->nodes[i]->is_done = 0;
  for (size_t i = 0; i < graph->n; i++)
    for (size_t k = 0; k < graph->nodes[i]->n_after; k++)
      graph->nodes[i]->after[k]->is_done = 1;
  for (size_t i = 0; i < n; i++)
    last[i]->is_done = 1;
  int ends = 1;
  for (size_t i = 0; i < graph->n; i++)
    {
      ends &= graph->nodes[i]->is_done;
      graph->nodes[i]->is_done = 0;
    }
  return ends;
}

static void
free_args (cudaGraphNode_t node)
{
  ihop_cudart_free_args (node->launch.args);
}

static cudaError_t
copy_body (cudaGraph_t *copy, cudaGraph_t body)
{
  return cudaGraphInstantiate (copy, body, 0);
}

static cudaError_t
copy_node (cudaGraphNode_t to, cudaGraphNode_t from, cudaGraphNode_t *nodes)
{
  to->copy = from->copy;
  to->fill = from->fill;
  to->call = from->call;
  to->child = from->child;
  to->memory = from->memory ? ihop_graph_memory_ref (from->memory) : NULL;
  to->released = from->released;
  if (from->own)
    {
      to->own_size = from->own_size;
      to->own = memcpy (malloc (from->own_size + 1), from->own, from->own_size);
      to->call.data = to->own;
    }
  to->bodies = from->bodies ? ihop_graph_bodies_copy (from->bodies, copy_body) : NULL;
  if (from->bodies && to->bodies->n < from->bodies->n)
    return ihop_cudart_error (cudaErrorInvalidValue);
  for (size_t i = 0; i < from->n_after; i++)
    to->after[i] = nodes[from->after[i]->number];
  return from->type == KERNEL ? ihop_graph_set_kernel (to, from->kernel, &from->launch) : cudaSuccess;
}

/* --- doing it --------------------------------------------------------------------------------- */

static cudaError_t
copy_all (const CopyParams *copy)
{
  for (size_t z = 0; z < copy->extent.z; z++)
    for (size_t y = 0; y < copy->extent.y; y++)
      {
        size_t from = ((z + copy->from_at.z) * copy->from.height + y + copy->from_at.y) * copy->from.pitch + copy->from_at.x;
        size_t to = ((z + copy->to_at.z) * copy->to.height + y + copy->to_at.y) * copy->to.pitch + copy->to_at.x;
        cudaError_t error = ihop_cudart_copy ((char *) copy->to.place + to, (char *) copy->from.place + from, copy->extent.x, copy->kind);
        if (error)
          return error;
      }
  return cudaSuccess;
}

static cudaError_t
fill_all (const FillParams *fill)
{
  for (size_t y = 0; y < fill->height; y++)
    if (ihop_cudart_check ()
        && !ihop_cudart_check ()->access ((char *) fill->place + y * fill->pitch, fill->width * fill->element, 1, "cudaMemset"))
      return ihop_cudart_error (cudaErrorInvalidValue);
  for (size_t y = 0; y < fill->height; y++)
    for (size_t x = 0; x < fill->width; x++)
      memcpy ((char *) fill->place + y * fill->pitch + x * fill->element, &fill->value, fill->element);
  return cudaSuccess;
}

/* What the last launch has left is freed, or stands in the way of the next one. */
static cudaError_t
prepare_memory (cudaGraphExec_t exec)
{
  for (size_t i = 0; i < exec->n; i++)
    {
      cudaGraphNode_t node = exec->nodes[i];
      if (node->type != OBTAIN || !ihop_graph_memory_is_there (node->memory))
        continue;
      cudaError_t error = exec->flags & AUTO_FREE ? ihop_memory_release (ihop_graph_memory_place (node->memory), "cudaGraphLaunch")
                                                  : ihop_cudart_error (cudaErrorInvalidValue);
      if (error)
        return error;
    }
  return cudaSuccess;
}

static cudaError_t run_all (cudaGraphExec_t exec, const unsigned *issues);

static cudaError_t
run_body (cudaGraph_t body)
{
  return run_all (body, NULL);
}

static cudaError_t
run_node (cudaGraphNode_t node)
{
  switch (node->type)
    {
    case KERNEL:
      return ihop_cudart_launch (node->kernel, node->launch.grid, node->launch.block, node->launch.args, node->launch.shared);
    case COPY:
      return copy_all (&node->copy);
    case FILL:
      return fill_all (&node->fill);
    case CALL:
      if (node->own)
        node->call.call (node->own);
      else
        ihop_host_call_late (node->call.call, node->call.data);
      return cudaSuccess;
    case CHILD:
      return run_all (node->child, NULL);
    case CONDITIONAL:
      return ihop_graph_bodies_run (node->bodies, run_body);
    case OBTAIN:
      return ihop_graph_memory_begin (node->memory) ? cudaSuccess : ihop_cudart_error (cudaErrorInvalidValue);
    case RELEASE:
      return ihop_memory_release (node->released, "cudaGraphLaunch");
    default:
      return cudaSuccess;
    }
}

/* "issues": of each node, or NULL. */
static cudaError_t
run_all (cudaGraphExec_t exec, const unsigned *issues)
{
  cudaError_t refusal = prepare_memory (exec);

  if (refusal)
    return refusal;
  for (size_t i = 0; i < exec->n; i++)
    {
      if (issues)
        ihop_cudart_check ()->enter (issues[i]);
      cudaError_t error = run_node (exec->nodes[i]);
      if (error)
        return error;
    }
  return cudaSuccess;
}

/* In a program that is checked: each node is behind what the stream was asked for before, and behind those that it names; what
 * the stream is asked for next is behind all of them. Nodes stand in an order in which they can be done. Caller frees. */
static unsigned *
order_nodes (cudaGraphExec_t exec, cudaStream_t stream)
{
  const IhopEngineCheck *check = ihop_cudart_check ();
  unsigned before = ihop_order_mark (stream), *issues = check ? calloc (exec->n + 1, sizeof *issues) : NULL;

  for (size_t i = 0; check && i < exec->n; i++)
    {
      cudaGraphNode_t node = exec->nodes[i];
      node->stream = node->stream ? node->stream : check->open (FREE_STREAM);
      check->put_behind (node->stream, before);
      for (size_t k = 0; k < node->n_after; k++)
        check->put_behind (node->stream, node->after[k]->issue);
      node->issue = issues[i] = check->issue (node->stream);
    }
  for (size_t i = 0; check && i < exec->n; i++)
    ihop_order_put_behind (stream, issues[i]);
  return issues;
}

typedef struct
{
  cudaGraphExec_t exec;
  unsigned *issues;
} GraphRun;

static cudaError_t
run_kept (void *data)
{
  const GraphRun *run = data;

  for (size_t i = 0; i < run->exec->n; i++)
    if (run->exec->nodes[i]->bodies)
      ihop_graph_bodies_reset (run->exec->nodes[i]->bodies);
  cudaError_t error = run_all (run->exec, run->issues);

  free (run->issues);
  return error;
}

static int
may_wait (cudaGraphExec_t exec)
{
  for (size_t i = 0; i < exec->n; i++)
    {
      cudaGraphNode_t node = exec->nodes[i];
      if ((node->type == CALL && !node->own && ihop_host_calls_are_late ()) || (node->type == KERNEL && ihop_cudart_may_wait (node->kernel, node->launch.block)) || (node->type == CHILD && may_wait (node->child)))
        return 1;
      for (unsigned k = 0; node->bodies && k < node->bodies->n; k++)
        if (may_wait (node->bodies->bodies[k]))
          return 1;
    }
  return 0;
}

/* What is changed or destroyed is not at work any more. */
static void
wait_for_last (cudaGraphExec_t exec)
{
  if (exec->pending)
    ihop_pending_wait (exec->pending);
  ihop_pending_unref (exec->pending);
  exec->pending = NULL;
}

/* --- graphs ----------------------------------------------------------------------------------- */

IHOP_CUDART cudaError_t
cudaGraphCreate (cudaGraph_t *graph, unsigned flags)
{
  *graph = calloc (1, sizeof **graph);
  return *graph ? cudaSuccess : ihop_cudart_error (cudaErrorMemoryAllocation);
}

IHOP_CUDART cudaError_t
cudaGraphDestroy (cudaGraph_t graph)
{
  for (size_t i = 0; i < graph->n; i++)
    {
      free_args (graph->nodes[i]);
      ihop_graph_memory_unref (graph->nodes[i]->memory);
      ihop_graph_bodies_free (graph->nodes[i]->bodies, cudaGraphDestroy);
      free (graph->nodes[i]->own);
      free (graph->nodes[i]->after);
      free (graph->nodes[i]);
    }
  ihop_graph_conditions_free (graph->conditions);
  free (graph->nodes);
  free (graph);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphExecDestroy (cudaGraphExec_t exec)
{
  wait_for_last (exec);
  return cudaGraphDestroy (exec);
}

IHOP_CUDART cudaError_t
cudaGraphClone (cudaGraph_t *clone, cudaGraph_t graph)
{
  cudaError_t error = cudaGraphCreate (clone, 0);

  for (size_t i = 0; i < graph->n && error == cudaSuccess; i++)
    ihop_graph_add_node (*clone, graph->nodes[i]->type, graph->nodes[i]->after, graph->nodes[i]->n_after);
  for (size_t i = 0; i < graph->n && error == cudaSuccess; i++)
    error = copy_node ((*clone)->nodes[i], graph->nodes[i], (*clone)->nodes);
  return error;
}

static int
is_ready (cudaGraphNode_t node)
{
  for (size_t i = 0; i < node->n_after; i++)
    if (!node->after[i]->is_done)
      return 0;
  return !node->is_done;
}

/* Always the first node that waits for nobody; FALSE: some wait for each other. */
static int
put_in_order (cudaGraphExec_t exec)
{
  cudaGraphNode_t *sorted = malloc ((exec->n + 1) * sizeof *sorted);
  size_t n = 0, before = 1;

  while (n < exec->n && before != n)
    {
      before = n;
      for (size_t i = 0; i < exec->n; i++)
        if (is_ready (exec->nodes[i]))
          {
            exec->nodes[i]->is_done = 1;
            sorted[n++] = exec->nodes[i];
          }
    }
  if (n == exec->n)
    memcpy (exec->nodes, sorted, n * sizeof *sorted);
  free (sorted);
  return n == exec->n;
}

IHOP_CUDART cudaError_t
cudaGraphInstantiate (cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
  cudaError_t error = cudaGraphClone (exec, graph);

  (*exec)->flags = flags;
  if (error == cudaSuccess && !put_in_order (*exec))
    error = ihop_cudart_error (cudaErrorInvalidValue);
  return error;
}

IHOP_CUDART cudaError_t
cudaGraphInstantiateWithFlags (cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
  return cudaGraphInstantiate (exec, graph, flags);
}

IHOP_CUDART cudaError_t
cudaGraphLaunch (cudaGraphExec_t exec, cudaStream_t stream)
{
  static const IhopWork work = { .run = run_kept, .size = sizeof (GraphRun), .name = "cudaGraphLaunch" };
  GraphRun run = { exec, ihop_order_refusal (stream, work.name) ? NULL : order_nodes (exec, stream) };
  IhopPending *pending;
  cudaError_t error = ihop_order_do (stream, &work, &run, may_wait (exec), &pending);

  ihop_pending_unref (exec->pending);
  exec->pending = pending;
  return error;
}

IHOP_CUDART cudaError_t
cudaGraphUpload (cudaGraphExec_t exec, cudaStream_t stream)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphGetNodes (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
  for (size_t i = 0; nodes && i < *n && i < graph->n; i++)
    nodes[i] = graph->nodes[i];
  *n = graph->n;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphNodeGetType (cudaGraphNode_t node, int *type)
{
  *type = node->type;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaGraphAddDependencies (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const void *data, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      to[i]->after = realloc (to[i]->after, (to[i]->n_after + 1) * sizeof *to[i]->after);
      to[i]->after[to[i]->n_after++] = from[i];
    }
  return cudaSuccess;
}
