/* Barriers in loops and branches, with shared memory that warps hand to each other. */
#include "check.h"

static __global__ void
multiply (int n, const double *a, const double *b, double *c)
{
  __shared__ double at[16][16], bt[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  double sum = 0;

  for (int k = 0; k < n; k += 16)
    {
      at[threadIdx.y][threadIdx.x] = y < n && k + threadIdx.x < n ? a[y * n + k + threadIdx.x] : 0;
      bt[threadIdx.y][threadIdx.x] = x < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + x] : 0;
      __syncthreads ();
      for (int j = 0; j < 16; j++)
        sum += at[threadIdx.y][j] * bt[j][threadIdx.x];
      __syncthreads ();
    }
  if (x < n && y < n)
    c[y * n + x] = sum;
}

/* A sum over the block by halves, then by shuffles. */
static __global__ void
reduce (const int *in, int *out, int n)
{
  extern __shared__ int part[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads ();
  for (int half = blockDim.x / 2; half >= 32; half /= 2)
    {
      if (threadIdx.x < half)
        part[threadIdx.x] += part[threadIdx.x + half];
      __syncthreads ();
    }
  if (threadIdx.x < 32)
    {
      int value = part[threadIdx.x];
      for (int by = 16; by; by /= 2)
        value += __shfl_down_sync (0xffffffffu, value, by);
      if (threadIdx.x == 0)
        out[blockIdx.x] = value;
    }
}

/* Each way has a barrier of its own: the whole block goes one of them. */
static __global__ void
either (int *out, int which)
{
  __shared__ int turned[100];

  if (which)
    {
      turned[99 - threadIdx.x] = threadIdx.x;
      __syncthreads ();
      out[threadIdx.x] = turned[threadIdx.x];
    }
  else
    {
      turned[(threadIdx.x + 37) % 100] = threadIdx.x * 2;
      __syncthreads ();
      out[threadIdx.x] = turned[threadIdx.x];
    }
  __syncthreads ();
  out[threadIdx.x] += turned[(threadIdx.x + 1) % 100];
}

static void
check_multiply (int n)
{
  double *a = new double[n * n], *b = new double[n * n], *c = new double[n * n], *got = new double[n * n];

  for (int i = 0; i < n * n; i++)
    a[i] = i % 7 - 3, b[i] = i % 11 - 5, c[i] = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  double *da = on_device (a, n * n), *db = on_device (b, n * n), *dc = on_device (c, n * n);
  multiply<<<dim3 ((n + 15) / 16, (n + 15) / 16), dim3 (16, 16)>>> (n, da, db, dc);
  back (got, dc, n * n);
  expect ("multiply", got, c, n * n);
}

int
main (void)
{
  static int in[1000], sums[8], wanted[8], got[100], turned[100], both[100];

  check_multiply (1);
  check_multiply (31);
  check_multiply (64);
  for (int i = 0; i < 1000; i++)
    {
      in[i] = i * i % 101;
      wanted[i / 256] += in[i];
    }
  int *d = on_device (in, 1000), *s = on_device (sums, 8);
  reduce<<<4, 256, 256 * sizeof (int)>>> (d, s, 1000);
  back (sums, s, 8);
  expect ("reduce", sums, wanted, 4);
  for (int which = 0; which < 2; which++)
    {
      either<<<1, 100>>> (d, which);
      back (got, d, 100);
      for (int i = 0; i < 100; i++)
        turned[which ? 99 - i : (i + 37) % 100] = which ? i : 2 * i;
      for (int i = 0; i < 100; i++)
        both[i] = turned[i] + turned[(i + 1) % 100];
      expect ("either", got, both, 100);
    }
  return finish ();
}
