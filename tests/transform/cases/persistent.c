// persistent: what it takes, and each of its refusals.
void persistent_taken (int n, double *restrict a, double *restrict b)
{
  double s = 0;
  // RUN: persistent persistent_taken/k
  for (int k = 0; k < n; k++)
    {
      s = s * 0.5 + a[k];
      if (s > 1)
        s = 1;
#pragma ihop thread x
      for (int t = 0; t < 256; t++)
        for (int i = k + 1 + t; i < n; i += 256)
          a[i] -= s * b[i];
      b[k] = s;
    }
}

void persistent_inside (int n, double a[restrict n][n], double *restrict b)
{
  // RUN: persistent persistent_inside/k
  // RUN: persistent persistent_inside/k/r
  for (int k = 0; k < n; k++) {
    double part[64];
    #pragma ihop thread x
    for (int t = 0; t < 64; t++)
      part[t] = a[k][t];
    for (int r = 0; r < k; r++)
    #pragma ihop thread x
      for (int t = 0; t < 64; t++)
        a[r][t] += part[63 - t];
    {
      #pragma target
      for (int i = 0; i < 9; i++)
        b[i] += a[k][i];
    }
  }
}

void persistent_no_threads (int n, double *a)
{
  // RUN: persistent persistent_no_threads/i
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

void persistent_not_counting (int n, double *a)
{
  int i = 0;
  // RUN: persistent persistent_not_counting/while
  while (i < n) {
    a[i] = 0;
    i++;
  }
}

void persistent_iterator (int n, double *a)
{
  int k;
  // RUN: persistent persistent_iterator/k
  for (k = 0; k < n; k++)
#pragma ihop thread x
    for (int t = 0; t < 64; t++)
      a[t] += a[t] * k;
}

void persistent_blocks (int n, double *a)
{
  // RUN: persistent persistent_blocks/k
  // RUN: persistent persistent_blocks/k/i
  for (int k = 0; k < n; k++)
#pragma ihop block x
    for (int i = 0; i < n; i += 64)
#pragma ihop thread x
      for (int t = 0; t < 64; t++)
        if (i + t < n)
          a[i + t] += k;
}

void persistent_in_if (int n, double *a)
{
  // RUN: persistent persistent_in_if/k
  for (int k = 0; k < n; k++)
    if (k != 7) {
#pragma ihop thread x
      for (int t = 0; t < 64; t++)
        a[t] += a[t] * k;
    }
}

void persistent_left (int n, double *a)
{
  // RUN: persistent persistent_left/k
  for (int k = 0; k < n; k++) {
    if (a[k] < 0)
      break;
#pragma ihop thread x
    for (int t = 0; t < 64; t++)
      a[t] += a[t] * k;
  }
}

void persistent_grid (int n, double a[restrict n][n], double b[restrict n][n])
{
  // RUN: persistent persistent_grid/k 16
  // RUN: persistent persistent_grid/k 0
  // RUN: persistent persistent_grid/k many
  for (int k = 0; k < n; k++) {
    #pragma ihop thread x
    for (int t = 0; t < 4096; t++)
      for (int i = t / 256; i < n; i += 16)
        for (int j = t % 256; j < n; j += 256)
          b[i][j] = a[j][i] + k;
    a[k][k] = b[k][0];
  }
}

void persistent_grid_array (int n, double a[restrict n][64])
{
  // RUN: persistent persistent_grid_array/k 4
  for (int k = 0; k < n; k++) {
    double part[64];
    #pragma ihop thread x
    for (int t = 0; t < 64; t++)
      part[t] = a[k][63 - t];
    #pragma ihop thread x
    for (int t = 0; t < 64; t++)
      a[k][t] = part[t];
  }
}
