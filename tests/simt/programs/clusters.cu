/* Each thread reads elements that follow each other, from a row of its own, and stores in between: some loads may be done sooner than
 * they stand there, unless the thread itself writes what they read, or something orders the two. */
#include "check.h"

enum { ROWS = 96, WIDTH = 48, N = ROWS * WIDTH + 64 };

/* Stored at once, so that a store may begin in front of what is read, and end behind it. */
struct __align__ (8) Pair
{
  int x, y;
};

static __host__ __device__ Pair
operator+ (Pair pair, int number)
{
  return { pair.x + number, pair.y - number };
}

/* --- a sum that is stored after each element ------------------------------------------------------ */

/* U elements at a time; below 0: the last one first. */
template <int U, typename T, typename S>
static __host__ __device__ void
add (const T *row, S *sum, int n)
{
  const int m = U < 0 ? -U : U;

  for (int k = 0; k + m <= n; k += m)
#pragma unroll
    for (int u = 0; u < m; u++)
      *sum = (S) (*sum + row[k + (U < 0 ? m - 1 - u : u)] * (u + 2));
}

template <int U, typename T, typename S>
static __global__ void
sums (const T *a, S *to, int rows, int width, int n, int stride)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < rows)
    add<U> (a + i * width, to + i * stride, n);
}

/* "shift": bytes from the row's begin to the sum; where that is in the row, loads read what has been stored. */
template <int U, typename T, typename S>
static void
try_sums (int rows, int threads, int shift)
{
  static T got[N], wanted[N];
  const int n = 2 * abs (U) + 1;

  for (int i = 0; i < N; i++)
    got[i] = wanted[i] = i * 7 % 5;
  T *d = on_device (got, N);
  sums<U, T, S><<<(rows + threads - 1) / threads, threads>>> (d + 16, (S *) ((char *) (d + 16) + shift), rows, WIDTH, n, WIDTH * sizeof (T) / sizeof (S));
  back (got, d, N);
  for (int i = 0; i < rows; i++)
    add<U> (wanted + 16 + i * WIDTH, (S *) ((char *) (wanted + 16) + shift) + i * (WIDTH * sizeof (T) / sizeof (S)), n);
  expect ("sums", got, wanted, N);
  cudaFree (d);
}

template <int U, typename T, typename S>
static void
try_places (void)
{
  const int end = (2 * abs (U) + 2) * sizeof (T);

  for (int shift = -2 * (int) sizeof (T); shift < end; shift += sizeof (S))
    try_sums<U, T, S> (ROWS, 32, shift);
  try_sums<U, T, S> (ROWS, 96, end);
  try_sums<U, T, S> (ROWS - 13, 64, end);
  try_sums<U, T, S> (13, 32, -8);
}

/* --- rows that an array names ---------------------------------------------------------------------- */

template <typename T>
static __global__ void
named (const T *a, const int *rows, T *to, int n)
{
  int i = threadIdx.x;
  const T *row = a + rows[i];
  T sum = 0;

  for (int k = 0; k < n; k += 6)
    {
      sum += row[k] + 3 * row[k + 1] + 5 * row[k + 2] + 7 * row[k + 3] + 9 * row[k + 5] + 11 * row[k + 4];
      to[i] = sum;
    }
}

template <typename T>
static void
try_named (void)
{
  static T a[N], got[ROWS], wanted[ROWS];
  int rows[ROWS];

  for (int i = 0; i < N; i++)
    a[i] = i * 11 % 17;
  for (int i = 0; i < ROWS; i++)
    rows[i] = (i * 37 % ROWS) * WIDTH + i % 3;
  T *d = on_device (a, N), *o = on_device (got, ROWS);
  int *r = on_device (rows, ROWS);
  named<<<1, ROWS>>> (d, r, o, 12);
  back (got, o, ROWS);
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < 12; k++)
      wanted[i] += (k % 6 < 4 ? 2 * (k % 6) + 1 : k % 6 == 5 ? 9 : 11) * a[rows[i] + k];
  expect ("named", got, wanted, ROWS);
  cudaFree (d), cudaFree (o), cudaFree (r);
}

/* --- where loads may not be done sooner -------------------------------------------------------------- */

/* Where to store is known only when something has been read. */
static __host__ __device__ void
chase (int *row)
{
  int x = row[4];
  row[x] = 50 + x;
  int y = row[5], z = row[6], w = row[7];
  row[20] = x + 10 * y + 100 * z + 1000 * w;
}

static __global__ void
chased (int *a)
{
  chase (a + threadIdx.x * WIDTH);
}

/* The register with the address holds another one in between. */
static __global__ void
moved (int *a)
{
  int *row = a + threadIdx.x * WIDTH, x, y, z, w;

  asm volatile ("{ .reg .u64 p; mov.u64 p, %4; ld.u32 %0, [p]; ld.u32 %1, [p+4]; add.u64 p, p, 64; ld.u32 %2, [p+8]; ld.u32 %3, [p+12]; }"
                : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(row));
  row[21] = x + 10 * y + 100 * z + 1000 * w;
}

