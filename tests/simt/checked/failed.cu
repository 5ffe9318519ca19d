/* A call that fails; the program asks for the last error, or does not. */
#include <cuda_runtime.h>

int
main (void)
{
  cudaSetDevice (99);
#ifndef FAULT
  return cudaGetLastError () == cudaErrorInvalidDevice ? 0 : 1;
#endif
}
