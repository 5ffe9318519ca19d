//@ f2000447
static double f2000447 (int n, int m)
{
  double s = 1.5, t = -0.5;
  int i, j;
  for (i = 0; i < n; i += 2) {
    for (j = 2; j < n; j++) {
      for (int q1 = idx[j]; q1 < n; q1++) {
        y[j] = 0.5 * A[j][q1 + 2] + 0.674;
        switch (idx[q1] % 3) {
        case 0:
          s += 0.375 * z[q1] - 0.25 * C[j][q1 + 2] + 0.443;
        case 1:
          C[q1 + 1][j] += 0.5 * y[q1 + 1] - 0.125 * z[q1] + 0.25 * ((long) m * big / 9) + 0.619;
          t = 0.5 * t + 0.625 * A[j][q1 + 1] + 0.25 * t + 0.125 * ((long) q1 * m << 34 >> 33) + 0.478;
        }
      }
      A[i][j] = 0.5 * A[i][j] + 0.375 * x[idx[j]] - 0.25 * z[j - 2] - 0.125 * ((unsigned char) (j - 3)) + 0.897;
    }
  }
  return s + 2.0 * t;
}
