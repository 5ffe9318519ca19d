/* Made by ihop from struct_arguments.c. Its kernels are in struct_arguments_kernels.cu. Compile
 * with: nvcc -O3 -fmad=false struct_arguments.c struct_arguments_kernels.cu */
/* Functions that are given structs and work on what members point to, and what goes wrong where members are read too early: they
 * change before the loop, between two of them, in what is called, through another name, or in the same expression; or the
 * struct is not there. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Every CUDA call goes through here: an error ends the program. */
#define IHOP_CUDA(call) ihop_cuda ((call), __FILE__, __LINE__)

static void ihop_cuda (cudaError_t error, const char *file, int line)
{
  if (error != cudaSuccess)
  {
    fprintf (stderr, "%s:%d: CUDA: %s\n", file, line, cudaGetErrorString (error));
    exit (EXIT_FAILURE);
  }
}

/* How many blocks of "size" threads it takes for n iterations. */
static unsigned ihop_blocks (long long n, unsigned size)
{
  long long blocks = n / size + (n % size != 0);

  if (blocks > 2147483647)
  {
    fprintf (stderr, "%lld iterations are too many for a grid\n", n);
    exit (EXIT_FAILURE);
  }
  return (unsigned) blocks;
}

/* A number of elements: none where the program computes less than 0. */
static size_t ihop_size (long long n)
{
  return n > 0 ? (size_t) n : 0;
}

/* Whether two stretches of memory have a byte in common. */
static int ihop_overlap (const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
  const char *p = (const char *) a, *q = (const char *) b;

  return (size_t) p < (size_t) q + b_bytes && (size_t) q < (size_t) p + a_bytes;
}

enum { N = 48 };

struct plate { int n; double k; double *now, *next; struct plate *twin; };
struct cell { int n; double k; double *now; };

static struct plate board;
static int calls;

static void spread (struct plate *p)
{
  for (int i = 1; i < p->n - 1; i++)
    p->next[i] = p->now[i] + p->k * (p->now[i - 1] + p->now[i + 1]);
}

static double total (struct plate p)
{
  double sum = 0;

  for (int i = 0; i < p.n; i++)
    sum += p.now[i];
  return sum;
}

static void scale (struct plate *p, double by)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] = p->now[i] * p->k + by;
}

/* What is written is the factor. */
static void scale_cell (struct cell *p, double by)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] = p->now[i] * p->k + by + i;
}

void launch_settle_kernel_1 (dim3 grid, dim3 block, int n, double *a, double *b,
                             struct plate *p);

/* settle as it was, for memory that overlaps. */
static void settle_original (struct plate *p)
{
  double *a = p->now, *b = p->next;
  int n = p->n;

  p->k *= 0.5;
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.5 + b[i] * p->k;
}

static void settle (struct plate *p)
{
  double *a = p->now, *b = p->next;
  int n = p->n;
  if (ihop_overlap (a, n * sizeof (double), b, n * sizeof (double))
      || ihop_overlap (a, n * sizeof (double), p, 1 * sizeof (struct plate)))
      {
    settle_original (p);
    return;
  }
  double *d_a;
  double *d_b;
  struct plate *d_p;
  IHOP_CUDA (cudaMalloc ((void **) &d_a, ihop_size (n) * sizeof (double)));
  IHOP_CUDA (cudaMalloc ((void **) &d_b, ihop_size (n) * sizeof (double)));
  IHOP_CUDA (cudaMalloc ((void **) &d_p, 1 * sizeof (struct plate)));

  p->k *= 0.5;
  /* The kernel at line 49 reads a, written by the host at line 48 */
  IHOP_CUDA (cudaMemcpy (d_a, a, ihop_size (n) * sizeof (double), cudaMemcpyHostToDevice));
  /* The kernel at line 49 reads b, written by the host at line 48 */
  IHOP_CUDA (cudaMemcpy (d_b, b, ihop_size (n) * sizeof (double), cudaMemcpyHostToDevice));
  if (n > 0)
  {
    /* The kernel at line 49 reads p, written by the host at line 48 */
    IHOP_CUDA (cudaMemcpy (d_p, p, 1 * sizeof (struct plate), cudaMemcpyHostToDevice));
  }
  if (n > 0)
  {
    const dim3 block = { 256, 1, 1 };
    const dim3 grid = { ihop_blocks (n, 256), 1, 1 };

    launch_settle_kernel_1 (grid, block, n, d_a, d_b, d_p);
    IHOP_CUDA (cudaGetLastError ());
  }
  /* a is visible after the function has returned; written by the kernel at line 49 */
  IHOP_CUDA (cudaMemcpy (a, d_a, ihop_size (n) * sizeof (double), cudaMemcpyDeviceToHost));
  IHOP_CUDA (cudaFree (d_a));
  IHOP_CUDA (cudaFree (d_b));
  IHOP_CUDA (cudaFree (d_p));
}

