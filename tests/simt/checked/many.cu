/* More arrays than finds are kept for, each written over and over; with the fault by two warps at once. What is found has to be
 * written down as it comes, and still not take the day. */
#include <cuda_runtime.h>

enum { ARRAYS = 1200, TIMES = 64 };

__global__ void
write_all (int *const *arrays)
{
#ifdef FAULT
  int writer = threadIdx.x % 32 == 0;
#else
  int writer = threadIdx.x == 0;
#endif
  if (writer)
    for (int i = 0; i < ARRAYS; i++)
      for (int k = 0; k < TIMES; k++)
        arrays[i][k] = threadIdx.x + k;
}

int
main (void)
{
  static int *arrays[ARRAYS];
  int **device;

  for (int i = 0; i < ARRAYS; i++)
    cudaMalloc (&arrays[i], TIMES * sizeof (int));
  cudaMalloc (&device, sizeof arrays);
  cudaMemcpy (device, arrays, sizeof arrays, cudaMemcpyHostToDevice);
  write_all<<<1, 64>>> (device);
  cudaError_t error = cudaDeviceSynchronize ();
  for (int i = 0; i < ARRAYS; i++)
    cudaFree (arrays[i]);
  cudaFree (device);
  return error != cudaSuccess;
}
