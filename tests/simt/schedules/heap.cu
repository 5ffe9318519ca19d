/* The faulty version takes memory in the kernel, at addresses of which nothing is promised, and says where. */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void
fill (int **held, int *out)
{
#ifdef FAULT
  int *own = (int *) malloc (sizeof *own);
#else
  int *own = &out[blockIdx.x];
#endif
  *own = blockIdx.x;
  held[blockIdx.x] = own;
}

int
main (void)
{
  int **held, *out;

  cudaMalloc (&held, 4 * sizeof *held);
  cudaMalloc (&out, 4 * sizeof *out);
  fill<<<4, 1>>> (held, out);
  printf ("%d\n", (int) cudaDeviceSynchronize ());
  cudaFree (held);
  cudaFree (out);
}
