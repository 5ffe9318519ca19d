/* Elements of which nobody can tell the rows, but the last one: queries, keys and values one behind the other, heads that do
 * not divide what they are heads of. There is no more memory than is touched. FOUND: 5. REFUSED: nothing. */
#include "exact.h"
#include "show.h"

static void
attention (double *restrict out, double *restrict weight, const double *restrict inp, int B, int T, int C, int NH)
{
  int C3 = C * 3;
  int hs = C / NH;

  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int h = 0; h < NH; h++)
        {
          const double *query = inp + b * T * C3 + t * C3 + h * hs;
          double *own = weight + b * NH * T * T + h * T * T + t * T;
          for (int t2 = 0; t2 <= t; t2++)
            {
              const double *key = inp + b * T * C3 + t2 * C3 + h * hs + C;
              double sum = 0;
              for (int i = 0; i < hs; i++)
                sum += query[i] * key[i];
              own[t2] = sum;
            }
          double *result = out + b * T * C + t * C + h * hs;
          for (int i = 0; i < hs; i++)
            result[i] = 0;
          for (int t2 = 0; t2 <= t; t2++)
            {
              const double *value = inp + b * T * C3 + t2 * C3 + h * hs + C * 2;
              for (int i = 0; i < hs; i++)
                result[i] += own[t2] * value[i];
            }
        }
}

/* Bands: whatever w and s are, each part is the largest at the end. */
static void
bands (double *restrict out, const double *restrict in, int n, int m, int w, int s)
{
  if (w < 0 || s < 0)
    return;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] = in[i * w + j * s] - in[(i + 1) * w + j * s + 1];
}

/* Of sizes that may be negative nothing is known. */
static void
any_sign (double *restrict out, const double *restrict in, int n, int m, int w, int s)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] += in[i * w + j * s];
}

/* What is the largest in one part is not in the other. */
static void
against (double *restrict out, const double *restrict in, int n, int w, int s)
{
  if (w < 0 || s < 0)
    return;
  for (int i = 0; i < n; i++)
    out[i] += in[i * w + (n - 1 - i) * s];
}

/* Some of it is in front of what is pointed to. */
static void
before (double *restrict out, const double *restrict in, int n, int m, int w, int s)
{
  if (w < 0 || s < 0)
    return;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] += in[i * w + j * s - 2 * s];
}

int
main (int argc, char **argv)
{
  int B = argc + 1, T = argc + 4, C = argc + 6, NH = argc + 2, hs = C / NH;
  int n = (3 * B - 3) * T * C + (3 * T - 1) * C + NH * hs;
  double *inp = exact (n * sizeof *inp), *out = exact (B * T * C * sizeof *out);
  double *weight = exact (B * NH * T * T * sizeof *weight), *in = exact ((5 * 2 + 7 * 3 + 2) * sizeof *in);

  fill (inp, n, 1);
  attention (out, weight, inp, B, T, C, NH);
  attention (out, weight, inp, B, T, -C, -NH);
  attention (out, weight, inp, B, T, 2, NH);
  attention (out, weight, inp, 0, T, C, NH);
  show ("out", out, B * T * C);
  show ("weight", weight, B * NH * T * T);
  fill (in, 5 * 2 + 7 * 3 + 2, 2);
  bands (out, in, 5, 8, 2, 3);
  bands (out, in, 4, 7, 0, 3);
  bands (out, in, 4, 7, 3, 0);
  bands (out, in, 0, 7, 3, 1);
  any_sign (out, in + 20, 4, 5, -2, 3);
  any_sign (out, in + 20, 4, 5, 2, -5);
  against (out, in, 6, 2, 3);
  before (out, in + 6, 4, 5, 2, 3);
  show ("bands", out, B * T * C);
  return 0;
}
