/* Strips that run as vectors. */
static double A[100][100], c[200], d[200], t;
static int idx[100];
extern double sin (double);

void fine (int n)
{
  double u;
  // RUN: vectorize fine/i
  // RUN: vectorize fine/i 4
  for (int i = 0; i < n; i++)
    c[i] = d[i] * 2;
  // RUN: vectorize fine/i#2 4
  for (int i = 0; i < 100; i++) {
    u = d[i];
    c[i] = u * u;
  }
  // The dependence is as long as a vector.
  // RUN: vectorize fine/i#3 8
  // RUN: vectorize fine/i#3 8 ; split fine/it 'it < 50'
  for (int i = 8; i < n; i++)
    c[i] = c[i - 8] + 1;
  // What is said of a strip ends when its body is changed.
  // RUN: vectorize fine/i#4 8 ; unswitch fine/it/i
  // RUN: vectorize fine/i#4 8 ; interchange fine/it/i
  for (int i = 0; i < n; i++)
    if (n > 5)
      c[i] += d[i];
}

double refused (int n, double *p, double *q)
{
  double s = 0, u = 0;
  // RUN: vectorize refused/i 16
  for (int i = 8; i < n; i++)
    c[i] = c[i - 8] + 1;
  // RUN: vectorize refused/i#2
  for (int i = 0; i < n; i++)
    c[idx[i]] = i;
  // RUN: vectorize refused/i#3
  for (int i = 0; i < n; i++)
    s += c[i];
  // RUN: vectorize refused/i#4
  for (int i = 0; i < n; i++)
    u = c[i];
  // RUN: vectorize refused/i#5
  for (int i = 0; i < n; i++)
    p[i] = q[i];
  // RUN: vectorize refused/i#6
  for (int i = 0; i < n; i++)
    c[i] = sin (d[i]);
  // RUN: vectorize refused/i#7
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
  // RUN: vectorize refused/i#7/j 1
  // RUN: vectorize refused/i#8
  for (int i = 0; i < n; i++) {
    if (c[i] > 0)
      continue;
    c[i] = 1;
  }
  return s + u;
}