/* Two registers that were made of a third one, before and after it was set anew: they do not differ by what they seem to. */
static __global__ void
renewed (int *a, int *out, int shift)
{
  int *row = a + threadIdx.x * WIDTH, *other = row + shift, x, y, z, w;

  asm volatile ("{ .reg .u64 p, q, y; mov.u64 y, %5; add.u64 q, y, 4; mov.u64 y, %4; add.u64 p, y, 0; ld.u32 %0, [p]; ld.u32 %1, [q]; ld.u32 %2, [p+8]; ld.u32 %3, [p+12]; }"
                : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(row), "l"(other));
  out[threadIdx.x] = x + 10 * y + 100 * z + 1000 * w;
}

static void
try_renewed (int shift)
{
  static int a[N], got[ROWS], wanted[ROWS];

  for (int i = 0; i < N; i++)
    a[i] = i * 3 % 10 + i / WIDTH % 7;
  int *d = on_device (a, N), *o = on_device (got, ROWS);
  renewed<<<1, ROWS>>> (d, o, shift);
  back (got, o, ROWS);
  for (int i = 0; i < ROWS; i++)
    wanted[i] = a[i * WIDTH] + 10 * a[i * WIDTH + shift + 1] + 100 * a[i * WIDTH + 2] + 1000 * a[i * WIDTH + 3];
  expect ("renewed", got, wanted, ROWS);
  cudaFree (d), cudaFree (o);
}

/* Numbers with bits set: where these were free they are added, and only there. */
template <int B>
static __host__ __device__ int
with_bits (int i, int scale, int base)
{
  return ((i * 8 + base) | B) + 3 * ((i * 24) | B) + 5 * ((i * scale) | B);
}

template <int B>
static __global__ void
set_bits (int *out, const int *in, int scale, int base)
{
  out[threadIdx.x] = with_bits<B> (threadIdx.x, scale, base) + in[(threadIdx.x * 8) | B] + in[threadIdx.x | B];
}

template <int B>
static void
try_bits (void)
{
  static int a[N], got[ROWS], wanted[ROWS];

  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 31;
  int *d = on_device (a, N), *o = on_device (got, ROWS);
  for (int base = 0; base < 17; base += 3)
    {
      set_bits<B><<<1, ROWS>>> (o, d, base, base);
      back (got, o, ROWS);
      for (int i = 0; i < ROWS; i++)
        wanted[i] = with_bits<B> (i, base, base) + a[i * 8 | B] + a[i | B];
      expect ("set bits", got, wanted, ROWS);
    }
  cudaFree (d), cudaFree (o);
}

static void
try_rows (void)
{
  static int got[N], wanted[N];

  for (int i = 0; i < N; i++)
    got[i] = wanted[i] = i % WIDTH == 4 ? 3 + i / WIDTH % 6 : i % 10;
  int *d = on_device (got, N);
  chased<<<1, ROWS>>> (d);
  moved<<<1, ROWS>>> (d);
  back (got, d, N);
  for (int i = 0; i < ROWS; i++)
    {
      int *row = wanted + i * WIDTH;
      chase (row);
      row[21] = row[0] + 10 * row[1] + 100 * row[18] + 1000 * row[19];
    }
  expect ("rows", got, wanted, N);
  cudaFree (d);
}

/* Neighbours write what is read, one after the other's turn. */
static __global__ void
passed_on (int *out)
{
  __shared__ int s[32 * 9];
  int lane = threadIdx.x, *mine = s + lane * 9, *next = s + (lane + 1) % 32 * 9, sum = 0;

  for (int k = 0; k < 9; k++)
    mine[k] = 0;
  __syncwarp ();
#pragma unroll
  for (int k = 0; k < 8; k++)
    {
      mine[k] = lane * 10 + k;
      __syncwarp ();
      sum = 3 * sum + next[k];
    }
  out[lane] = sum;
}

static void
try_passed_on (void)
{
  int got[32], wanted[32] = { 0 };
  int *o = on_device (got, 32);

  passed_on<<<1, 32>>> (o);
  back (got, o, 32);
  for (int i = 0; i < 32; i++)
    for (int k = 0; k < 8; k++)
      wanted[i] = 3 * wanted[i] + (i + 1) % 32 * 10 + k;
  expect ("passed on", got, wanted, 32);
  cudaFree (o);
}

int
main (void)
{
  try_places<4, float, float> ();
  try_places<7, float, float> ();
  try_places<16, int, int> ();
  try_places<5, unsigned, unsigned char> ();
  try_places<5, int, Pair> ();
  try_places<-5, int, Pair> ();
  try_places<2, double, double> ();
  try_places<3, long long, long long> ();
  try_places<6, unsigned long long, unsigned char> ();
  try_named<float> ();
  try_named<double> ();
  try_rows ();
  try_renewed (0);
  try_renewed (7);
  try_bits<1> ();
  try_bits<5> ();
  try_bits<8> ();
  try_bits<20> ();
  try_passed_on ();
  return finish ();
}
