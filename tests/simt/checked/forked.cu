/* A capture with a branch: another stream waits for its event, and the first one for that stream's. What the branch does goes beside
 * the first stream's, but with the fault both use the same memory. */
#include <cstdio>
#include <cuda_runtime.h>

static __global__ void
add (int *to, const int *from, int value)
{
  to[threadIdx.x] = from[threadIdx.x] + value;
}

int
main (void)
{
  enum { N = 64, SIZE = N * sizeof (int) };
  int *a, *b, *c, values[N];
  cudaStream_t first, branch;
  cudaEvent_t is_filled, is_done;
  cudaGraph_t graph;
  cudaGraphExec_t exec;

  cudaMalloc (&a, SIZE);
  cudaMalloc (&b, SIZE);
  cudaMalloc (&c, SIZE);
  cudaStreamCreate (&first);
  cudaStreamCreate (&branch);
  cudaEventCreate (&is_filled);
  cudaEventCreate (&is_done);
  cudaStreamBeginCapture (first, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync (a, 0, SIZE, first);
  cudaEventRecord (is_filled, first);
  cudaStreamWaitEvent (branch, is_filled, 0);
#ifdef FAULT
  add<<<1, N, 0, branch>>> (a, a, 1);
#endif
  add<<<1, N, 0, branch>>> (b, a, 1);
  add<<<1, N, 0, first>>> (c, a, 2);
  cudaEventRecord (is_done, branch);
  cudaStreamWaitEvent (first, is_done, 0);
  add<<<1, N, 0, first>>> (a, b, 3);
  cudaStreamEndCapture (first, &graph);
  cudaGraphInstantiate (&exec, graph, 0);
  cudaGraphDestroy (graph);
  cudaGraphLaunch (exec, first);
  cudaGraphLaunch (exec, first);
  cudaStreamSynchronize (first);
  add<<<1, N, 0, branch>>> (c, c, 0);
  cudaStreamSynchronize (branch);
  cudaMemcpy (values, a, SIZE, cudaMemcpyDeviceToHost);
  printf ("%d\n", values[7]);
  cudaGraphExecDestroy (exec);
  cudaEventDestroy (is_filled);
  cudaEventDestroy (is_done);
  cudaStreamDestroy (first);
  cudaStreamDestroy (branch);
  cudaFree (a);
  cudaFree (b);
  cudaFree (c);
}
