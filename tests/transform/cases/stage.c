// stage: what it takes, and each of its refusals.
void stage_shared (int n, double *restrict a, double *restrict b)
{
  // RUN: stage stage_shared/it b shared 16
  for (int it = 0; it < n; it += 64)
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = b[it + t] * b[it + t];
}

void stage_own (int n, double a[restrict n][n])
{
  // RUN: stage stage_own/it/jt a registers 8 8
  for (int it = 0; it < n; it += 16)
    for (int jt = 0; jt < n; jt += 32)
      for (int k = 0; k < 10; k++)
        for (int ti = 0; ti < 8; ti++)
          for (int tj = 0; tj < 8; tj++)
            for (int ri = 0; ri < 2; ri++)
              for (int rj = 0; rj < 4; rj++)
                if (it + ti + 8 * ri < n && jt + tj + 8 * rj < n)
                  a[it + ti + 8 * ri][jt + tj + 8 * rj] *= 1.5;
}

void stage_groups (int n, double a[restrict n][n], double b[restrict n][n])
{
  // RUN: stage stage_groups/it/jt b@2 shared 4 4
  // RUN: stage stage_groups/it/jt b@3 shared 4 4
  for (int it = 0; it < n - 7; it += 8)
    for (int jt = 0; jt < n - 7; jt += 8)
      for (int i = it; i < it + 8; i++)
        for (int j = jt; j < jt + 8; j++)
          a[i][j] = b[i][j] + b[j][i];
}

void stage_refused (int n, double *restrict a, double *restrict b)
{
  int i = 0;
  // RUN: stage stage_refused/while b shared 4
  while (i < n) {
    a[i] = b[i];
    i++;
  }
}

void stage_words (int n, double *restrict a, double *restrict b)
{
  // RUN: stage stage_words/it b global 4
  // RUN: stage stage_words/it c shared 4
  // RUN: stage stage_words/it n shared 4
  // RUN: stage stage_words/it b shared 4 4
  // RUN: stage stage_words/it b shared 7
  // RUN: stage stage_words/it a registers 16
  for (int it = 0; it < n - 63; it += 64)
    for (int t = 0; t < 64; t++)
      a[it + t] = b[it + t] * b[it + t];
}

void stage_inexact (int n, double *restrict a, double *restrict b, int *restrict p)
{
  // RUN: stage stage_inexact/it b shared 4
  for (int it = 0; it < n - 63; it += 64)
    for (int t = 0; t < 64; t++)
      a[it + t] = b[p[it + t]];
}

void stage_wide (int n, int m, double *restrict a, double *restrict b)
{
  // RUN: stage stage_wide/it b shared 4
  for (int it = 0; it < n; it++)
    for (int t = 0; t < m; t++)
      a[it] += b[t];
}

void stage_shared_by_others (int n, double *a)
{
  // RUN: stage stage_shared_by_others/it a shared 4
  for (int it = 64; it < n - 63; it += 64)
    for (int t = 0; t < 64; t++)
      a[it + t] = a[it + t - 64];
}

void stage_moving (int n, double *a, double *restrict b)
{
  // RUN: stage stage_moving/it a shared 4
  for (int it = 0; it < n - 63; it += 64) {
    a = b;
    for (int t = 0; t < 64; t++)
      a[t] = 0;
  }
}

void stage_begins_at_either (int n, int m, double *restrict a, double *restrict b)
{
  // RUN: stage stage_begins_at_either/it b shared 4
  for (int it = 0; it < n - 63; it += 64)
    for (int t = 0; t < 64; t++)
      a[it + t] = b[(it < m ? it : m) + t];
}

void stage_begins (int n, double *restrict a, double *restrict b)
{
  // RUN: stage stage_begins/it b shared 4
  // RUN: stage stage_begins/it b@0 shared 4
  for (int it = 0; it < n - 63; it += 64)
    for (int t = 0; t < 64; t++)
      if (it + t >= 5)
        a[it + t] = b[it + t];
}