static void exchange (struct plate *p)
{
  double *t = p->now;

  p->now = p->next;
  p->next = t;
}

static struct plate *exchanged (struct plate *p)
{
  exchange (p);
  return p;
}

static int shorter (struct plate *p)
{
  return p->n > 4 ? --p->n : p->n;
}

static void in_between (struct plate *p)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] += 1;
  exchange (p);
  for (int i = 0; i < p->n; i++)
    p->now[i] += 2;
}

static void through_a_name (struct plate *p, int *count)
{
  *count = 7;
  for (int i = 0; i < p->n; i++)
    p->now[i] += i;
}

static void perhaps (struct plate *p)
{
  if (p == NULL)
    return;
  for (int i = 0; i < p->n; i++)
    p->now[i] += 0.25;
}

static void perhaps_not (struct plate *p, int n)
{
  for (int i = 0; i < n; i++)
    p->now[i] += 0.125;
}

static void moves_on (struct plate *p)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] += 1;
  p = p->twin;
  for (int i = 0; i < p->n; i++)
    p->now[i] += 2;
}

static void recurses (struct plate *p, int depth)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] += depth;
  if (depth > 0)
    recurses (p, depth - 1);
}

static void names_itself (struct plate *p)
{
  for (int i = 0; i < p->n; i++)
    p->now[i] += 1;
  printf ("%s %d\n", __func__, p->n);
}

static int counts (const struct plate *p)
{
  static int times;

  for (int i = 0; i < p->n; i++)
    times += p->now[i] > 1;
  return times;
}

void step (struct plate *p)
{
  spread (p);
  settle (p);
}

static void smooth (struct plate *p)
{
  for (int i = 1; i < p->n - 1; i++)
    p->next[i] = p->now[i - 1] + p->now[i + 1];
  for (int i = 0; i < p->n; i++)
    p->now[i] += p->next[i] * 0.01;
}

/* Data stays on the device here. */
static double advance (struct plate *p, int steps)
{
  double sum = 0;
  int t = 0;

  while (t < steps)
    {
      smooth (p);
      sum += total (*p);
      t++;
    }
  do
    smooth (p);
  while (--t > 0);
  return sum;
}

static void show (const struct plate *p)
{
  double sum = 0;

  for (int i = 0; i < p->n; i++)
    sum = sum * 0.9 + p->now[i] + p->next[i];
  printf ("%.17g %d %g %d\n", sum, p->n, p->k, calls);
}

static void fill (struct plate *p, struct plate *twin)
{
  *p = (struct plate){ N, 0.25, malloc (N * sizeof (double)), malloc (N * sizeof (double)), twin };
  for (int i = 0; i < N; i++)
    {
      p->now[i] = i % 7;
      p->next[i] = i % 5;
    }
}

int main (void)
{
  struct plate one, *two = malloc (sizeof *two);
  struct cell cell = { 1, 2, &cell.k };
  void (*called) (struct plate *) = spread;
  double sum = 0;
  int t = 0;

  fill (&one, &board);
  fill (two, &one);
  fill (&board, two);
  while (t < 4)
    {
      step (two);
      sum += total (*two);
      t++;
    }
  show (two);
  sum += advance (two, 3) + advance (&board, 2);
  do
    {
      step (&one);
      if (total (one) > 1e6)
        break;
    }
  while (--t > 0);
  show (&one);
  for (t = 0; t < 3; t++)
    {
      scale (&board, t);
      in_between (&board);
      perhaps (t ? &board : NULL);
      perhaps (&board);
      perhaps_not (NULL, 0);
      perhaps_not (two, two->n);
      moves_on (&one);
      recurses (two, 2);
      names_itself (two);
      sum += counts (&board) + counts (two);
      show (&board);
    }
  scale_cell (&cell, 3);
  through_a_name (two, &two->n);
  scale (exchanged (&one), 1);
  scale (&one, shorter (&one));
  sum += total (one) + calls++;
  called (two);
  show (&one);
  show (two);
  show (&board);
  printf ("%g\n", cell.k);
  printf ("%.17g\n", sum);
  return 0;
}
