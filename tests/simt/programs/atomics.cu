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
  return finish ();
}
