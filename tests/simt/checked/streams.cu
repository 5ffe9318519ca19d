/* Work of two streams, ordered by an event; with the fault nobody waits for it. */
#include <cstdio>

static __global__ void
fill (int *a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    a[i] = i;
}

static __global__ void
turn (const int *a, int *b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    b[i] = a[n - 1 - i];
}

int
main (void)
{
  enum { N = 1000 };
  int *a, *b;
  cudaStream_t first, second;
  cudaEvent_t filled;

  cudaMalloc (&a, N * sizeof (int));
  cudaMalloc (&b, N * sizeof (int));
  cudaStreamCreate (&first);
  cudaStreamCreate (&second);
  cudaEventCreate (&filled);
  fill<<<(N + 127) / 128, 128, 0, first>>> (a, N);
  cudaEventRecord (filled, first);
#ifndef FAULT
  cudaStreamWaitEvent (second, filled, 0);
#endif
  turn<<<(N + 127) / 128, 128, 0, second>>> (a, b, N);
  cudaDeviceSynchronize ();
  fill<<<(N + 127) / 128, 128, 0, second>>> (a, N); /* the host has waited */
  cudaFree (a);
  cudaFree (b);
  printf ("OK\n");
  return 0;
}
