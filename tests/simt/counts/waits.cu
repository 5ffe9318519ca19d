/* Kernels whose waits are known: by blocks for each other, and from barrier to barrier. */
#include <cooperative_groups.h>
#include <cstdio>
#define T (blockIdx.x * blockDim.x + threadIdx.x)

/* Three meetings of four blocks; thread 0 of each asks whether the others have come. */
__global__ void
meets (int *x)
{
  for (int k = 0; k < 3; k++)
    {
      x[T] += k;
      cooperative_groups::this_grid ().sync ();
    }
}

/* Each block but the first waits for the one before. */
__global__ void
chain (volatile int *turn, int *x)
{
  if (threadIdx.x == 0 && blockIdx.x > 0)
    while (turn[blockIdx.x - 1] == 0)
      ;
  x[T] = 1;
  if (threadIdx.x == 0)
    turn[blockIdx.x] = 1;
}

/* Nobody waits for anybody: each tries until it has added. */
__global__ void
tries (int *sum)
{
  int seen = *sum, was;

  do
    {
      was = seen;
      seen = atomicCAS (sum, was, was + 1);
    }
  while (seen != was);
}

/* Two barriers: a load from memory, nothing, and a load of what has come before. */
__global__ void
steps (const int *x, int *y)
{
  __shared__ int own[64];

  own[threadIdx.x] = x[T];
  __syncthreads ();
  int other = own[63 - threadIdx.x];
  __syncthreads ();
  y[T] = other + x[T];
}

int
main (void)
{
  int *x, *y;

  cudaMalloc (&x, 256 * sizeof *x);
  cudaMalloc (&y, 256 * sizeof *y);
  cudaMemset (x, 0, 256 * sizeof *x);
  void *arguments[] = { &x };
  cudaLaunchCooperativeKernel ((const void *) meets, dim3 (4), dim3 (64), arguments, 0, 0);
  cudaMemset (y, 0, 256 * sizeof *y);
  chain<<<4, 64>>> (y, x);
  tries<<<2, 32>>> (x);
  steps<<<4, 64>>> (x, y);
  steps<<<4, 64>>> (x, y);
  puts (cudaDeviceSynchronize () ? "FAILED" : "OK");
}
