/* The kernels of kernels.cu with a loop over the lanes between any two votes or shuffles, as collapsing at the level of warps makes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LANES = 32, B = 256, ROUNDS = 16 };

static void
votes (const int *restrict in, int *restrict out)
{
  int x[LANES], sum[LANES] = { 0 };
  memcpy (x, in, sizeof x);
  for (int k = 0; k < ROUNDS; k++)
    {
      unsigned ballot = 0, any = 0, all = 1;
      for (int l = 0; l < LANES; l++)
        ballot |= (unsigned) ((x[l] & 15) > k) << l;
      for (int l = 0; l < LANES; l++)
        any |= (x[l] ^ k) == 7;
      for (int l = 0; l < LANES; l++)
        all &= x[l] != k;
      for (int l = 0; l < LANES; l++)
        {
          sum[l] += __builtin_popcount (ballot) + (any ? k : 0) + (all ? 1 : 0);
          x[l] += k;
        }
    }
  memcpy (out, sum, sizeof sum);
}

static void
sums (const int *restrict in, int *restrict out, int first)
{
  int x[LANES], other[LANES];
  memcpy (x, in, sizeof x);
  for (int k = 0; k < ROUNDS; k++)
    {
      for (int by = 16; by; by /= 2)
        {
          for (int l = 0; l < LANES; l++)
            other[l] = x[l ^ by];
          for (int l = 0; l < LANES; l++)
            x[l] += other[l];
        }
      for (int l = 0; l < LANES; l++)
        x[l] ^= k + first + l;
    }
  memcpy (out, x, sizeof x);
}

static void
scans (const int *restrict in, int *restrict out)
{
  int x[LANES], other[LANES];
  memcpy (x, in, sizeof x);
  for (int k = 0; k < ROUNDS; k++)
    {
      for (int by = 1; by < 32; by *= 2)
        {
          for (int l = 0; l < LANES; l++)
            other[l] = x[l >= by ? l - by : l];
          for (int l = 0; l < LANES; l++)
            x[l] += l >= by ? other[l] : 0;
        }
      for (int l = 0; l < LANES; l++)
        x[l] ^= k;
    }
  memcpy (out, x, sizeof x);
}

static void
looks (const int *restrict in, int *restrict out, int first)
{
  int x[LANES], sum[LANES] = { 0 }, given[LANES];
  memcpy (x, in, sizeof x);
  for (int k = 0; k < ROUNDS; k++)
    {
      for (int l = 0; l < LANES; l++)
        given[l] = x[(unsigned) (sum[l] + first + l + k) % LANES] + k;
      for (int l = 0; l < LANES; l++)
        sum[l] = (int) (3u * (unsigned) sum[l] + (unsigned) given[l]);
    }
  memcpy (out, sum, sizeof sum);
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

#define TIME(name, what)                                   \
  do                                                       \
    {                                                      \
      double best = 1e9;                                   \
      for (int k_ = 0; k_ < 6; k_++)                       \
        {                                                  \
          double began = now ();                           \
          for (int i = 0; i < n; i += LANES)               \
            what;                                          \
          double took = now () - began;                    \
          best = k_ && took < best ? took : best;          \
        }                                                  \
      printf ("%s %.9f %d\n", name, best, out[12345]);     \
    }                                                      \
  while (0)

int
main (void)
{
  const int n = 1 << 20;
  int *in = aligned_alloc (512, n * sizeof (int)), *out = aligned_alloc (512, n * sizeof (int));
  for (int i = 0; i < n; i++)
    in[i] = i * 7 % 13;
  TIME ("votes", votes (in + i, out + i));
  TIME ("sums", sums (in + i, out + i, i % B));
  TIME ("scans", scans (in + i, out + i));
  TIME ("looks", looks (in + i, out + i, i));
}