void stage_parts (int n, double *restrict a, double *restrict b)
{
  // RUN: stage stage_parts/it b shared 4
  for (int it = 0; it < n - 63; it += 64)
    for (int t = 0; t < 64; t++)
      if (t < 5 || t > 50)
        a[it + t] = b[it + t];
}

void stage_set_first (int n, double *restrict a, double *restrict b)
{
  // RUN: stage stage_set_first/it a registers 16
  for (int it = 0; it < n; it += 64) {
    for (int t = 0; t < 16; t++)
      for (int r = 0; r < 4; r++)
        if (it + t + 16 * r < n)
          a[it + t + 16 * r] = 0;
    for (int k = 0; k < n; k++)
      for (int t = 0; t < 16; t++)
        for (int r = 0; r < 4; r++)
          if (it + t + 16 * r < n)
            a[it + t + 16 * r] += b[k];
  }
}

void stage_set_partly (int n, double *restrict a, double *restrict b)
{
  // RUN: stage stage_set_partly/it a registers 16
  for (int it = 0; it < n; it += 64) {
    for (int t = 0; t < 16; t++)
      if (it + t < n)
        a[it + t] = 0;
    for (int k = 0; k < n; k++)
      for (int t = 0; t < 16; t++)
        for (int r = 0; r < 4; r++)
          if (it + t + 16 * r < n)
            a[it + t + 16 * r] += b[k];
  }
}

void stage_rows (int n, const double *restrict a, double *restrict b)
{
  // RUN: stage stage_rows/it/jt a shared 4 8
  // RUN: stage stage_rows/it/jt b registers 1 1
  for (int it = 0; it < n; it += 8)
    for (int jt = 0; jt < n; jt += 8)
      for (int i = it; i < (it + 8 < n ? it + 8 : n); i++)
        for (int j = jt; j < (jt + 8 < n ? jt + 8 : n); j++)
          b[i * n + j] = a[j * n + i] + a[j * n + i];
}

void stage_wide_rows (int n, int m, const double *restrict a, double *restrict b)
{
  // RUN: stage stage_wide_rows/it/jt a shared 4 8
  for (int it = 0; it < n; it += 8)
    for (int jt = 0; jt < m; jt += 8)
      for (int i = it; i < (it + 8 < n ? it + 8 : n); i++)
        for (int j = jt; j < (jt + 8 < m ? jt + 8 : m); j++)
          b[(unsigned long) i * m + j] = a[(unsigned long) i * (m + 2) + j + 1];
}

void stage_layers (int n, int m, int o, const double *restrict a, double *restrict b)
{
  // RUN: stage stage_layers/p/it/jt a shared 1 4 8
  for (int p = 0; p < o; p++)
    for (int it = 0; it < n; it += 8)
      for (int jt = 0; jt < m; jt += 8)
        for (int i = it; i < (it + 8 < n ? it + 8 : n); i++)
          for (int j = jt; j < (jt + 8 < m ? jt + 8 : m); j++)
            b[(p * n + i) * m + j] = a[(p * n + i) * m + j] * 2;
}

void stage_rows_of_other_lengths (int n, int m, const double *restrict a, double *restrict b)
{
  // RUN: stage stage_rows_of_other_lengths/it a shared 4 8
  for (int it = 0; it < n; it += 8)
    for (int i = it; i < (it + 8 < n ? it + 8 : n); i++)
      for (int j = 0; j < 8; j++)
        b[i * 8 + j] = a[i * n + j % n] + a[i * m + j % m] + a[0];
}

void stage_row_and_element (int n, const double *restrict a, double *restrict b)
{
  // RUN: stage stage_row_and_element/it/jt a shared 4 8
  for (int it = 0; it < n; it += 8)
    for (int jt = 0; jt < n; jt += 8)
      for (int i = it; i < (it + 8 < n ? it + 8 : n); i++)
        for (int j = jt; j < (jt + 8 < n ? jt + 8 : n); j++)
          b[i * n + j] = a[j * n + i] + a[3];
}

