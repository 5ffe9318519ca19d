/* The block as a group, and launches whose numbers come from who calls the function that they stand in. expect: swaps proved; by_rank proved; meets proved; tiles refuted; rows proved; tile_of proved; wraps proved; around proved; twice unknown
   fault: swaps race; rows block-race */
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void swaps (int *__restrict__ a)
{
  cg::thread_block block = cg::this_thread_block ();
  __shared__ int s[1024];
  s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
#ifndef FAULT
  cg::sync (block);
#endif
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void by_rank (int *__restrict__ a)
{
  auto block = cg::this_thread_block ();
  __shared__ int s[1024];
  s[block.thread_rank ()] = threadIdx.x;
  block.sync ();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[block.size () - 1 - block.thread_rank ()];
}
__global__ void meets (int *__restrict__ a)
{
  if (cg::this_thread_block ().thread_rank () == 0)
    a[blockIdx.x] = 1;
}
/* A tile's is not the block's. */
__global__ void tiles (int *__restrict__ a)
{
  auto tile = cg::tiled_partition<32> (cg::this_thread_block ());
  __shared__ int s[1024];
  s[threadIdx.x] = a[threadIdx.x];
  tile.sync ();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
/* Rows of 64 are not left where no more columns are asked for. */
__global__ void rows (int *__restrict__ a, int n, int m)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < m)
    a[i * 64 + j] = i;
}
template <int side> __global__ void tile_of (int *__restrict__ a, const int *__restrict__ b)
{
  __shared__ int s[side][side];
  s[threadIdx.y][threadIdx.x] = b[threadIdx.x];
  __syncthreads ();
  a[(blockIdx.y * side + threadIdx.y) * 4096 + blockIdx.x % 8 * side + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
/* Whole numbers of 32 bits wrap: what is added to a negative one comes back. */
__global__ void wraps (int *__restrict__ a, int from, int n)
{
  const int i = from - n + blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FAULT
  if (i >= from - n && i < 5)
    a[i / 2 + 7] = i;
#else
  if (i >= from - n && i < n)
    a[n - i] = 1;
#endif
}
/* 5 less than 0 is a large number. */
__global__ void around (int *__restrict__ a)
{
  __shared__ int s[1024];
  unsigned k = threadIdx.x - 5u;
  s[k % 1024u] = k;
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[k % 1024u];
}
/* Two calls do not say the same of m. */
__global__ void twice (int *__restrict__ a, int n, int m)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < m)
    a[i * 64 + j] = i;
}
void work_twice (int *a, int m)
{
  twice<<<dim3 (4, 4), dim3 (32, 8)>>> (a, 64, m);
}
void work (int *a, int n, int m, int side)
{
  rows<<<dim3 (4, 4), dim3 (32, 8)>>> (a, n, m);
  if (side == 16)
    tile_of<16><<<dim3 (8, 8), dim3 (side, side)>>> (a, a);
  else
    tile_of<32><<<dim3 (8, 8), dim3 (side, side)>>> (a, a);
}
int main ()
{
  int *a = 0, n = 64;
#ifdef FAULT
  int m = 65;
#else
  int m = 64;
#endif
  cudaMalloc (&a, 1 << 20);
#ifdef FAULT
  swaps<<<1, 64>>> (a);
#endif
  work (a, n, m, 32);
  work_twice (a, 65);
  work_twice (a, 64);
  cudaDeviceSynchronize ();
  cudaFree (a);
  return 0;
}
