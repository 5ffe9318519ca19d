/* A block of a program's own allocator is used after it has come back: with the fault, in the wrong order.
 */
#include <cstdio>
#include <cuda_runtime.h>
#include <ihop_check.h>

static char *pool;
static size_t used;

static void *
take (size_t bytes, const char *name)
{
  void *block = pool + used;

  used += (bytes + 511) / 512 * 512;
  ihop_check_give (block, bytes, name);
  return block;
}

static __global__ void
fill (int *to, int n)
{
  if (threadIdx.x < n)
    to[threadIdx.x] = threadIdx.x;
}

int
main (void)
{
  enum { N = 100 };
  int values[N];

  cudaMalloc (&pool, 1 << 16);
  int *first = (int *) take (N * sizeof (int), "first"), *second = (int *) take (N * sizeof (int), "second");
#ifdef FAULT
  ihop_check_take (first);
  fill<<<1, 128>>> (first, N);
#else
  fill<<<1, 128>>> (first, N);
  ihop_check_take (first);
#endif
  fill<<<1, 128>>> (second, N);
  cudaMemcpy (values, second, sizeof values, cudaMemcpyDeviceToHost);
  ihop_check_take (second);
  int *third = (int *) (pool + 256);
  ihop_check_give (third, N * sizeof (int), nullptr);
  fill<<<1, 128>>> (third, N);
  cudaMemset (pool, 0, 1 << 16);
  cudaDeviceSynchronize ();
  printf ("%d\n", values[7]);
  cudaFree (pool);
}