void stage_local (int n, const double *restrict a, double *restrict b)
{
  // RUN: stage stage_local/it s registers 8
  // RUN: stage stage_local/it s shared 8
  // RUN: stage stage_local/it u shared 8
  // RUN: stage stage_local/it v shared 8
  for (int it = 0; it < n; it += 32) {
    double s[32];
    double u[33], v[32] = { 1 };
    for (int t = 0; t < 8; t++)
      for (int r = 0; r < 4; r++)
        s[t + 8 * r] = 0;
    for (int k = 0; k < n; k++)
      for (int t = 0; t < 8; t++)
        for (int r = 0; r < 4; r++)
          if (it + t + 8 * r < n)
            s[t + 8 * r] += a[k];
    for (int t = 0; t < 8; t++)
      for (int r = 0; r < 4; r++)
        if (it + t + 8 * r < n) {
          u[t + 8 * r] = v[t + 8 * r];
          u[t + 8 * r + 1] = s[t + 8 * r];
          b[it + t + 8 * r] = s[t + 8 * r] + u[t + 8 * r];
        }
  }
}

void stage_local_size (int n, double *restrict b)
{
  // RUN: stage stage_local_size/it s shared 8
  for (int it = 0; it < n - 31; it += 32) {
    double s[32];
    for (int t = 0; t < 32; t++)
      s[t] = it;
    for (int t = 0; t < 32; t++)
      b[it + t] = s[t] + sizeof s;
  }
}

void stage_local_halves (int n, double *restrict b)
{
  // RUN: stage stage_local_halves/it s shared 8
  for (int it = 0; it < n - 31; it += 32) {
    double s[32];
    for (int t = 0; t < 16; t++)
      s[t] = it;
    for (int t = 16; t < 32; t++)
      s[t] = t;
    for (int t = 0; t < 16; t++)
      b[it + t] = s[t];
  }
}

void stage_constant_rows (const double *restrict a, double *restrict b)
{
  // RUN: stage stage_constant_rows/it/jt a shared 4 8
  // RUN: stage stage_constant_rows/it/jt a@2 shared 4 8
  // RUN: stage stage_constant_rows/it/jt b shared 4 8
  const int w = 5000;
  for (int it = 8; it < 3000; it += 8)
    for (int jt = 0; jt < 4800; jt += 8)
      for (int i = it; i < it + 8; i++)
        for (int j = jt; j < jt + 8; j++)
          b[(i + 1) * 5000 + j + 1] = a[(j + 1) * w + (i - 1)] + a[(j + 2) * w + i + 20 - w];
}

void stage_constant_rows_left (const double *restrict a, double *restrict b)
{
  // RUN: stage stage_constant_rows_left/it/jt a shared 4 8
  for (int it = 0; it < 3000; it += 8)
    for (int jt = 0; jt < 4800; jt += 8)
      for (int i = it; i < it + 8; i++)
        for (int j = jt; j < jt + 8; j++)
          b[i * 5000 + j] = a[i * 4500 + j];
}

void stage_constant_inside (const double *restrict a, double *restrict b)
{
  // RUN: stage stage_constant_inside/it/jt a shared 4 8
  for (int it = 0; it < 3000; it += 8)
    for (int jt = 0; jt < 4800; jt += 8) {
      const int w = 5000;
      for (int i = it; i < it + 8; i++)
        for (int j = jt; j < jt + 8; j++)
          b[i + j] += a[i * w + j];
    }
}

void stage_remainders (int n, double *restrict a, const double *restrict b)
{
  // RUN: stage stage_remainders/it b shared 8
  for (int it = 0; it < n - 63; it += 64)
    for (int t = 0; t < 64; t++)
      a[it + t] = b[(it * 7 + t) % 5000];
}

