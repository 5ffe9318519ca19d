/* What the runtime refuses, with the documented errors. */
#include "check.h"
#include <assert.h>

static __global__ void
nothing (int *out)
{
  out[threadIdx.x] = 1;
}

static __global__ void
check (const int *out, int wanted)
{
  assert (out[0] == wanted);
}

static void
want (const char *what, cudaError_t got, cudaError_t wanted)
{
  if (got != wanted)
    {
      printf ("%s: %s, expected %s\n", what, cudaGetErrorName (got), cudaGetErrorName (wanted));
      failures++;
    }
}

int
main (void)
{
  int *d, count, device;
  static int host;

  want ("malloc", cudaMalloc (&d, 4096), cudaSuccess);
  nothing<<<1, 2000>>> (d);
  want ("too many threads", cudaGetLastError (), cudaErrorInvalidConfiguration);
  want ("kept once", cudaGetLastError (), cudaSuccess);
  nothing<<<dim3 (1, 70000), 32>>> (d);
  want ("too many blocks", cudaGetLastError (), cudaErrorInvalidConfiguration);
  nothing<<<1, 32, 1 << 20>>> (d);
  want ("too much shared memory", cudaGetLastError (), cudaErrorInvalidConfiguration);
  want ("symbol", cudaMemcpyToSymbol (host, &host, 4), cudaErrorInvalidSymbol);
  want ("device", cudaSetDevice (99), cudaErrorInvalidDevice);
  cudaGetLastError ();
  want ("count", cudaGetDeviceCount (&count), cudaSuccess);
  want ("current", cudaGetDevice (&device), cudaSuccess);
  if (count < 1 || device != 0)
    failures++;
  nothing<<<1, 32>>> (d);
  check<<<2, 40>>> (d, 1);
  want ("assertion that holds", cudaGetLastError (), cudaSuccess);
  check<<<2, 40>>> (d, 2);
  want ("assertion", cudaGetLastError (), cudaErrorAssert);
  return finish ();
}
