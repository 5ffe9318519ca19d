/* Groups of lanes that vote, reduce, match and shuffle each for itself, all at the same time: masks that
 * differ from lane to lane, whole warps, parts of warps, lanes that have gone elsewhere. */
#include "check.h"

enum { RESULTS = 9 };

static __global__ void
groups (const int *in, int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, all_equal;

  if (i >= n)
    return;
  int value = in[i], key = value % 5, *place = out + RESULTS * i;
  if (key == 4)
    return;
  unsigned active = __activemask (), group = __match_any_sync (active, key);
  int leader = __ffs (group) - 1;

  place[0] = group;
  place[1] = __reduce_add_sync (group, value);
  place[2] = __reduce_max_sync (group, value);
  place[3] = __reduce_min_sync (group, -value);
  place[4] = __ballot_sync (group, value & 8);
  place[5] = __any_sync (group, value > 900) * 2 + __all_sync (group, value > 100);
  place[6] = __shfl_sync (group, value, leader);
  place[7] = __match_all_sync (group, value / 500, &all_equal) + (all_equal ? 0 : lane);
  place[8] = __reduce_xor_sync (active, value) + __popc (active);
}

static void
expect_groups (const int *in, int *out, int n, int threads, int i)
{
  int block = i / threads, first = block * threads + (i - block * threads) / 32 * 32, equal = 1, *place = out + RESULTS * i;
  int end = first + 32;
  unsigned group = 0, ballot = 0, everybody = 0;
  int sum = 0, most = -1, least = 1 << 30, any = 0, all = 1, leader = -1, fold = 0;

  if (end > (block + 1) * threads)
    end = (block + 1) * threads;
  for (int k = first; k < end && k < n; k++)
    {
      if (in[k] % 5 == 4)
        continue;
      everybody |= 1u << (k - first);
      fold ^= in[k];
      if (in[k] % 5 != in[i] % 5)
        continue;
      leader = leader < 0 ? k : leader;
      group |= 1u << (k - first);
      ballot |= (unsigned) ((in[k] & 8) != 0) << (k - first);
      sum += in[k];
      most = in[k] > most ? in[k] : most;
      least = -in[k] < least ? -in[k] : least;
      any |= in[k] > 900;
      all &= in[k] > 100;
      equal &= in[k] / 500 == in[i] / 500;
    }
  int results[RESULTS] = { (int) group, sum, most, least, (int) ballot, any * 2 + all, in[leader],
                           equal ? (int) group : i - first, fold + __builtin_popcount (everybody) };
  memcpy (place, results, sizeof results);
}

static void
compare_all (int threads)
{
  enum { N = 1000 };
  static int in[N], got[RESULTS * N], wanted[RESULTS * N];
  unsigned state = 99;

  for (int i = 0; i < N; i++)
    {
      state = state * 1664525u + 1013904223u;
      in[i] = (state >> 10) % 1000;
    }
  memset (wanted, 0, sizeof wanted);
  for (int i = 0; i < N; i++)
    if (in[i] % 5 != 4)
      expect_groups (in, wanted, N, threads, i);
  int *d_in = on_device (in, N);
  memset (got, 0, sizeof got);
  int *d = on_device (got, RESULTS * N);
  groups<<<(N + threads - 1) / threads, threads>>> (d_in, d, N);
  back (got, d, RESULTS * N);
  expect ("groups", got, wanted, RESULTS * N);
}

int
main (void)
{
  compare_all (64);
  compare_all (45);
  return finish ();
}
