/* What the automatic mode puts on the device. Each loop that could be there says where it has to be: "device" or "host". */
#define N 2000
#define STEPS 50

static double A[N][N], B[N][N], L[N][N], x[N], tail[3000];
double *p, *q;

/* The size is not known: large ones pay. */
void add (int n, double *restrict to, const double *restrict from)
{
  for (int i = 0; i < n; i++) /* device */
    to[i] += from[i];
}

/* Launches of sums, two thousand one after another, each shorter than a launch. */
void solve (void)
{
  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < i; j++) /* host */
        x[i] -= L[i][j] * x[j];
      x[i] = x[i] / L[i][i];
    }
}

/* The sizes are not known, but whatever they are, each launch has 64 threads with little to do. */
double rows (int n, const double (*restrict row)[64], const double *restrict weight, double *restrict best)
{
  double last = 1;

  for (int i = 0; i < n; i++)
    {
      double sum = 0;
      for (int k = 0; k < 64; k++) /* host */
        for (int t = 0; t < 17; t++)
          sum += row[i][k] * weight[t];
      last = last / 2 + sum;
      best[i] = last;
    }
  return last;
}

void stencil (void)
{
  for (int t = 0; t < STEPS; t++)
    {
      for (int i = 1; i < N - 1; i++) /* device */
        for (int j = 1; j < N - 1; j++)
          B[i][j] = (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]) / 4;
      for (int i = 1; i < N - 1; i++) /* device */
        for (int j = 1; j < N - 1; j++)
          A[i][j] = B[i][j];
    }
}

/* Nobody else needs this array: it is not worth a launch. The other one is the stencil's. */
void begin (void)
{
  for (int i = 0; i < 3000; i++) /* host */
    tail[i] = i;
  for (int i = 0; i < N; i++) /* device */
    for (int j = 0; j < N; j++)
      A[i][j] = i * j % 10;
}

static void turn (int n, double *a)
{
  for (int i = 0; i < n; i++) /* device */
    {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += 1.0 / (1 + (i - j) * (i - j));
      a[i] = sum;
    }
}

/* A short loop between two calls: on the host it would make the array travel each time. */
void turns (void)
{
  static double a[3000];

  for (int t = 0; t < STEPS; t++)
    {
      turn (3000, a);
      for (int i = 0; i < 3000; i++) /* device */
        a[i] *= 0.5;
    }
  p = a;
}

/* As long as a variable two calls further up says. */
static double distance (int d, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < d; i++) /* host */
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

static int nearest (int k, int d, const double *of, const double *centre)
{
  int best = 0;
  for (int i = 1; i < k; i++)
    if (distance (d, of, centre + i * d) < distance (d, of, centre + best * d))
      best = i;
  return best;
}

int assign (int n, int k, const double *points, const double *centres)
{
  int d = 8, sum = 0;
  for (int i = 0; i < n; i++)
    sum += nearest (k, d, points + i * d, centres);
  return sum;
}

/* Nobody says how long; but it is asked for in two loops, and rows of ten million would take years. */
static double length (int d, const double *a)
{
  double sum = 0;
  for (int i = 0; i < d; i++) /* host */
    sum += a[i] * a[i];
  return sum;
}

double lengths (int n, int m, int d, const double *a)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
        double now = length (d, a + (i * m + j) * d);
        most = now > most ? now : most;
      }
  return most;
}

/* Every other element, red ones first: a remainder is no size that nobody knows. */
void colours (int n, double *x)
{
  for (int t = 0; t < 50; t++)
    for (int colour = 0; colour < 2; colour++)
      for (int j = 1; j < n - 1; j++) /* device */
        for (int i = 1 + (j + colour) % 2; i < n - 1; i += 2)
          x[j * n + i] = (x[j * n + i - 1] + x[j * n + i + 1] + x[(j - 1) * n + i] + x[(j + 1) * n + i]) * 0.25;
}
