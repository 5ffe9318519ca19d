/* Switches are branches. expect: chosen proved; offsets proved; loops proved; several proved; of_threads proved; inner proved; of_data unknown;
   of_data_alone proved; falls unknown; skipped unknown; changed unknown; meets_there unknown; ranges unknown; parts refuted; meets refuted;
   breaks refuted; others refuted
   bounded: offsets; chosen; several
   fault: chosen race; offsets race; several race */
#ifdef FAULT
#define BARRIER
#define WIDTH 63
#else
#define BARRIER __syncthreads ()
#define WIDTH 64
#endif
__global__ void __launch_bounds__ (64) chosen (int *__restrict__ a, int mode)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  switch (mode)
    {
    case 0:
      s[t] = t;
      BARRIER;
      a[blockIdx.x * 64 + t] = s[63 - t];
      break;
    case 1: case 7:
      {
        s[63 - t] = t;
        BARRIER;
        a[blockIdx.x * 64 + t] = s[t];
        break;
      }
    default:
      a[blockIdx.x * 64 + t] = 0;
    }
}
__global__ void __launch_bounds__ (64) offsets (int *__restrict__ a, unsigned mode)
{
  __shared__ int s[192];
  int t = threadIdx.x, at;
  switch (mode)
    {
    case 0: at = 0; break;
    default: at = WIDTH * 2; break;
    case 5: at = 64; break;
    }
  s[at + t] = t;
  BARRIER;
  a[blockIdx.x * 64 + t] = s[at + 63 - t];
}
__global__ void __launch_bounds__ (64) loops (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  s[t] = 0;
  for (int i = 0; i < 64; i++)
    {
      switch (i % 3)
        {
        case 0: sum += i; break;
        case 1: s[t] = sum; break;
        default: sum -= s[t];
        }
      __syncthreads ();
    }
  a[blockIdx.x * blockDim.x + t] = sum + s[63 - t];
}
__global__ void __launch_bounds__ (64) several (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  switch (t / 32)
    {
    case 0: s[t] = 1; break;
    case 1: s[t] = 2; break;
    }
  BARRIER;
  a[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void __launch_bounds__ (64) of_threads (int *__restrict__ a)
{
  switch (threadIdx.x)
    {
    case 0: a[blockIdx.x * 2] = 1; break;
    case 33: a[blockIdx.x * 2 + 1] = 2; break;
    default: break;
    }
}
__global__ void __launch_bounds__ (64) inner (int *__restrict__ a, int n)
{
  for (int i = 0; i < n; i++)
    switch (i)
      {
      case 2:
        for (int k = 0; k < 4; k++)
          if (k == n)
            break;
        continue;
      default:
        a[blockIdx.x * blockDim.x + threadIdx.x] = i;
      }
}
__global__ void __launch_bounds__ (64) of_data (int *__restrict__ a, const int *__restrict__ d)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  switch (d[t])
    {
    case 0: __syncthreads (); break;
    default: break;
    }
  a[blockIdx.x * 64 + t] = s[63 - t];
}
__global__ void __launch_bounds__ (64) of_data_alone (int *__restrict__ a, const int *__restrict__ d)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (d[i])
    {
    case 0: a[i] = 3; break;
    case 9: a[i] += 3; break;
    }
}
__global__ void __launch_bounds__ (64) falls (int *__restrict__ a, int mode)
{
  switch (mode)
    {
    case 0: a[threadIdx.x] = 1;
    case 1: a[threadIdx.x + 1] = 2;
    }
}
__global__ void __launch_bounds__ (64) ranges (int *__restrict__ a, int mode)
{
  switch (mode)
    {
    case 0 ... 4: a[threadIdx.x] = 1; break;
    default: break;
    }
}
__global__ void __launch_bounds__ (64) parts (int *__restrict__ a)
{
  switch (threadIdx.x % 2)
    {
    case 0: a[blockIdx.x * 64 + threadIdx.x] = 1; __syncthreads (); break;
    default: a[blockIdx.x * 64 + threadIdx.x] = 2; break;
    }
}
__global__ void __launch_bounds__ (64) meets (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  switch (t % 4)
    {
    case 0: s[t] = t; break;
    case 3: s[t - 3] = t; break;
    }
  __syncthreads ();
  a[blockIdx.x * 64 + t] = s[t];
}
__global__ void __launch_bounds__ (64) breaks (int *__restrict__ a, int mode)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  switch (mode)
    {
    case 0:
      if (t < 40)
        break;
      a[blockIdx.x * blockDim.x + t] = 1;
      break;
    default:
      break;
    }
  if (t < 40 && mode == 0)
    a[blockIdx.x * blockDim.x + t] = s[63 - t];
}
__global__ void __launch_bounds__ (64) others (int *__restrict__ a, int mode)
{
  switch (mode)
    {
    case 0: break;
    default: a[blockIdx.x] += threadIdx.x;
    }
}
/* Who comes to the end is not known behind a switch that is not followed, nor what y is. */
__global__ void skipped (int *__restrict__ a, int n)
{
  int t = threadIdx.x, y = 0;
  switch (n)
    {
    case 2:
      y = t;
    default:
      y += t;
      if (t != 3)
        return;
    }
  a[blockIdx.x * 64 + y] = t;
}
/* Nor what it has changed: k is no longer 0, and no two threads meet. */
__global__ void changed (int *__restrict__ a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
  switch (n & 1)
    {
    case 0:
      k = i;
    default:
      k += n & 1 ? i : 0;
    }
  a[k] = i;
}
/* Nor what its barriers order. */
__global__ void meets_there (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  switch (n)
    {
    case 0:
      a[blockIdx.x * 64 + t] = 1;
    default:
      __syncthreads ();
    }
  a[blockIdx.x * 64 + t] = s[63 - t];
}
int main (void)
{
  int *a, *d;
  cudaMalloc (&a, 4096);
  cudaMalloc (&d, 4096);
  cudaMemset (d, 0, 4096);
  chosen<<<1, 64>>> (a, 1);
  offsets<<<1, 64>>> (a, 5);
  several<<<1, 64>>> (a);
  return cudaDeviceSynchronize ();
}
