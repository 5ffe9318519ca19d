/* Threads arrive at an object, do something else, and wait for all others only then: what was written before is read behind. Buffers take turns, as
 * who is quick writes for the next round before others have read: with the fault there is one buffer. That the quick one has arrived for the next round
 * tells nobody anything who waits for this one. */
#include <cstdio>
#include <cuda_runtime.h>

enum { T = 64 };
#ifdef FAULT
enum { BUFFERS = 1 };
#else
enum { BUFFERS = 2 };
#endif

static __device__ unsigned
in_shared (const void *place)
{
  unsigned offset;
  asm ("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(offset) : "l"(place));
  return offset;
}

static __global__ void
split (int *out, int rounds)
{
  __shared__ unsigned long long barrier;
  __shared__ int before[BUFFERS][T], between[T];
  int t = threadIdx.x, sum = 0;

  if (t == 0)
    asm volatile ("mbarrier.init.shared.b64 [%0], %1;" ::"r"(in_shared (&barrier)), "r"(T) : "memory");
  __syncthreads ();
  for (int round = 0; round < rounds; round++)
    {
      unsigned long long token;
      int is_over = 0;
      before[round % BUFFERS][t] = round + t;
      asm volatile ("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(in_shared (&barrier)) : "memory");
      between[t] = sum;
      while (!is_over)
        asm volatile ("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                      : "=r"(is_over) : "r"(in_shared (&barrier)), "l"(token) : "memory");
      sum += before[round % BUFFERS][T - 1 - t];
      sum += between[t];
    }
  out[t] = sum;
}

int
main (void)
{
  int host[T], *out;

  cudaMalloc (&out, sizeof host);
  split<<<1, T>>> (out, 5);
  cudaMemcpy (host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf ("%d\n", host[0]);
  cudaFree (out);
}
