/* A stream waits for an event; with the fault nobody has recorded it, so that it waits for nothing. */
#include <cuda_runtime.h>

int
main (void)
{
  cudaStream_t stream;
  cudaEvent_t event;

  cudaStreamCreate (&stream);
  cudaEventCreate (&event);
#ifndef FAULT
  cudaEventRecord (event, 0);
#endif
  cudaStreamWaitEvent (stream, event, 0);
  cudaStreamSynchronize (stream);
  cudaStreamDestroy (stream);
  cudaEventDestroy (event);
}
