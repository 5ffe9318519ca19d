/* What goes between shared memory and the registers of a warp's matrices: ldmatrix, stmatrix, movmatrix; cp.async in groups; who leads a
 * warp (elect); and in which space an address is. */
#include "check.h"

typedef unsigned short half_bits;

static __device__ unsigned
shared_place (const void *place)
{
  unsigned result;

  asm ("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(result) : "l"(place));
  return result;
}

/* Rows of tile j stand 24 elements apart in shared memory, from the last to the first. */
enum { TILES = 4, STRIDE = 24 };

static __device__ int
row_start (int lane)
{
  return (TILES * 8 - 1 - lane) * STRIDE;
}

static __global__ void
load (const half_bits *from, unsigned *plain, unsigned *transposed)
{
  __shared__ __align__ (16) half_bits rows[TILES * 8 * STRIDE];
  unsigned a, b, c, d, lane = threadIdx.x;

  for (int i = lane; i < TILES * 8 * STRIDE; i += 32)
    rows[i] = from[i];
  __syncthreads ();
  unsigned place = shared_place (rows + row_start (lane));
  asm volatile ("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(place) : "memory");
  plain[lane * 4] = a, plain[lane * 4 + 1] = b, plain[lane * 4 + 2] = c, plain[lane * 4 + 3] = d;
  asm volatile ("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(place) : "memory");
  asm volatile ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(c) : "r"(place) : "memory");
  asm volatile ("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(c));
  transposed[lane * 4] = a, transposed[lane * 4 + 1] = b, transposed[lane * 4 + 2] = c, transposed[lane * 4 + 3] = d;
}

static __global__ void
store (half_bits *to)
{
  __shared__ __align__ (16) half_bits rows[TILES * 8 * STRIDE];
  unsigned lane = threadIdx.x, first = lane << 17 | (lane << 1 | 1);

  for (int i = lane; i < TILES * 8 * STRIDE; i += 32)
    rows[i] = 0xffff;
  __syncthreads ();
  unsigned place = shared_place (rows + row_start (lane));
  asm volatile ("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" : : "r"(place), "r"(first), "r"(first + 0x01000100) : "memory");
  place = shared_place (rows + row_start (16 + lane % 16));
  asm volatile ("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" : : "r"(place), "r"(first + 0x02000200) : "memory");
  __syncthreads ();
  for (int i = lane; i < TILES * 8 * STRIDE; i += 32)
    to[i] = rows[i];
}

/* --- copies in groups: two on their way, the older one is waited for ------------------------------------------ */

static __global__ void
groups (const float *from, float *sums, int n)
{
  __shared__ __align__ (16) float buffers[2][128];
  float sum = 0;

  for (int k = 0; k <= n; k++)
    {
      if (k < n)
        asm volatile ("cp.async.cg.shared.global [%0], [%1], 16;"
                      : : "r"(shared_place (&buffers[k % 2][4 * threadIdx.x])), "l"(from + k * 128 + 4 * threadIdx.x) : "memory");
      asm volatile ("cp.async.commit_group;" : : : "memory");
      asm volatile ("cp.async.wait_group 1;" : : : "memory");
      __syncthreads ();
      if (k > 0)
        for (int i = 0; i < 4; i++)
          sum += buffers[(k - 1) % 2][127 - 4 * threadIdx.x - i];
      __syncthreads ();
    }
  asm volatile ("cp.async.wait_all;" : : : "memory");
  sums[threadIdx.x] = sum;
}

/* --- who leads; where an address is ----------------------------------------------------------------------------- */

static __global__ void
elect (unsigned *leaders)
{
  unsigned lane = threadIdx.x, mask = lane < 16 ? 0x0000fff0 : 0xffff0000, leader, is_me;

  if (lane >= 4)
    {
      asm volatile ("{ .reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p; }" : "=r"(leader), "=r"(is_me) : "r"(mask));
      leaders[lane] = leader * 2 + is_me;
    }
}

static __constant__ int numbers[5] = { 1, 2, 3, 4, 5 };
static __device__ int others[5];

static __device__ unsigned
spaces_of (const void *place)
{
  unsigned is_constant, is_global, is_shared;

  asm volatile ("{ .reg .pred p; isspacep.const p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is_constant) : "l"(place));
  asm volatile ("{ .reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is_global) : "l"(place));
  asm volatile ("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is_shared) : "l"(place));
  return is_constant + 2 * is_global + 4 * is_shared;
}

static __global__ void
spaces (unsigned *found)
{
  __shared__ int here[32];
  int lane = threadIdx.x;
  const void *mixed = lane % 3 == 0 ? (const void *) &numbers[lane % 5] : lane % 3 == 1 ? (const void *) &others[lane % 5] : (const void *) &here[lane];

  here[lane] = numbers[lane % 5] + others[lane % 5];
  found[lane] = spaces_of (mixed);
  if (lane == 0)
    found[32] = spaces_of (numbers), found[33] = spaces_of (others), found[34] = spaces_of (here);
}

/* --- the same by loops ------------------------------------------------------------------------------------------- */

static unsigned
pair (unsigned low, unsigned high)
{
  return low | high << 16;
}

static void
try_load (void)
{
  static half_bits rows[TILES * 8 * STRIDE];
  static unsigned plain[128], transposed[128], wanted[128], turned[128];

  for (int i = 0; i < TILES * 8 * STRIDE; i++)
    rows[i] = 7 * i;
  for (int lane = 0; lane < 32; lane++)
    for (int tile = 0; tile < 4; tile++)
      {
        const half_bits *row = rows + (31 - (8 * tile + lane / 4)) * STRIDE + lane % 4 * 2;
        wanted[lane * 4 + tile] = pair (row[0], row[1]);
        int j = tile < 2 ? tile : 0;
        const half_bits *column = rows + (31 - (8 * j + lane % 4 * 2)) * STRIDE + lane / 4;
        turned[lane * 4 + tile] = tile == 2 ? wanted[lane * 4] : pair (column[0], column[-STRIDE]);
      }
  half_bits *from = on_device (rows, TILES * 8 * STRIDE);
  unsigned *a = on_device (plain, 128), *b = on_device (transposed, 128);
  load<<<1, 32>>> (from, a, b);
  back (plain, a, 128);
  back (transposed, b, 128);
  expect ("ldmatrix", plain, wanted, 128);
  expect ("transposed", transposed, turned, 128);
}

static void
try_store (void)
{
  static half_bits got[TILES * 8 * STRIDE], wanted[TILES * 8 * STRIDE];

  for (int i = 0; i < TILES * 8 * STRIDE; i++)
    wanted[i] = 0xffff;
  for (int lane = 0; lane < 32; lane++)
    for (int half = 0; half < 2; half++)
      {
        int value = half ? lane << 1 : lane << 1 | 1, i = lane / 4, j = lane % 4 * 2 + half;
        wanted[(31 - i) * STRIDE + j] = value;
        wanted[(31 - 8 - i) * STRIDE + j] = value + 0x100;
        wanted[(31 - 16 - j) * STRIDE + i] = value + 0x200;
      }
  half_bits *to = on_device (got, TILES * 8 * STRIDE);
  store<<<1, 32>>> (to);
  back (got, to, TILES * 8 * STRIDE);
  expect ("stmatrix", got, wanted, TILES * 8 * STRIDE);
}

static void
try_groups (void)
{
  enum { N = 5 };
  static float from[N * 128], got[32], wanted[32];

  for (int i = 0; i < N * 128; i++)
    from[i] = i % 37;
  for (int thread = 0; thread < 32; thread++)
    for (int k = 0; k < N; k++)
      for (int i = 0; i < 4; i++)
        wanted[thread] += from[k * 128 + 127 - 4 * thread - i];
  float *a = on_device (from, N * 128), *b = on_device (got, 32);
  groups<<<1, 32>>> (a, b, N);
  back (got, b, 32);
  expect ("cp.async", got, wanted, 32);
}

static void
try_others (void)
{
  static unsigned got[35], wanted[35];
  unsigned *place = on_device (got, 35);

  for (int lane = 4; lane < 32; lane++)
    wanted[lane] = lane < 16 ? 8 + (lane == 4) : 32 + (lane == 16);
  elect<<<1, 32>>> (place);
  back (got, place, 32);
  expect ("elect", got, wanted, 32);
  for (int lane = 0; lane < 35; lane++)
    wanted[lane] = 1u << (lane < 32 ? lane % 3 : lane - 32);
  spaces<<<1, 32>>> (place);
  back (got, place, 35);
  expect ("spaces", got, wanted, 35);
}

int
main (void)
{
  try_load ();
  try_store ();
  try_groups ();
  try_others ();
  return finish ();
}
