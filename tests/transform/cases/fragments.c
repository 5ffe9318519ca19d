/* Any run of statements becomes a function. */
#include <alloca.h>
#include <math.h>
static double A[100][100], b[100];

// RUN: outline middle/i @1 front
// RUN: outline middle/i @2 back 2
// RUN: outline middle/i 20 inner
// RUN: outline middle @3 whole
// RUN: outline middle @2 whole 2
// RUN: outline middle/i @9 whole
// RUN: outline middle/i @1 front ; inline middle 18
double middle (int n)
{
  double sum = 0, last = 0;
  last = b[0];
  for (int i = 0; i < n; i++)
    {
      double t = b[i];
      if (t > 1)
        last = t;
      for (int j = 0; j < n; j++)
        sum += A[i][j] * last;
    }
  return sum + last;
}

// RUN: outline tied/i @1 other
// RUN: outline tied/i @2 other
// RUN: outline tied/i @3 other
// RUN: outline tied/i @4 other
// RUN: outline tied/i @5 other
// RUN: outline tied @9 other
// RUN: outline carried/i @1 other
// RUN: outline nobody @1 other
int tied (int n)
{
  const int *p = 0;
  char *q = 0;
  for (int i = 0; i < n; i++)
    {
      p = (const int[]) { 1, 2 };
      q = alloca (n);
      if (q[0])
        break;
      if (p[0] > 7)
        return 1;
      switch (p[1])
        {
        case 2: b[i] = 1; break;
        default: b[i] = 2;
        }
    }
  return q == 0;
}

void carried (int n)
{
  double t = 1;
  for (int i = 0; i < n; i++)
    {
      b[i] = t;
      t = t * 0.5;
    }
}
