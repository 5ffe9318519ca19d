/* Atomic operations, votes, shuffles with parts of a warp, and what lanes see of each other. */
#include "check.h"

static __device__ int total;
static __constant__ int weights[4];

static __global__ void
count (const int *in, unsigned *bins, double *sum, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  atomicAdd (&bins[in[i] % 16], 1u);
  atomicAdd (sum, (double) in[i]);
  if (in[i] % 2)
    atomicAdd (&total, weights[i % 4]);
  atomicMax ((int *) &bins[16], in[i]);
}

static __global__ void
vote (unsigned *out)
{
  unsigned lane = threadIdx.x % 32, odd = __ballot_sync (0xffffffffu, lane & 1);
  unsigned value = odd + __any_sync (0xffffffffu, lane == 40) * 2 + __all_sync (0xffffffffu, lane < 32);

  if (lane < 20)
    value += __popc (__activemask ());
  value = value * 31 + __shfl_sync (0xffffffffu, lane * 3, (lane + 5) % 8, 8);
  value = value * 31 + __shfl_up_sync (0xffffffffu, lane, 3);
  value = value * 31 + __shfl_xor_sync (0xffffffffu, lane, 9);
  out[threadIdx.x] = value;
}

/* How many lanes of a warp add to one place, and which: all, half, a few, none two; in warps that are whole and in others. */
static __host__ __device__ int
place_of (int i)
{
  switch (i / 128 % 4)
    {
    case 0:
      return 0;
    case 1:
      return i % 4 < 2 ? 1 : 2 + i % 16;
    case 2:
      return 2 + i * i % 16;
    default:
      return i % 64;
    }
}

/* What each thread finds: the same numbers for each place, whoever comes first. */
static __global__ void
take (unsigned *tickets, unsigned long long *wide, unsigned *found, unsigned *found_here, unsigned long long *found_wide, int *last,
      int n)
{
  __shared__ unsigned here[64];
  __shared__ int most[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = place_of (i);

  if (threadIdx.x < 64)
    here[threadIdx.x] = most[threadIdx.x] = 0;
  __syncthreads ();
  if (i < n && i % 512 != 7 && i % 1000 < 970)
    {
      found[i] = atomicAdd (&tickets[at], 3u);
      found_wide[i] = atomicAdd (&wide[at], 1ull << 40);
    }
  found_here[i] = atomicSub (&here[at], 5u);
  atomicMax (&most[at], i * 7 % 4096);
  __syncthreads ();
  if (threadIdx.x < 64)
    last[blockIdx.x * 64 + threadIdx.x] = most[threadIdx.x];
}

template <typename T>
static int
order (const void *a, const void *b)
{
  return *(const T *) a < *(const T *) b ? -1 : *(const T *) a > *(const T *) b;
}

/* Of the threads [from, to) those that add "step" to one place, or take it away, find multiples of it in some order. */
template <typename T>
static void
expect_tickets (const char *what, const T *found, int from, int to, T step, bool is_down)
{
  enum { PLACES = 64, MOST = 4096 };
  static T list[MOST], wanted[MOST];

  for (int place = 0; place < PLACES; place++)
    {
      int n = 0;
      for (int i = from; i < to; i++)
        if (place_of (i) == place && found[i] != 1)
          list[n++] = is_down ? -found[i] : found[i];
      qsort (list, n, sizeof *list, order<T>);
      for (int k = 0; k < n; k++)
        wanted[k] = step * k;
      expect (what, list, wanted, n);
    }
}

static void
all_take (void)
{
  enum { N = 4096, BLOCK = 512 };
  static unsigned zero[64], found[N], found_here[N];
  static unsigned long long wide_zero[64], found_wide[N];
  static int last[N / BLOCK * 64], wanted[N / BLOCK * 64];

  for (int i = 0; i < N; i++)
    {
      int *most = &wanted[i / BLOCK * 64 + place_of (i)];
      *most = max (*most, i * 7 % 4096);
    }
  for (int i = 0; i < N; i++)
    found[i] = found_here[i] = 1, found_wide[i] = 1;
  unsigned *tickets = on_device (zero, 64), *f = on_device (found, N), *h = on_device (found_here, N);
  unsigned long long *wide = on_device (wide_zero, 64), *w = on_device (found_wide, N);
  int *l = on_device (last, N / BLOCK * 64);
  take<<<N / BLOCK, BLOCK>>> (tickets, wide, f, h, w, l, N - 21);
  back (found, f, N);
  back (found_here, h, N);
  back (found_wide, w, N);
  back (last, l, N / BLOCK * 64);
  expect ("the most of a block", last, wanted, N / BLOCK * 64);
  expect_tickets ("tickets", found, 0, N, 3u, false);
  expect_tickets ("wide tickets", found_wide, 0, N, 1ull << 40, false);
  for (int k = 0; k < N; k += BLOCK)
    expect_tickets ("tickets of a block", found_here, k, k + BLOCK, 5u, true);
}

int
main (void)
{
  enum { N = 3000 };
  static int in[N], got_total, wanted_total;
  static unsigned bins[17], wanted[17], votes[64], wanted_votes[64];
  double sum = 0, got_sum;
  const int w[4] = { 1, 10, 100, 1000 };

  for (int i = 0; i < N; i++)
    {
      in[i] = i * 37 % 1009;
      wanted[in[i] % 16]++;
      sum += in[i];
      wanted[16] = max (wanted[16], (unsigned) in[i]);
      wanted_total += in[i] % 2 ? w[i % 4] : 0;
    }
  int *d = on_device (in, N);
  unsigned *b = on_device (bins, 17), *v = on_device (votes, 64);
  double zero = 0, *s = on_device (&zero, 1);
  cudaMemcpyToSymbol (weights, w, sizeof w);
  count<<<(N + 127) / 128, 128>>> (d, b, s, N);
  back (bins, b, 17);
  back (&got_sum, s, 1);
  cudaMemcpyFromSymbol (&got_total, total, sizeof total);
  expect ("bins", bins, wanted, 17);
  expect ("sum", &got_sum, &sum, 1);
  expect ("total", &got_total, &wanted_total, 1);
  vote<<<1, 64>>> (v);
  back (votes, v, 64);
  for (unsigned i = 0; i < 64; i++)
    {
      unsigned lane = i % 32, value = 0xaaaaaaaau + 1 + (lane < 20 ? 20 : 0);
      value = value * 31 + (lane / 8 * 8 + (lane + 5) % 8) * 3;
      value = value * 31 + (lane < 3 ? lane : lane - 3);
      wanted_votes[i] = value * 31 + (lane ^ 9);
    }
  expect ("votes", votes, wanted_votes, 64);
  all_take ();
  return finish ();
}
