/* What is not known is said to be so. expect: indirect unknown; early unknown; waits unknown; fourfold unknown; same proved; histogram proved; returns unknown; jumps unknown; left_in_switch unknown; flagged unknown; wide unknown; far proved; farther unknown; tiled proved; tiled_badly refuted; either unknown; or_own unknown
   bounded: far; tiled */
__global__ void indirect (int *__restrict__ a, const int *__restrict__ at, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[at[i]] = i;
}
__global__ void early (int *a, int n)
{
  __shared__ int s[1024];
  if (threadIdx.x >= n)
    return;
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads ();
  a[threadIdx.x] = s[threadIdx.x];
}
__global__ void waits (int *__restrict__ a, const int *__restrict__ stop)
{
  __shared__ int s[1024];
  while (*stop == 0)
    {
      s[threadIdx.x] = a[threadIdx.x];
      __syncthreads ();
    }
}
__global__ void fourfold (float *a)
{
  ((float4 *) a)[threadIdx.x] = make_float4 (0, 0, 0, 0);
}
__global__ void same (int *__restrict__ found, const int *__restrict__ a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] < 0)
    *found = 1;
}
__global__ void __launch_bounds__ (256) histogram (const unsigned char *__restrict__ data, int n, unsigned *__restrict__ bins)
{
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  __syncthreads ();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd (&s[data[i]], 1);
  __syncthreads ();
  atomicAdd (&bins[threadIdx.x], s[threadIdx.x]);
}
__device__ int *chosen (int *a, int *b, int i) { return i & 1 ? a : b; }
__global__ void returns (int *__restrict__ a, int *__restrict__ b)
{
  *chosen (a, b, threadIdx.x) = 1;
}
__global__ void jumps (int *a)
{
  int i = threadIdx.x;
again:
  a[i] = 1;
  if (a[0])
    goto again;
}
/* One thread alone comes behind it. */
__global__ void left_in_switch (int *__restrict__ a)
{
  int t = threadIdx.x;
  switch (t)
    {
    case 0:
      a[1] = 1;
    default:
      if (t > 0)
        return;
    }
  a[0] = t;
}
__global__ void flagged (volatile int *a)
{
  if (threadIdx.x == 0)
    a[0] = 2;
  while (a[0] == 0)
    ;
}
/* Whoever launches it may know that m is at most 64. */
__global__ void wide (int *__restrict__ a, int n, int m)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < m)
    a[i * 64 + j] = i;
}
/* Eight times the number of a thread wraps in grids that nobody launches; 128 times in some that somebody may. */
__global__ void __launch_bounds__ (64) far (int *__restrict__ a, int n)
{
  const int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= 0 && i < n)
    a[i] = i;
}
__global__ void __launch_bounds__ (64) farther (int *__restrict__ a, int n)
{
  const int i = 128 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= 0 && i < n)
    a[i] = i;
}
__global__ void __launch_bounds__ (64) tiled (float *__restrict__ a)
{
  a[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
}
__global__ void __launch_bounds__ (128) tiled_badly (float *__restrict__ a)
{
  a[blockIdx.x * 63 + threadIdx.x] = threadIdx.x;
}
__global__ void either (int *out, int n)
{
  __shared__ int s[2];
  int own[2];
  int *p = own;
  if (n > 3)
    p = s;
  p[0] = threadIdx.x;
  out[threadIdx.x] = p[0];
}
__global__ void or_own (int *out, int n)
{
  __shared__ int s[2];
  int own[2];
  int *p;
  if (n > 3)
    p = own;
  else
    p = s;
  p[0] = threadIdx.x;
  out[threadIdx.x] = p[0];
}
