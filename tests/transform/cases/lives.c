/* Arrays whose values have several lives. */
static double a[100], b[100], c[100], d[100], e[100], A[20][20], B[20][20];
static int idx[100];
extern void use (double *);

// RUN: rename inside/t w
// RUN: rename inside w
// RUN: rename inside/t/i w
void inside (void)
{
  double w[100];

  for (int t = 0; t < 20; t++)
    {
      for (int i = 0; i < 20; i++)
        w[i] = A[t][i] * 2;
      for (int i = 0; i < 20; i++)
        B[t][i] = w[i] + w[19 - i];
      for (int i = 0; i < 20; i++)
        w[i] = B[t][19 - i] + 1;
      for (int i = 0; i < 20; i++)
        A[t][i] = w[i] * w[19 - i];
    }
}

// RUN: rename three w
// RUN: rename three u
// RUN: rename three k
// RUN: rename three nothing
// RUN: rename nowhere w
void three (int n, int k)
{
  double w[100], u[20][20];

  for (int i = 0; i < n; i++)
    w[i] = a[i];
  for (int i = 0; i < n; i++)
    w[i] += w[i] * b[i];
  for (int i = 0; i < n; i++)
    c[i] = w[n - 1 - i];
  for (int i = 0; i < n; i++)
    w[i] = c[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      u[i][j] = A[i][j] - w[j];
  for (int i = 0; i < n; i++)
    w[i] = u[i][0] + u[0][i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      u[j][i] = A[i][j];
  for (int i = 0; i < n; i++)
    d[i] = w[i] * u[k][i];
}

/* The second value of an iteration is overwritten by the first one of the next. */
// RUN: rename elements/i w
// RUN: rename elements/i#2 a
// RUN: rename elements/i#3 a
// RUN: rename elements/i#4 u
void elements (int n)
{
  double w[101], u[101];

  for (int i = 0; i < n; i++)
    {
      w[i] = b[i];
      c[i] = w[i] + 1;
      w[i + 1] = d[i];
      e[i] = w[i + 1] * 2;
    }
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i];
      c[i] = a[i] + 1;
      a[i] = d[i];
      e[i] = a[i] * 2;
    }
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i];
      c[i] = a[i] + 1;
      a[i + 1] = d[i];
      e[i] = a[i + 1] * 2;
    }
  for (int i = 1; i < n; i++)
    {
      u[i] = b[i];
      c[i] = u[i] + 1;
      u[i + 1] = d[i];
      e[i] = u[i + 1] * u[i - 1];
    }
}

/* What comes from before, and what is used later, keep the name. */
// RUN: rename around/t w
// RUN: rename around/t#2 w
void around (int n)
{
  double w[100] = { 1, 2 };

  for (int t = 0; t < n; t++)
    {
      for (int i = 0; i < 20; i++)
        b[i] += w[i];
      for (int i = 0; i < 20; i++)
        w[i] = A[t][i];
      for (int i = 0; i < 20; i++)
        c[i] += w[19 - i];
      for (int i = 0; i < 20; i++)
        w[i] = B[t][i];
      for (int i = 0; i < 20; i++)
        e[i] += w[19 - i];
      for (int i = 0; i < 20; i++)
        w[i] = d[i];
    }
  for (int t = 0; t < n; t++)
    {
      for (int i = 0; i < 20; i++)
        w[i] = A[t][i];
      for (int i = 0; i < 20; i++)
        c[i] += w[19 - i];
      for (int i = 1; i < 20; i++)
        w[i] = B[t][i];
      for (int i = 0; i < 20; i++)
        e[i] += w[19 - i];
    }
}

// RUN: rename no/i q
// RUN: rename no/i#2 r
// RUN: rename no/i#3 s
// RUN: rename no/i#4 t
// RUN: rename no/i#5 u
// RUN: rename no/i#6 x
// RUN: rename no/i#7 huge
// RUN: rename no/i p
double no (int n, double *p, double x[n])
{
  double q[100], r[100], s[100], t[100], u[100], v[n];
  static double huge[1 << 20];

  for (int i = 0; i < n; i++)
    {
      q[i] = b[i];
      if (b[i] > 0)
        q[i] = c[i];
      c[i] = q[i];
    }
  for (int i = 0; i < n; i++)
    {
      r[i] = b[i];
      c[i] = r[i];
      r[idx[i]] = d[i];
      e[i] = r[i];
    }
  for (int i = 0; i < n; i++)
    {
      s[i] = b[i];
      use (s);
      s[i] = c[i];
      d[i] = s[i];
    }
  for (int i = 0; i < n; i++)
    {
      t[i] = b[i];
      c[i] = t[i];
      if (c[i] > 2)
        break;
      t[i] = d[i];
      e[i] = t[i];
    }
  for (int i = 0; i < n; i++)
    u[i] = b[i];
  for (int i = 0; i < n; i++)
    {
      x[i] = b[i];
      c[i] = x[i];
      x[i] = d[i];
    }
  for (int i = 0; i < n; i++)
    {
      huge[i] = b[i];
      c[i] = huge[i];
      huge[i] = d[i];
    }
  v[0] = p[1];
  return v[0];
}

/* With pointers to it about; with a label. */
double *kept = a;
// RUN: rename pointed/i a
double pointed (int n, double *p)
{
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i];
      p[i] = 1;
      c[i] = a[i];
      a[i] = d[i];
      e[i] = a[i];
    }
  return *kept;
}

// RUN: rename labelled w
double labelled (int n)
{
  double w[4];

again:
  w[0] = a[n];
  b[n] = w[0];
  w[0] = c[n];
  if (w[0] > 2)
    goto again;
  return w[0];
}

// RUN: rename straight w
double straight (int n)
{
  double w[4], u[4];

  w[0] = a[n];
  w[1] = b[n];
  u[0] = w[0] + w[1];
  u[1] = w[0] - w[1];
  w[0] = c[n];
  w[1] = u[0];
  if (n > 3)
    w[0] = 2;
  return u[1] * w[0] + w[1];
}

// RUN: rename opened w
double opened (int n)
{
  double w[4] = { 1, 2 };
  double u = w[n & 1];

  w[0] = a[n];
  return u + w[0];
}
