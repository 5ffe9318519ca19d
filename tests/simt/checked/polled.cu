/* A block asks an object in shared memory again and again whether all have come; with the fault half of them never do. Not optimised, so that
 * what it is told goes through the stack. */
#include <cuda_runtime.h>

static __device__ unsigned
in_shared (const void *place)
{
  unsigned offset;
  asm ("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(offset) : "l"(place));
  return offset;
}

struct Barrier
{
  unsigned long long object;

  __device__ void
  init (unsigned count)
  {
    asm volatile ("mbarrier.init.shared.b64 [%0], %1;" ::"r"(in_shared (&object)), "r"(count) : "memory");
  }

  __device__ unsigned long long
  arrive ()
  {
    unsigned long long phase;
    asm volatile ("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(in_shared (&object)) : "memory");
    return phase;
  }

  __device__ bool
  test_wait (unsigned long long phase)
  {
    unsigned is_over;
    asm volatile ("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                  : "=r"(is_over) : "r"(in_shared (&object)), "l"(phase) : "memory");
    return is_over;
  }
};

__global__ void
meet (int *out)
{
  __shared__ Barrier barrier;

  if (threadIdx.x == 0)
    barrier.init (blockDim.x);
  __syncthreads ();
#ifdef FAULT
  if (threadIdx.x >= blockDim.x / 2)
    return;
#endif
  unsigned long long phase = barrier.arrive ();
  while (!barrier.test_wait (phase))
    ;
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int
main (void)
{
  int *out;

  cudaMalloc (&out, 2 * 64 * sizeof *out);
  meet<<<2, 64>>> (out);
  cudaDeviceSynchronize ();
  cudaFree (out);
}
