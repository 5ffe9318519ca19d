/* Some lanes of a warp stand aside: at the edges of tiles, at indices that stop at an edge, in rows of which no lane runs, in blocks that
 * fill no warp. What they would read is nowhere, and what they would write stays as it is. */
#include "check.h"

enum { N = 1 << 12, ASIDE = 77 };

/* The inner threads of a block, whose neighbours stop at the edge of the tile; alone they store. */
template <typename T>
static __global__ void
inner (const T *in, T *out, int w, int first, int last)
{
  int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.x * blockDim.y + y) * w + x;
  int left = x - 1 < first ? first : x - 1, right = min (x + 1, last), row = blockIdx.x * blockDim.y + max (y - 1, 0);

  if (x > first && x < last && y > 0)
    out[at] = in[at - x + left] + 2 * in[at - x + right] + 3 * in[row * w + x];
}

template <typename T>
static void
try_inner (dim3 block)
{
  static T in[N], got[N], wanted[N];
  const int w = block.x, h = block.y, n = w * h * 3;

  for (int i = 0; i < n; i++)
    in[i] = i * 5 % 13;
  T *d = on_device (in, n), *o = on_device (got, n);
  for (int first = 0; first < 3; first++)
    for (int last = w - 3; last < w; last++)
      {
        for (int i = 0; i < n; i++)
          got[i] = wanted[i] = ASIDE;
        cudaMemcpy (o, got, n * sizeof (T), cudaMemcpyHostToDevice);
        inner<<<3, block>>> (d, o, w, first, last);
        back (got, o, n);
        for (int i = 0; i < n; i++)
          {
            int x = i % w, y = i / w % h, left = x - 1 < first ? first : x - 1, right = x + 1 < last ? x + 1 : last;
            if (x > first && x < last && y > 0)
              wanted[i] = in[i - x + left] + 2 * in[i - x + right] + 3 * in[i - w];
          }
        expect ("inner", got, wanted, n);
      }
  cudaFree (d);
  cudaFree (o);
}

/* Places to store at that stop at an edge, where nobody runs. */
static __global__ void
push (int *out, int w, int last, int stop)
{
  int x = threadIdx.x, to = min (x + 1, stop);

  if (x + 1 < last && x > 0)
    out[threadIdx.y * w + to] = x;
}

static void
try_push (dim3 block)
{
  static int got[N], wanted[N];
  const int w = block.x, n = block.x * block.y;

  for (int i = 0; i < n; i++)
    got[i] = wanted[i] = ASIDE;
  int *o = on_device (got, n);
  push<<<1, block>>> (o, w, w - 2, w - 2);
  back (got, o, n);
  for (int i = 0; i < n; i++)
    if (i % w > 1 && i % w < w - 2)
      wanted[i] = i % w - 1;
  expect ("push", got, wanted, n);
  cudaFree (o);
}

/* All lanes of a row read one place; that of the rows behind the last one is far beyond all memory. */
static __global__ void
far (const int *in, int *out, long long stride, int rows, int least)
{
  int y = threadIdx.y, x = threadIdx.x;

  if (y < rows && x >= least)
    out[y * blockDim.x + x] = in[y * stride] + x;
}

static void
try_far (dim3 block)
{
  static int in[N], got[N], wanted[N];
  const int n = block.x * block.y;

  for (int i = 0; i < N; i++)
    in[i] = i + 1;
  int *d = on_device (in, N), *o = on_device (got, n);
  for (int least = 0; least < 4; least += 3)
    {
      for (int i = 0; i < n; i++)
        got[i] = wanted[i] = ASIDE;
      cudaMemcpy (o, got, n * sizeof (int), cudaMemcpyHostToDevice);
      far<<<1, block>>> (d, o, 1ll << 40, 1, least);
      back (got, o, n);
      for (int x = least; x < (int) block.x; x++)
        wanted[x] = in[0] + x;
      expect ("far", got, wanted, n);
    }
  cudaFree (d);
  cudaFree (o);
}

/* One place a row, or one a lane, as the launch says. */
static __global__ void
either (const int *in, int *out, int w, int goes_on, int same)
{
  int x = threadIdx.x, y = threadIdx.y, n = blockDim.x * blockDim.y, at = y * w;

  if (goes_on)
    {
      out[n + y * blockDim.x + x] = 1;
      at = y * same + x;
    }
  out[y * blockDim.x + x] = in[at];
}

