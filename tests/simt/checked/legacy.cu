/* The default stream waits for blocking streams, and they for it; with the fault the stream is none of them. */
#include <cstdio>

static __global__ void
add (int *a, int n, int what)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    a[i] += what;
}

int
main (void)
{
  enum { N = 1000 };
  int *a;
  cudaStream_t stream;

  cudaMalloc (&a, N * sizeof (int));
#ifdef FAULT
  cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking);
#else
  cudaStreamCreate (&stream);
#endif
  cudaMemset (a, 0, N * sizeof (int));
  cudaDeviceSynchronize ();
  for (int i = 0; i < 3; i++)
    {
      add<<<(N + 127) / 128, 128, 0, stream>>> (a, N, 1);
      add<<<(N + 127) / 128, 128>>> (a, N, 2);
    }
  cudaStreamSynchronize (stream);
  cudaFree (a);
  printf ("OK\n");
  return 0;
}
