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
  return finish ();
}
