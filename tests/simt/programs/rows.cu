/* Places that lie row by row, which the engine guesses and looks at: in the middle of an image they do, at its edges, where
 * indices are kept inside, or beyond 32 bits they do not. */
#include "check.h"

template <typename T>
static __global__ void
blur (const T *in, T *out, int w, int h, int dx, int dy)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int from = min (max (x + dx, 0), w - 1), row = min (max (y + dy, 0), h - 1);

  if (x < w && y < h)
    out[y * w + x] = in[row * w + from] + in[y * w] + in[row * w + (w - 1 - x)];
}

/* Rows whose number wraps in the middle. */
static __global__ void
wraps (const int *in, int *out, unsigned start, unsigned step, unsigned n)
{
  unsigned t = threadIdx.y * blockDim.x + threadIdx.x, at = (start + threadIdx.y * step) * 3 + threadIdx.x;

  out[t] = at < n ? in[at] : -1;
}

template <typename T>
static void
try_blur (int w, int h, dim3 block)
{
  static T in[100 * 70], got[100 * 70], wanted[100 * 70];

  for (int i = 0; i < w * h; i++)
    in[i] = (T) (i * 7 % 61);
  T *d = on_device (in, w * h), *o = on_device (got, w * h);
  for (int dx = -3; dx <= 3; dx += 3)
    for (int dy = -2; dy <= 2; dy += 2)
      {
        blur<<<dim3 ((w + block.x - 1) / block.x, (h + block.y - 1) / block.y), block>>> (d, o, w, h, dx, dy);
        back (got, o, w * h);
        for (int y = 0; y < h; y++)
          for (int x = 0; x < w; x++)
            {
              int from = x + dx < 0 ? 0 : x + dx >= w ? w - 1 : x + dx, row = y + dy < 0 ? 0 : y + dy >= h ? h - 1 : y + dy;
              wanted[y * w + x] = in[row * w + from] + in[y * w] + in[row * w + (w - 1 - x)];
            }
        expect ("blur", got, wanted, w * h);
      }
  cudaFree (d);
  cudaFree (o);
}

/* Rows whose width only the launch knows: each begins somewhere else, and inside of it threads stand side by side. Tiles are copied
 * over shared memory, so that what is known of a row lives over a barrier, and pointers go on from turn to turn. */
static __global__ void
tiles (const float *in, float *out, int width, int turns)
{
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * blockDim.y + y;
  const float *from = in + row * width + x;
  float sum = 0;

  for (int k = 0; k < turns; k++, from += blockDim.x)
    {
      tile[y][x] = *from;
      __syncthreads ();
      sum += tile[y][(x + k) % blockDim.x] * (k + 1);
      __syncthreads ();
    }
  out[row * blockDim.x + x] = sum;
}

static void
try_tiles (dim3 block)
{
  enum { TURNS = 5, WIDTH = 16 * TURNS + 3, ROWS = 32 };
  static float in[ROWS * WIDTH], got[ROWS * 16], wanted[ROWS * 16];

  for (int i = 0; i < ROWS * WIDTH; i++)
    in[i] = i * 11 % 97;
  float *d = on_device (in, ROWS * WIDTH), *o = on_device (got, ROWS * 16);
  tiles<<<dim3 (1, ROWS / block.y), block>>> (d, o, WIDTH, TURNS);
  back (got, o, ROWS * (int) block.x);
  for (int row = 0; row < ROWS; row++)
    for (int x = 0; x < (int) block.x; x++)
      {
        float sum = 0;
        for (int k = 0; k < TURNS; k++)
          sum += in[row * WIDTH + k * (int) block.x + (x + k) % (int) block.x] * (float) (k + 1);
        wanted[row * (int) block.x + x] = sum;
      }
  expect ("tiles", got, wanted, ROWS * (int) block.x);
  cudaFree (d);
  cudaFree (o);
}

/* Only some threads of each row run, from another one on in each; steps of two, downwards, and rows that one of two ways has chosen. */
static __global__ void
parts (const int *in, int *out, int width, unsigned long long stride, int last)
{
  int x = threadIdx.x, y = threadIdx.y, t = y * blockDim.x + x;
  int row = width > 20 ? y * width : y * 3;
  unsigned below = row + x - 1u; /* wraps for the first thread */
  int sum = 0;

  if (x >= y % 4 && x <= last)
    sum = in[row + x] + in[row + 2 * x] + in[row + (last - x)] + in[(y * stride + x) % 700];
  if (x > 0)
    sum += in[below];
  out[t] = sum;
}

static void
try_parts (dim3 block)
{
  enum { N = 1000, MOST = 256 };
  static int in[N], got[MOST], wanted[MOST];
  const int n = block.x * block.y, last = block.x - 2;

  for (int i = 0; i < N; i++)
    in[i] = i * 5 + 1;
  int *d = on_device (in, N), *o = on_device (got, MOST);
  for (int width = 19; width < 23; width += 3)
    {
      parts<<<1, block>>> (d, o, width, 37, last);
      back (got, o, n);
      for (int t = 0; t < n; t++)
        {
          int x = t % (int) block.x, y = t / (int) block.x, row = width > 20 ? y * width : y * 3;
          wanted[t] = x >= y % 4 && x <= last ? in[row + x] + in[row + 2 * x] + in[row + last - x] + in[(y * 37 + x) % 700] : 0;
          wanted[t] += x > 0 ? in[row + x - 1] : 0;
        }
      expect ("parts", got, wanted, n);
    }
  cudaFree (d);
  cudaFree (o);
}

