/* Conjugate gradients as a program of its own: a sparse matrix by rows, sums over the grid by shuffles, shared
 * memory and one atomic addition a block, vectors updated in place, and the same in one launch whose blocks meet.
 * All numbers are integers in doubles, so that no order of sums counts. */
#include "check.h"

enum { SIDE = 12, N = SIDE * SIDE, TURNS = 4 };

static int starts[N + 1], columns[5 * N];
static double values[5 * N];

static void
add (int *n, int column, double value)
{
  columns[*n] = column;
  values[(*n)++] = value;
}

/* The five-point stencil of a square. */
static void
make_matrix (void)
{
  int n = 0;

  for (int i = 0; i < N; i++)
    {
      starts[i] = n;
      if (i >= SIDE)
        add (&n, i - SIDE, -1);
      if (i % SIDE)
        add (&n, i - 1, -1);
      add (&n, i, 4);
      if (i % SIDE != SIDE - 1)
        add (&n, i + 1, -1);
      if (i + SIDE < N)
        add (&n, i + SIDE, -1);
    }
  starts[N] = n;
}

static __device__ void
multiply (const int *from, const int *at, const double *a, const double *x, double *y)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
    {
      double sum = 0;
      for (int k = from[i]; k < from[i + 1]; k++)
        sum += a[k] * x[at[k]];
      y[i] = sum;
    }
}

static __device__ void
dot (const double *x, const double *y, double *result)
{
  extern __shared__ double parts[];
  double sum = 0;

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
    sum += x[i] * y[i];
  for (int by = 16; by; by /= 2)
    sum += __shfl_down_sync (0xffffffffu, sum, by);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = sum;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      for (unsigned warp = 1; warp < blockDim.x / 32; warp++)
        sum += parts[warp];
      atomicAdd (result, sum);
    }
  __syncthreads ();
}

/* x = x + factor * y, in place. */
static __device__ void
update (double *x, double factor, const double *y)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
    x[i] += factor * y[i];
}

static __global__ void
multiply_kernel (const int *from, const int *at, const double *a, const double *x, double *y)
{
  multiply (from, at, a, x, y);
}

static __global__ void
dot_kernel (const double *x, const double *y, double *result)
{
  dot (x, y, result);
}

static __global__ void
update_kernel (double *x, double factor, const double *y)
{
  update (x, factor, y);
}

static __device__ void
meet (unsigned *count, unsigned turn)
{
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      __threadfence ();
      atomicAdd (count, 1);
      while (*(volatile unsigned *) count < (turn + 1) * gridDim.x)
        ;
      __threadfence ();
    }
  __syncthreads ();
}

static __global__ void
all_turns (const int *from, const int *at, const double *a, double *x, double *y, double *results, unsigned *count)
{
  for (unsigned turn = 0; turn < TURNS; turn++)
    {
      multiply (from, at, a, x, y);
      meet (count, 3 * turn);
      dot (x, y, &results[turn]);
      meet (count, 3 * turn + 1);
      update (x, ((long long) *(volatile double *) &results[turn]) % 3 - 1.0, y);
      meet (count, 3 * turn + 2);
    }
}

static void
plain (double *x, double *results)
{
  static double y[N];

  for (int turn = 0; turn < TURNS; turn++)
    {
      results[turn] = 0;
      for (int i = 0; i < N; i++)
        {
          y[i] = 0;
          for (int k = starts[i]; k < starts[i + 1]; k++)
            y[i] += values[k] * x[columns[k]];
        }
      for (int i = 0; i < N; i++)
        results[turn] += x[i] * y[i];
      for (int i = 0; i < N; i++)
        x[i] += ((long long) results[turn] % 3 - 1.0) * y[i];
    }
}

int
main (void)
{
  static double x[N], first[N], got[N], results[TURNS], got_results[TURNS];
  unsigned zero = 0;

  make_matrix ();
  for (int i = 0; i < N; i++)
    first[i] = x[i] = i % 7 - 3;
  plain (x, results);
  int *from = on_device (starts, N + 1), *at = on_device (columns, starts[N]);
  double *a = on_device (values, starts[N]), *dx = on_device (first, N), *dy = on_device (first, N);
  double *sums = on_device (got_results, TURNS);
  for (int turn = 0; turn < TURNS; turn++)
    {
      multiply_kernel<<<3, 64>>> (from, at, a, dx, dy);
      dot_kernel<<<2, 96, 3 * sizeof (double)>>> (dx, dy, &sums[turn]);
      back (&got_results[turn], &sums[turn], 1);
      update_kernel<<<2, 50>>> (dx, (long long) got_results[turn] % 3 - 1.0, dy);
    }
  back (got, dx, N);
  expect ("sums", got_results, results, TURNS);
  expect ("vector", got, x, N);
  unsigned *count = on_device (&zero, 1);
  cudaMemcpy (dx, first, sizeof first, cudaMemcpyHostToDevice);
  cudaMemset (sums, 0, sizeof results);
  void *arguments[] = { &from, &at, &a, &dx, &dy, &sums, &count };
  cudaLaunchCooperativeKernel ((void *) all_turns, 4, 64, arguments, 2 * sizeof (double), 0);
  back (got, dx, N);
  back (got_results, sums, TURNS);
  expect ("sums in one launch", got_results, results, TURNS);
  expect ("vector in one launch", got, x, N);
  return finish ();
}
