/* Values worked out where they are stored. */
static double A[100][100], B[100][100], b[100], c[100], y[100];
static float f[100];
static int p[100], top;
extern double next (void);
extern void look (double *row);

void factored (int n)
{
  // RUN: in-place factored/i/j w
  // RUN: in-place factored/i/j#2 w ; in-place factored/i/j w ; schedule factored/i 'k, 1, i, j' 'j, 0, i' 'k, 2, i, j'
  int i, j, k;
  double w;
  for (i = 0; i < n; i++)
    {
      for (j = 0; j < i; j++)
        {
          w = A[i][j];
          for (k = 0; k < j; k++)
            w -= A[i][k] * A[k][j];
          A[i][j] = w / A[j][j];
        }
      for (j = i; j < n; j++)
        {
          w = A[i][j];
          for (k = 0; k < i; k++)
            w -= A[i][k] * A[k][j];
          A[i][j] = w;
        }
    }
}

void declared (int n)
{
  // RUN: in-place declared/i sum
  for (int i = 0; i < n; i++)
    {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += B[i][k] * c[k]; // a product
      if (sum < 0)
        sum = -sum;
      y[i] = sum;
    }
}

double refused (int n, double *q, double *r)
{
  double w = 1, z;
  // RUN: in-place refused/i w
  for (int i = 0; i < n; i++)
    {
      w = A[i][0];
      for (int k = 0; k < n; k++)
        w += A[k][0];
      A[i][0] = w;
    }
  // RUN: in-place refused/i#2 v
  for (int i = 0; i < n; i++)
    {
      double v = 0;
      for (int k = 0; k < n; k++)
        v += q[k];
      r[i] = v;
    }
  // RUN: in-place refused/i#3 z
  for (int i = 0; i < n; i++)
    {
      z = 0;
      for (int k = 0; k < n; k++)
        z += A[i][k];
      f[i] = z;
    }
  // RUN: in-place refused/i#4 z
  for (int i = 0; i < n; i++)
    {
      z = b[i];
      top = i;
      c[top] = z;
    }
  // RUN: in-place refused/i#5 z
  for (int i = 0; i < n; i++)
    {
      z = b[i];
      c[p[i]] = z;
    }
  // RUN: in-place refused/i#6 z
  for (int i = 0; i < n; i++)
    {
      z = z + b[i];
      c[i] = z;
    }
  // RUN: in-place refused/i#7 v
  for (int i = 0; i < n; i++)
    {
      double v = b[i];
      c[i] = v;
      y[i] = v;
    }
  // RUN: in-place refused/i#8 z
  for (int i = 0; i < n; i++)
    {
      z = b[i];
      c[i] = z * 2;
      top += z > 0;
    }
  // RUN: in-place refused/i#9 z
  for (int i = 0; i < n; i++)
    {
      z = b[i];
      if (z > 3)
        break;
      c[i] = z;
    }
  // RUN: in-place refused/i#10 z
  for (int i = 0; i < n; i++)
    {
      z = b[i];
      z += next ();
      c[i] = z;
    }
  // RUN: in-place refused/i#11 z
  for (int i = 0; i < n; i++)
    {
      z = b[i];
      int at = n - 1 - i;
      c[at] = z;
    }
  // RUN: in-place refused/i#12 z
  for (int i = 0; i < n; i++)
    c[i] = 1;
  // RUN: in-place refused/i#13 z
  for (int i = 0; i < n; i++)
    {
      z = b[i];
      z *= c[i];
      c[i] = z + c[i];
    }
  return w;
}
