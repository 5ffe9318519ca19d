/* Kernels that launch kernels: a sort that halves its work, in streams of the device and without; what comes behind everything else; copies and
 * fills; arguments of several sizes; and launches that cannot be. */
#include "../programs/check.h"
#include <cstdint>

enum { N = 3000, SMALL = 40 };

static __global__ void
sort_small (int *values, int n)
{
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && values[k - 1] > values[k]; k--)
      {
        int kept = values[k];
        values[k] = values[k - 1];
        values[k - 1] = kept;
      }
}

static __global__ void
sort (int *values, int n, int depth)
{
  cudaStream_t left, right;
  int pivot = values[n / 2], low = 0, high = n - 1;

  if (n <= SMALL || depth == 0)
    {
      sort_small<<<1, 1>>> (values, n);
      return;
    }
  while (low <= high)
    {
      while (values[low] < pivot)
        low++;
      while (values[high] > pivot)
        high--;
      if (low <= high)
        {
          int kept = values[low];
          values[low++] = values[high];
          values[high--] = kept;
        }
    }
  cudaStreamCreateWithFlags (&left, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&right, cudaStreamNonBlocking);
  if (high > 0)
    sort<<<1, 1, 0, left>>> (values, high + 1, depth - 1);
  if (low < n - 1)
    sort<<<1, 1, 0, right>>> (values + low, n - low, depth - 1);
  cudaStreamDestroy (left);
  cudaStreamDestroy (right);
}

struct Odd
{
  char c;
  short s[3];
  double d;
};

static __global__ void
put (int *out, char a, Odd odd, int64_t b, unsigned *count)
{
  extern __shared__ int shared[];

  shared[threadIdx.x] = a + odd.c + odd.s[2] + (int) odd.d + (int) b;
  __syncthreads ();
  out[blockIdx.x * blockDim.x + threadIdx.x] += shared[blockDim.x - 1 - threadIdx.x] + threadIdx.x;
  atomicAdd (count, 1);
}

static __global__ void
each (int *out, unsigned *count)
{
  Odd odd = { (char) threadIdx.x, { 1, 2, 3 }, 4.5 };

  if (threadIdx.x % 3 == 0)
    put<<<dim3 (2, 1, 1), 50, 50 * sizeof (int)>>> (out + 100 * threadIdx.x, 7, odd, 1000, count);
}

/* Behind everything: it sees what all children of the one before have done, and goes on until it has counted down. */
static __global__ void
add_one (int *to)
{
  *to += 1;
}

static __global__ void
last (int *steps, int left)
{
  steps[left] = steps[100];
  add_one<<<1, 1, 0, cudaStreamFireAndForget>>> (&steps[100]);
  if (left > 0)
    last<<<1, 1, 0, cudaStreamTailLaunch>>> (steps, left - 1);
  add_one<<<1, 1>>> (&steps[100]);
}

static __global__ void
move (int *to, const int *from, int *errors)
{
  cudaEvent_t event;

  cudaEventCreateWithFlags (&event, cudaEventDisableTiming);
  cudaMemsetAsync (to, 0xff, 100 * sizeof (int), 0);
  cudaMemcpyAsync (to + 10, from, 20 * sizeof (int), cudaMemcpyDeviceToDevice, 0);
  cudaEventRecord (event, 0);
  add_one<<<1, 1>>> (to + 10);
  cudaEventDestroy (event);
  errors[0] = cudaGetLastError ();
  add_one<<<1, 2048>>> (to + 11);
  errors[1] = cudaPeekAtLastError ();
  errors[2] = cudaGetLastError ();
  errors[3] = cudaGetLastError ();
}

static void
check_sort (void)
{
  static int values[N], sorted[N];
  unsigned state = 5;

  for (int i = 0; i < N; i++)
    {
      state = state * 1664525 + 1013904223;
      values[i] = sorted[i] = state >> 20;
    }
  int *d = on_device (values, N);
  sort<<<1, 1>>> (d, N, 24);
  back (values, d, N);
  qsort (sorted, N, sizeof (int), [] (const void *a, const void *b) { return *(const int *) a - *(const int *) b; });
  expect ("sorted", values, sorted, N);
}

int
main (void)
{
  enum { T = 30 };
  static int out[100 * T], wanted[100 * T], steps[101], want_steps[101], to[100], want_to[100], from[20], errors[4];
  unsigned count = 0, want_count = 10 * 100;

  check_sort ();
  int *d_out = on_device (out, 100 * T), *d_steps = on_device (steps, 101), *d_to = on_device (to, 100), *d_errors = on_device (errors, 4);
  unsigned *d_count = on_device (&count, 1);
  each<<<1, T>>> (d_out, d_count);
  back (out, d_out, 100 * T);
  back (&count, d_count, 1);
  for (int t = 0; t < T; t += 3)
    for (int i = 0; i < 100; i++)
      wanted[100 * t + i] = 7 + t + 3 + 4 + 1000 + i % 50;
  expect ("each", out, wanted, 100 * T);
  expect ("counted", &count, &want_count, 1);
  last<<<1, 1>>> (d_steps, 99);
  back (steps, d_steps, 101);
  for (int i = 0; i < 101; i++)
    want_steps[i] = i < 100 ? 2 * (99 - i) : 200;
  expect ("last", steps, want_steps, 101);
  for (int i = 0; i < 20; i++)
    from[i] = i * i;
  move<<<1, 1>>> (d_to, on_device (from, 20), d_errors);
  back (to, d_to, 100);
  back (errors, d_errors, 4);
  for (int i = 0; i < 100; i++)
    want_to[i] = i >= 10 && i < 30 ? (i - 10) * (i - 10) + (i == 10) : -1;
  expect ("moved", to, want_to, 100);
  const int want_errors[4] = { 0, cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration, 0 };
  expect ("errors", errors, want_errors, 4);
  return finish ();
}
