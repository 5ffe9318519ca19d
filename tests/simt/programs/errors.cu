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

/* An instruction that no card has, in a kernel with more arguments than would fit by chance. */
static __global__ void
unknown (double a, double b, double c, double d, double e, double f, double *out)
{
  asm volatile ("nonsense.u32;");
  *out = a + b + c + d + e + f;
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
  for (int i = 0; i < 100; i++)
    unknown<<<1, 32>>> (1, 2, 3, 4, 5, 6, (double *) d);
  want ("unknown instruction", cudaGetLastError (), cudaErrorLaunchFailure);
  nothing<<<1, 32>>> (d);
  check<<<2, 40>>> (d, 1);
  want ("assertion that holds", cudaGetLastError (), cudaSuccess);
  check<<<2, 40>>> (d, 2);
  want ("assertion", cudaGetLastError (), cudaErrorAssert);
  want ("whoever waits is told, too", cudaDeviceSynchronize (), cudaErrorAssert);
  cudaGetLastError ();
  return finish ();
}
