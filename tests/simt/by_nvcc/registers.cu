/* A kernel whose threads take some 128 registers each: blocks of 256 find room; with the fault 1024 do not. */
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 120, MOST = 1024 };

static __global__ void
work (float *a, int n)
{
  float v[N];

#pragma unroll
  for (int i = 0; i < N; i++)
    v[i] = a[i * MOST + threadIdx.x];
  for (int k = 0; k < n; k++)
#pragma unroll
    for (int i = 0; i < N; i++)
      v[i] = v[i] * v[(i + 7) % N] + v[(i + 31) % N];
#pragma unroll
  for (int i = 0; i < N; i++)
    a[i * MOST + threadIdx.x] = v[i];
}

int
main (void)
{
  float *a;

  cudaMalloc (&a, N * MOST * sizeof *a);
  cudaMemset (a, 0, N * MOST * sizeof *a);
#ifdef FAULT
  work<<<1, 1024>>> (a, 2);
#else
  work<<<1, 256>>> (a, 2);
#endif
  printf ("%s\n", cudaGetErrorString (cudaGetLastError ()));
  cudaDeviceSynchronize ();
  cudaFree (a);
}
