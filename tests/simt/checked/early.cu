/* A copy behind the kernel that makes what it copies; with the fault in a stream that does not wait for it. */
#include <cstdio>

static __global__ void
fill (int *a)
{
  a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

int
main (void)
{
  enum { N = 1024 };
  int *a, *back, sum = 0;
  cudaStream_t work, copies;

  cudaMalloc (&a, N * sizeof (int));
  cudaMallocHost (&back, N * sizeof (int));
  cudaStreamCreate (&work);
  cudaStreamCreate (&copies);
  fill<<<N / 128, 128, 0, work>>> (a);
#ifndef FAULT
  cudaStreamSynchronize (work);
#endif
  cudaMemcpyAsync (back, a, N * sizeof (int), cudaMemcpyDeviceToHost, copies);
  cudaStreamSynchronize (copies);
  cudaStreamSynchronize (work);
  for (int i = 0; i < N; i++)
    sum += back[i];
  cudaFreeHost (back);
  cudaFree (a);
  printf ("%s\n", sum == 8 * 127 * 64 ? "OK" : "?");
  return 0;
}
