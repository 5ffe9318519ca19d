/* What all warps of a block do alike is done once, the rest warp by warp between barriers: branches that decide which barrier
 * comes next, values that all share or only the lanes of a warp, and sums that wrap in one warp while others have passed. */
#include "check.h"

enum { MOST = 256 };

/* Needs all bits of what it is made wider from. */
static __host__ __device__ int
mixed (unsigned at)
{
  return (int) (at * 0x123456789abull >> 24);
}

static __global__ void
rounds_of (const int *in, int *out, unsigned start, int n, int rounds, int mode)
{
  __shared__ int s[2][MOST];
  int threads = blockDim.x * blockDim.y, t = threadIdx.x + threadIdx.y * blockDim.x;
  int value = t, step = 1;

  s[0][t] = t;
  if (rounds < 0)
    return;
  __syncthreads ();
  for (int k = 0; k < rounds; k++)
    {
      unsigned at = (mode == 1 ? 0 : start) + t + step; /* else the barrier below is never the first to be behind */
      value += mixed (at);
      if (at < (unsigned) n)
        value += in[at] * step;
      step += 2;
      int bonus = step;
      if (t / 32 == k)
        for (int j = 0; j < rounds; j++)
          bonus = bonus * 3 + j;
      if (mode == k % 3)
        {
          s[1][t] = value + s[0][(t + 1) % threads];
          __syncthreads ();
          s[0][t] = s[1][(t + 33) % threads] + step;
        }
      else if (mode == 3 + k % 2)
        value += t / 32 == k ? 7 : s[0][(t + 2) % threads];
      __syncthreads ();
      switch ((mode + k) & 3)
        {
        case 0:
          value ^= 5;
          break;
        case 1:
          at = start + t + step;
          s[0][t] += mixed (at) + (at < (unsigned) n ? in[at] : 0);
          __syncthreads ();
          value += s[0][(t + 40) % threads];
          break;
        case 2:
          value += s[0][(t + 5) % threads];
          break;
        default:
          value -= step * (int) threadIdx.y;
        }
      value += bonus;
    }
  unsigned last = start + t * 2 + 5;
  value += mixed (last);
  if (last < (unsigned) n)
    value += in[last];
  out[blockIdx.x * threads + t] = value + step;
}

/* The number of rounds is in memory that the block itself changes: each warp reads it. */
static __global__ void
counted (int *out, int n)
{
  __shared__ int left, sum[MOST];
  int t = threadIdx.x;

  sum[t] = 0;
  if (t == 0)
    left = n;
  __syncthreads ();
  while (left > 0)
    {
      sum[t] += left + t;
      __syncthreads ();
      if (t == 0)
        left--;
      __syncthreads ();
    }
  out[blockIdx.x * blockDim.x + t] = sum[t];
}

/* --- the same by loops over threads -------------------------------------------------------------- */

static void
reference (const int *in, int *out, unsigned start, int n, int rounds, int mode, int x, int threads)
{
  static int s[2][MOST], value[MOST];
  int step = 1;

  for (int t = 0; t < threads; t++)
    s[0][t] = value[t] = t;
  for (int k = 0; k < rounds; k++)
    {
      for (int t = 0; t < threads; t++)
        {
          unsigned at = (mode == 1 ? 0 : start) + t + step;
          value[t] += mixed (at) + (at < (unsigned) n ? in[at] * step : 0);
        }
      step += 2;
      int bonus = step;
      for (int j = 0; j < rounds; j++)
        bonus = bonus * 3 + j;
      if (mode == k % 3)
        {
          for (int t = 0; t < threads; t++)
            s[1][t] = value[t] + s[0][(t + 1) % threads];
          for (int t = 0; t < threads; t++)
            s[0][t] = s[1][(t + 33) % threads] + step;
        }
      else if (mode == 3 + k % 2)
        for (int t = 0; t < threads; t++)
          value[t] += t / 32 == k ? 7 : s[0][(t + 2) % threads];
      for (int t = 0; t < threads && ((mode + k) & 3) == 1; t++)
        s[0][t] += mixed (start + t + step) + (start + t + step < (unsigned) n ? in[start + t + step] : 0);
      for (int t = 0; t < threads; t++)
        switch ((mode + k) & 3)
          {
          case 0:
            value[t] ^= 5;
            break;
          case 1:
            value[t] += s[0][(t + 40) % threads];
            break;
          case 2:
            value[t] += s[0][(t + 5) % threads];
            break;
          default:
            value[t] -= step * (t / x);
          }
      for (int t = 0; t < threads; t++)
        value[t] += t / 32 == k ? bonus : step;
    }
  for (int t = 0; t < threads && rounds >= 0; t++)
    out[t] = value[t] + step + mixed (start + t * 2 + 5) + (start + t * 2 + 5 < (unsigned) n ? in[start + t * 2 + 5] : 0);
}

static void
try_all (const int *in, const int *d, int *o)
{
  enum { N = 700, BLOCKS = 3 };
  static int got[BLOCKS * MOST], wanted[BLOCKS * MOST];
  const dim3 shapes[] = { dim3 (16, 16), dim3 (8, 4), dim3 (MOST), dim3 (48), dim3 (33), dim3 (7), dim3 (20, 5), dim3 (64, 2) };

  const unsigned starts[] = { 0u, -1u, -9u, -40u, -70u, -100u, -201u, -240u, 0x7fffffe0u };
  const int many[] = { -1, 0, 1, 5 };

  for (unsigned start : starts)
    for (int mode = 0; mode < 6; mode++)
      for (int rounds : many)
        for (dim3 shape : shapes)
          {
            int threads = shape.x * shape.y;
            memset (wanted, 0, sizeof wanted);
            cudaMemset (o, 0, sizeof wanted);
            rounds_of<<<BLOCKS, shape>>> (d, o, start, N, rounds, mode);
            back (got, o, BLOCKS * MOST);
            for (int b = 0; b < BLOCKS; b++)
              reference (in, wanted + b * threads, start, N, rounds, mode, shape.x, threads);
            expect ("rounds", got, wanted, BLOCKS * MOST);
          }
}

int
main (void)
{
  enum { N = 700 };
  static int in[N], got[3 * MOST], wanted[3 * MOST];

  for (int i = 0; i < N; i++)
    in[i] = i * 5 + 1;
  int *d = on_device (in, N), *o = on_device (got, 3 * MOST);
  try_all (in, d, o);
  counted<<<3, 96>>> (o, 6);
  back (got, o, 3 * 96);
  for (int i = 0; i < 3 * 96; i++)
    wanted[i] = 21 + 6 * (i % 96);
  expect ("counted", got, wanted, 3 * 96);
  return finish ();
}