static void
try_either (dim3 block)
{
  static int in[N], got[N], wanted[N];
  const int n = block.x * block.y, w = 37;

  for (int i = 0; i < N; i++)
    in[i] = i * 3;
  int *d = on_device (in, N), *o = on_device (in, 2 * n);
  for (int goes_on = 0; goes_on < 2; goes_on++)
    {
      either<<<1, block>>> (d, o, w, goes_on, w);
      back (got, o, n);
      for (int i = 0; i < n; i++)
        wanted[i] = in[i / block.x * w + (goes_on ? i % block.x : 0)];
      expect ("either", got, wanted, n);
    }
  cudaFree (d);
  cudaFree (o);
}

/* Places in no order, of which some threads read and write one each. */
template <typename T>
static __global__ void
move (const T *in, T *out, const int *from, const int *to, const unsigned char *moves, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n && moves[from[i]])
    out[to[i]] = in[from[i]] + 1;
}

template <typename T>
static void
try_move (int threads)
{
  static T in[N], got[N], wanted[N];
  static int from[N], to[N];
  static unsigned char moves[N];
  const int n = 1021; /* a prime: each factor makes an order */

  for (int i = 0; i < n; i++)
    {
      in[i] = (T) (i * 3);
      got[i] = wanted[i] = ASIDE;
      from[i] = i * 311 % n;
      to[i] = i * 127 % n;
      moves[i] = i % 5 == 0 || i % 7 == 3 || i < n / 3;
    }
  T *d = on_device (in, n), *o = on_device (got, n);
  int *f = on_device (from, n), *t = on_device (to, n);
  unsigned char *m = on_device (moves, n);
  move<<<(n + threads - 1) / threads, threads>>> (d, o, f, t, m, n);
  back (got, o, n);
  for (int i = 0; i < n; i++)
    if (moves[from[i]])
      wanted[to[i]] = in[from[i]] + 1;
  expect ("move", got, wanted, n);
  cudaFree (d), cudaFree (o), cudaFree (f), cudaFree (t), cudaFree (m);
}

/* Columns of a tile, by blocks of fewer threads than a warp has and of more. */
static __global__ void
turn (const int *in, int *out, int side)
{
  __shared__ int tile[64][65];
  int x = threadIdx.x;

  for (int y = 0; y < side; y++)
    tile[x][y] = in[(blockIdx.x * side + y) * side + x];
  __syncthreads ();
  for (int y = 0; y < side; y++)
    if (x <= y)
      tile[y][x] += tile[x][y];
  __syncthreads ();
  for (int y = 0; y < side; y++)
    out[(blockIdx.x * side + y) * side + x] = tile[y][x];
}

static void
try_turn (int side)
{
  static int in[2 * 64 * 64], got[2 * 64 * 64], wanted[2 * 64 * 64];
  const int n = 2 * side * side;

  for (int i = 0; i < n; i++)
    in[i] = i * 17 % 1009;
  int *d = on_device (in, n), *o = on_device (got, n);
  turn<<<2, side>>> (d, o, side);
  back (got, o, n);
  for (int i = 0; i < n; i++)
    {
      int x = i % side, y = i / side % side, base = i - i % (side * side);
      int here = in[base + x * side + y], there = in[base + y * side + x];
      wanted[i] = x < y ? here + there : x == y ? 2 * here : here;
    }
  expect ("turn", got, wanted, n);
  cudaFree (d);
  cudaFree (o);
}

int
main (void)
{
  const dim3 blocks[] = { dim3 (16, 16), dim3 (8, 8), dim3 (4, 16), dim3 (32, 4), dim3 (64, 2), dim3 (5, 7), dim3 (16, 1), dim3 (12, 2) };
  const int sizes[] = { 3, 5, 12, 16, 20, 40, 64, 256 }, sides[] = { 3, 4, 7, 8, 16, 17, 32, 64 };

  for (dim3 block : blocks)
    {
      try_inner<int> (block);
      try_inner<double> (block);
      try_inner<unsigned char> (block);
      try_push (block);
      try_far (block);
      try_either (block);
    }
  for (int threads : sizes)
    {
      try_move<unsigned char> (threads);
      try_move<short> (threads);
      try_move<float> (threads);
      try_move<double> (threads);
    }
  for (int side : sides)
    try_turn (side);
  return finish ();
}
