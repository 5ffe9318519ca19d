/* Pieces of two and four elements that lanes read and write side by side (ld.v2, ld.v4), of all sizes: whole warps, warps of which some
 * lanes are there, pieces apart from each other, and values that all lanes share. */
#include "check.h"

enum { BLOCK = 96, BLOCKS = 3, N = BLOCK * BLOCKS };

/* Each piece turned round, its elements other than before, so that one in a wrong place shows. */
template <typename Piece, typename T>
static __device__ Piece
turned (Piece from, T add)
{
  Piece to;

  to.x = from.y + add;
  to.y = from.x - add;
  return to;
}

template <typename Piece, typename T>
static __device__ Piece
turned_four (Piece from, T add)
{
  Piece to;

  to.x = from.w + add;
  to.y = from.z - add;
  to.z = from.x + add;
  to.w = from.y;
  return to;
}

template <typename Piece, typename T>
static __global__ void
twos (const Piece *in, Piece *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Piece all = turned<Piece, T> (in[i], (T) 1);

  out[i] = all;
  if (i < n) /* some lanes of one warp */
    out[N + i] = turned<Piece, T> (in[N - 1 - i], (T) 2);
  out[2 * N + 2 * i] = turned<Piece, T> (in[i], (T) 3); /* apart */
}

template <typename Piece, typename T>
static __global__ void
fours (const Piece *in, Piece *out, int n)
{
  __shared__ Piece s[BLOCK];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

  s[t] = in[i];
  __syncthreads ();
  out[i] = turned_four<Piece, T> (s[t], (T) 3);
  if (i < n)
    out[N + i] = turned_four<Piece, T> (in[i], (T) (blockIdx.x + 1));
  if (t % 3 == 1)
    out[2 * N + 2 * i] = in[i];
  Piece same = { (T) 1, (T) n, (T) blockIdx.x, (T) 4 };
  out[4 * N + i] = same;
}

template <typename T>
static void
twos_check (const char *name)
{
  static T in[2 * N], got[8 * N], wanted[8 * N];
  const int n = N - 13;

  for (int i = 0; i < 2 * N; i++)
    in[i] = (T) (i * 7 % 101);
  for (int i = 0; i < 8 * N; i++)
    got[i] = wanted[i] = (T) 5;
  for (int i = 0; i < N; i++)
    {
      int k = N - 1 - i;
      wanted[2 * i] = (T) (in[2 * i + 1] + (T) 1);
      wanted[2 * i + 1] = (T) (in[2 * i] - (T) 1);
      if (i < n)
        {
          wanted[2 * (N + i)] = (T) (in[2 * k + 1] + (T) 2);
          wanted[2 * (N + i) + 1] = (T) (in[2 * k] - (T) 2);
        }
      wanted[2 * (2 * N + 2 * i)] = (T) (in[2 * i + 1] + (T) 3);
      wanted[2 * (2 * N + 2 * i) + 1] = (T) (in[2 * i] - (T) 3);
    }
  T *from = on_device (in, 2 * N), *to = on_device (got, 8 * N);
  if constexpr (sizeof (T) == 1)
    twos<uchar2, T><<<BLOCKS, BLOCK>>> ((const uchar2 *) from, (uchar2 *) to, n);
  else if constexpr (sizeof (T) == 2)
    twos<short2, T><<<BLOCKS, BLOCK>>> ((const short2 *) from, (short2 *) to, n);
  else if constexpr (sizeof (T) == 4)
    twos<float2, T><<<BLOCKS, BLOCK>>> ((const float2 *) from, (float2 *) to, n);
  else
    twos<double2, T><<<BLOCKS, BLOCK>>> ((const double2 *) from, (double2 *) to, n);
  back (got, to, 8 * N);
  expect (name, got, wanted, 8 * N);
}

template <typename T>
static void
fours_check (const char *name)
{
  static T in[4 * N], got[20 * N], wanted[20 * N];
  const int n = N - 50;

  for (int i = 0; i < 4 * N; i++)
    in[i] = (T) (i * 11 % 97);
  for (int i = 0; i < 20 * N; i++)
    got[i] = wanted[i] = (T) 6;
  for (int i = 0; i < N; i++)
    {
      const T *x = in + 4 * i, add = (T) 3, more = (T) (i / BLOCK + 1);
      const T turned[] = { (T) (x[3] + add), (T) (x[2] - add), (T) (x[0] + add), x[1] };
      const T others[] = { (T) (x[3] + more), (T) (x[2] - more), (T) (x[0] + more), x[1] };
      const T same[] = { (T) 1, (T) n, (T) (i / BLOCK), (T) 4 };
      for (int e = 0; e < 4; e++)
        {
          wanted[4 * i + e] = turned[e];
          if (i < n)
            wanted[4 * (N + i) + e] = others[e];
          if (i % BLOCK % 3 == 1)
            wanted[4 * (2 * N + 2 * i) + e] = x[e];
          wanted[4 * (4 * N + i) + e] = same[e];
        }
    }
  T *from = on_device (in, 4 * N), *to = on_device (got, 20 * N);
  if constexpr (sizeof (T) == 1)
    fours<uchar4, T><<<BLOCKS, BLOCK>>> ((const uchar4 *) from, (uchar4 *) to, n);
  else if constexpr (sizeof (T) == 2)
    fours<short4, T><<<BLOCKS, BLOCK>>> ((const short4 *) from, (short4 *) to, n);
  else
    fours<float4, T><<<BLOCKS, BLOCK>>> ((const float4 *) from, (float4 *) to, n);
  back (got, to, 20 * N);
  expect (name, got, wanted, 20 * N);
}

int
main (void)
{
  twos_check<unsigned char> ("two bytes");
  twos_check<short> ("two shorts");
  twos_check<float> ("two floats");
  twos_check<double> ("two doubles");
  fours_check<unsigned char> ("four bytes");
  fours_check<short> ("four shorts");
  fours_check<float> ("four floats");
  return finish ();
}
