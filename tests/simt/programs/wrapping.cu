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
  return finish ();
}
