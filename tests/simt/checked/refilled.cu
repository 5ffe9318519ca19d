/* A buffer in two halves, one filled while the other one is copied; with the fault the first half is filled again at once. */
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 500 };

static void
fill (int *half, int with)
{
  for (int i = 0; i < N; i++)
    half[i] = with + i;
}

int
main (void)
{
  int *a, *buffer;
  cudaEvent_t is_copied[2];

  cudaMalloc (&a, 4 * N * sizeof *a);
  cudaMallocHost (&buffer, 2 * N * sizeof *a);
  for (int i = 0; i < 2; i++)
    cudaEventCreate (&is_copied[i]);
  for (int i = 0; i < 4; i++)
    {
#ifndef FAULT
      if (i >= 2)
        cudaEventSynchronize (is_copied[i % 2]);
#endif
      fill (buffer + i % 2 * N, i);
      cudaMemcpyAsync (a + i * N, buffer + i % 2 * N, N * sizeof *a, cudaMemcpyHostToDevice, 0);
      cudaEventRecord (is_copied[i % 2], 0);
    }
  cudaDeviceSynchronize ();
  for (int i = 0; i < 2; i++)
    cudaEventDestroy (is_copied[i]);
  printf ("OK\n");
  cudaFreeHost (buffer);
  cudaFree (a);
}
