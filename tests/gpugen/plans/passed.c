// How much memory a parameter points to, from what every caller passes.
void *malloc (unsigned long n), *calloc (unsigned long n, unsigned long size);
#define NZ 700
#define OTHER 50
#undef OTHER
static double a[NZ + 1], b[300], c[300], d[2][150];
static int at[NZ + 1];
extern double *elsewhere;

static void whole (double *v, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    v[i] = a[k[i]] + i;
}

static void inner (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void outer (const double *v, double *sum, const int *k, int n)
{
  inner (v, sum, k, n);
}

static void several (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void a_part (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void unlike (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void stranger (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void allocated (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void two_sizes (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void moved (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void maybe_null (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void of_n (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static void in_the_middle (const double *v, double *sum, const int *k, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    sum[i] = v[k[i]];
}

static double *fifth (double *p)
{
  return p + 5;
}

static void with_memory (double *sums, int n)
{
  double *p = malloc (40 * sizeof (double)), *q = calloc (40, sizeof (double)), *t;
  double *less = malloc (30 * sizeof (double)), *on = malloc (40 * sizeof (double)), *none = 0;
  double *many = malloc (n * sizeof (double));
  if (n > 3)
    none = malloc (40 * sizeof (double));
  for (int s = 0; s < 3; s++)
    {
      allocated (p, sums, at, 10);
      t = p;
      p = q;
      q = t;
    }
  two_sizes (q, sums, at, 10);
  two_sizes (less, sums, at, 10);
  on++;
  moved (on, sums, at, 10);
  maybe_null (none, sums, at, n > 3 ? 10 : 0);
  of_n (many, sums, at, n);
  double *first = malloc (40 * sizeof (double)), *later = fifth (first);
  in_the_middle (later, sums, at, 10);
}

int main (void)
{
  static double sums[10];
  whole (sums, at, 10);
  outer (&a[0], sums, at, 10);
  several (b, sums, at, 10);
  several ((double *) &d[0][0], sums, at, 10);
  a_part (a + 1, sums, at, 10);
  unlike (a, sums, at, 10);
  unlike (b, sums, at, 10);
  stranger (elsewhere, sums, at, 10);
  with_memory (sums, 10);
  return sums[0] > c[0];
}
