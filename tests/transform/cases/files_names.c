// RUN: substitute parts/i b
// RUN: substitute parts/i c
// RUN: substitute before/i b
// RUN: substitute called/i b
// RUN: substitute stored/i e
// RUN: substitute moved/i b
// RUN: substitute sometimes/i b
// RUN: substitute rounds/k/i b
// RUN: substitute known/i d
static double a[100], *b, *c, *e;
static double **where = &e;
double *d;
static void look (double *x);
static double sum (void) { return b[0] + c[0]; }
static void move (void) { b++; }
double parts (int n, int m)
{
  b = a + n + m;
  c = b + n + m;
  for (int i = 0; i < n; i++)
    a[i] += b[i] + 3 * c[i];
  return sum ();
}
void before (int n)
{
  for (int i = 0; i < n; i++)
    b[i] = i;
  b = a + n;
  b[0] = 1;
}
void called (int n)
{
  b = a + n;
  for (int i = 0; i < n; i++)
    a[i] = b[i];
  move ();
}
void stored (int n)
{
  e = a + n;
  *where = a;
  for (int i = 0; i < n; i++)
    a[i] = e[i];
}
void moved (int n)
{
  b = a + n;
  for (int i = 0; i < n; i++)
    *b++ = i;
}
void sometimes (int n)
{
  if (n > 3)
    b = a + n;
  for (int i = 0; i < n; i++)
    b[i] = i;
}
void rounds (int n)
{
  for (int k = 0; k < 9; k++)
    {
      b = a + n * k;
      for (int i = 0; i < n; i++)
        b[i] = i;
    }
}
void known (int n)
{
  d = a + n;
  for (int i = 0; i < n; i++)
    d[i] = i;
}
