/* Votes and shuffles, many of them for each number that is read. Prints a line "name seconds check" for each kernel; collapsed.c has the same lane by
 * lane. */
#include <cstdio>
#include <cstdlib>
#include <ctime>

enum { B = 256, ROUNDS = 16 };

/* How many of the warp are above a limit; whether any is, whether all are. */
__global__ void
votes (const int *in, int *out)
{
  int i = blockIdx.x * B + threadIdx.x, x = in[i], sum = 0;
  for (int k = 0; k < ROUNDS; k++)
    {
      sum += __popc (__ballot_sync (~0u, (x & 15) > k));
      sum += __any_sync (~0u, (x ^ k) == 7) ? k : 0;
      sum += __all_sync (~0u, x != k) ? 1 : 0;
      x += k;
    }
  out[i] = sum;
}

/* Sums over the warp, which each lane gets. */
__global__ void
sums (const int *in, int *out)
{
  int i = blockIdx.x * B + threadIdx.x, x = in[i];
  for (int k = 0; k < ROUNDS; k++)
    {
      for (int by = 16; by; by /= 2)
        x += __shfl_xor_sync (~0u, x, by);
      x ^= k + threadIdx.x;
    }
  out[i] = x;
}

/* Sums of all lanes before. */
__global__ void
scans (const int *in, int *out)
{
  int i = blockIdx.x * B + threadIdx.x, x = in[i], lane = threadIdx.x % 32;
  for (int k = 0; k < ROUNDS; k++)
    {
      for (int by = 1; by < 32; by *= 2)
        {
          int before = __shfl_up_sync (~0u, x, by);
          x += lane >= by ? before : 0;
        }
      x ^= k;
    }
  out[i] = x;
}

/* What the lane that a number names holds. */
__global__ void
looks (const int *in, int *out)
{
  int i = blockIdx.x * B + threadIdx.x, x = in[i], sum = 0;
  for (int k = 0; k < ROUNDS; k++)
    sum = 3 * sum + __shfl_sync (~0u, x + k, sum + i + k);
  out[i] = sum;
}

/* Seconds of this process, which has one processor. */
static double
now ()
{
  timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void
time_it (const char *name, void (*kernel) (const int *, int *), const int *in, int *out, int n)
{
  double best = 1e9;
  int got;
  for (int k = 0; k < 6; k++)
    {
      double began = now ();
      kernel<<<n / B, B>>> (in, out);
      cudaDeviceSynchronize ();
      double took = now () - began;
      best = k && took < best ? took : best;
    }
  cudaMemcpy (&got, out + 12345, sizeof got, cudaMemcpyDeviceToHost);
  printf ("%s %.9f %d\n", name, best, got);
}

int
main ()
{
  const int n = 1 << 20;
  int *host = (int *) malloc (n * sizeof (int)), *in, *out;
  for (int i = 0; i < n; i++)
    host[i] = i * 7 % 13;
  cudaMalloc (&in, n * sizeof (int));
  cudaMalloc (&out, n * sizeof (int));
  cudaMemcpy (in, host, n * sizeof (int), cudaMemcpyHostToDevice);
  time_it ("votes", votes, in, out, n);
  time_it ("sums", sums, in, out, n);
  time_it ("scans", scans, in, out, n);
  time_it ("looks", looks, in, out, n);
}
