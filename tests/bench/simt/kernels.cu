/* Kernels as people write them; "collapsed.c" has each by hand for one processor. Prints a line "name seconds check" for each. */
#include <cstdio>
#include <cstdlib>
#include <ctime>

enum { T = 16, B = 256 };

__global__ void
product (const float *a, const float *b, float *c, int n)
{
  __shared__ float x[T][T], y[T][T];
  int i = threadIdx.y, j = threadIdx.x, row = blockIdx.y * T + i, column = blockIdx.x * T + j;
  float sum = 0;
  for (int k = 0; k < n; k += T)
    {
      x[i][j] = a[row * n + k + j];
      y[i][j] = b[(k + i) * n + column];
      __syncthreads ();
      for (int l = 0; l < T; l++)
        sum += x[i][l] * y[l][j];
      __syncthreads ();
    }
  c[row * n + column] = sum;
}

__global__ void
reduction (const float *in, float *out)
{
  __shared__ float s[B];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * B + t];
  __syncthreads ();
  for (int k = B / 2; k > 0; k /= 2)
    {
      if (t < k)
        s[t] += s[t + k];
      __syncthreads ();
    }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void
stencil (const float *in, float *out, int n)
{
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
    out[y * n + x] = 0.2f * (in[y * n + x] + in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

__global__ void
histogram (const unsigned char *in, unsigned *out, int each)
{
  __shared__ unsigned h[256];
  int t = threadIdx.x;
  h[t] = 0;
  __syncthreads ();
  for (int k = 0; k < each; k++)
    atomicAdd (&h[in[(blockIdx.x * each + k) * B + t]], 1u);
  __syncthreads ();
  atomicAdd (&out[t], h[t]);
}

/* Each block's part alone. */
__global__ void
scan (const int *in, int *out)
{
  __shared__ int s[2][B];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[blockIdx.x * B + t];
  __syncthreads ();
  for (int k = 1; k < B; k *= 2)
    {
      s[1 - from][t] = s[from][t] + (t >= k ? s[from][t - k] : 0);
      from = 1 - from;
      __syncthreads ();
    }
  out[blockIdx.x * B + t] = s[from][t];
}

/* Seconds of this process, which has one processor: others on the machine disturb less. */
static double
now ()
{
  timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

template <typename Launch>
static void
time_it (const char *name, int times, Launch launch, const float *check)
{
  double best = 1e9;
  float got;
  launch ();
  cudaDeviceSynchronize ();
  for (int k = 0; k < times; k++)
    {
      double began = now ();
      launch ();
      cudaDeviceSynchronize ();
      double took = now () - began;
      best = took < best ? took : best;
    }
  cudaMemcpy (&got, check, sizeof got, cudaMemcpyDeviceToHost);
  printf ("%s %.9f %.9g\n", name, best, got);
}

int
main ()
{
  const int n = 1024, many = 1 << 24, side = 2048;
  float *host = (float *) malloc (many * sizeof (float)), *a, *b, *c;
  for (int i = 0; i < many; i++)
    host[i] = (float) (i * 7 % 13) / 8;
  cudaMalloc (&a, many * sizeof (float));
  cudaMalloc (&b, many * sizeof (float));
  cudaMalloc (&c, many * sizeof (float));
  cudaMemcpy (a, host, many * sizeof (float), cudaMemcpyHostToDevice);
  cudaMemcpy (b, host, many * sizeof (float), cudaMemcpyHostToDevice);
  cudaMemset (c, 0, many * sizeof (float));
  time_it ("product", 3, [=] { product<<<dim3 (n / T, n / T), dim3 (T, T)>>> (a, b, c, n); }, c + 12345);
  time_it ("reduction", 5, [=] { reduction<<<many / B, B>>> (a, c); }, c + 77);
  time_it ("stencil", 5, [=] { stencil<<<dim3 (side / 32, side / 8), dim3 (32, 8)>>> (a, c, side); }, c + 3 * side + 5);
  time_it ("histogram", 3, [=] { cudaMemset (c, 0, 1024); histogram<<<1024, B>>> ((const unsigned char *) a, (unsigned *) c, 64); }, c + 64);
  time_it ("scan", 5, [=] { scan<<<many / B, B>>> ((const int *) a, (int *) c); }, c + 1000);
}