/* Numbers of 32 bits that wrap inside of a row and then become wider, and what lives meanwhile; the same where pairs of threads have one. */
static __global__ void
wide (const int *in, unsigned long long *out, unsigned start, unsigned step, int width)
{
  int x = threadIdx.x, y = threadIdx.y, t = y * blockDim.x + x, place = y * width + x;
  int before = in[place];
  unsigned one = start + y * step + x;

  out[t] = (unsigned long long) one * 3 + before + (long long) (int) one + place;
}

static __global__ void
pairs (unsigned long long *out, unsigned start, unsigned step)
{
  unsigned pair = start + threadIdx.y * step + threadIdx.x / 2;

  out[threadIdx.y * blockDim.x + threadIdx.x] = (unsigned long long) pair * 5;
}

/* The distance of threads in a row grows from turn to turn. */
static __global__ void
spread (const int *in, int *out, int width, int turns)
{
  int x = threadIdx.x, y = threadIdx.y, place = y * width, sum = 0;

  for (int k = 0; k < turns; k++, place += x)
    sum += in[place] * (k + 1);
  out[y * blockDim.x + x] = sum;
}

static void
try_wide (dim3 block)
{
  enum { N = 2000, MOST = 128, TURNS = 11 };
  static int in[N], sums[MOST], wanted_sums[MOST];
  static unsigned long long got[2 * MOST], wanted[2 * MOST];
  const unsigned starts[] = { 5, 0xfffffff0u, 0x7ffffff8u };
  const int n = block.x * block.y, width = 37;

  for (int i = 0; i < N; i++)
    in[i] = i * 7 % 1000;
  int *d = on_device (in, N), *s = on_device (sums, MOST);
  unsigned long long *o = on_device (got, 2 * MOST);
  for (unsigned start : starts)
    {
      wide<<<1, block>>> (d, o, start, 6, width);
      pairs<<<1, block>>> (o + n, start, 6);
      back (got, o, 2 * n);
      for (int t = 0; t < n; t++)
        {
          unsigned x = t % block.x, y = t / block.x, one = start + y * 6 + x, pair = start + y * 6 + x / 2;
          wanted[t] = (unsigned long long) one * 3 + in[y * width + x] + (long long) (int) one + y * width + x;
          wanted[t + n] = (unsigned long long) pair * 5;
        }
      expect ("wide", got, wanted, 2 * n);
    }
  spread<<<1, block>>> (d, s, width, TURNS);
  back (sums, s, n);
  for (int t = 0; t < n; t++)
    for (int k = wanted_sums[t] = 0; k < TURNS; k++)
      wanted_sums[t] += in[t / (int) block.x * width + k * (t % (int) block.x)] * (k + 1);
  expect ("spread", sums, wanted_sums, n);
  cudaFree (d);
  cudaFree (s);
  cudaFree (o);
}

/* A number that is cut to eight bits and filled by its sign is no longer a step behind the one before. */
static __global__ void
cut (int *out, int width)
{
  int t = threadIdx.y * blockDim.x + threadIdx.x, by_lane, by_row;

  asm ("{ .reg .b16 a; cvt.s8.s32 a, %1; cvt.s32.s16 %0, a; }" : "=r"(by_lane) : "r"((int) threadIdx.x * 50));
  asm ("{ .reg .b16 a; cvt.s8.s32 a, %1; cvt.s32.s16 %0, a; }" : "=r"(by_row) : "r"((int) (threadIdx.y * width + threadIdx.x)));
  out[t] = by_lane * 1000 + by_row;
}

static void
try_cut (void)
{
  static int got[128], wanted[128];
  int *o = on_device (got, 128);

  cut<<<1, dim3 (16, 8)>>> (o, 29);
  back (got, o, 128);
  for (int t = 0; t < 128; t++)
    wanted[t] = (signed char) (t % 16 * 50) * 1000 + (signed char) (t / 16 * 29 + t % 16);
  expect ("cut", got, wanted, 128);
  cudaFree (o);
}

static void
try_wraps (void)
{
  enum { N = 500, T = 128 };
  static int in[N], got[T], wanted[T];
  const unsigned starts[] = { 0, 0x55555554u, 0xfffffffeu, 0xaaaaaaa8u };

  for (int i = 0; i < N; i++)
    in[i] = i + 1;
  int *d = on_device (in, N), *o = on_device (got, T);
  for (unsigned start : starts)
    for (unsigned step = 0; step < 3; step++)
      {
        wraps<<<1, dim3 (16, 8)>>> (d, o, start, step, N);
        back (got, o, T);
        for (unsigned t = 0; t < T; t++)
          {
            unsigned at = (start + t / 16 * step) * 3 + t % 16;
            wanted[t] = at < N ? in[at] : -1;
          }
        expect ("wraps", got, wanted, T);
      }
}

int
main (void)
{
  const dim3 blocks[] = { dim3 (16, 16), dim3 (8, 8), dim3 (4, 16), dim3 (32, 4), dim3 (5, 7), dim3 (64) };

  for (dim3 block : blocks)
    {
      try_blur<float> (100, 70, block);
      try_blur<double> (64, 32, block);
      try_blur<unsigned char> (33, 9, block);
    }
  try_wraps ();
  const dim3 several[] = { dim3 (16, 16), dim3 (8, 8), dim3 (4, 16), dim3 (16, 1) };
  for (dim3 block : several)
    {
      try_tiles (block);
      try_parts (block);
    }
  try_wide (dim3 (16, 8));
  try_wide (dim3 (8, 8));
  try_cut ();
  return finish ();
}
