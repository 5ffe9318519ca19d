/* A thread's assertion fails: the launch does, and what is said names the block and the thread. */
#include "check.h"
#include <assert.h>

static __global__ void
claim (int *out, int n)
{
  int t = threadIdx.x + threadIdx.y * blockDim.x, i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x * blockDim.y + t;

  out[i] = t;
  __syncthreads ();
  assert (i != n);
  out[i] += i;
}

int
main (void)
{
  enum { N = 50 * 7 * 128 };
  static int got[N], wanted[N];
  int *o = on_device (got, N);

  claim<<<dim3 (50, 7), dim3 (32, 4)>>> (o, -1);
  back (got, o, N);
  for (int i = 0; i < N; i++)
    wanted[i] = i % 128 + i;
  expect ("claim", got, wanted, N);
  claim<<<dim3 (50, 7), dim3 (32, 4)>>> (o, (3 * 50 + 41) * 128 + 70);
  int status = cudaDeviceSynchronize (), right = cudaErrorAssert;
  expect ("status", &status, &right, 1);
  puts (failures ? "FAILED" : "OK");
  return failures > 0;
}
