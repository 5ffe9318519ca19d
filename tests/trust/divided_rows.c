/* Rows of C elements that hold NH rows of C / NH each, as attention heads do: C need not be a multiple of NH, and
 * where it is not C / NH, rows overlap. KERNELS: 1 */
#include <math.h>
#include <stdio.h>

#define B 2
#define T 9
#define MOST 40

static float in[B * T * MOST * 3], out[B * T * MOST], att[B * 5 * T * T];

static void attention (float *restrict to, float *restrict weight, const float *restrict from, int b_n, int t_n, int C, int NH)
{
  int C3 = C * 3;
  int hs = C / NH;
  float scale = 1.0f / (hs + 1);
#pragma target
  for (int b = 0; b < b_n; b++)
    for (int t = 0; t < t_n; t++)
      for (int h = 0; h < NH; h++)
        {
          const float *query = from + b * t_n * C3 + t * C3 + h * hs;
          float *own = weight + b * NH * t_n * t_n + h * t_n * t_n + t * t_n;
          for (int t2 = 0; t2 <= t; t2++)
            {
              const float *key = from + b * t_n * C3 + t2 * C3 + h * hs + C;
              float sum = 0;
              for (int i = 0; i < hs; i++)
                sum += query[i] * key[i];
              own[t2] = sum * scale;
            }
          float *o = to + b * t_n * C + t * C + h * hs;
          for (int i = 0; i < hs; i++)
            o[i] = 0;
          for (int t2 = 0; t2 <= t; t2++)
            {
              const float *value = from + b * t_n * C3 + t2 * C3 + h * hs + C * 2;
              for (int i = 0; i < hs; i++)
                o[i] += own[t2] * value[i];
            }
        }
}

/* C is another one by then: rows may overlap. */
static void changed (float *restrict to, const float *restrict from, int t_n, int C, int NH)
{
  int hs = C / NH;
  C -= 3;
#pragma target
  for (int t = 0; t < t_n; t++)
    for (int h = 0; h < NH; h++)
      for (int i = 0; i < hs; i++)
        to[t * C + h * hs + i] = to[t * C + h * hs + i] * 0.5f + from[t];
}

/* Rounded up: the last row does not fit. */
static void rounded_up (float *restrict to, const float *restrict from, int t_n, int C, int NH)
{
  int hs = (C + NH - 1) / NH;
#pragma target
  for (int t = 0; t < t_n; t++)
    for (int h = 0; h < NH; h++)
      for (int i = 0; i < hs; i++)
        to[t * C + h * hs + i] = to[t * C + h * hs + i] * 0.5f + from[t];
}

/* One row more than there is room for. */
static void one_more (float *restrict to, const float *restrict from, int t_n, int C, int NH)
{
  int hs = C / NH;
#pragma target
  for (int t = 0; t < t_n; t++)
    for (int h = 0; h <= NH; h++)
      for (int i = 0; i < hs; i++)
        to[t * C + h * hs + i] = to[t * C + h * hs + i] * 0.5f + from[t];
}

/* The last element of a row is the first of the next. */
static void longer (float *restrict to, const float *restrict from, int t_n, int C, int NH)
{
  int hs = C / NH;
#pragma target
  for (int t = 0; t < t_n; t++)
    for (int h = 0; h < NH; h++)
      for (int i = 0; i <= hs; i++)
        to[t * C + h * hs + i] = to[t * C + h * hs + i] * 0.5f + from[t];
}

static void show (void)
{
  double sum = 0;
  for (int i = 0; i < B * T * MOST; i++)
    sum = sum * 0.75 + out[i];
  for (int i = 0; i < B * 5 * T * T; i++)
    sum += att[i] * (i % 3);
  printf ("%.9g\n", sum);
}

int main (void)
{
  static const int sizes[][2] = { { 40, 5 }, { 38, 5 }, { 10, 3 }, { 3, 5 }, { 1, 1 }, { 0, 4 }, { -7, 2 }, { 24, 4 } };
  for (int i = 0; i < B * T * MOST * 3; i++)
    in[i] = (i % 17) * 0.25f - 2;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    {
      int C = sizes[k][0], NH = sizes[k][1];
      if (C > 0)
        attention (out, att, in, B, T, C, NH);
      if (C > 4)
        {
          changed (out, in, T, C, NH);
          rounded_up (out, in, T, C, NH);
          one_more (out, in, T, C, NH);
          longer (out, in, T, C, NH);
        }
      show ();
    }
  return 0;
}
