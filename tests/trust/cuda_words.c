/* Names of CUDA's own types, variables and functions. REFUSED: nothing. KERNELS: 5 */
#include "show.h"
#include <stdlib.h>
#define N 60
#define __global__ extern
#define CUDART_CB 4

typedef struct { int x, y, z; } dim3;
typedef struct { float r, g, b, a; } float4;
struct float2 { float v[2]; };
typedef unsigned int uint3;
enum { cudaMemcpyHostToDevice = 9, cudaSuccess = 3 };
struct launch { int threadIdx, dim3, min; };

static dim3 places[N];
static float4 image[N];
static struct float2 pairs[N];
static uint3 numbers[N];
static struct launch launches[N];
static struct t3 { int x; } threadIdx = { 5 };
static int blockDim = 8, warpSize = 16;
static double gridDim[N];

static int min (int a, int b) { return a < b ? a : b; }
static float max (float a, float b) { return a > b ? a : b; }
static double norm (int n, const double *v) { return v[n - 1] * 2; }
static int __popc (unsigned x) { return x & 3; }
static float __sinf (float x) { return x + 1; }
static float4 make_float4 (float a) { float4 f = { a, a, a, 1 }; return f; }
static int atomicAdd (int *p, int v) { return *p += v; }
__global__ int elsewhere;

static int
cudaMalloc (void **p, int bytes)
{
  *p = malloc (bytes);
  return cudaSuccess;
}

static void
fill_all (int n)
{
  #pragma target
  for (int i = 0; i < n; i++)
    {
      places[i].x = i;
      places[i].y = 2 * i;
      places[i].z = __popc (i);
    }
  #pragma target
  for (int i = 0; i < n; i++)
    {
      image[i] = make_float4 (i);
      pairs[i].v[1] = __sinf (i);
      numbers[i] = 7u * i + CUDART_CB;
    }
  #pragma target
  for (int i = 0; i < n; i++)
    {
      launches[i].threadIdx = i;
      launches[i].dim3 = cudaMemcpyHostToDevice;
      launches[i].min = min (i, 30);
    }
  #pragma target
  for (int i = 0; i < n; i++)
    gridDim[i] = i * warpSize + blockDim + threadIdx.x;
}

int
main (void)
{
  double *block;
  float total = 0;

  fill_all (N);
  if (cudaMalloc ((void **) &block, N * sizeof *block) != cudaSuccess)
    return 1;
  #pragma target
  for (int blockIdx = 0; blockIdx < N; blockIdx++)
    block[blockIdx] = blockIdx * 0.5;
  for (int i = 0; i < N; i++)
    total += max (places[i].x, places[i].y) + places[i].z + image[i].r + image[i].a + pairs[i].v[1] + numbers[i]
             + launches[i].threadIdx + launches[i].dim3 * launches[i].min;
  atomicAdd (&warpSize, 3);
  printf ("%g %d %g\n", total, warpSize, norm (N, block));
  show ("gridDim", gridDim, N);
  free (block);
  return 0;
}
