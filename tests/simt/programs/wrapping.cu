/* Sums of 32 bits that wrap before they are widened: the quick code must notice and hand over. */
#include "check.h"

static __global__ void
wrap (const int *in, int *out, unsigned start, int n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int kept[256];
  int value = (int) i;

  kept[threadIdx.x] = value * 3;
  __syncthreads ();
  for (int k = 0; k < 3; k++)
    {
      unsigned at = start + i + k; /* from just below 0 up: wraps in the middle of a warp */
      if (at < (unsigned) n)
        value += in[at] * (k + 1);
      kept[(threadIdx.x + 1) % blockDim.x] += value;
      __syncthreads ();
    }
  if (i < (unsigned) n)
    out[i] = value + kept[threadIdx.x];
}

static void
reference (const int *in, int *out, unsigned start, int n, int block)
{
  for (int first = 0; first < n; first += block)
    {
      int kept[256], value[256];
      for (int t = 0; t < block; t++)
        value[t] = first + t, kept[t] = value[t] * 3;
      for (int k = 0; k < 3; k++)
        for (int t = 0; t < block; t++)
          {
            unsigned at = start + first + t + k;
            if (at < (unsigned) n)
              value[t] += in[at] * (k + 1);
            kept[(t + 1) % block] += value[t];
          }
      for (int t = 0; t < block && first + t < n; t++)
        out[first + t] = value[t] + kept[t];
    }
}

/* Only some lanes run, and what they hold may have wrapped in all of them, in some, or in none: what the others would hold does not count. */
static __host__ __device__ bool
runs (unsigned t, unsigned from, unsigned holes)
{
  return t >= from && (t * 5 + from) % 7 >= holes;
}

struct Widened
{
  unsigned long long plain, many, most, down;
  long long with_sign, back;
};

static __host__ __device__ void
widen (Widened *to, unsigned at, unsigned down)
{
  to->plain = at;
  to->many = 12ull * at;
  to->most = 0xfffffff4ull * at;
  to->down = down;
  to->with_sign = (int) at;
  to->back = -12ll * (int) at;
}

static __global__ void
widen_some (Widened *out, unsigned start, unsigned from, unsigned holes)
{
  unsigned t = threadIdx.x + threadIdx.y * blockDim.x, at = start + threadIdx.x - threadIdx.y * 2;

  if (runs (t, from, holes))
    widen (&out[t], at, start - t * 3);
}

static void
try_widening (void)
{
  enum { MOST = 256 };
  static Widened got[MOST], wanted[MOST];
  const unsigned starts[] = { 0, 5, -1u, -2u, -17u, -33u, -70u, -120u, 0x7fffffffu, 0x7ffffff0u, 0x7fffffc8u, 0x80000000u };
  const dim3 shapes[] = { dim3 (MOST), dim3 (48), dim3 (16, 16), dim3 (8, 5), dim3 (20, 3), dim3 (1, 32) };
  const unsigned froms[] = { 0, 1, 2, 16, 40 };
  Widened *o = on_device (got, MOST);

  for (unsigned start : starts)
    for (dim3 shape : shapes)
      for (unsigned from : froms)
        for (unsigned holes = 0; holes < 4; holes += 3)
          {
            memset (wanted, 0, sizeof wanted);
            cudaMemset (o, 0, sizeof wanted);
            for (unsigned t = 0; t < shape.x * shape.y; t++)
              if (runs (t, from, holes))
                widen (&wanted[t], start + t % shape.x - t / shape.x * 2, start - t * 3);
            widen_some<<<1, shape>>> (o, start, from, holes);
            back (got, o, MOST);
            expect ("widened", (const long long *) got, (const long long *) wanted, MOST * (sizeof (Widened) / sizeof (long long)));
          }
}

int
main (void)
{
  enum { N = 777 };
  static int in[N], got[N], wanted[N];
  const unsigned starts[] = { 0, -1u, -17u, -40u, 0x7ffffff0u, -300u };
  const int blocks[] = { 32, 64, 128, 256, 48 };

  for (int i = 0; i < N; i++)
    in[i] = i * 5 + 1;
  int *d = on_device (in, N), *o = on_device (got, N);
  for (unsigned start : starts)
    for (int block : blocks)
      {
        wrap<<<(N + block - 1) / block, block>>> (d, o, start, N);
        back (got, o, N);
        reference (in, wanted, start, N, block);
        expect ("wrap", got, wanted, N);
      }
  try_widening ();
  return finish ();
}
