/* Tables of rows that are members of a struct, and such outside of functions: a solver whose grids are made by a function of its own, with
 * an edge, change places and are handed to a sweep; a matrix by value; two matrices of which one is larger than its columns say, as
 * they are set too late; fields outside of functions whose length main reads, and one whose length another variable of its name hides.
 * FOUND: 8. HANDED: 3. REFUSED: nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double **Rows;
typedef struct solver
{
  int nx, ny;
  Rows now, next; /* with an edge */
  double h, *line;
} Solver;
typedef struct
{
  Solver *solver;
  int steps;
} Run;

static double **
rows_of (int n, int m)
{
  double **a = malloc (n * sizeof (double *));

  for (int i = 0; i < n; i++)
    a[i] = malloc (m * sizeof (double));
  return a;
}

static Solver *
solver_new (int nx, int ny)
{
  Solver *s = malloc (sizeof *s);

  if (s == NULL)
    return NULL;
  s->now = rows_of (nx + 2, ny + 2);
  s->next = rows_of (nx + 2, ny + 2);
  s->nx = nx;
  s->ny = ny;
  s->h = 1.0 / nx;
  s->line = calloc (ny + 2, sizeof (double));
  for (int i = 0; i < nx + 2; i++)
    for (int j = 0; j < ny + 2; j++)
      s->now[i][j] = s->next[i][j] = i % 7 + 0.25 * (j % 5);
  return s;
}

static void
sweep (double **from, double **to, int nx, int ny, double h)
{
  for (int i = 1; i <= nx; i++)
    for (int j = 1; j <= ny; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) - h * from[i][j];
}

static void
solve (Run *run)
{
  Solver *s = run->solver;

  for (int t = 0; t < run->steps; t++)
    {
      sweep (s->now, s->next, s->nx, s->ny, s->h);
      double **other = s->now;
      s->now = s->next;
      s->next = other;
    }
}

static double
residual (const Run *run)
{
  double **now = run->solver->now, **next = run->solver->next, sum = 0;

  for (int i = 1; i <= run->solver->nx; i++)
    for (int j = 1; j <= run->solver->ny; j++)
      {
        double d = now[i][j] - next[i][j];
        sum += d * d;
      }
  return sum;
}

/* ---- by value ---- */

struct image
{
  int w, h;
  unsigned char **pixels;
};

static struct image
image_of (int w, int h)
{
  struct image image;

  image.w = w;
  image.h = h;
  image.pixels = malloc (h * sizeof *image.pixels);
  for (int y = 0; y < h; y++)
    image.pixels[y] = calloc (w, 1);
  return image;
}

static void
spread (struct image from, struct image to)
{
  for (int y = 1; y < from.h - 1; y++)
    for (int x = 1; x < from.w - 1; x++)
      to.pixels[y][x] = (from.pixels[y][x - 1] + from.pixels[y][x + 1] + from.pixels[y - 1][x] + 3) / 3;
}

/* ---- out of step ---- */

typedef struct
{
  int rows, cols;
  float **values;
} Matrix;

/* While values are set the matrix has other columns. */
static void
matrix_set_up (Matrix *m, int rows, int cols)
{
  m->rows = rows;
  m->cols = 1;
  m->values = malloc (rows * sizeof (float *));
  for (int i = 0; i < rows; i++)
    m->values[i] = malloc (cols * sizeof (float));
  for (int i = 0; i < m->rows; i++)
    for (int j = 0; j < cols; j++)
      m->values[i][j] = i + 0.5f * j;
  m->cols = cols;
}

typedef struct
{
  int n, m;
  long **counts;
} Counts;

static Counts
counts_of (int n, int m)
{
  Counts c;

  c.n = n;
  c.m = m;
  c.counts = malloc (n * sizeof *c.counts);
  for (int i = 0; i < n; i++)
    c.counts[i] = calloc (m, sizeof (long));
  return c;
}

/* It has fewer columns then, and its rows are as long as before. */
static void
narrow (Counts *c)
{
  for (int i = 0; i < c->n; i++)
    for (int j = 0; j < c->m; j++)
      c->counts[i][j] += i * 100 + j;
  if (c->m > 2)
    c->m -= 2;
  for (int i = 0; i < c->n; i++)
    for (int j = 0; j < c->m; j++)
      c->counts[i][j] *= 2;
}

/* ---- outside of functions ---- */

static int n, m, length;
static double **u, **v;
static int **table;

static void
allocate (void)
{
  u = rows_of (n, m);
  v = rows_of (n, m);
  table = malloc (n * sizeof *table);
  for (int i = 0; i < n; i++)
    table[i] = calloc (length, sizeof (int));
}

static void
step (void)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      u[i][j] = v[i][j];
}

static long
tabulate (void)
{
  long sum = 0;

  for (int length = 1; length < 4; length++)
    for (int i = 0; i < n; i++)
      table[i][length] += length * i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length; j++)
      sum += table[i][j];
  return sum;
}

int
main (int argc, char **argv)
{
  Run run;
  Matrix a;
  Counts c = counts_of (30, 11);
  struct image one = image_of (60, 40), other = image_of (60, 40);
  long sum = 0;

  n = argc > 1 ? atoi (argv[1]) : 50;
  m = argc > 2 ? atoi (argv[2]) : 70;
  length = n > 0 ? 5 : 6;
  run.solver = solver_new (n, m);
  run.steps = 20;
  solve (&run);
  printf ("%.6g\n", residual (&run));

  for (int y = 0; y < one.h; y++)
    for (int x = 0; x < one.w; x++)
      one.pixels[y][x] = (x * y) % 251;
  for (int k = 0; k < 3; k++)
    {
      spread (one, other);
      spread (other, one);
    }
  for (int y = 0; y < one.h; y++)
    for (int x = 0; x < one.w; x++)
      sum = (sum * 31 + one.pixels[y][x]) % 1000003;
  printf ("%ld\n", sum);

  matrix_set_up (&a, 20, 9);
  float total = 0;
  for (int i = 0; i < a.rows; i++)
    total += a.values[i][a.cols - 1];
  narrow (&c);
  for (int i = 0; i < c.n; i++)
    sum += c.counts[i][c.m - 1] + c.counts[i][c.m];
  printf ("%g %ld\n", total, sum);

  allocate ();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      u[i][j] = v[i][j] = i + j % 9;
  for (int t = 0; t < 10; t++)
    step ();
  double total_u = 0;
  for (int i = 0; i < n; i++)
    total_u = total_u * 0.5 + u[i][m / 2];
  printf ("%.9g %ld\n", total_u, tabulate ());
  return 0;
}
