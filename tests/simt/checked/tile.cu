/* Tiles of two matrices in shared memory, which halves of warps read by rows and by single places; with the fault the next tile
 * is written while others may still read this one. */
#include <cuda_runtime.h>

enum { T = 16, N = 64 };

__global__ void
product (const float *a, const float *b, float *c)
{
  __shared__ float x[T][T], y[T][T];
  int i = threadIdx.y, j = threadIdx.x, row = blockIdx.y * T + i, column = blockIdx.x * T + j;
  float sum = 0;

  for (int k = 0; k < N; k += T)
    {
      x[i][j] = a[row * N + k + j];
      y[i][j] = b[(k + i) * N + column];
      __syncthreads ();
      for (int l = 0; l < T; l++)
        sum += x[i][l] * y[l][j];
#ifndef FAULT
      __syncthreads ();
#endif
    }
  c[row * N + column] = sum;
}

int
main (void)
{
  static float ones[N * N], got[N * N];
  float *a, *b, *c;
  int wrong = 0;

  for (int i = 0; i < N * N; i++)
    ones[i] = 1;
  cudaMalloc (&a, sizeof ones);
  cudaMalloc (&b, sizeof ones);
  cudaMalloc (&c, sizeof ones);
  cudaMemcpy (a, ones, sizeof ones, cudaMemcpyHostToDevice);
  cudaMemcpy (b, ones, sizeof ones, cudaMemcpyHostToDevice);
  product<<<dim3 (N / T, N / T), dim3 (T, T)>>> (a, b, c);
  cudaMemcpy (got, c, sizeof ones, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N * N; i++)
    wrong += got[i] != N;
  cudaFree (a);
  cudaFree (b);
  cudaFree (c);
  return wrong != 0;
}
