#include <stdio.h>

struct list { double *data; int n; };

void sequential(int n, double A[n])
{
#pragma target
  for (int i = 1; i < n; i++)
    A[i] = A[i - 1] + 1;
}

void rows(int n, double **A)
{
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    A[i][0] = 1;
}

void member(struct list *p)
{
#pragma target
  for (int i = 0; i < p->n; i++) /* parallel */
    p->data[i] = 1;
}

void prints(int n, double A[n])
{
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    printf("%f\n", A[i]);
}

void jumps(int n, double A[n])
{
#pragma target
  for (int i = 0; i < n; i++) { /* parallel */
    if (A[i] < 0)
      return;
    A[i] = 0;
  }
}

void watched(int n, volatile double A[n])
{
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    A[i] = 0;
}

void clauses(int n, double A[n], double B[n])
{
#pragma target map(i) block(32,64) colour(red) assume
  for (int i = 0; i < n; i++) /* parallel */
    A[i] = 0;
#pragma target map(j:y)
  for (int i = 0; i < n; i++) /* parallel */
    B[i] = 0;
#pragma target
}

void unknown_size(int n, double *A, const int *p)
{
#pragma target
  for (int i = 0; i < n; i++) /* parallel */
    A[p[i]] = 0;
}

double table[40][40];

void unused_row(int n, double A[n])
{
#pragma target
  for (int i = 0; i < n; i++) { /* parallel */
    double *row = table[2];
    if (A[i] > 0)
      continue;
    A[i] = 1;
  }
}

double continued_last(int n, const double A[n], double B[n])
{
  double last = 0;
#pragma target
  for (int i = 0; i < n; i++) { /* parallel */
    last = A[i];
    if (A[i] > 0)
      continue;
    B[i] = 1;
  }
  return last;
}
