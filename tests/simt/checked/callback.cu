/* A function that a stream calls must not ask CUDA for work. */
#include <cuda_runtime.h>

static int *place;

static void
call (void *data)
{
#ifdef FAULT
  cudaMemset (place, 0, 64);
#endif
  *(int *) data = 1;
}

int
main (void)
{
  int done = 0;

  cudaMalloc (&place, 64);
  cudaLaunchHostFunc (0, call, &done);
  cudaDeviceSynchronize ();
  cudaGetLastError ();
  cudaFree (place);
  return done ? 0 : 1;
}
