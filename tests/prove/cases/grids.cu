/* Blocks that wait for each other. expect: shifted proved; of_block unknown; not_all refuted
   fault: shifted block-race race */
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void shifted (int n, int times, float *__restrict__ a, float *__restrict__ b)
{
  cg::grid_group grid = cg::this_grid ();
  for (int t = 0; t < times; t++)
    {
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] = a[i + 1] + a[i];
      grid.sync ();
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = b[n - 1 - i];
#ifndef FAULT /* the next round begins before this one is over */
      cg::sync (grid);
#endif
    }
}
/* A block's barrier says nothing of other blocks. */
__global__ void of_block (int n, float *__restrict__ a, float *__restrict__ b)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = i;
  __syncthreads ();
  if (i < n)
    a[i] = b[n - 1 - i];
}
/* Some blocks do not come. */
__global__ void not_all (int n, float *__restrict__ a)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0)
    cg::this_grid ().sync ();
  if (i < n)
    a[i] = i;
}

#ifdef FAULT
int main ()
{
  int n = 64, times = 3;
  float *a, *b;
  void *arguments[] = { &n, &times, &a, &b };

  cudaMalloc (&a, (n + 1) * sizeof *a);
  cudaMalloc (&b, n * sizeof *b);
  cudaMemset (a, 0, (n + 1) * sizeof *a);
  cudaMemset (b, 0, n * sizeof *b);
  cudaLaunchCooperativeKernel ((const void *) shifted, dim3 (2), dim3 (16), arguments, 0, 0);
  return cudaDeviceSynchronize () != cudaSuccess;
}
#endif
