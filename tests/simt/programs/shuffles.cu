/* Shuffles of all kinds and widths, with distances that are known when code is made and such that are not, beside a loop over lanes. */
#include "check.h"

enum { LANES = 32, MOST = 34 };

/* --- what they give -------------------------------------------------------------------------------- */

/* The lane that "lane" looks at; the same where that one is none of its segment. */
static int
looks_at (int mode, int lane, int by, int width)
{
  int first = lane / width * width, last = first + width - 1;

  by %= 32;
  if (mode == 0)
    return first + by % width;
  int at = mode == 1 ? lane - by : mode == 2 ? lane + by : lane ^ by;
  bool fine = mode == 1 ? at >= first : at <= last;
  return fine ? at : lane;
}

static int
value_of (int lane)
{
  return lane * lane + 7;
}

/* --- by kernels ------------------------------------------------------------------------------------- */

static __device__ int
shuffle (int mode, int value, int by, int width)
{
  return mode == 0 ? __shfl_sync (~0u, value, by, width) : mode == 1 ? __shfl_up_sync (~0u, value, by, width)
         : mode == 2 ? __shfl_down_sync (~0u, value, by, width) : __shfl_xor_sync (~0u, value, by, width);
}

template <int MODE, int WIDTH>
static __global__ void
known (int *out)
{
  int lane = threadIdx.x % LANES, value = lane * lane + 7;

#pragma unroll
  for (int by = 0; by < MOST; by++)
    out[by * LANES + lane] = shuffle (MODE, value, by, WIDTH);
}

template <int MODE>
static __global__ void
found (int *out, int width)
{
  int lane = threadIdx.x % LANES, value = lane * lane + 7;

#pragma unroll 1
  for (int by = 0; by < MOST; by++)
    out[by * LANES + lane] = shuffle (MODE, value, by, width);
}

/* Each lane has a distance of its own. */
template <int MODE>
static __global__ void
own (int *out, int width)
{
  int lane = threadIdx.x % LANES;

  out[lane] = shuffle (MODE, lane * lane + 7, lane * 5 % 7, width);
}

template <int MODE, int WIDTH>
static void
try_all (void)
{
  static int got[MOST * LANES], wanted[MOST * LANES];
  int *o = on_device (got, MOST * LANES);

  for (int i = 0; i < MOST * LANES; i++)
    wanted[i] = value_of (looks_at (MODE, i % LANES, i / LANES, WIDTH));
  known<MODE, WIDTH><<<1, LANES>>> (o);
  back (got, o, MOST * LANES);
  expect ("known", got, wanted, MOST * LANES);
  cudaMemset (o, 0, sizeof got);
  found<MODE><<<1, LANES>>> (o, WIDTH);
  back (got, o, MOST * LANES);
  expect ("found", got, wanted, MOST * LANES);
  own<MODE><<<1, LANES>>> (o, WIDTH);
  back (got, o, LANES);
  for (int i = 0; i < LANES; i++)
    wanted[i] = value_of (looks_at (MODE, i, i * 5 % 7, WIDTH));
  expect ("own", got, wanted, LANES);
  cudaFree (o);
}

template <int MODE>
static void
try_widths (void)
{
  try_all<MODE, 32> ();
  try_all<MODE, 16> ();
  try_all<MODE, 4> ();
  try_all<MODE, 2> ();
}

/* --- whether there was somebody to look at ------------------------------------------------------------ */

#define FOUND(mode, by, clamp)                                                                                    \
  asm volatile ("{ .reg .pred p; .reg .u32 d; shfl.sync." mode ".b32 d|p, %1, " by ", " clamp ", -1; selp.u32 %0, 1, 0, p; }" : "=r"(is) : "r"(lane)); \
  bits = 2 * bits + is

static __global__ void
somebody (int *out)
{
  int lane = threadIdx.x, bits = 0, is;

  FOUND ("up", "3", "0");
  FOUND ("up", "3", "0x1800");
  FOUND ("down", "5", "31");
  FOUND ("down", "5", "0x181f");
  FOUND ("bfly", "9", "31");
  FOUND ("bfly", "9", "0x181f");
  FOUND ("idx", "4", "31");
  FOUND ("idx", "4", "2");
  out[lane] = bits;
}

static void
try_somebody (void)
{
  int got[LANES], wanted[LANES];
  int *o = on_device (got, LANES);

  somebody<<<1, LANES>>> (o);
  back (got, o, LANES);
  for (int i = 0; i < LANES; i++)
    wanted[i] = (i >= 3) << 7 | (i % 8 >= 3) << 6 | (i < 27) << 5 | (i % 8 < 3) << 4 | 1 << 3 | ((i ^ 9) <= (i | 7)) << 2 | 1 << 1 | 0;
  expect ("somebody", got, wanted, LANES);
  cudaFree (o);
}

int
main (void)
{
  try_widths<0> ();
  try_widths<1> ();
  try_widths<2> ();
  try_widths<3> ();
  try_somebody ();
  return finish ();
}
