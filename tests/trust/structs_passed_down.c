/* A struct of arrays that is passed down by value over three calls, to functions that stand behind their callers; complex numbers that
 * functions return, of which a part is taken at once. One function changes its own struct on the way, another one keeps a count,
 * and one is called through a pointer, too. FOUND: 5. REFUSED: nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { double re, im; } Complex;
typedef struct { Complex *poles; int *first, *kind; double *weight; int n, most; } Data;
typedef struct { int lookups, is_wide; } Input;

static int calls;

static double energy (int i);
void total (double *sums, double e, Input input, Data data);
double part (int kind, double e, Data data);
static double narrowed (int kind, double e, Data data);
static double counted (int kind, double e, Data data);
double chosen (double (*how) (int, double, Data), Data data);
Complex times (Complex a, Complex b);

static void
lookups (Input input, Data data, double *out)
{
  for (int i = 0; i < input.lookups; i++)
    {
      double sums[2] = { 0 };
      total (sums, energy (i), input, data);
      out[i] = sums[0] + 2 * sums[1];
    }
}

static void
narrow (Input input, Data data, double *out)
{
  for (int i = 0; i < input.lookups; i++)
    out[i] += narrowed (i % 3, energy (i), data) * times ((Complex) { 1, i }, (Complex) { 0.5, 2 }).im;
}

static void
count (Input input, Data data, double *out)
{
  for (int i = 0; i < input.lookups; i++)
    out[i] += counted (i % 3, energy (i), data);
}

static double
energy (int i)
{
  return 0.25 + i % 17;
}

void
total (double *sums, double e, Input input, Data data)
{
  for (int k = 0; k < data.n; k++)
    {
      double x = part (data.kind[k], e, data);
      sums[0] += x * data.weight[k];
      if (input.is_wide)
        sums[1] += x;
    }
}

Complex
times (Complex a, Complex b)
{
  Complex c;

  c.re = a.re * b.re - a.im * b.im;
  c.im = a.re * b.im + a.im * b.re;
  return c;
}

double
part (int kind, double e, Data data)
{
  double x = 0;
  Complex at = { e, 0.5 };

  for (int j = data.first[kind]; j < data.first[kind + 1]; j++)
    x += times (data.poles[kind * data.most + j], times (at, data.poles[j])).re;
  return x;
}

/* The struct is this function's own. */
static double
narrowed (int kind, double e, Data data)
{
  double x = 0;

  data.poles++;
  data.n--;
  for (int j = 0; j < data.n; j++)
    x += data.poles[j + kind].re * e;
  return x;
}

static double
counted (int kind, double e, Data data)
{
  calls++;
  return part (kind, e, data);
}

double
chosen (double (*how) (int, double, Data), Data data)
{
  return how (1, 0.5, data);
}

static Data
made (int n)
{
  Data data = { .n = n, .most = n };

  data.poles = malloc (4 * n * sizeof *data.poles);
  data.first = malloc (4 * sizeof *data.first);
  data.kind = malloc (n * sizeof *data.kind);
  data.weight = malloc (n * sizeof *data.weight);
  for (int i = 0; i < 4 * n; i++)
    {
      data.poles[i].re = i * 0.5;
      data.poles[i].im = 3 - i % 7;
    }
  for (int i = 0; i < 4; i++)
    data.first[i] = i * n / 4;
  for (int i = 0; i < n; i++)
    {
      data.kind[i] = i % 3;
      data.weight[i] = 1.0 / (i + 1);
    }
  return data;
}

static void
show (const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum = sum * 0.9 + x[i];
  printf ("%.15g\n", sum);
}

int
main (void)
{
  for (int n = 1; n < 60; n += 19)
    {
      Data data = made (n);
      Input input = { 500, n % 2 };
      double *out = calloc (input.lookups, sizeof *out);

      lookups (input, data, out);
      show (out, input.lookups);
      narrow (input, data, out);
      show (out, input.lookups);
      count (input, data, out);
      show (out, input.lookups);
      printf ("%d %.15g\n", calls, chosen (part, data) + chosen (counted, data));
      free (out);
    }
  return 0;
}
