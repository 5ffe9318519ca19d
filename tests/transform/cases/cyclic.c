// cyclic: what it takes, and each of its refusals.
void cyclic_taken (int n, double *restrict a, double *restrict b)
{
  // RUN: cyclic cyclic_taken/it/i 16
  // RUN: cyclic cyclic_taken/it/i 64
  for (int it = 0; it < n; it += 64)
    for (int i = it; i < (it + 64 < n ? it + 64 : n); i++)
      a[i] = b[i];
}

void cyclic_band (int n, double a[restrict n][n], double b[restrict n][n])
{
  // RUN: cyclic cyclic_band/it/jt/i/j 4 8
  for (int it = 0; it < n; it += 16)
    for (int jt = 0; jt <= it; jt += 16)
      for (int i = it; i < (it + 16 < n ? it + 16 : n); i++)
        for (int j = jt; j <= (jt + 15 < i ? jt + 15 : i); j++)
          a[i][j] += b[j][i];
}

void cyclic_even (double a[64])
{
  // RUN: cyclic cyclic_even/i 16
  // RUN: cyclic cyclic_even/i 16 open
  // RUN: cyclic cyclic_even/i 1
  // RUN: cyclic cyclic_even/i 0
  for (int i = 0; i < 64; i++)
    a[i] = 0;
}

void cyclic_refused (int n, double *a)
{
  int i = 0;
  // RUN: cyclic cyclic_refused/while 4
  while (i < n) {
    a[i] = 0;
    i++;
  }
}

/* As many turns as it takes. */
void cyclic_open (int n, double *a)
{
  // RUN: cyclic cyclic_open/i 4
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

void cyclic_open_band (int n, double a[n][n])
{
  // RUN: cyclic cyclic_open_band/k/i/j 8 32
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = i; j <= n - 1; j++)
        a[i][j] -= a[i][k] * a[k][j];
}

int cyclic_open_last (int n, double *a)
{
  int i;
  // RUN: cyclic cyclic_open_last/i 4
  for (i = 0; i < n; i++)
    a[i] = 0;
  return i;
}

void cyclic_open_end (int n, double *a)
{
  // RUN: cyclic cyclic_open_end/i 4
  for (int i = 0; i < n; i++)
    {
      a[i] = 0;
      n = n / 2;
    }
}

/* The end of the inner loop is the counter of the strip around it: known only from there. */
void cyclic_in_strip (int it, double a[64][64])
{
  // RUN: cyclic cyclic_in_strip/k/i 8
  // RUN: cyclic cyclic_in_strip/k/i 1
  for (int k = it + 1; k < it + 32; k++)
    for (int i = it; i < k; i++)
      a[k - it][i - it] += 1;
  // RUN: cyclic cyclic_in_strip/k#2/i 8
  for (int k = it + 1; k < 2 * it; k++)
    for (int i = it; i < k; i++)
      a[k & 63][i & 63] += 1;
}

void cyclic_carried (double a[64])
{
  // RUN: cyclic cyclic_carried/i 8
  for (int i = 1; i < 64; i++)
    a[i] = a[i - 1] * 2;
}

/* Two neighbours a turn: of each dimension on its own, with an edge and without. */
void cyclic_neighbours (int n, double a[64][64])
{
  // RUN: cyclic cyclic_neighbours/it/i/j 4x2 8x2
  // RUN: cyclic cyclic_neighbours/it/i/j 4 8x4
  // RUN: cyclic cyclic_neighbours/it/i/j 4 16x2
  // RUN: cyclic cyclic_neighbours/it/i/j 4 8x9
  // RUN: cyclic cyclic_neighbours/it/i/j 4 8x2 open
  // RUN: cyclic cyclic_neighbours/it/i/j 4 x2
  for (int it = 0; it < n; it += 16)
    for (int i = it; i < (it + 16 < n ? it + 16 : n); i++)
      for (int j = 0; j < 32; j++)
        a[i][j] *= 2;
}

/* Sixteen places for thirteen iterations. */
void cyclic_neighbours_left (double a[64])
{
  // RUN: cyclic cyclic_neighbours_left/i 4x2
  for (int i = 0; i < 13; i++)
    a[i] *= 2;
}
