/* Graphs: by hand, with nodes whose order only their dependencies tell, and by capturing streams that fork and
 * join; what is noted is done when it is launched, as often, and with the arguments of when it was noted. */
#include "check.h"

enum { N = 300 };

static __global__ void
step (int *values, int factor, int plus)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < N)
    values[i] = values[i] * factor + plus;
}

static __global__ void
both (const int *a, const int *b, int *out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < N)
    out[i] = a[i] - b[i];
}

static int calls;
static void
count (void *data)
{
  calls += *(int *) data;
}

static void
must (const char *what, cudaError_t error)
{
  if (error != cudaSuccess)
    {
      printf ("%s: %s\n", what, cudaGetErrorName (error));
      failures++;
    }
}

static struct cudaKernelNodeParams
kernel (int *values, int *factor, int *plus, void **args, int **place)
{
  struct cudaKernelNodeParams params = {};

  *place = values;
  args[0] = place;
  args[1] = factor;
  args[2] = plus;
  params.func = (void *) step;
  params.gridDim = dim3 ((N + 63) / 64);
  params.blockDim = dim3 (64);
  params.kernelParams = args;
  return params;
}

/* fill 2; then × 3 + 1, then × 10 + 4, though the nodes are made the other way round. */
static void
by_hand (int *d, int *got)
{
  cudaGraph_t graph, clone;
  cudaGraphExec_t exec;
  cudaGraphNode_t first, second, fill, copy, host;
  int ten = 10, four = 4, three = 3, one = 1, *place, step_by = 5, wanted[N];
  void *args[3];
  size_t n = 0;
  struct cudaMemsetParams two = {};
  struct cudaHostNodeParams call = { count, &step_by };

  two.dst = d;
  two.value = 2;
  two.elementSize = 4;
  two.width = N;
  two.height = 1;
  must ("create", cudaGraphCreate (&graph, 0));
  struct cudaKernelNodeParams params = kernel (d, &ten, &four, args, &place);
  must ("second", cudaGraphAddKernelNode (&second, graph, 0, 0, &params));
  params = kernel (d, &three, &one, args, &place);
  must ("first", cudaGraphAddKernelNode (&first, graph, 0, 0, &params));
  ten = three = 77; /* too late to count */
  must ("fill", cudaGraphAddMemsetNode (&fill, graph, 0, 0, &two));
  must ("copy", cudaGraphAddMemcpyNode1D (&copy, graph, &second, 1, got, d, N * sizeof (int), cudaMemcpyDeviceToHost));
  must ("host", cudaGraphAddHostNode (&host, graph, &copy, 1, &call));
  const cudaGraphNode_t from[] = { fill, first }, to[] = { first, second };
  must ("order", cudaGraphAddDependencies (graph, from, to, 0, 2));
  must ("nodes", cudaGraphGetNodes (graph, 0, &n));
  must ("clone", cudaGraphClone (&clone, graph));
  must ("destroy", cudaGraphDestroy (graph));
  must ("instantiate", cudaGraphInstantiate (&exec, clone, 0));
  memset (got, 0, N * sizeof (int));
  for (int i = 0; i < 3; i++)
    must ("launch", cudaGraphLaunch (exec, 0));
  for (int i = 0; i < N; i++)
    wanted[i] = (2 * 3 + 1) * 10 + 4;
  expect ("by hand", got, wanted, N);
  if (calls != 15 || n != 5)
    {
      printf ("%d calls, %d nodes\n", calls, (int) n);
      failures++;
    }
  cudaGraphExecDestroy (exec);
  cudaGraphDestroy (clone);
}

static void
by_capture (int *a, int *b, int *out, int *got)
{
  static int before[N], wanted[N];
  cudaStream_t main, other;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCaptureStatus status;

  cudaStreamCreate (&main);
  cudaStreamCreate (&other);
  cudaEventCreate (&fork);
  cudaEventCreate (&join);
  for (int i = 0; i < N; i++)
    before[i] = i;
  cudaMemset (out, 0, N * sizeof (int));
  must ("begin", cudaStreamBeginCapture (main, cudaStreamCaptureModeGlobal));
  cudaEventRecord (fork, main);
  cudaStreamWaitEvent (other, fork, 0);
  cudaMemcpyAsync (a, before, sizeof before, cudaMemcpyHostToDevice, main);
  cudaMemsetAsync (b, 0, sizeof before, other);
  step<<<5, 64, 0, main>>> (a, 2, 3);
  step<<<3, 128, 0, other>>> (b, 1, 7);
  cudaEventRecord (join, other);
  cudaStreamWaitEvent (main, join, 0);
  both<<<5, 64, 0, main>>> (a, b, out);
  must ("capturing", cudaStreamIsCapturing (other, &status));
  must ("end", cudaStreamEndCapture (main, &graph));
  back (got, out, N);
  expect ("nothing is done while it is noted", got, wanted, N);
  must ("instantiate", cudaGraphInstantiate (&exec, graph, 0));
  for (int i = 0; i < N; i++)
    {
      before[i] = 5 * i;
      wanted[i] = 10 * i + 3 - 7;
    }
  for (int i = 0; i < 2; i++)
    must ("launch", cudaGraphLaunch (exec, main));
  back (got, out, N);
  expect ("by capture", got, wanted, N);
  step<<<5, 64, 0, other>>> (out, 0, status);
  back (got, out, 1);
  if (got[0] != 1)
    {
      puts ("the stream that joined still captures");
      failures++;
    }
  cudaGraphExecDestroy (exec);
  cudaGraphDestroy (graph);
}

/* Branches that are not waited for, and captures that end in another stream, are errors; what was recorded in a capture that has ended is of no
 * consequence. */
static void
by_mistake (int *a, int *got)
{
  cudaStream_t main, other;
  cudaEvent_t fork, join;
  cudaGraph_t graph;

  cudaStreamCreate (&main);
  cudaStreamCreate (&other);
  cudaEventCreate (&fork);
  cudaEventCreate (&join);
  for (int is_joined = 0; is_joined < 2; is_joined++)
    {
      must ("begin", cudaStreamBeginCapture (main, cudaStreamCaptureModeGlobal));
      cudaMemsetAsync (a, 0, sizeof (int), main);
      cudaEventRecord (fork, main);
      cudaStreamWaitEvent (other, fork, 0);
      step<<<1, 64, 0, other>>> (a, 2, 3);
      cudaEventRecord (join, other);
      if (is_joined)
        cudaStreamWaitEvent (main, join, 0);
      if (cudaStreamEndCapture (other, &graph) != cudaErrorStreamCaptureUnmatched)
        puts ("a capture ends where it did not begin"), failures++;
      if (cudaStreamEndCapture (main, &graph) != (is_joined ? cudaSuccess : cudaErrorStreamCaptureUnjoined))
        puts ("a branch is forgotten"), failures++;
    }
  cudaGraphDestroy (graph);
  must ("behind nothing", cudaStreamWaitEvent (other, join, 0));
  cudaMemsetAsync (a, 1, sizeof (int), other);
  back (got, a, 1);
  if (got[0] != 0x01010101)
    puts ("the stream still captures"), failures++;
  cudaGetLastError ();
}

int
main (void)
{
  static int got[N];
  int *a = on_device (got, N), *b = on_device (got, N), *c = on_device (got, N);

  by_hand (a, got);
  by_capture (a, b, c, got);
  by_mistake (a, got);
  return finish ();
}
