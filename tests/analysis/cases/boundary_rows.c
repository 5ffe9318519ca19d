// Rows that parameters choose, as boundaries are written: no iterator stands with the row's length.

#define ID(i, j) ((j) * (nx + 2) + (i))
// expect walls/i: parallel
void walls (double *h, int nx, int ny)
{
  for (int i = 0; i < nx + 2; i++)
    {
      h[ID (i, 0)] = h[ID (i, 1)];
      h[ID (i, ny + 1)] = h[ID (i, ny)];
    }
}

// A square, whose side is both.
// expect square/i: parallel
void square (double *h, int n)
{
  for (int i = 0; i <= n + 1; i++)
    {
      h[i] = h[i + (n + 2)];
      h[i + (n + 1) * (n + 2)] = h[i + n * (n + 2)];
    }
}

// expect edges/j: parallel
void edges (double *u, int m, int n)
{
  for (int j = 0; j < n; j++)
    {
      u[j] = u[n + j];
      u[(m - 1) * n + j] = u[(m - 2) * n + j];
    }
}

// expect periodic/j: parallel
void periodic (double *u, int n)
{
  for (int j = 0; j < n; j++)
    {
      u[j] = u[(n - 2) * n + j];
      u[(n - 1) * n + j] = u[n + j];
    }
}

// expect within/j: sequential anti u
void within (double *u, int m, int n)
{
  for (int j = 0; j < n; j++)
    u[m * n + j] = u[m * n + j + 1];
}

// One iteration more than the row has elements.
// expect overlong/j: sequential anti u
void overlong (double *u, int m, int n)
{
  for (int j = 0; j <= n; j++)
    u[m * n + j] = u[(m + 1) * n + j];
}

// expect mirrored/j: sequential flow u
void mirrored (double *u, int m, int n)
{
  for (int j = 0; j < n; j++)
    u[m * n + j] = u[m * n + n - 1 - j];
}

// Nothing keeps i below the row's end.
// expect open/i: sequential anti u
void open (double *u, int m, int n, int k)
{
  for (int i = 0; i < k; i++)
    u[m * n + i] = u[(m + 1) * n + i];
}
