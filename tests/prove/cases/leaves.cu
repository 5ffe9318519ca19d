/* Ways out, steps and barriers that may not be there. expect: dead proved; left unknown; strided proved; adds refuted; perhaps_none refuted; powers_once unknown; gone unknown
   bounded: strided */
__global__ void __launch_bounds__ (64) dead (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (n > 0)
    {
      return;
      a[t] = s[63 - t];
    }
}
__global__ void __launch_bounds__ (64) left (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    {
      if (i == t)
        break;
      s[t] = i;
      __syncthreads ();
      a[t] = s[63 - t];
      __syncthreads ();
    }
}
__global__ void __launch_bounds__ (64) strided (int *__restrict__ a)
{
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += 64)
    s[i] = i;
  __syncthreads ();
  for (int i = 1023 - threadIdx.x; i >= 0; i -= 64)
    a[1024 * blockIdx.x + i] = s[i];
}
__global__ void adds (int *__restrict__ found)
{
  *found += 1;
}
__global__ void __launch_bounds__ (64) perhaps_none (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  for (int i = 0; i < n; i++)
    __syncthreads ();
  a[t] = s[63 - t];
}
__global__ void __launch_bounds__ (64) powers_once (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (n > 0)
    {
      s[t] = t;
      for (int k = n; k > 0; k >>= 1)
        __syncthreads ();
      a[t] = s[63 - t];
    }
}
__global__ void __launch_bounds__ (64) gone (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = t;
  __syncthreads ();
  a[t] = s[t];
}
int main (int argc, char **argv)
{
  int *a, m = argc;
  cudaMalloc (&a, 4096 * 4);
  dead<<<2, 64>>> (a, 1);
  left<<<1, 64>>> (a, 64);
  strided<<<2, 64>>> (a);
  adds<<<1, 64>>> (a);
  perhaps_none<<<1, 64>>> (a, 0);
  powers_once<<<1, 64>>> (a, m);
  gone<<<1, 64>>> (a, 32);
  cudaDeviceSynchronize ();
  return 0;
}
