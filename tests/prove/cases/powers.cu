/* Loops whose variable grows or shrinks by a factor. expect: tree proved; up proved; strided proved; sorted proved; shared_step refuted; uneven unknown; elsewhere unknown; stays unknown; parts refuted; late unknown; some_left refuted
   fault: tree race; up race; strided race; */
template <typename T> struct Shared
{
  __device__ operator T * ()
  {
    extern __shared__ int room[];
    return (T *) room;
  }
};
template <class T> __global__ void tree (const T *__restrict__ in, T *__restrict__ out, unsigned n)
{
  T *s = Shared<T> ();
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0;
  __syncthreads ();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1)
    {
      if (t < k)
        s[t] += s[t + k];
#ifndef FAULT
      __syncthreads ();
#endif
    }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
template __global__ void tree<int> (const int *, int *, unsigned);
__global__ void up (const int *__restrict__ in, int *__restrict__ out, unsigned n)
{
  extern __shared__ int u[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  u[t] = i < n ? in[i] : 0;
  __syncthreads ();
  for (unsigned k = 1; k < blockDim.x; k *= 2)
    {
#ifdef FAULT
      if (t % k == 0)
#else
      if (t % (2 * k) == 0)
#endif
        u[t] += u[t + k];
      __syncthreads ();
    }
  if (t == 0)
    out[blockIdx.x] = u[0];
}
__global__ void strided (const int *__restrict__ in, int *__restrict__ out)
{
  extern __shared__ int v[];
  unsigned t = threadIdx.x;
  v[t] = in[blockIdx.x * blockDim.x + t];
#ifndef FAULT
  __syncthreads ();
#endif
  for (unsigned k = 1; k < blockDim.x; k *= 2)
    {
      int at = 2 * k * t;
      if (at < blockDim.x)
        v[at] += v[at + k];
      __syncthreads ();
    }
  out[blockIdx.x * blockDim.x + t] = v[t];
}
/* Steps of one size for each block, another for the next. */
__global__ void sorted (int *__restrict__ a, const int *__restrict__ b, int n)
{
  extern __shared__ int w[];
  int t = threadIdx.x;
  for (int k = n; k > 0; k /= 2)
    {
      __syncthreads ();
      w[t + k] = b[k];
      __syncthreads ();
      a[blockIdx.x * blockDim.x + t] = w[t + k];
    }
}
/* Two iterations are not numbers beside each other: nothing stands between what is behind the barrier of one and in front of that
 * of the next. */
__global__ void shared_step (int *a)
{
  extern __shared__ int x[];
  int t = threadIdx.x;
  for (int k = blockDim.x / 2; k > 0; k /= 2)
    {
      if (t == 0)
        x[t + 5] = k;
      __syncthreads ();
      if (t == 1)
        x[t + 4] = k;
    }
}
/* Threads that count differently do not meet at a barrier. */
__global__ void uneven (int *a)
{
  extern __shared__ int y[];
  int t = threadIdx.x;
  for (int k = blockDim.x + t; k > 0 && k <= blockDim.x; k /= 2)
    {
      y[t] = k;
      __syncthreads ();
      a[blockIdx.x * blockDim.x + t] = y[blockDim.x - 1 - t];
      __syncthreads ();
    }
}
/* Each thread begins with a number of its own: some never have one between the two. */
__global__ void elsewhere (int *a)
{
  int b = blockDim.x;
  for (int k = threadIdx.x + 1; 2 * k < 3 * b; k *= 2)
    if (k >= b)
      __syncthreads ();
}
/* 0 / 2 is 0. */
__global__ void stays (int *a, int n)
{
  extern __shared__ int z[];
  for (int k = n; k >= 0; k /= 2)
    {
      z[threadIdx.x] = k;
      __syncthreads ();
      a[blockIdx.x * blockDim.x + threadIdx.x] = z[blockDim.x - 1 - threadIdx.x];
      __syncthreads ();
    }
}
__global__ void parts (int *a)
{
  extern __shared__ int p[];
  for (int k = blockDim.x; k > (int) threadIdx.x; k /= 2)
    {
      p[threadIdx.x] = k;
      __syncthreads ();
      a[blockIdx.x * blockDim.x + threadIdx.x] = p[0];
      __syncthreads ();
    }
}
/* A barrier of a loop that may not be run stands between nothing. */
__global__ void late (int *a, int n)
{
  extern __shared__ int q[];
  q[threadIdx.x] = 1;
  for (int k = n; k > 0; k /= 2)
    __syncthreads ();
  a[blockIdx.x * blockDim.x + threadIdx.x] = q[blockDim.x - 1 - threadIdx.x];
}
/* A thread leaves at a number of its own, though the last one would hold for it as well. */
__global__ void some_left (int *a)
{
  for (int s = blockDim.x; s > 0 && s != (int) threadIdx.x + 3; s >>= 1)
    if (s == 1)
      __syncthreads ();
}
#ifdef FAULT
int main ()
{
  int *a, *b;
  cudaMalloc (&a, 4096);
  cudaMalloc (&b, 4096);
  cudaMemset (a, 0, 4096);
  tree<<<1, 64, 512>>> (a, b, 64);
  up<<<1, 64, 512>>> (a, b, 64);
  strided<<<1, 64, 512>>> (a, b);
  cudaDeviceSynchronize ();
  cudaFree (a);
  cudaFree (b);
  return 0;
}
#endif
