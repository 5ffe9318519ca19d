/* A graph allocates memory and frees it behind its last use, or before it. */
#include <cuda_runtime.h>

__global__ void
set (int *a)
{
  a[threadIdx.x] = 1;
}

int
main (void)
{
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int *a;

  cudaStreamCreate (&stream);
  cudaStreamBeginCapture (stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync (&a, 32 * sizeof *a, stream);
#ifdef FAULT
  cudaFreeAsync (a, stream);
#endif
  set<<<1, 32, 0, stream>>> (a);
#ifndef FAULT
  cudaFreeAsync (a, stream);
#endif
  cudaStreamEndCapture (stream, &graph);
  cudaGraphInstantiate (&exec, graph, 0);
  cudaGraphLaunch (exec, stream);
  cudaGraphLaunch (exec, stream);
  cudaStreamSynchronize (stream);
  cudaGraphExecDestroy (exec);
  cudaGraphDestroy (graph);
  cudaStreamDestroy (stream);
}