void stage_behind_flag (int n, int flag, double *restrict a, double *restrict b)
{
  // RUN: stage stage_behind_flag/it a shared 4
  if (flag)
    for (int it = 0; it < n; it += 8)
      for (int i = it; i < (it + 8 < n ? it + 8 : n); i++)
        b[i] = a[i];
}

void stage_behind_sign (int n, int sign, double *restrict a, double *restrict b)
{
  // RUN: stage stage_behind_sign/it a shared 4
  if (sign)
    for (int it = 0; it < n; it += 8)
      for (int i = it; i < (it + 8 < n ? it + 8 : n); i++)
        if (sign > 0)
          b[i] = a[i];
}

/* What is read only if a condition on data holds is read among what is touched anyway: of b nothing is, in the last one. */
void stage_possible (int n, double *restrict a, double *restrict b)
{
  // RUN: stage stage_possible/it a registers 16
  // RUN: stage stage_possible/it b shared 16
  for (int it = 0; it < n; it += 64)
    for (int k = 0; k < n; k++)
      for (int t = 0; t < 16; t++)
        for (int r = 0; r < 4; r++)
          if (it + t + 16 * r < n)
            a[it + t + 16 * r] = b[k] > 3 ? b[k] : a[it + t + 16 * r];
}

void stage_only_possible (int n, double *restrict a, double *restrict b)
{
  // RUN: stage stage_only_possible/it b shared 4
  // RUN: stage stage_only_possible/it a shared 4
  for (int it = 0; it < n - 63; it += 64)
    for (int t = 0; t < 64; t++) {
      if (a[it + t] > 3)
        a[it + t] = 3;
      a[it + t] += a[it + t] < 0 ? b[it + t] : 1;
    }
}

/* The row's number is as wide as in the reference. */
void stage_moved (int n, int d, const double *restrict x, double *restrict s)
{
  // RUN: stage stage_moved/it/jt x shared 8 32
  for (int it = 0; it < n; it += 8)
    for (int jt = 0; jt < d; jt += 128)
      for (int i = it; i < (it + 8 < n ? it + 8 : n); i++)
        for (int j = jt; j < (jt + 128 < d ? jt + 128 : d); j++)
          s[i] += (x + (unsigned long) i * d)[j];
}

/* Neighbours of a thread are kept beside each other; rows that are read in pairs are even. */
void stage_neighbours (int n, const double (*restrict a)[64], double (*restrict c)[64])
{
  for (int it = 0; it < n; it += 16)
    // RUN: stage stage_neighbours/it c registers 4 8x2
    // RUN: stage stage_neighbours/it c registers 4 8
    // RUN: stage stage_neighbours/it c registers 4 8x4
    // RUN: stage stage_neighbours/it c registers 4 8x2 even
    // RUN: stage stage_neighbours/it a shared 4 8 even
    // RUN: stage stage_neighbours/it a shared 4 8x2
    for (int ti = 0; ti < 4; ti++)
      for (int tj = 0; tj < 8; tj++)
        for (int ri = 0; ri < 4; ri++)
          for (int rj = 0; rj < 2; rj++)
            for (int cj = 0; cj < 2; cj++)
              if (it + ti + 4 * ri < n)
                c[it + ti + 4 * ri][2 * tj + cj + 16 * rj] += a[it + ti + 4 * ri][2 * tj + cj + 16 * rj] * a[it + ti + 4 * ri][0];
}

/* What counts to three is no neighbour of two: elements of two threads would be taken for one's. */
void stage_no_neighbours (int n, double (*restrict c)[64])
{
  // RUN: stage stage_no_neighbours/it c registers 4 8x2
  for (int it = 0; it < n; it += 4)
    for (int ti = 0; ti < 4; ti++)
      for (int tj = 0; tj < 8; tj++)
        for (int cj = 0; cj < 3; cj++)
          if (it + ti < n && 2 * tj + cj < 16)
            c[it + ti][2 * tj + cj] += 1;
}
