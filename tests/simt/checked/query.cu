/* Work of one stream uses what another one's has written: the program asks until that is done, or asks once and goes on. */
#include <cuda_runtime.h>

__global__ void
fill (int *place)
{
  place[threadIdx.x] += threadIdx.x;
}

int
main (void)
{
  cudaStream_t one, other;
  cudaEvent_t done;
  int *place;

  cudaMalloc (&place, 64 * sizeof *place);
  cudaMemset (place, 0, 64 * sizeof *place);
  cudaDeviceSynchronize ();
  cudaStreamCreate (&one);
  cudaStreamCreate (&other);
  cudaEventCreate (&done);
  fill<<<1, 64, 0, one>>> (place);
  cudaEventRecord (done, one);
#ifdef FAULT
  cudaEventQuery (done);
#else
  while (cudaEventQuery (done) == cudaErrorNotReady)
    ;
#endif
  fill<<<1, 64, 0, other>>> (place);
  cudaDeviceSynchronize ();
  cudaFree (place);
}
