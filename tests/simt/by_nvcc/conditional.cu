/* Conditional nodes: bodies that are done or not, again and again, or by number; one in another; nodes of all types by cudaGraphAddNode;
 * a body that a stream has captured. */
#include "../programs/check.h"

static __global__ void
set_to (cudaGraphConditionalHandle handle, const int *value)
{
  cudaGraphSetConditional (handle, *value);
}

static __global__ void
add (int *place, int by)
{
  *place += by;
}

static __device__ int n_calls;

static __global__ void
count_call (void)
{
  n_calls++;
}

/* Counts down; the loop ends at 0. */
static __global__ void
count_down (cudaGraphConditionalHandle handle, int *left)
{
  *left -= 1;
  cudaGraphSetConditional (handle, *left > 0);
}

static void
must (const char *what, cudaError_t error)
{
  if (error == cudaSuccess)
    return;
  printf ("%s: %s\n", what, cudaGetErrorString (error));
  failures++;
}

static cudaGraphNode_t
add_kernel (cudaGraph_t graph, const cudaGraphNode_t *after, void *function, void **args)
{
  cudaGraphNodeParams params = { cudaGraphNodeTypeKernel };
  cudaGraphNode_t node;

  params.kernel.func = function;
  params.kernel.gridDim = params.kernel.blockDim = dim3 (1);
  params.kernel.kernelParams = args;
  must ("kernel", cudaGraphAddNode (&node, graph, after, NULL, after ? 1 : 0, &params));
  return node;
}

static cudaGraphNode_t
add_conditional (cudaGraph_t graph, const cudaGraphNode_t *after, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                 unsigned n, cudaGraph_t *bodies)
{
  cudaGraphNodeParams params = { cudaGraphNodeTypeConditional };
  cudaGraphNode_t node;

  params.conditional.handle = handle;
  params.conditional.type = type;
  params.conditional.size = n;
  must ("conditional", cudaGraphAddNode (&node, graph, after, NULL, after ? 1 : 0, &params));
  for (unsigned i = 0; i < n; i++)
    bodies[i] = params.conditional.phGraph_out[i];
  return node;
}

/* Launched with each of the values; what is there then. */
static void
launch_each (const char *name, cudaGraph_t graph, int *value, const int *values, int *place, const int *wanted, int n)
{
  cudaGraphExec_t exec;

  must ("instance", cudaGraphInstantiate (&exec, graph, 0));
  must ("graph's end", cudaGraphDestroy (graph));
  for (int i = 0; i < n; i++)
    {
      int got;
      cudaMemcpy (value, &values[i], sizeof (int), cudaMemcpyHostToDevice);
      cudaMemset (place, 0, sizeof (int));
      must ("launch", cudaGraphLaunch (exec, 0));
      back (&got, place, 1);
      expect (name, &got, &wanted[i], 1);
    }
  cudaGraphExecDestroy (exec);
}

/* if, else, and what the number was before nobody has set it. */
static void
choices (int *value, int *place)
{
  static const int values[] = { 1, 0, 7, 2 }, if_else[] = { 1, 10, 1, 1 }, by_number[] = { 10, 1, 0, 100 };
  int one = 1, ten = 10, hundred = 100;
  void *args[] = { &place, &one }, *others[] = { &place, &ten }, *thirds[] = { &place, &hundred };

  for (int k = 0; k < 2; k++)
    {
      cudaGraph_t graph, bodies[3];
      cudaGraphConditionalHandle handle;
      cudaGraphCreate (&graph, 0);
      must ("handle", cudaGraphConditionalHandleCreate (&handle, graph));
      void *set_args[] = { &handle, &value };
      cudaGraphNode_t first = add_kernel (graph, NULL, (void *) set_to, set_args);
      add_conditional (graph, &first, handle, k ? cudaGraphCondTypeSwitch : cudaGraphCondTypeIf, k ? 3 : 2, bodies);
      add_kernel (bodies[0], NULL, (void *) add, args);
      add_kernel (bodies[1], NULL, (void *) add, others);
      if (k)
        {
          cudaGraphNode_t node = add_kernel (bodies[2], NULL, (void *) add, thirds);
          add_kernel (bodies[2], &node, (void *) count_call, NULL);
        }
      if (k == 0)
        add_kernel (bodies[1], NULL, (void *) count_call, NULL);
      launch_each (k ? "switch" : "if", graph, value, values, place, k ? by_number : if_else, 4);
    }
}

/* A loop that is done once at least, at each launch; in it a loop of its own, by a stream, which copies and fills, too. */
static void
loops (int *value, int *place)
{
  static const int values[] = { 3, 1, 5 }, wanted[] = { 36, 12, 60 };
  cudaGraph_t graph, body, inner, captured;
  cudaGraphConditionalHandle handle, inside;
  cudaStream_t stream;
  int *left, one = 1, two = 2;

  cudaMalloc (&left, sizeof (int));
  cudaStreamCreate (&stream);
  cudaGraphCreate (&graph, 0);
  must ("handle", cudaGraphConditionalHandleCreate (&handle, graph, 1, cudaGraphCondAssignDefault));
  add_conditional (graph, NULL, handle, cudaGraphCondTypeWhile, 1, &body);
  /* left = 4, and four times + 1; then twice that much more; then the outer loop goes on or ends. */
  must ("inner handle", cudaGraphConditionalHandleCreate (&inside, body, 0, 0));
  cudaGraphNodeParams fill = { cudaGraphNodeTypeMemset };
  fill.memset.dst = left;
  fill.memset.value = 4;
  fill.memset.elementSize = 4;
  fill.memset.width = fill.memset.height = 1;
  cudaGraphNode_t filled, loop, start;
  must ("fill", cudaGraphAddNode (&filled, body, NULL, NULL, 0, &fill));
  void *start_args[] = { &inside, &left };
  start = add_kernel (body, &filled, (void *) set_to, start_args);
  loop = add_conditional (body, &start, inside, cudaGraphCondTypeWhile, 1, &inner);
  void *inner_args[] = { &place, &one };
  cudaGraphNode_t added = add_kernel (inner, NULL, (void *) add, inner_args);
  void *down_args[] = { &inside, &left };
  add_kernel (inner, &added, (void *) count_down, down_args);
  must ("into the body", cudaStreamBeginCaptureToGraph (stream, body, &loop, NULL, 1, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < 4; i++)
    add<<<1, 1, 0, stream>>> (place, two);
  count_down<<<1, 1, 0, stream>>> (handle, value);
  must ("captured", cudaStreamEndCapture (stream, &captured));
  int is_same = captured == body, yes = 1;
  expect ("the same graph", &is_same, &yes, 1);
  launch_each ("loops", graph, value, values, place, wanted, 3);
  cudaStreamDestroy (stream);
  cudaFree (left);
}

int
main (void)
{
  int zero = 0, *value = on_device (&zero, 1), *place = on_device (&zero, 1);
  cudaGraph_t graph;
  cudaGraphConditionalHandle handle;

  int calls, wanted_calls = 2;

  choices (value, place);
  cudaMemcpyFromSymbol (&calls, n_calls, sizeof calls);
  expect ("kernels without parameters", &calls, &wanted_calls, 1);
  loops (value, place);
  cudaGraphCreate (&graph, 0);
  if (cudaGraphConditionalHandleCreate (&handle, graph, 0, 2) != cudaErrorInvalidValue)
    failures++;
  cudaGetLastError ();
  cudaGraphDestroy (graph);
  return finish ();
}
