/* Two copies by way of one buffer of the host: the second one waits for the first; with the fault it does not. */
#include <cstdio>

int
main (void)
{
  enum { N = 4096 };
  int *a, *b, *buffer;
  cudaStream_t up, down;
  cudaEvent_t is_up;

  cudaMalloc (&a, N * sizeof (int));
  cudaMalloc (&b, N * sizeof (int));
  cudaMallocHost (&buffer, N * sizeof (int));
  cudaStreamCreate (&up);
  cudaStreamCreateWithFlags (&down, cudaStreamNonBlocking);
  cudaEventCreate (&is_up);
  cudaMemset (b, 1, N * sizeof (int));
  cudaDeviceSynchronize ();
  for (int i = 0; i < N; i++)
    buffer[i] = i;
  cudaMemcpyAsync (a, buffer, N * sizeof (int), cudaMemcpyHostToDevice, up);
  cudaEventRecord (is_up, up);
#ifndef FAULT
  cudaEventSynchronize (is_up);
#endif
  cudaMemcpyAsync (buffer, b, N * sizeof (int), cudaMemcpyDeviceToHost, down);
  cudaDeviceSynchronize ();
  cudaFreeHost (buffer);
  cudaFree (a);
  cudaFree (b);
  printf ("OK\n");
  return 0;
}
