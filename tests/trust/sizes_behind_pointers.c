/* KERNELS: 10. Sizes and factors behind pointers, in structs, in variables that others know: read once where nothing of
 * their type is stored; where something is, a test comes first. */
#include <stdio.h>
#include <stdlib.h>

struct series { int n, count; double scale, *value; };
int rows = 12;
double factor = 1.5;
float offset = 2;
long total;

void doubled (int *n, double *x)
{
#pragma target
  for (int i = 0; i < *n; i++)
    x[i] = 2 * x[i];
}

void shifted (int *n, int *m, double *x)
{
#pragma target
  for (int i = 0; i < *n; i++)
    for (int j = 0; j < *m; j++)
      x[i * *m + j] += 2;
}

/* The factor may be one of the elements: the ones behind it are scaled by the new one then. */
void scaled (const int *n, const double *alpha, double *x)
{
#pragma target
  for (int i = 0; i < *n; i++)
    x[i] *= *alpha;
}

void multiplied (const int *m, const int *n, const double *alpha, const double *a, const int *lda, const double *x, double *y)
{
#pragma target
  for (int i = 0; i < *m; i++)
    for (int j = 0; j < *n; j++)
      y[i] += *alpha * a[i + j * *lda] * x[j];
}

void added (struct series *s, const double *w)
{
#pragma target
  for (int i = 0; i < s->n; i++)
    s->value[i] += w[i] * s->scale;
}

void counted (struct series *s, int *hist)
{
#pragma target
  for (int i = 0; i < s->n; i++)
    hist[i] += s->value[i] > 1;
  s->n -= 3;
#pragma target
  for (int i = 0; i < s->n; i++)
    s->value[i] = hist[i];
}

void mixed (int n, double *x)
{
#pragma target
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] = x[i * n + j] * factor + offset;
  total += n;
}

struct parameters { int n; double step, bias[2]; } par = { 50, 0.25, { 1, 2 } };

void stepped (double *x, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    x[i] += par.step * (i + par.n) + par.bias[1];
}

/* What is stored may be the bound itself. */
void cut (int *n, int *x)
{
#pragma target
  for (int i = 0; i < *n; i++)
    x[i] = i + 2;
}

static void
show (const char *name, const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += x[i] * (i % 7 + 1);
  printf ("%s %.17g\n", name, sum);
}

int
main (void)
{
  int n = 400, m = 20, r = 15, lda = 33, *hist = calloc (500, sizeof *hist);
  double *x = malloc (900 * sizeof *x), *y = malloc (900 * sizeof *y), *a = malloc (900 * sizeof *a);
  struct series s = { 300, 0, 0.5, x };

  for (int i = 0; i < 900; i++)
    x[i] = i % 13 / 4.0, y[i] = i % 5, a[i] = i % 11 - 3;
  doubled (&n, x);
  shifted (&r, &m, x);
  show ("shifted", x, 900);
  scaled (&n, &y[3], x);
  scaled (&n, &x[7], x);
  show ("scaled", x, 900);
  multiplied (&m, &r, &factor, a, &lda, y, x);
  multiplied (&m, &r, &x[900 - 1], a, &lda, y, x + 30);
  multiplied (&m, &r, &x[31], a, &lda, y, x + 30);
  show ("multiplied", x, 900);
  added (&s, y);
  s.value = y;
  added (&s, y);
  s.value = &s.scale;
  s.n = 1;
  added (&s, y);
  show ("added", x, 900);
  s = (struct series) { 300, 0, 0.5, y };
  counted (&s, hist);
  rows = 9;
  mixed (40, x);
  rows = 1;
  mixed (1, &factor);
  stepped (x, 50);
  stepped (par.bias, 2);
  stepped (&par.step, 1);
  stepped (&factor, 1);
  show ("mixed", x, 900);
  hist[2] = 9;
  cut (&hist[2], hist);
  cut (&n, hist);
  for (int i = 0; i < 500; i++)
    total += hist[i] * (i % 3);
  show ("last", y, 900);
  printf ("%ld %d %g\n", total, s.n, s.scale);
  return 0;
}
