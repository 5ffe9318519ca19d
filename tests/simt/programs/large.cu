/* A kernel with some hundred blocks over which two dozen values live, each thread on its own way through them: so large that the engine
 * keeps its registers in memory. */
#include "check.h"

enum { N = 24, THREADS = 80, BLOCKS = 3 };

/* x goes through all values of its last three bits. */
#define SEARCH(i)                                                       \
  while ((x[(i) % N] & 7) != ((i) & 7))                                 \
    {                                                                   \
      x[(i) % N] = x[(i) % N] * 5 + 3 + (x[((i) + 7) % N] >> 5 << 3);   \
      if (x[(i) % N] & 16)                                              \
        sum += x[((i) + 1) % N] ^ ADD (x[(i) % N] & 255);               \
      else if (x[((i) + 2) % N] & 32)                                   \
        sum = sum * 3 + x[((i) + 3) % N];                               \
    }
#define SEARCH_8(i)                                                     \
  SEARCH (i) SEARCH (i + 1) SEARCH (i + 2) SEARCH (i + 3) SEARCH (i + 4) SEARCH (i + 5) SEARCH (i + 6) SEARCH (i + 7)
#define SEARCH_ALL SEARCH_8 (0) SEARCH_8 (8) SEARCH_8 (16) SEARCH_8 (24) SEARCH_8 (32)

static __host__ __device__ unsigned
start_of (unsigned thread, unsigned i)
{
  return thread * 2654435761u + i * 40503u;
}

static __global__ void
search (unsigned *results)
{
  __shared__ unsigned counts[THREADS];
  unsigned x[N], sum = 0, thread = blockIdx.x * THREADS + threadIdx.x;

  counts[threadIdx.x] = thread;
#pragma unroll
  for (int i = 0; i < N; i++)
    x[i] = start_of (thread, i);
#define ADD(value) atomicAdd (&counts[threadIdx.x], value)
  SEARCH_ALL
#undef ADD
  __syncthreads ();
#pragma unroll
  for (int i = 0; i < N; i++)
    sum += x[i] * (i + 1);
  results[thread] = sum + counts[THREADS - 1 - threadIdx.x];
}

static unsigned
add (unsigned *count, unsigned value)
{
  *count += value;
  return *count - value;
}

int
main (void)
{
  static unsigned got[BLOCKS * THREADS], wanted[BLOCKS * THREADS], counts[BLOCKS * THREADS];
  unsigned *results = on_device (got, BLOCKS * THREADS);

  for (int thread = 0; thread < BLOCKS * THREADS; thread++)
    {
      unsigned x[N], sum = 0;
      counts[thread] = thread;
      for (int i = 0; i < N; i++)
        x[i] = start_of (thread, i);
#define ADD(value) add (&counts[thread], value)
      SEARCH_ALL
      for (int i = 0; i < N; i++)
        sum += x[i] * (i + 1);
      wanted[thread] = sum;
    }
  for (int thread = 0; thread < BLOCKS * THREADS; thread++)
    wanted[thread] += counts[thread / THREADS * THREADS + THREADS - 1 - thread % THREADS];
  search<<<BLOCKS, THREADS>>> (results);
  back (got, results, BLOCKS * THREADS);
  expect ("search", got, wanted, BLOCKS * THREADS);
  return finish ();
}
