/* Device functions that stay functions: structs as arguments and results, recursion, pointers to functions,
 * virtual functions, barriers and arrays of a thread's own inside them, several block shapes. */
#include "check.h"

struct Mixed
{
  int number;
  double real;
  signed char letters[7];
};

static __host__ __device__ __noinline__ int
weigh (int start, struct Mixed mixed, signed char letter)
{
  return start + mixed.number + (int) mixed.real + mixed.letters[3] + letter;
}

static __host__ __device__ __noinline__ struct Mixed
mix (int i)
{
  struct Mixed mixed = { 3 * i, i * 1.5, { 0 } };

  for (int k = 0; k < 7; k++)
    mixed.letters[k] = k * i;
  return mixed;
}

static __host__ __device__ int
fibonacci (int n)
{
  return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2);
}

static __host__ __device__ int even (int n);
static __host__ __device__ __noinline__ int
odd (int n)
{
  return n == 0 ? 0 : even (n - 1);
}
static __host__ __device__ __noinline__ int
even (int n)
{
  return n == 0 ? 1 : odd (n - 1);
}

/* Each call has its own array. */
static __host__ __device__ int
fold (const int *values, int n, int depth)
{
  int own[4];

  for (int k = 0; k < 4; k++)
    own[k] = values[(k + depth) % n] + depth;
  if (depth == 0)
    return own[0] - own[3];
  int inner = fold (own, 4, depth - 1);
  return inner + own[depth % 4];
}

typedef int Operation (int, int);
static __host__ __device__ int plus (int a, int b) { return a + b; }
static __host__ __device__ int times (int a, int b) { return a * b; }
static __host__ __device__ int minus (int a, int b) { return a - b; }
static __device__ Operation *operations[] = { plus, times, minus };

struct Shape
{
  __host__ __device__ virtual int area (int x) const = 0;
};
struct Square : Shape
{
  __host__ __device__ int area (int x) const override { return x * x; }
};
struct Strip : Shape
{
  int width;
  __host__ __device__ Strip (int w) : width (w) {}
  __host__ __device__ int area (int x) const override { return x * width; }
};

static __host__ __device__ int
plain (int i, int n, Operation *operation)
{
  int values[4] = { i, 2 * i, i - 7, 5 }, sum = weigh (i, mix (i), (signed char) i) + fibonacci (i % 9) + even (i % 5);
  Square square;
  Strip strip (n);
  const Shape *shape = i % 3 ? (const Shape *) &square : &strip;

  for (int k = 0; k < i % 4; k++)
    sum += fold (values, 4, k);
  return sum + operation (i, n) + shape->area (i % 11);
}

static __global__ void
call_all (int *out, int n)
{
  int thread = threadIdx.x + blockDim.x * threadIdx.y, i = blockIdx.x * blockDim.x * blockDim.y + thread;

  if (i < n)
    out[i] = plain (i, n, operations[i % 3]);
}

/* The barrier stands in a function that several places call. */
static __device__ __noinline__ int
neighbour (int *shared, int at, int n, int value)
{
  shared[at] = value;
  __syncthreads ();
  int other = shared[(at + 1) % n];
  __syncthreads ();
  return other;
}

static __global__ void
around (int *out)
{
  __shared__ int shared[256];
  int n = blockDim.x * blockDim.y, at = threadIdx.x + blockDim.x * threadIdx.y, value = at;

  for (int k = 0; k < 3; k++)
    value = neighbour (shared, at, n, value) + neighbour (shared, at, n, k);
  out[blockIdx.x * n + at] = value;
}

/* What a thread's stack cannot hold is an error, no wrong number. */
static __device__ __noinline__ int
deep (int n)
{
  int own[16];

  for (int k = 0; k < 16; k++)
    own[k] = n + k;
  return n <= 0 ? 0 : deep (n - 1) + own[(n * 7) % 16];
}

static __global__ void
dive (int *out, int n)
{
  out[threadIdx.x] = deep (n);
}

static void
compare_all (dim3 block)
{
  enum { N = 400 };
  static Operation *const host_operations[] = { plus, times, minus };
  static int got[N], wanted[N];
  int threads = block.x * block.y;

  for (int i = 0; i < N; i++)
    wanted[i] = plain (i, N, host_operations[i % 3]);
  int *d = on_device (got, N);
  call_all<<<(N + threads - 1) / threads, block>>> (d, N);
  back (got, d, N);
  expect ("calls", got, wanted, N);
}

static void
compare_around (dim3 block)
{
  static int got[2 * 256], wanted[2 * 256];
  int n = block.x * block.y;

  for (int b = 0; b < 2; b++)
    for (int i = 0; i < n; i++)
      wanted[b * n + i] = (i + 3) % n + 0 + 1 + 2;
  int *d = on_device (got, 2 * 256);
  around<<<2, block>>> (d);
  back (got, d, 2 * n);
  expect ("barrier in a function", got, wanted, 2 * n);
}

int
main (void)
{
  static int nothing[32];
  int *d = on_device (nothing, 32);

  compare_all (33);
  compare_all (64);
  compare_all (dim3 (16, 7));
  compare_around (64);
  compare_around (dim3 (16, 8));
  compare_around (95);
  dive<<<1, 32>>> (d, 100000);
  if (cudaGetLastError () == cudaSuccess)
    {
      puts ("a stack that is too small was not noticed");
      failures++;
    }
  if (cudaDeviceSynchronize () != cudaErrorLaunchFailure)
    {
      printf ("whoever waits is not told that calls were nested too deeply\n");
      failures++;
    }
  cudaGetLastError ();
  return finish ();
}
