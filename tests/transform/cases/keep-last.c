// keep-last: what it takes, and each of its refusals.
static double A[20][20], B[20][20], row[20], s;
double *kept;

// RUN: keep-last repeated/t
// RUN: keep-last repeated/t#2
// RUN: keep-last repeated/t#3
// RUN: keep-last repeated/t#4
// RUN: keep-last repeated/t#5
// RUN: keep-last repeated/t#6
// RUN: keep-last repeated/t#7
double repeated (int times, unsigned more, int n, double *restrict p)
{
  double sum = 0;
  int t;

  for (int t = 0; t < 100; t++)
    for (int i = 0; i < 20; i++)
      for (int j = 0; j < 20; j++)
        {
          B[i][j] = 0;
          for (int k = 0; k < 20; k++)
            B[i][j] += A[i][k] * A[k][j];
        }
  for (t = 1; t < times; t++)
    {
      sum = t;
      for (int i = 0; i < n; i++)
        sum += p[i];
    }
  for (unsigned t = more; t > 0; t--)
    {
      double local[20];
      for (int i = 0; i < 20; i++)
        local[i] = A[i][0] * t;
      for (int i = 0; i < 20; i++)
        row[i] = local[19 - i];
    }
  for (int t = 0; t <= times; t++) /* for some sizes nothing is set: in every iteration */
    for (int i = 0; i < n; i++)
      p[i] = t;
  for (int t = 3; t < 4; t++)
    s = t;
  for (int t = 0; t < times; t += 2)
    s = t;
  for (t = 0; t < times; t++)
    s = 3;
  return sum + t;
}

// RUN: keep-last needed/t
// RUN: keep-last needed/t#2
// RUN: keep-last needed/t#3
// RUN: keep-last needed/t#4
// RUN: keep-last needed/t#5
// RUN: keep-last needed/t#6
// RUN: keep-last needed/t#7
// RUN: keep-last needed/t#8
void needed (int times, int n, double *p, double *q, void visit (int))
{
  for (int t = 0; t < times; t++) /* what the one before left */
    for (int i = 0; i < 20; i++)
      row[i] = 0.5 * row[i];
  for (int t = 0; t < 20; t++) /* an element each */
    row[t] = t;
  for (int t = 0; t < 20; t++) /* less and less */
    for (int i = t; i < 20; i++)
      row[i] = t;
  for (int t = 0; t < times; t++) /* now and then */
    if (A[0][t] > 0)
      s = t;
  for (int t = 0; t < times; t++) /* perhaps under another name */
    for (int i = 0; i < n; i++)
      p[i] = q[i] + 1;
  for (int t = 0; t < times; t++)
    s += A[t][t];
  for (int t = 0; t < times; t++)
    visit (t);
  for (int t = 0; t < times; t++)
    {
      s = t;
      if (A[t][t] < 0)
        return;
    }
}
