/* The kernels of kernels.cu by hand: blocks one after the other, loops over threads between barriers, innermost what is contiguous. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { T = 16, B = 256 };

static void
product (const float *restrict a, const float *restrict b, float *restrict c, int n)
{
  for (int by = 0; by < n / T; by++)
    for (int bx = 0; bx < n / T; bx++)
      {
        float x[T][T], y[T][T], sum[T][T] = { 0 };
        for (int k = 0; k < n; k += T)
          {
            for (int i = 0; i < T; i++)
              for (int j = 0; j < T; j++)
                {
                  x[i][j] = a[(by * T + i) * n + k + j];
                  y[i][j] = b[(k + i) * n + bx * T + j];
                }
            for (int i = 0; i < T; i++)
              for (int l = 0; l < T; l++)
                for (int j = 0; j < T; j++)
                  sum[i][j] += x[i][l] * y[l][j];
          }
        for (int i = 0; i < T; i++)
          memcpy (c + (by * T + i) * n + bx * T, sum[i], sizeof sum[i]);
      }
}

static void
reduction (const float *restrict in, float *restrict out, int blocks)
{
  for (int block = 0; block < blocks; block++)
    {
      float s[B];
      memcpy (s, in + block * B, sizeof s);
      for (int k = B / 2; k > 0; k /= 2)
        for (int t = 0; t < k; t++)
          s[t] += s[t + k];
      out[block] = s[0];
    }
}

static void
stencil (const float *restrict in, float *restrict out, int n)
{
  for (int y = 1; y < n - 1; y++)
    for (int x = 1; x < n - 1; x++)
      out[y * n + x] = 0.2f * (in[y * n + x] + in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

static void
histogram (const unsigned char *restrict in, unsigned *restrict out, int each, int blocks)
{
  for (int block = 0; block < blocks; block++)
    {
      unsigned h[256] = { 0 };
      for (int k = 0; k < each; k++)
        for (int t = 0; t < B; t++)
          h[in[(block * each + k) * B + t]]++;
      for (int t = 0; t < B; t++)
        out[t] += h[t];
    }
}

static void
scan (const int *restrict in, int *restrict out, int blocks)
{
  for (int block = 0; block < blocks; block++)
    {
      int s[2][B], from = 0;
      memcpy (s[0], in + block * B, sizeof s[0]);
      for (int k = 1; k < B; k *= 2)
        {
          for (int t = 0; t < k; t++)
            s[1 - from][t] = s[from][t];
          for (int t = k; t < B; t++)
            s[1 - from][t] = s[from][t] + s[from][t - k];
          from = 1 - from;
        }
      memcpy (out + block * B, s[from], sizeof s[from]);
    }
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

#define TIME(name, times, what, check)                                                             \
  do                                                                                               \
    {                                                                                              \
      double best = 1e9;                                                                           \
      for (int k_ = 0; k_ <= times; k_++)                                                          \
        {                                                                                          \
          double began = now ();                                                                   \
          what;                                                                                    \
          double took = now () - began;                                                            \
          best = k_ && took < best ? took : best;                                                  \
        }                                                                                          \
      float got;                                                                                   \
      memcpy (&got, check, sizeof got);                                                            \
      printf ("%s %.9f %.9g\n", name, best, got);                                                  \
    }                                                                                              \
  while (0)

int
main (void)
{
  const int n = 1024, many = 1 << 24, side = 2048;
  float *a = aligned_alloc (512, many * sizeof (float)), *b = aligned_alloc (512, many * sizeof (float));
  float *c = aligned_alloc (512, many * sizeof (float));
  for (int i = 0; i < many; i++)
    a[i] = b[i] = (float) (i * 7 % 13) / 8;
  memset (c, 0, many * sizeof (float));
  TIME ("product", 3, product (a, b, c, n), c + 12345);
  TIME ("reduction", 5, reduction (a, c, many / B), c + 77);
  TIME ("stencil", 5, stencil (a, c, side), c + 3 * side + 5);
  TIME ("histogram", 3, (memset (c, 0, 1024), histogram ((unsigned char *) a, (unsigned *) c, 64, 1024)), c + 64);
  TIME ("scan", 5, scan ((int *) a, (int *) c, many / B), c + 1000);
}
