/* Barriers of a warp, of the threads that a mask names, and of tiles; what a warp does beside them orders no memory.
   expect: neighbours proved; tail proved; half_mask proved; balloted proved; tiles16 proved; missing proved; ended proved; shuffled proved; rows_of_warps proved; two_d proved; gone_home unknown; home_later unknown; strangers unknown; some_lanes unknown; late unknown; chained unknown; unknown_tile unknown; active unknown
   bounded: two_d
   fault: neighbours race; tail race; half_mask race; balloted race; tiles16 race; missing mask; ended race; shuffled race; rows_of_warps race; two_d race */
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define FULL 0xffffffffu
__global__ void neighbours (int *__restrict__ a)
{
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncwarp ();
#ifdef FAULT
  a[i] = s[(t + 1) % 64];
#else
  a[i] = s[t / 32 * 32 + (t + 1) % 32];
#endif
}
__global__ void tail (const float *__restrict__ in, float *__restrict__ out)
{
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads ();
  for (int k = 128; k >= 32; k >>= 1)
    {
      if (t < k)
        s[t] += s[t + k];
      __syncthreads ();
    }
  if (t < 32)
    {
      for (int k = 16; k > 0; k >>= 1)
        {
          float v = t + k < 32 ? s[t + k] : 0;
          __syncwarp ();
          s[t] += v;
#ifndef FAULT
          __syncwarp ();
#endif
        }
      if (t == 0)
        out[blockIdx.x] = s[0];
    }
}
__global__ void half_mask (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32;
  s[t] = a[blockIdx.x * 64 + t];
  if (lane < 16)
    {
      __syncwarp (0xffff);
#ifdef FAULT
      a[blockIdx.x * 64 + t] = s[63 - t];
#else
      a[blockIdx.x * 64 + t] = s[t / 32 * 32 + 15 - lane];
#endif
    }
}
__global__ void balloted (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  unsigned who = __ballot_sync (FULL, i < n);
  s[t] = 0;
  if (i < n)
    {
      s[t] = a[i];
#ifndef FAULT
      __syncwarp (who);
#endif
      if (t % 32 > 0)
        a[i] = s[t - 1];
    }
}
__global__ void tiles16 (int *__restrict__ a)
{
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block ();
#ifdef FAULT
  auto tile = cg::tiled_partition<8> (block);
#else
  auto tile = cg::tiled_partition<16> (block);
#endif
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 64 + t];
  tile.sync ();
  a[blockIdx.x * 64 + t] = s[t / 16 * 16 + 15 - t % 16];
}
__global__ void missing (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 64 + t];
#ifdef FAULT
  if (t < 40)
#else
  if (t < 32)
#endif
    __syncwarp ();
  if (t < 32)
    a[blockIdx.x * 64 + t] = s[31 - t];
  __syncthreads ();
}
/* Nobody waits for who has gone home. */
/* Those who have not come to the warp's barrier end, and wait nowhere. */
__global__ void home_later (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32;
  s[t] = a[blockIdx.x * 64 + t];
  if (lane < 16)
    __syncwarp (FULL);
  if (lane >= 16)
    return;
  __syncthreads ();
  a[blockIdx.x * 64 + t] = s[t];
}
__global__ void gone_home (int *__restrict__ a)
{
  int t = threadIdx.x;
  if (t < 40)
    __syncwarp ();
  a[blockIdx.x * 64 + t] = t;
}
__global__ void ended (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i >= n)
    return;
  s[t] = a[i];
#ifndef FAULT
  __syncwarp ();
#endif
  if (t % 32 > 0)
    a[i] += s[t - 1];
}
__global__ void shuffled (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 64 + t];
  int x = __shfl_xor_sync (FULL, t, 1);
#ifndef FAULT
  __syncwarp ();
#endif
  a[blockIdx.x * 64 + t] = s[t ^ 1] + x;
}
__global__ void rows_of_warps (int *__restrict__ a, const int *__restrict__ b, int rows)
{
  __shared__ int s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = blockIdx.x * 4 + w; r < rows; r += gridDim.x * 4)
    {
      s[w][lane] = b[r * 32 + lane];
      __syncwarp ();
      a[r * 32 + lane] = s[w][31 - lane];
#ifndef FAULT
      __syncwarp ();
#endif
    }
}
__global__ void two_d (int *__restrict__ a)
{
  __shared__ int s[8][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = a[(blockIdx.x * 8 + y) * 32 + x];
  __syncwarp ();
#ifdef FAULT
  a[(blockIdx.x * 8 + y) * 32 + x] = s[7 - y][x];
#else
  a[(blockIdx.x * 8 + y) * 32 + x] = s[y][31 - x];
#endif
}
/* Not all that come are named. */
__global__ void strangers (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32;
  s[t] = a[blockIdx.x * 64 + t];
  if (lane < 16)
    {
      __syncwarp (0xff);
      a[blockIdx.x * 64 + t] = s[t / 32 * 32 + 15 - lane];
    }
}
/* Whom the mask names depends on data. */
__global__ void some_lanes (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  unsigned who = __ballot_sync (FULL, a[i] > 0);
  s[t] = t;
  __syncwarp (who);
  a[i] = s[t ^ 1];
}
/* Not all of the warp come to the ballot. */
__global__ void late (int *__restrict__ a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i < n)
    {
      unsigned who = __ballot_sync (FULL, 1);
      s[t] = t;
      __syncwarp (who);
      if (t % 32 > 0)
        a[i] = s[t - 1];
    }
}
/* Lane 0 is in front of lane 8, and that in front of lane 20: no race is to be found. */
__global__ void chained (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32, x = 0;
  if (lane < 16)
    {
      if (lane == 0)
        s[t] = 1;
      __syncwarp (0x0000ffff);
    }
  if (lane >= 8 && lane < 24)
    {
      __syncwarp (0x00ffff00);
      if (lane == 20)
        x = s[t - 20];
    }
  a[blockIdx.x * 64 + t] = x;
}
/* Threads of a tile whose condition depends on data. */
__global__ void unknown_tile (int *__restrict__ a)
{
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16> (cg::this_thread_block ());
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = t;
  if (a[i] > 0)
    tile.sync ();
  a[i] = s[t ^ 1];
}
/* Who is active is nobody's word for who comes. */
__global__ void active (int *__restrict__ a)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp (__activemask ());
  a[blockIdx.x * 64 + t] = s[t ^ 1];
}
int main ()
{
  int *a, *b; cudaMalloc (&a, 1 << 20); cudaMalloc (&b, 1 << 20);
  cudaMemset (a, 0, 1 << 20); cudaMemset (b, 0, 1 << 20);
  neighbours<<<4, 64>>> (a);
  tail<<<4, 256>>> ((float *) a, (float *) b);
  half_mask<<<4, 64>>> (a);
  balloted<<<4, 64>>> (a, 250);
  tiles16<<<4, 64>>> (a);
  missing<<<4, 64>>> (a);
  ended<<<4, 64>>> (a, 250);
  shuffled<<<4, 64>>> (a);
  rows_of_warps<<<4, 128>>> (a, b, 64);
  two_d<<<4, dim3 (32, 8)>>> (a);
#ifndef FAULT
  gone_home<<<4, 64>>> (a);
  strangers<<<4, 64>>> (a);
  some_lanes<<<4, 64>>> (a);
  late<<<4, 64>>> (a, 250);
  chained<<<4, 64>>> (a);
  unknown_tile<<<4, 64>>> (a);
  active<<<4, 64>>> (a);
#endif
  cudaDeviceSynchronize (); cudaFree (a); cudaFree (b);
}
