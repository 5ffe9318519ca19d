/* Vectors. expect: add proved; reversed proved; stride proved; twice proved
   fault: add race block-race; reversed race; stride race; twice block-race */
#include <stdio.h>
__global__ void add (const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FAULT
  if (i + 1 < n)
    c[i] = c[i + 1] + b[i];
#else
  if (i < n)
    c[i] = a[i] + b[i];
#endif
}
__global__ void reversed (int *a)
{
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
#ifndef FAULT
  __syncthreads ();
#endif
  a[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void stride (float *a, int n)
{
#ifdef FAULT
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x / 2)
#else
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
#endif
    a[i] = 2 * a[i];
}
__global__ void twice (int *a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      a[2 * i] = i;
#ifdef FAULT
      if (threadIdx.x == blockDim.x - 1 && 2 * i + 2 < 2 * n)
        a[2 * i + 2] = i;
#endif
      a[2 * i + 1] = i;
    }
}
int main ()
{
  float *f;
  int *a;
  cudaMallocManaged (&f, 3 * 1024 * sizeof *f);
  cudaMallocManaged (&a, 1024 * sizeof *a);
  for (int i = 0; i < 1024; i++)
    a[i] = i, f[i] = f[i + 1024] = f[i + 2048] = i;
  add<<<16, 64>>> (f, f + 1024, f + 2048, 1000);
  cudaDeviceSynchronize ();
  reversed<<<1, 64>>> (a);
  stride<<<4, 64>>> (f, 1000);
  cudaDeviceSynchronize ();
  twice<<<8, 64>>> (a, 500);
  return cudaDeviceSynchronize ();
}
