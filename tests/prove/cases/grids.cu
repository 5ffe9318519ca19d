/* Blocks that wait for each other. expect: shifted proved; of_block unknown; not_all refuted; dealt proved; alone proved; both refuted
   fault: shifted block-race race; dealt block-race race */
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

/* One block that is launched alone waits for nobody else. */
static __device__ void wait_for_all (void)
{
  if (gridDim.x > 1)
    cg::this_grid ().sync ();
  else
    __syncthreads ();
}

/* Rows and columns are dealt out by quotients and remainders. */
__global__ void dealt (int n, int times, float (*__restrict__ a)[64], float (*__restrict__ b)[64])
{
  for (int t = 0; t < times; t++)
    {
      wait_for_all ();
      for (int both = blockIdx.x * blockDim.x + threadIdx.x; both < 1024; both += gridDim.x * blockDim.x)
        for (int i = 1 + both / 32; i < n - 1; i += 32)
          for (int j = 1 + both % 32; j < 63; j += 32)
            b[i][j] = a[i - 1][j] + a[i][j + 1];
#ifndef FAULT
      wait_for_all ();
#endif
      for (int both = blockIdx.x * blockDim.x + threadIdx.x; both < 1024; both += gridDim.x * blockDim.x)
        for (int i = 1 + both / 32; i < n - 1; i += 32)
          for (int j = 1 + both % 32; j < 63; j += 32)
            a[i][j] = b[i][j];
    }
}

/* Launched as one block; and as that and by an address, as several. */
#define REVERSED(NAME) \
  __global__ void NAME (float *__restrict__ a, float *__restrict__ b) \
  { \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    b[i] = i; \
    __syncthreads (); \
    a[i] = b[gridDim.x * blockDim.x - 1 - i]; \
  }
REVERSED (alone)
REVERSED (both)

void launch (float *a, float *b, int blocks)
{
  void *arguments[] = { &a, &b };

  alone<<<1, 64>>> (a, b);
  both<<<1, 64>>> (a, b);
  cudaLaunchCooperativeKernel ((const void *) both, dim3 (blocks), dim3 (64), arguments, 0, 0);
}

#ifdef FAULT
int main ()
{
  int n = 64, times = 3;
  float *a, *b, *c;
  void *arguments[] = { &n, &times, &a, &b }, *matrices[] = { &n, &times, &c, &b };

  cudaMalloc (&a, (n + 1) * sizeof *a);
  cudaMalloc (&b, 64 * n * sizeof *b);
  cudaMalloc (&c, 64 * n * sizeof *c);
  cudaMemset (a, 0, (n + 1) * sizeof *a);
  cudaMemset (b, 0, 64 * n * sizeof *b);
  cudaMemset (c, 0, 64 * n * sizeof *c);
  cudaLaunchCooperativeKernel ((const void *) dealt, dim3 (2), dim3 (32), matrices, 0, 0);
  cudaLaunchCooperativeKernel ((const void *) shifted, dim3 (2), dim3 (16), arguments, 0, 0);
  return cudaDeviceSynchronize () != cudaSuccess;
}
#endif
