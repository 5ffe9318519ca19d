/* Variables that come round again, iterations that are known one by one, bits of numbers, and sums that end in one warp.
   expect: buffers proved; three proved; doubles proved; sorts proved; tail proved; some_blocks proved; ors proved; continues unknown; straight unknown; one_warp unknown; wanders unknown
   fault: buffers race; three race; doubles race; sorts race; tail race; some_blocks race; ors race */
__global__ void buffers (float *__restrict__ out, const float *__restrict__ in, int n)
{
  __shared__ float s[2][256];
  int t = threadIdx.x, buffer = 0;
  float sum = 0;
  s[0][t] = in[t];
  __syncthreads ();
  for (int k = 0; k < n; k++)
    {
      s[buffer ^ 1][t] = in[(k + 1) * 256 + t];
      sum += s[buffer][255 - t];
#ifndef FAULT
      __syncthreads ();
#endif
      buffer ^= 1;
    }
  out[blockIdx.x * 256 + t] = sum;
}
/* With three buffers one barrier is enough, with two of them it is not. */
__global__ void three (float *__restrict__ out, const float *__restrict__ in, int n)
{
#ifdef FAULT
  const int stages = 1;
#else
  const int stages = 3;
#endif
  __shared__ float s[stages][256];
  int t = threadIdx.x, stage = 0;
  float sum = 0;
  for (int k = 0; k < n; k++)
    {
      s[stage][t] = in[k * 256 + t];
      __syncthreads ();
      sum += s[stage][255 - t];
      stage = (stage + 1) % stages;
    }
  out[blockIdx.x * 256 + t] = sum;
}
/* Offsets that double, and buffers that are exchanged, in a loop of known numbers; those of the second begin where the first ended. */
__global__ void doubles (int *__restrict__ out, const int *__restrict__ in)
{
  __shared__ int s[2 * 128];
  int t = threadIdx.x, from = 0, distance = 1;
  s[t] = in[t];
  __syncthreads ();
  for (int d = 64; d > 0; d /= 2)
    {
      s[(1 - from) * 128 + t] = t >= distance ? s[from * 128 + t] + s[from * 128 + t - distance] : s[from * 128 + t];
      from = 1 - from;
      distance *= 2;
#ifndef FAULT
      __syncthreads ();
#endif
    }
  out[blockIdx.x * 128 + t] = s[from * 128 + 127 - t] + distance;
}
__global__ void sorts (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 64 + t];
  __syncthreads ();
  for (int k = 2; k <= 64; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      {
        int other = t ^ j;
        if (other > t)
          {
            int x = s[t], y = s[other];
            bool up = (t & k) == 0;
            s[t] = (x > y) == up ? y : x;
            s[other] = (x > y) == up ? x : y;
          }
#ifndef FAULT
        __syncthreads ();
#endif
      }
  a[blockIdx.x * 64 + t] = s[t];
}
__device__ float of_warp (float x)
{
  for (int d = 16; d > 0; d /= 2)
    x += __shfl_down_sync (0xffffffff, x, d);
  return x;
}
__global__ void tail (float *__restrict__ out, const float *__restrict__ in, int n)
{
  __shared__ float s[32];
  float x = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x += in[i] + 1;
  x = of_warp (x);
  if (threadIdx.x % 32 == 0)
    s[threadIdx.x / 32] = x;
#ifndef FAULT
  __syncthreads ();
#endif
  if (threadIdx.x < 32)
    x = of_warp (threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0);
  if (threadIdx.x == 0)
    out[blockIdx.x] = x;
}
__global__ void some_blocks (int *__restrict__ a)
{
  __shared__ int s[256];
  s[threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x];
#ifdef FAULT
  if (blockIdx.x == 1)
#endif
    __syncthreads ();
  a[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
/* Where the last two bits are none, setting them leaves numbers different. */
__global__ void ors (int *__restrict__ a)
{
  int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FAULT
  if ((i & 12) == 4)
#else
  if ((i & 3) == 0)
#endif
    a[i | 3] = i;
}
/* Who goes on early has another number. */
__global__ void continues (int *__restrict__ a)
{
  __shared__ int s[256];
  int t = threadIdx.x, c = t;
  for (int d = 1; d < 8; d *= 2)
    {
      s[c] = t;
      if (t % 2 == 0)
        {
          c = t + 1;
          continue;
        }
      a[blockIdx.x * 128 + t] = d;
    }
}
/* Some run fewer iterations. */
__global__ void straight (int *__restrict__ a)
{
  int t = blockIdx.x * 64 + threadIdx.x, c = t;
  for (int d = 1; d < 8 && d <= t; d *= 2)
    c = t / 2;
  a[c] = t;
}
/* A barrier whose mask is not followed may order the threads of its warp. */
__global__ void one_warp (int *__restrict__ a)
{
  __shared__ int s[32];
  s[threadIdx.x] = a[blockIdx.x * 32 + threadIdx.x];
  unsigned x = __activemask ();
  __syncwarp (x);
  a[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x] + x;
}
/* The way back leads through another number each time. */
__global__ void wanders (int *__restrict__ a, int n)
{
  __shared__ int s[1024];
  int t = threadIdx.x, x = 0;
  for (int i = 0; i < n; i++)
    {
      s[(unsigned) (t + x) % 1024u] = i;
      x = i - x;
    }
  a[blockIdx.x * 64 + t] = x;
}
int main ()
{
  float *a, *b;
  int *c, *d;
  cudaMalloc (&a, 1 << 16);
  cudaMalloc (&b, 1 << 16);
  cudaMalloc (&c, 1 << 16);
  cudaMalloc (&d, 1 << 16);
  float numbers[4096];
  int whole[4096];
  for (int i = 0; i < 4096; i++)
    numbers[i] = whole[i] = 4096 - i;
  cudaMemcpy (a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemcpy (b, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemcpy (c, whole, sizeof whole, cudaMemcpyHostToDevice);
  cudaMemcpy (d, whole, sizeof whole, cudaMemcpyHostToDevice);
  buffers<<<2, 256>>> (a, b, 8);
  three<<<2, 256>>> (a, b, 8);
  doubles<<<2, 128>>> (c, d);
  sorts<<<2, 64>>> (d);
  tail<<<2, 256>>> (a, b, 4096);
  some_blocks<<<2, 256>>> (c);
  ors<<<2, 64>>> (c);
#ifndef FAULT
  continues<<<2, 128>>> (c);
  straight<<<2, 64>>> (c);
  one_warp<<<2, 32>>> (c);
  wanders<<<2, 64>>> (c, 8);
#endif
  return cudaDeviceSynchronize ();
}
