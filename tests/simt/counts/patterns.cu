/* One way to ask memory for each kernel: counts.py knows what each asks for. Blocks of 64 threads, two of them, but for the last ones. */
#include <stdio.h>

struct Four { float x, y, z, w; };
__constant__ int table[64];

#define T (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void coalesced (float *x) { x[T] = 1; }
__global__ void strided (float *x, int by) { x[T * by] = 1; }
__global__ void misaligned (float *x) { x[T + 1] = 1; }
__global__ void reversed (float *x) { x[127 - T] = 1; }
__global__ void bytes (char *x) { x[3 * T] = 1; }
__global__ void doubles (double *x) { x[T] = 1; }
__global__ void fours (float4 *x) { x[T] = make_float4 (1, 2, 3, 4); }
__global__ void broadcast (const float *x, float *y) { y[T] = x[blockIdx.x * 9]; }
__global__ void scattered (const int *at, float *x) { x[at[T]] = 1; }
__global__ void masked (float *x) { if (T % 3 == 0) x[2 * T] = 1; }
__global__ void early (float *x, int n) { if (T >= n) return; x[T] += 1; }
__global__ void collide (int *h, int m) { atomicAdd (&h[threadIdx.x % m], 1); }
__global__ void collide_apart (int *h) { atomicMax (&h[T], 1); }
__global__ void constants (int *y) { y[T] = table[threadIdx.x % 4]; }

/* A guard in front of the instruction, no branch around it. */
__global__ void
guarded (float *x)
{
  asm volatile ("{ .reg .pred p; setp.lt.u32 p, %0, 5; @p st.global.f32 [%1], %2; }" ::"r"(T), "l"(x + T), "f"(1.0f) : "memory");
}

/* Threads run a different number of turns: lanes part. */
__global__ void
turns (volatile float *x)
{
  for (int i = 0; i < threadIdx.x % 4; i++)
    x[T] += i;
}

template <int PAD>
__global__ void
tile (float *out)
{
  __shared__ float t[32][32 + PAD];
  for (int j = threadIdx.y; j < 32; j += 2)
    t[j][threadIdx.x] = j;
  __syncthreads ();
  for (int j = threadIdx.y; j < 32; j += 2)
    out[j * 32 + threadIdx.x] = t[threadIdx.x][j];
}

__global__ void
shared_doubles (double *out, int by)
{
  extern __shared__ double d[];
  d[threadIdx.x * by] = threadIdx.x;
  __syncthreads ();
  out[T] = d[threadIdx.x * by];
}

__global__ void
shared_collide (int *out)
{
  __shared__ int h[8];
  if (threadIdx.x < 8)
    h[threadIdx.x] = 0;
  __syncthreads ();
  atomicAdd (&h[threadIdx.x % 8], 1);
  __syncthreads ();
  if (threadIdx.x < 8)
    out[threadIdx.x] = h[threadIdx.x];
}

/* An array of each thread's own that no registers can hold: where it is written, the input decides. */
__global__ void
locals (const int *at, int *out)
{
  int own[64];
  for (int i = 0; i < 64; i++)
    own[(i * 5 + at[0]) % 64] = i;
  out[T] = own[at[T] % 64] + own[(at[T] + threadIdx.x) % 64];
}

/* One pointer that is to shared memory for some lanes. */
__global__ void
either (const int *at, float *x)
{
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  __syncthreads ();
  float *p = at[T] % 2 ? &s[threadIdx.x] : &x[T];
  *(volatile float *) p = 2;
  __syncthreads ();
  x[T] += s[threadIdx.x ^ 1];
}

int
main ()
{
  char *x;
  int *at, host[128];
  cudaMalloc ((void **) &x, 1 << 20);
  cudaMalloc ((void **) &at, sizeof host);
  for (int i = 0; i < 128; i++)
    host[i] = i * 37 % 1000;
  cudaMemcpy (at, host, sizeof host, cudaMemcpyHostToDevice);
  coalesced<<<2, 64>>> ((float *) x);
  strided<<<2, 64>>> ((float *) x, 2);
  strided<<<2, 64>>> ((float *) x, 2);
  misaligned<<<2, 64>>> ((float *) x);
  reversed<<<2, 64>>> ((float *) x);
  bytes<<<2, 64>>> (x);
  doubles<<<2, 64>>> ((double *) x);
  fours<<<2, 64>>> ((float4 *) x);
  broadcast<<<2, 64>>> ((float *) x, (float *) x + 4096);
  scattered<<<2, 64>>> (at, (float *) x);
  masked<<<2, 64>>> ((float *) x);
  early<<<2, 64>>> ((float *) x, 77);
  collide<<<2, 64>>> ((int *) x, 5);
  collide_apart<<<2, 64>>> ((int *) x);
  constants<<<2, 64>>> ((int *) x);
  guarded<<<2, 64>>> ((float *) x);
  turns<<<2, 64>>> ((float *) x);
  tile<0><<<1, dim3 (32, 2)>>> ((float *) x);
  tile<1><<<1, dim3 (32, 2)>>> ((float *) x);
  shared_doubles<<<2, 64, 64 * 3 * 8>>> ((double *) x, 3);
  shared_collide<<<2, 64>>> ((int *) x);
  locals<<<2, 64>>> (at, (int *) x);
  either<<<2, 64>>> (at, (float *) x);
  cudaMemcpy (host, at, 100, cudaMemcpyDeviceToHost);
  printf ("OK\n");
}
