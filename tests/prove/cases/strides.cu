/* Loops that threads share out in steps of a size that a launch says: blocks and grids are of any size, but for the faults.
   expect: rows proved; unsigned_rows proved; plane proved; downwards proved; along proved; items proved; in_turn proved; twice proved; both proved;
   wide proved; three_steps proved; half unknown; other_step unknown; own_steps unknown; two_steps unknown; longer_steps unknown; moved unknown; beside unknown; behind unknown; backwards unknown;
   uneven unknown; uneven_later unknown; late unknown; wrapping unknown; wrapping_twice unknown; towards_zero refuted
   fault: rows block-race; plane block-race; along race; items race; in_turn block-race; twice race */
__global__ void rows (float *__restrict__ a, int n, int m)
{
#ifdef FAULT
  int stride = blockDim.x;
#else
  int stride = gridDim.x * blockDim.x;
#endif
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    for (int j = 0; j < m; j++)
      a[i * m + j] += 1;
}
__global__ void unsigned_rows (float *__restrict__ a, unsigned n)
{
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[2 * i + 1] = a[2 * i] = i;
}
__global__ void plane (float *__restrict__ a, int n, int m)
{
  for (int i = blockIdx.y * blockDim.y + threadIdx.y; i >= 0 && i < n; i += gridDim.y * blockDim.y)
#ifdef FAULT
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j >= 0 && j < m; j += 16)
#else
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j >= 0 && j < m; j += gridDim.x * blockDim.x)
#endif
      a[i * m + j] = 2 * a[i * m + j];
}
__global__ void downwards (float *__restrict__ a, int n)
{
  for (int i = n - 1 - (int) (blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= gridDim.x * blockDim.x)
    a[i] = i;
}
/* Each block on its own row, its threads along it. */
__global__ void along (float *__restrict__ a, int m)
{
#ifdef FAULT
  for (int k = threadIdx.x; k < m; k += blockDim.x / 2)
#else
  for (int k = threadIdx.x; k < m; k += blockDim.x)
#endif
    a[(int) blockIdx.x * m + k] += 1;
}
/* Blocks take one piece of work after the other, with barriers in it. */
__global__ void __launch_bounds__ (256) items (const float *__restrict__ in, float *__restrict__ out, int n)
{
  __shared__ float s[256];
  for (long long b = blockIdx.x; b < n; b += gridDim.x)
    {
      s[threadIdx.x] = in[b * blockDim.x + threadIdx.x];
      __syncthreads ();
      out[b * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
#ifndef FAULT
      __syncthreads ();
#endif
    }
}
/* What one loop writes, the same thread reads in the next. */
__global__ void in_turn (float *__restrict__ a, float *__restrict__ b, int n)
{
  for (long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long) gridDim.x * blockDim.x)
    a[i] = i;
#ifdef FAULT
  for (long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x + 1; i < n; i += (long long) gridDim.x * blockDim.x)
#else
  for (long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long) gridDim.x * blockDim.x)
#endif
    b[i] = a[i];
}
/* Shared memory is filled, and read in another order behind the barrier. */
__global__ void twice (const float *__restrict__ in, float *__restrict__ out)
{
  __shared__ float s[1000];
  for (int k = threadIdx.x; k < 1000; k += blockDim.x)
    s[k] = in[k];
#ifndef FAULT
  __syncthreads ();
#endif
  for (int k = threadIdx.x; k < 1000; k += blockDim.x)
    out[(int) blockIdx.x * 1000 + k] = s[999 - k];
}
/* The second counter moves as far as the first. */
__global__ void both (float *__restrict__ a, int n)
{
  int stride = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (float *at = a + i; i < n; i += stride, at += stride)
    *at = i;
}
__global__ void wide (float *__restrict__ a, size_t n)
{
  for (size_t i = (size_t) blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
    a[i] = i;
}
/* What the step makes of i may be too large: it is negative then, and the loop ends. */
__global__ void three_steps (float *__restrict__ a, int n)
{
  for (int i = 3 * (blockIdx.x * blockDim.x + threadIdx.x); i >= 0 && i < n; i += 3 * gridDim.x * blockDim.x)
    a[i] = i;
}
/* Two threads come to the same i. */
__global__ void half (float *__restrict__ a, int n)
{
  for (int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x); i < n; i += gridDim.x * blockDim.x)
    a[i] = i;
}
__global__ void other_step (float *__restrict__ a, int n)
{
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    {
      a[i] = i;
      stride = blockDim.x;
    }
}
/* The first two threads come to 4. */
__global__ void own_steps (float *__restrict__ a, int n)
{
  if (threadIdx.x < 2)
    for (int i = threadIdx.x; i < n; i += threadIdx.x + 2)
      a[i] = i;
}
__global__ void two_steps (float *__restrict__ a, float *__restrict__ b, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[i] = i;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    b[n * blockIdx.x + i] = a[i];
}
/* One step is longer by one: what the first thread writes in its third iteration the last one reads in its second. Numbers that differ by
   less than the first step are all there are, so that whoever takes the steps to be the same finds no two threads. */
