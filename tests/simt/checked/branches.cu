/* A graph of kernels, each behind the one that it needs; with the fault two branches use the same memory. */
#include <cuda_runtime.h>

__global__ void
add (int *place, int value)
{
  place[threadIdx.x] += value;
}

static cudaGraphNode_t
node (cudaGraph_t graph, cudaGraphNode_t after, int *place, int value)
{
  cudaGraphNode_t made;
  void *arguments[] = { &place, &value };
  cudaKernelNodeParams params = {};

  params.func = (void *) add;
  params.gridDim = dim3 (1);
  params.blockDim = dim3 (64);
  params.kernelParams = arguments;
  cudaGraphAddKernelNode (&made, graph, &after, after != nullptr, &params);
  return made;
}

int
main (void)
{
  int *place, *other;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;

  cudaStreamCreate (&stream);
  cudaMalloc (&place, 64 * sizeof *place);
  cudaMalloc (&other, 64 * sizeof *other);
  cudaMemsetAsync (place, 0, 64 * sizeof *place, stream);
  cudaMemsetAsync (other, 0, 64 * sizeof *other, stream);
  cudaGraphCreate (&graph, 0);
  cudaGraphNode_t first = node (graph, nullptr, place, 1);
#ifdef FAULT
  node (graph, nullptr, place, 2);
#else
  node (graph, first, place, 2);
#endif
  node (graph, nullptr, other, 3);
  cudaGraphInstantiate (&exec, graph, 0);
  cudaGraphLaunch (exec, stream);
  cudaGraphLaunch (exec, stream);
  add<<<1, 64, 0, stream>>> (place, 4);
  add<<<1, 64, 0, stream>>> (other, 4);
  cudaStreamSynchronize (stream);
  cudaGraphExecDestroy (exec);
  cudaStreamDestroy (stream);
  cudaFree (place);
  cudaFree (other);
  (void) first;
  return cudaGetLastError ();
}
