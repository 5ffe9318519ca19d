/* What launches say of grids and arguments: sides that are quotients of what is passed, variables that loops count.
   expect: whole proved; more unknown; larger unknown; changed unknown; lent proved; taken unknown; wrapped proved; counted proved; below unknown;
   ended proved; late unknown; skipping unknown; negative unknown; too_many unknown; too_long unknown; many_blocks unknown; very_many unknown */
#define TILE 16

/* A column stays in its row, since gridDim.x * TILE is at most n. */
#define ROWS(NAME) \
  __global__ void NAME (float *__restrict__ out, const float *__restrict__ in, int n) \
  { \
    __shared__ float tile[TILE][TILE + 1]; \
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y; \
    tile[threadIdx.y][threadIdx.x] = in[y * n + x]; \
    __syncthreads (); \
    out[y * n + x] = tile[threadIdx.x][threadIdx.y]; \
  }
ROWS (whole)
ROWS (more)
ROWS (larger)
ROWS (changed)
ROWS (lent)
ROWS (taken)
ROWS (wrapped)

/* Of a triangle: i > k >= 0. */
#define TRIANGLE(NAME) \
  __global__ void NAME (float *a, int k) \
  { \
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y; \
    if (i > k && j > k && j < 64) \
      a[i * 64 + j] -= a[i * 64 + k] * a[k * 64 + j]; \
  }
TRIANGLE (counted)
TRIANGLE (below)

/* Blocks write rows of 32 and read what lies behind them all. */
#define FIRST(NAME) \
  __global__ void NAME (float *a, int k) \
  { \
    a[blockIdx.x * 32 + threadIdx.x] = a[4096 - 1 - k]; \
  }
FIRST (ended)
FIRST (late)
FIRST (skipping)

/* A number without a sign may be negative in the kernel. */
__global__ void
negative (float *out, int n)
{
  int i = blockIdx.x * 16 + threadIdx.x;
  out[n < 0 ? 0 : i] = i;
}

static void
launch_lent (float *out, const float *in, const dim3 &size)
{
  dim3 threads (TILE, TILE), blocks (size.x / threads.x, size.y / threads.y);
  lent<<<blocks, threads>>> (out, in, size.x);
}

static void
launch_taken (float *out, const float *in, const dim3 &size, void (*change) (void))
{
  dim3 threads (TILE, TILE), blocks (size.x / threads.x, size.y / threads.y);
  change ();
  taken<<<blocks, threads>>> (out, in, size.x);
}

static dim3 *known_to_others;
static void change_it (void) { known_to_others->x = 4; }

/* Nothing is said of blocks that no card takes. */
__global__ void too_many (float *a)
{
  a[threadIdx.x] = threadIdx.y;
}
__global__ void __launch_bounds__ (64) too_long (float *a)
{
  a[threadIdx.x / 2] = threadIdx.x;
}

/* Numbers wrap in such grids. */
__global__ void many_blocks (float *a)
{
  a[blockIdx.x * 4096 + threadIdx.x] = threadIdx.x;
}
__global__ void very_many (float *a)
{
  a[threadIdx.x / 2] = threadIdx.x;
}

int
main (int argc, char **argv)
{
  float *out, *in;
  cudaMalloc (&out, 1 << 20);
  cudaMalloc (&in, 1 << 20);
  int n = argc * 16, changing = argc * 16;
  unsigned many = argc * 16;
  dim3 threads (TILE, TILE);
  whole<<<dim3 (n / TILE, n / TILE), threads>>> (out, in, n);
  more<<<dim3 ((n + TILE - 1) / TILE, n / TILE), threads>>> (out, in, n);
  larger<<<dim3 (n / 8, n / TILE), threads>>> (out, in, n);
  wrapped<<<dim3 (many / threads.x, many / threads.y), threads>>> (out, in, many);
  dim3 blocks (changing / TILE, changing / TILE);
  changing -= 8;
  changed<<<blocks, threads>>> (out, in, changing);
  dim3 size (n, n), other (n, n);
  size.y = n;
  known_to_others = &other;
  launch_lent (out, in, size);
  launch_taken (out, in, other, change_it);
  for (int k = 0; k < n; k++)
    counted<<<dim3 (4, 64), 16>>> (out, k);
  for (int k = -1; k < n; k++)
    below<<<dim3 (4, 64), 16>>> (out, k);
  for (int k = 0; k < 32; k++)
    ended<<<127, 32>>> (out, k);
  for (int k = 0; k < 33; k++)
    late<<<127, 32>>> (out, k);
  for (int k = 0; k < 32; k++)
    {
      k += 5;
      skipping<<<127, 32>>> (out, k);
    }
  negative<<<many / 4096, 16>>> (out, many);
  too_many<<<1, dim3 (64, 64)>>> (out);
  too_long<<<1, 128>>> (out);
  many_blocks<<<1 << 21, 32>>> (out);
  very_many<<<1 << 21, 1024>>> (out);
  return cudaDeviceSynchronize ();
}
