/* A shared array whose size is no multiple of anything: with the fault the last thread stores one element behind it, where nothing else is. */
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 31 };

static __global__ void
turn (int *values)
{
  __shared__ int kept[N];
  int t = threadIdx.x;

#ifndef FAULT
  if (t < N)
#endif
    kept[t] = values[t];
  __syncthreads ();
  if (t < N)
    values[t] = kept[N - 1 - t];
}

int
main (void)
{
  int host[32] = { 7 }, *values;

  cudaMalloc (&values, sizeof host);
  cudaMemcpy (values, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, 32>>> (values);
  cudaMemcpy (host, values, sizeof host, cudaMemcpyDeviceToHost);
  printf ("%d\n", host[N - 1]);
  cudaFree (values);
}
