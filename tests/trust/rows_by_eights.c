/* Rows that a loop takes eight at a time: how far it goes, where the remainder is known to be none, and where it is not.
 * FOUND: 8. REFUSED: nothing. */
#include "exact.h"
#include "show.h"

/* What is left is known to be none, of a product and by a variable that is always 8. */
static void
product (float *restrict out, const float *restrict from, const float *restrict weight, const float *restrict bias, int b,
         int t, int c, int oc)
{
  const int together = 8;

  if (b*t % together != 0)
    return;
  for (int first = 0; first < b * t; first += together)
    for (int o = 0; o < oc; o++)
      {
        float result[8];
        for (int k = 0; k < together; k++)
          result[k] = bias != NULL ? bias[o] : 0;
        for (int i = 0; i < c; i++)
          for (int k = 0; k < together; k++)
            result[k] += from[(first + k) * c + i] * weight[o * c + i];
        for (int k = 0; k < together; k++)
          out[(first + k) * oc + o] = result[k];
      }
}

/* The last eight are touched as a whole, however many there are. */
static void
rounded_up (float *restrict out, const float *restrict from, int n, int c)
{
  for (int first = 0; first < n; first += 8)
    for (int k = 0; k < 8; k++)
      for (int i = 0; i < c; i++)
        out[(first + k) * c + i] = from[(first + k) * c + i] * 2;
}

static void
line_rounded_up (float *restrict out, const float *restrict from, int n)
{
  for (int first = 0; first < n; first += 4)
    for (int k = 0; k < 4; k++)
      out[first + k] = from[first + k] + 1;
}

/* From behind, and a remainder of what may be negative. */
static void
rest (float *restrict out, const float *restrict from, int n, int c)
{
  const int three = 3;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < c - c % three; j++)
      out[i * c + j] = from[i * c + j] + (i - 4) % three;
}

static void
show_all (const char *name, const float *a, int n)
{
  double *wide = malloc ((n + 1) * sizeof *wide);

  for (int i = 0; i < n; i++)
    wide[i] = a[i];
  show (name, wide, n);
  free (wide);
}

int
main (void)
{
  int b = 3, t = 8, c = 5, oc = 7;
  float *from = exact (b * t * c * sizeof *from), *weight = exact (oc * c * sizeof *weight);
  float *bias = exact (oc * sizeof *bias), *out = exact (b * t * oc * sizeof *out);

  for (int i = 0; i < b * t * c; i++)
    from[i] = i % 11 - 3;
  for (int i = 0; i < oc * c; i++)
    weight[i] = i % 5;
  for (int i = 0; i < oc; i++)
    bias[i] = i;
  product (out, from, weight, bias, b, t, c, oc);
  product (out, from, weight, NULL, b, 3, c, oc);
  product (out, from, weight, NULL, 1, t, c, oc);
  show_all ("product", out, b * t * oc);
  rounded_up (out, from, 17, c);
  rounded_up (out, from, 24, c);
  rounded_up (out, from, 0, c);
  rounded_up (out, from, -7, c);
  show_all ("rounded up", out, b * t * c);
  float *eight = exact (8 * sizeof *eight);
  line_rounded_up (eight, from, 5);
  line_rounded_up (eight, from, -3);
  show_all ("line", eight, 8);
  rest (out, from, 24, 5);
  rest (out, from, 0, -4);
  show_all ("rest", out, b * t * c);
  return 0;
}
