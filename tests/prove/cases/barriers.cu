/* Barriers: who reaches them. expect: uniform proved; halves proved; reduce proved; counted proved
   fault: uniform barrier; halves barrier; reduce race; counted barrier */
__global__ void uniform (int *a, int n)
{
  __shared__ int s[64];
#ifdef FAULT
  if (n > 3 && threadIdx.x < 32)
#else
  if (n > 3)
#endif
    {
      s[threadIdx.x] = a[threadIdx.x];
      __syncthreads ();
      a[threadIdx.x] = s[63 - threadIdx.x];
    }
}
__global__ void halves (int *a)
{
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
#ifdef FAULT
  if (threadIdx.x >= 32)
    __syncthreads ();
#else
  __syncthreads ();
#endif
  if (threadIdx.x < 32)
    a[threadIdx.x] = s[threadIdx.x + 32];
}
__global__ void reduce (const int *__restrict__ in, int *__restrict__ out, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
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
__global__ void counted (int *a, int n)
{
  __shared__ int s[64];
#ifdef FAULT
  for (int k = 0; k < n + (int) threadIdx.x; k++)
#else
  for (int k = 0; k < n; k++)
#endif
    {
      s[threadIdx.x] = a[threadIdx.x];
      __syncthreads ();
      a[threadIdx.x] = s[63 - threadIdx.x];
      __syncthreads ();
    }
}
int main ()
{
  int *a;
  cudaMallocManaged (&a, 1024 * sizeof *a);
  for (int i = 0; i < 1024; i++)
    a[i] = i;
  uniform<<<1, 64>>> (a, 10);
  halves<<<1, 64>>> (a);
  reduce<<<4, 64>>> (a, a + 512, 250);
  counted<<<1, 64>>> (a, 3);
  return cudaDeviceSynchronize ();
}
