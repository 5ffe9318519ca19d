// How much memory a parameter points to, from what every caller passes.
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
  return sums[0] > c[0];
}
