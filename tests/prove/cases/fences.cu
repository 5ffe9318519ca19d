/* Barriers that are needed, and that are not: each taken out by itself.
   expect: reversed proved; own proved; two_in_a_row proved; warps proved; tiles proved; called proved; phases proved; counted proved; ticket proved; small proved; voted proved; sometimes unknown; rounds proved; tallied proved
   fences: reversed needed; own not-needed; two_in_a_row not-needed not-needed; warps needed not-needed; tiles needed; called needed; phases unknown; counted needed; ticket unknown; small unknown; voted; sometimes not-needed; rounds needed needed;
   tallied not-needed */
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __launch_bounds__ (256) reversed (int *__restrict__ a)
{
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads ();
  a[i] = s[blockDim.x - 1 - t];
}
/* Each thread reads what it has written. */
__global__ void __launch_bounds__ (256) own (int *__restrict__ a)
{
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads ();
  a[i] = s[t] + 1;
}
/* One of both is enough. */
__global__ void __launch_bounds__ (256) two_in_a_row (int *__restrict__ a)
{
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads ();
  __syncthreads ();
  a[i] = s[blockDim.x - 1 - t];
}
__global__ void __launch_bounds__ (256) warps (int *__restrict__ a)
{
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncwarp ();
  int x = t % 32 ? s[t - 1] : 0;
  __syncwarp ();
  a[i] = x;
}
__global__ void __launch_bounds__ (256) tiles (int *__restrict__ a)
{
  __shared__ int s[256];
  auto tile = cg::tiled_partition<16> (cg::this_thread_block ());
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  tile.sync ();
  a[i] = t % 16 ? s[t - 1] : 0;
}
__device__ void wait ()
{
  __syncthreads ();
}
/* In one place of the text, and needed at one of its calls. */
__global__ void __launch_bounds__ (256) called (int *__restrict__ a)
{
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  wait ();
  s[t] = a[i];
  wait ();
  a[i] = s[blockDim.x - 1 - t];
}
/* No race without it, and yet another result. */
__global__ void phases (int *__restrict__ a)
{
  atomicAdd (&a[blockIdx.x], 1);
  __syncthreads ();
  if (threadIdx.x == 0)
    atomicMax (&a[blockIdx.x], 100);
}
__global__ void counted (int *__restrict__ a, int *__restrict__ b)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 128)
    atomicAdd (&s[t / 2], a[(int) blockIdx.x * 128 + t]);
  __syncthreads ();
  if (t < 64)
    b[(int) blockIdx.x * 64 + t] = s[t];
}
/* Others may see by the number that all of the block has come here. */
__global__ void ticket (int *__restrict__ a, int *__restrict__ last)
{
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads ();
  if (threadIdx.x == 0)
    a[-1 - (int) blockIdx.x] = atomicAdd (last, 1);
}
/* Not for the blocks of this file, which are of one thread. */
__global__ void __launch_bounds__ (256) small (int *__restrict__ a)
{
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads ();
  a[i] = s[blockDim.x - 1 - t];
}
/* More than a barrier. */
__global__ void voted (int *__restrict__ a)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = __syncthreads_or (a[i] > 0);
}
/* Whether all come to it is not known; but nobody waits for it. */
__global__ void sometimes (int *__restrict__ a)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (a[i] > 0)
    __syncthreads ();
  a[i] = i;
}
/* The second one stands between two rounds. */
__global__ void __launch_bounds__ (256) rounds (int *__restrict__ a, const int *__restrict__ b, int n)
{
  __shared__ int s[256];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; k++)
    {
      s[t] = b[k * 256 + t];
      __syncthreads ();
      sum += s[blockDim.x - 1 - t];
      __syncthreads ();
    }
  a[blockIdx.x * blockDim.x + t] = sum;
}
/* All of them count in front of it: it decides nothing of their order. */
__global__ void tallied (int *__restrict__ a, int *__restrict__ count)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd (count, 1);
  __syncthreads ();
  a[i] = i;
}
int main ()
{
  int *a;
  cudaMallocManaged (&a, 64);
  small<<<8, 1>>> (a);
  return cudaDeviceSynchronize ();
}
