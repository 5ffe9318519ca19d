/* The host asks a flag until a function that a stream calls behind a copy has set it, and then fills in another stream what was copied; with the fault it
 * asks nothing. */
#include <cuda_runtime.h>

static int is_over;

static void
say (void *)
{
  __atomic_store_n (&is_over, 1, __ATOMIC_RELEASE);
}

int
main (void)
{
  enum { SIZE = 4096 };
  char *from, *to;
  cudaStream_t one, other;

  cudaMalloc (&from, SIZE);
  cudaMalloc (&to, SIZE);
  cudaMemset (from, 1, SIZE);
  cudaStreamCreateWithFlags (&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&other, cudaStreamNonBlocking);
  cudaDeviceSynchronize ();
  cudaMemcpyAsync (to, from, SIZE, cudaMemcpyDeviceToDevice, one);
  cudaLaunchHostFunc (one, say, nullptr);
#ifndef FAULT
  while (!__atomic_load_n (&is_over, __ATOMIC_ACQUIRE))
    ;
#endif
  cudaMemsetAsync (from, 2, SIZE, other);
  cudaDeviceSynchronize ();
  cudaStreamDestroy (one);
  cudaStreamDestroy (other);
  cudaFree (from);
  cudaFree (to);
}
