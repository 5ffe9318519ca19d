/* Memory that is freed in the order of the stream that uses it; with the fault in another stream's. */
#include <cstdio>

static __global__ void
fill (int *a)
{
  a[threadIdx.x] = threadIdx.x;
}

int
main (void)
{
  int *a;
  cudaStream_t work, other;

  cudaStreamCreate (&work);
  cudaStreamCreate (&other);
  cudaMallocAsync (&a, 256 * sizeof (int), work);
  fill<<<1, 256, 0, work>>> (a);
#ifdef FAULT
  cudaFreeAsync (a, other);
#else
  cudaFreeAsync (a, work);
#endif
  cudaDeviceSynchronize ();
  printf ("OK\n");
  return 0;
}