__global__ void longer_steps (float *__restrict__ a, float *__restrict__ b, int n)
{
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    a[i] = i;
  for (int i = threadIdx.x; i < n; i += blockDim.x + 1)
    b[threadIdx.x] += a[i];
}
__global__ void moved (float *__restrict__ a, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    {
      a[i] = i;
      if (a[i] > 2)
        i++;
    }
}
__global__ void beside (float *__restrict__ a, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    a[i] = a[i + 1];
}
/* One thread writes outside of the loop what another one writes in its second iteration. */
__global__ void behind (float *__restrict__ a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  if (i > 0)
    a[i - 1 + stride] = 0;
  for (; i < n; i += stride)
    a[i] = i;
}
/* A step that may lead downwards, where the others write. */
__global__ void backwards (float *__restrict__ a, int step)
{
  float sum = 0;
  for (int i = threadIdx.x + 1024; i >= 0 && i < 4096; i += step)
    sum += a[i];
  a[threadIdx.x] = sum;
}
/* Not all threads of a block come as often to the barrier. */
__global__ void __launch_bounds__ (256) uneven (float *__restrict__ a, int n)
{
  __shared__ float s[256];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    {
      s[threadIdx.x] = a[i];
      __syncthreads ();
      a[i] = s[threadIdx.x];
    }
}
__global__ void uneven_later (float *__restrict__ a, int n)
{
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (i >= (int) blockDim.x)
      __syncthreads ();
}
/* Some threads have left when the others come to the barrier, as these numbers differ. */
__global__ void late (int *a)
{
  for (int i = blockIdx.x; i < 60 && i != (int) threadIdx.x + 3; i += gridDim.x)
    if (i == 50)
      __syncthreads ();
}
/* Where i is beyond 2^32, it comes round again, at numbers of other threads. */
__global__ void wrapping (float *__restrict__ a)
{
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < 4000000000u; i += gridDim.x * blockDim.x)
    a[i] = i;
}
/* What i and one step come to is beyond n less 2^32, and may be below n less 2^33. */
__global__ void wrapping_twice (float *__restrict__ a, int n)
{
  if (gridDim.x * blockDim.x < 900000000)
    return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i >= 0 && i < n; i += (size_t) 8 * gridDim.x * blockDim.x)
    a[i] = i;
}
int main (int argc, char **argv)
{
#ifdef FAULT
  const int blocks = 2, threads = 64, rows_there = 100;
#else
  int blocks = argc, threads = 32 * argc, rows_there = argc;
#endif
  float *a, *b;
  cudaMallocManaged (&a, 1 << 16);
  cudaMallocManaged (&b, 1 << 16);
  cudaMemset (a, 0, 1 << 16);
  cudaMemset (b, 0, 1 << 16);
  cudaDeviceSynchronize ();
  rows<<<blocks, threads>>> (a, rows_there, 10);
  unsigned_rows<<<blocks, threads>>> (a, rows_there);
  cudaDeviceSynchronize ();
  plane<<<dim3 (blocks, blocks), dim3 (threads, 2)>>> (a, 20, 100);
  downwards<<<blocks, threads>>> (b, rows_there);
  cudaDeviceSynchronize ();
  along<<<blocks, threads>>> (a, 100);
  cudaDeviceSynchronize ();
  items<<<blocks, threads>>> (a, b, 10);
  cudaDeviceSynchronize ();
  in_turn<<<blocks, threads>>> (a, b, 1000);
  cudaDeviceSynchronize ();
  twice<<<blocks, threads>>> (a, b);
  cudaDeviceSynchronize ();
  both<<<blocks, threads>>> (a, 1000);
  wide<<<blocks, threads>>> (a, 1000);
  three_steps<<<blocks, threads>>> (a, 1000);
#ifndef FAULT
  half<<<blocks, threads>>> (a, 1000);
  other_step<<<blocks, threads>>> (a, 1000);
  own_steps<<<1, threads>>> (a, 1000);
  two_steps<<<blocks, threads>>> (a, b, 1000);
  longer_steps<<<1, threads>>> (a, b, 1000);
  moved<<<blocks, threads>>> (a, 1000);
  beside<<<blocks, threads>>> (a, 1000);
  behind<<<blocks, threads>>> (a, 1000);
  backwards<<<1, threads>>> (a, -1);
  uneven<<<blocks, threads>>> (a, 1000);
  uneven_later<<<blocks, threads>>> (a, 1000);
  late<<<blocks, threads>>> ((int *) a);
  wrapping_twice<<<blocks, threads>>> (a, 1000);
  wrapping<<<blocks, threads>>> (a);
#endif
  return cudaDeviceSynchronize ();
}
/* Quotients are rounded towards zero: two threads have the same. */
__global__ void towards_zero (float *a)
{
  int i = threadIdx.x;
  if (i < 2)
    a[(i - 1) / 2] = i;
}

