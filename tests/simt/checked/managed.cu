/* The host adds up what a kernel writes into managed memory; with the fault before anybody has waited. What the kernel does not use may be
 * read meanwhile, in the same page, too. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
fill (int *a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    a[i] = i;
}

int
main (void)
{
  enum { N = 3000 };
  int *a, sum = 0;

  cudaMallocManaged (&a, 2 * N * sizeof *a);
  for (int i = 0; i < 2 * N; i++)
    a[i] = 1;
  fill<<<(N + 127) / 128, 128>>> (a, N);
  for (int i = N; i < 2 * N; i++)
    sum += a[i];
#ifndef FAULT
  cudaDeviceSynchronize ();
#endif
  for (int i = 0; i < N; i++)
    sum += a[i];
  cudaDeviceSynchronize ();
  printf ("%d\n", sum);
  cudaFree (a);
}
