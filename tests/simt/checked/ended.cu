/* An event is recorded behind its end. */
#include <cuda_runtime.h>

int
main (void)
{
  cudaEvent_t event;

  cudaEventCreate (&event);
  cudaEventRecord (event, 0);
  cudaEventSynchronize (event);
  cudaEventDestroy (event);
#ifdef FAULT
  cudaEventRecord (event, 0);
  cudaGetLastError ();
#endif
}
