/* Threads that wait for each other: locks between the lanes of a warp, flags between warps and between blocks,
 * a barrier of the whole grid, barriers with numbers and counts, barriers that count votes. */
#include "check.h"

/* Each thread of the grid adds under one lock. */
static __global__ void
add_locked (int *lock, volatile int *sum)
{
  int done = 0;

  while (!done)
    if (atomicCAS (lock, 0, 1) == 0)
      {
        *sum = *sum + (int) threadIdx.x;
        __threadfence ();
        done = 1;
        atomicExch (lock, 0);
      }
}

/* The lock as a loop of its own: who has it goes on behind the loop in which the others are. */
static __global__ void
add_behind (int *lock, volatile int *sum)
{
  while (atomicCAS (lock, 0, 1) != 0)
    ;
  *sum = *sum + 1;
  __threadfence ();
  atomicExch (lock, 0);
}

/* Every warp but the last waits for the next one. */
static __global__ void
hand_on (int *out)
{
  __shared__ volatile int flags[33];
  int warp = threadIdx.x / 32, last = blockDim.x / 32 - 1;

  if (threadIdx.x <= last + 1)
    flags[threadIdx.x] = 0;
  __syncthreads ();
  if (warp != last)
    while (flags[warp + 1] == 0)
      ;
  __threadfence_block ();
  if (threadIdx.x % 32 == 0)
    {
      out[blockIdx.x * (last + 1) + warp] = warp == last ? 1 : flags[warp + 1] + 1;
      flags[warp] = warp == last ? 1 : flags[warp + 1] + 1;
    }
}

/* A chain of blocks from the last to the first, then one from the first to the last. */
static __global__ void
chain (volatile int *values, int step)
{
  int at = blockIdx.x, before = at - step;

  if (threadIdx.x == 0)
    {
      int seen = 0;
      if (before >= 0 && before < (int) gridDim.x)
        while ((seen = values[before]) == 0)
          ;
      values[at] = seen + 1;
    }
}

/* All blocks meet, several times; what one wrote before, all others read behind. */
static __device__ void
meet (unsigned *count, unsigned turn)
{
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      __threadfence ();
      atomicAdd (count, 1);
      while (*(volatile unsigned *) count < (turn + 1) * gridDim.x)
        ;
      __threadfence ();
    }
  __syncthreads ();
}

static __global__ void
turn_around (unsigned *count, int *values, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  for (unsigned turn = 0; turn < 3; turn++)
    {
      int other = values[(i + 37) % n];
      meet (count, 2 * turn);
      values[i] = other + 1;
      meet (count, 2 * turn + 1);
    }
}

/* Warps 0 and 1 make, 2 and 3 take, over two barriers of their own. */
static __global__ void
make_and_take (int *out)
{
  __shared__ int made[64];
  int lane = threadIdx.x % 64;

  for (int round = 0; round < 4; round++)
    if (threadIdx.x < 64)
      {
        asm volatile ("barrier.sync 2, 128;" ::: "memory");
        made[lane] = round * 1000 + lane * lane;
        __threadfence_block ();
        asm volatile ("barrier.arrive 1, 128;" ::: "memory");
      }
    else
      {
        asm volatile ("barrier.arrive 2, 128;" ::: "memory");
        asm volatile ("barrier.sync 1, 128;" ::: "memory");
        out[round * 64 + lane] = made[63 - lane];
      }
}

/* Half of the warps meet at a barrier of theirs, and the others do not care. */
static __global__ void
half (int *out)
{
  __shared__ int shared[128];

  if (threadIdx.x >= 64)
    {
      shared[threadIdx.x] = threadIdx.x;
      asm volatile ("bar.sync 3, 64;" ::: "memory");
      out[threadIdx.x] = shared[191 - threadIdx.x];
    }
  else
    out[threadIdx.x] = -1;
}

static __global__ void
vote (int *out, int n)
{
  int i = threadIdx.x;

  if (i >= n)
    return;
  int even = __syncthreads_count (i % 2 == 0), all = __syncthreads_and (i >= 0), some = __syncthreads_or (i == 7);
  int none = __syncthreads_and (i != 7);
  out[i] = even * 1000 + (all != 0) * 100 + (some != 0) * 10 + (none != 0);
}

static int
one (const int *device)
{
  int value;

  back (&value, device, 1);
  return value;
}

static void
want (const char *what, int got, int wanted)
{
  expect (what, &got, &wanted, 1);
}

int
main (void)
{
  static int zeros[4096], got[4096], wanted[4096];
  int *lock = on_device (zeros, 1), *sum = on_device (zeros, 1), *d = on_device (zeros, 4096);

  add_locked<<<5, 100>>> (lock, sum);
  want ("lock in a loop", one (sum), 5 * 99 * 50);
  cudaMemset (sum, 0, sizeof (int));
  add_behind<<<7, 50>>> (lock, sum);
  want ("lock in front", one (sum), 7 * 50);
  hand_on<<<3, 256>>> (d);
  back (got, d, 24);
  for (int i = 0; i < 24; i++)
    wanted[i] = 8 - i % 8;
  expect ("flags of warps", got, wanted, 24);
  for (int step = -1; step <= 1; step += 2)
    {
      cudaMemset (d, 0, 300 * sizeof (int));
      chain<<<300, 32>>> (d, step);
      back (got, d, 300);
      for (int i = 0; i < 300; i++)
        wanted[i] = step > 0 ? i + 1 : 300 - i;
      expect ("chain of blocks", got, wanted, 300);
    }
  unsigned *count = (unsigned *) on_device (zeros, 1);
  int n = 20 * 48;
  for (int i = 0; i < n; i++)
    got[i] = i * i;
  cudaMemcpy (d, got, n * sizeof (int), cudaMemcpyHostToDevice);
  void *arguments[] = { &count, &d, &n };
  cudaLaunchCooperativeKernel ((void *) turn_around, 20, 48, arguments, 0, 0);
  back (got, d, n);
  for (int i = 0; i < n; i++)
    wanted[i] = ((i + 111) % n) * ((i + 111) % n) + 3;
  expect ("barrier of the grid", got, wanted, n);
  make_and_take<<<1, 128>>> (d);
  back (got, d, 256);
  for (int i = 0; i < 256; i++)
    wanted[i] = i / 64 * 1000 + (63 - i % 64) * (63 - i % 64);
  expect ("makers and takers", got, wanted, 256);
  half<<<1, 128>>> (d);
  back (got, d, 128);
  for (int i = 0; i < 128; i++)
    wanted[i] = i < 64 ? -1 : 191 - i;
  expect ("half of the block", got, wanted, 128);
  vote<<<1, 96>>> (d, 90);
  back (got, d, 90);
  for (int i = 0; i < 90; i++)
    wanted[i] = 45 * 1000 + 110;
  expect ("votes", got, wanted, 90);
  return finish ();
}
