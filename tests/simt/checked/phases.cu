/* The first warp fills a ring of two buffers, which the others empty: objects in shared memory say which of them is full, and which is empty. With the
 * fault the others say so before they have read it. */
#include <cstdio>
#include <cuda_runtime.h>

enum { T = 96, STAGES = 2, ROUNDS = 7 };

static __device__ unsigned
in_shared (const void *place)
{
  unsigned offset;
  asm ("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(offset) : "l"(place));
  return offset;
}

static __device__ void
init (void *barrier, unsigned count)
{
  asm volatile ("mbarrier.init.shared.b64 [%0], %1;" ::"r"(in_shared (barrier)), "r"(count) : "memory");
}

static __device__ void
arrive (void *barrier)
{
  asm volatile ("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(in_shared (barrier)) : "memory");
}

static __device__ void
wait_for (void *barrier, unsigned parity)
{
  int is_over = 0;
  while (!is_over)
    asm volatile ("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                  : "=r"(is_over) : "r"(in_shared (barrier)), "r"(parity) : "memory");
}

static __global__ void
ring (const int *in, int *out)
{
  __shared__ unsigned long long full[STAGES], empty[STAGES];
  __shared__ int buffer[STAGES][32];
  int t = threadIdx.x, sum = 0;

  if (t < STAGES)
    {
      init (&full[t], 32);
      init (&empty[t], T - 32);
    }
  __syncthreads ();
  for (int round = 0; round < ROUNDS; round++)
    {
      int stage = round % STAGES, turn = round / STAGES;
      if (t < 32)
        {
          if (turn > 0)
            wait_for (&empty[stage], (turn - 1) % 2);
          buffer[stage][t] = in[32 * round + t];
          arrive (&full[stage]);
        }
      else
        {
          wait_for (&full[stage], turn % 2);
#ifdef FAULT
          arrive (&empty[stage]);
          sum += buffer[stage][(t + round) % 32];
#else
          sum += buffer[stage][(t + round) % 32];
          arrive (&empty[stage]);
#endif
        }
    }
  out[t] = sum;
}

int
main (void)
{
  int host[32 * ROUNDS], *in, *out;

  for (int i = 0; i < 32 * ROUNDS; i++)
    host[i] = 3 * i;
  cudaMalloc (&in, sizeof host);
  cudaMalloc (&out, T * sizeof *out);
  cudaMemcpy (in, host, sizeof host, cudaMemcpyHostToDevice);
  ring<<<1, T>>> (in, out);
  cudaMemcpy (host, out, T * sizeof *out, cudaMemcpyDeviceToHost);
  printf ("%d\n", host[T - 1]);
  cudaFree (in);
  cudaFree (out);
}
