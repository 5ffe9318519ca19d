/* A program's own allocator, which tells of its blocks: a kernel writes as many numbers as its block has room for; with the fault one more, which
 * lies in no other block, but in the pool. */
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
  fill<<<1, 128>>> (first, N + 1);
#else
  fill<<<1, 128>>> (first, N);
#endif
  fill<<<1, 128>>> (second, N);
  cudaMemcpy (values, second, sizeof values, cudaMemcpyDeviceToHost);
  ihop_check_take (first);
  ihop_check_take (second);
  int *third = (int *) (pool + 256);
  ihop_check_give (third, N * sizeof (int), nullptr);
  fill<<<1, 128>>> (third, N);
  cudaMemset (pool, 0, 1 << 16);
  cudaDeviceSynchronize ();
  printf ("%d\n", values[7]);
  cudaFree (pool);
}
