/* The shape of the original PolyBench/C: heap arrays by pointer to array, polybench.c elsewhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40
#define M 50

void *polybench_alloc_data (unsigned long long int n, int elt_size);
void polybench_timer_start (void);
void polybench_timer_stop (void);

static void init_array (int n, int m, double *alpha, double C[N][M], double A[N][N])
{
  *alpha = 1.5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      C[i][j] = (double) ((i * j + 1) % n) / n;
  for (int i = 0; i < n; i++)
    A[i][0] = i;
}

static void print_array (int n, int m, double C[N][M])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      fprintf (stderr, "%0.2lf ", C[i][j]);
}

//! effects init_array = writes(alpha) writes(C) writes(A)
//! effects print_array = reads(C) gread(stderr) io
//! effects kernel = reads(C) reads(A) writes(C)
//! alias kernel C A = never
static void kernel (int n, int m, double alpha, double C[N][M], double A[N][N])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      C[i][j] += alpha * A[i][0];
}

//! alias main C A = never
//! allocation main C = @c
//! allocation main A = @a
//! touch main @init alpha = write
//! touch main @init C = write
//! touch main @init n = read
//! touch main @start C = none
//! touch main @start A = none
//! touch main @kernel C = read write
//! touch main @kernel A = read
//! touch main @kernel alpha = read
//! touch main @stop C = none
//! touch main @print C = read
//! touch main @print A = none
//! touch main @freec C = free
//! touch main @freec A = none
//! touch main @freea A = free
int main (int argc, char **argv)
{
  int n = N, m = M;
  double alpha;
  double (*C)[N][M] = (double (*)[N][M]) polybench_alloc_data (N * M, sizeof (double)); /*@c*/
  double (*A)[N][N] = (double (*)[N][N]) polybench_alloc_data (N * N, sizeof (double)); /*@a*/
  init_array (n, m, &alpha, *C, *A); /*@init*/
  polybench_timer_start (); /*@start*/
  kernel (n, m, alpha, *C, *A); /*@kernel*/
  polybench_timer_stop (); /*@stop*/
  if (argc > 42 && !strcmp (argv[0], ""))
    print_array (n, m, *C); /*@print*/
  free ((void *) C); /*@freec*/
  free ((void *) A); /*@freea*/
  return 0;
}
