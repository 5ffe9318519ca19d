/* Sizes that are known late, or change. */
#include <stdlib.h>

void late(const char *text)
{
  int n;
  double *A;

  n = atoi(text);
  A = malloc(n * sizeof(double));
#pragma target
  for (int i = 0; i < n; i++)
    A[i] = i;
  abort();
}

void changes(int n, double A[n])
{
  int old = n;

  n = n / 2;
#pragma target
  for (int i = 0; i < old; i++)
    A[i] = i;
}

void inner_block(int m)
{
  for (int t = 0; t < m; t++) {
    double B[t + 1];
    if (t == 3)
      continue;
#pragma target
    for (int i = 0; i <= t; i++)
      B[i] = i;
    if (B[t] > 7)
      break;
  }
}

void plain(int n, double *A)
{
#pragma target block(64,32)
  for (int i = 0; i < n; i++)
    A[i] = 2 * A[i];
#pragma target assume(n > 2)
  for (int i = 2; i < n; i++)
    A[i] += 1;
}

/* Rows of a constant length of which not all is touched: there are gaps between them, and the last one ends early. */
void narrow(int n, const int *restrict from, int *restrict to, int fixed[128 * 64])
{
#pragma target
  for (int r = 0; r < n; r++)
    for (int c = 0; c < 62; c++)
      to[r * 64 + c] = from[(r + 1) * 64 + c + 1];
#pragma target
  for (int r = 1; r < 127; r++)
    for (int c = 1; c < 63; c++)
      fixed[r * 64 + c] = 0;
}
