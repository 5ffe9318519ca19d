// What "canonicalize" makes of heads, and where it does nothing.
int volatile port;
int next (void);

int elsewhere (double *a, int n, int i)
{
  // RUN: canonicalize elsewhere/i
  for (; i < n; i++)
    a[i] = 1;
  return i;
}

void counted (double *a, int n)
{
  int i;
  // RUN: canonicalize counted/while
  // RUN: canonicalize counted/while#2
  i = n / 2;
  while (i < n) {
    a[i] = 1;
    i += 2;
  }
  i = next ();
  /* a comment between them keeps the statement where it is */
#pragma target block(64)
  while (i < n) {
    a[i] = 2;
    i++;
  }
}

int down (double *a, int n, unsigned u)
{
  int k = n;
  // RUN: canonicalize down/while
  // RUN: canonicalize down/while#2
  // RUN: canonicalize down/k
  while (k-- > 0)
    a[k] = 1;
  while (u-- > 0)
    a[u] = 1;
  for (k = 0; k + 1 < n; k++)
    a[k] = 2;
  return k;
}

void two (double *a, const double *b, int n, int m)
{
  // RUN: canonicalize two/i
  // RUN: canonicalize two/i#2
  // RUN: canonicalize two/i#3
  // RUN: canonicalize two/i#4
  // RUN: canonicalize two/i#5
  for (int i = 0, j = n - 1; i < n; i++, j--)
    a[i] = b[j];
  for (int i = 0; i < n && i < m; i++)
    a[i] = 3;
  for (int i = 0, j = 0; i < n; i++, j++) {
    if (i == m)
      continue;
    a[i] = b[j];
  }
  for (int i = 0; i < n && i <= m; i++)
    a[i] = 4;
  for (int i = 0; i < n; i++)
    a[i] = 5;
}

void bodies (double *a, int n)
{
  // RUN: canonicalize bodies/while
  // RUN: canonicalize bodies/i
  int i = 0;
  while (i < n)
    {
      int j = i;
      {
        a[j] = 1;
        i++;
      }
    }
  for (i = 3; i < n;)
    {
      a[i] = port;
      i++;
    }
}

void not (double *a, int n)
{
  // RUN: canonicalize not/while
  // RUN: canonicalize not/do
  int i = 0;
  while (i < n) {
    a[i] = i;
    if (a[i] > 3)
      i++;
    i++;
  }
  do
    a[i] = 0;
  while (i++ < n);
}

// RUN: induction steps/i k
// RUN: induction steps/i#2 k
// RUN: induction steps/i#3/j k ; induction steps/i#3 k
// RUN: induction steps/i#4/j k ; induction steps/i#4 k
int steps (double *a, const double *b, int n, int m)
{
  int k = 0;
  for (int i = 0; i < n; i += 2) {
    a[i] = b[k];
    k++;
  }
  for (int i = 4; i < n; i += 3)
    a[k++] = b[i];
  k = 0;
#pragma target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[k++] = b[j];
  k = 0;
  for (int i = 0; i < n; i++) {
    a[k] = i;
    for (int j = 0; j < m; j++)
      a[k++] += b[j];
  }
  return k;
}

// RUN: induction pointers/i a ; induction pointers/i b
// RUN: induction pointers/i#2 p ; induction pointers/i#2 q
// RUN: induction pointers/i#3 p
// RUN: induction pointers/i#4 p
double *pointers (double *a, const double *b, int n, int m, unsigned u)
{
  double *p = a;
  const double *q = b;
  for (int i = 0; i < n; i++)
    *a++ = 2 * *b++;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      p[j] = q[j - 1] + p[u];
    p += m;
    q += 2;
  }
  for (int i = 0; i < n; i++) {
    *p = i;
    if (*p > 3)
      p++;
  }
  for (int i = 0; i < n; i++) {
    p = p + 1;
    *p = i;
  }
  return p;
}

// RUN: substitute names/i p
// RUN: substitute names/i#2 q
// RUN: substitute names/i#3 r
// RUN: substitute names/i#4 s
void names (double *a, double *b, int n, int m)
{
  double *p = a + m, *q, *r = b, *s;
  for (int i = 0; i < n; i++)
    p[i] = a[i];
  q = &a[2];
  for (int i = 0; i < n; i++)
    q[i] = b[i];
  for (int i = 0; i < n; i++)
    r[i] = 1;
  b = a;
  r[0] = 2;
  if (m)
    s = a;
  for (int i = 0; i < n; i++)
    s[i] = 1;
}

// What the first value is, is asked once.
// RUN: canonicalize asked_once/i
// RUN: canonicalize asked_once/i#2
// RUN: canonicalize asked_once/i#3
int asked_once (int *a, const int *b, int n, int k)
{
  int i;

  for (i = k++; i < n; i++)
    a[i] = k;
  for (int i = a[0]; i < n; i++)
    a[i] = i;
  for (int i = k * 2; i < n; i++)
    a[i] += b[i];
  return k;
}
