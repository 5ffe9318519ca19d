/* FOUND: 2. What a thread of the program runs stays on the host, and so does what writes some elements of a box of which another thread
 * may work on the others: a copy out would bring these back as they were when they were copied in. */
#include "show.h"
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

typedef struct
{
  double x, y;
} Point;

typedef struct
{
  double *value;
  int n, first;
} Part;
typedef void *(*Job) (void *);

static Point *point;
static double *value, sums[2];
static int n = 3000;

static double
sum (const double *x, int by)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * by;
  return s;
}

/* Every other element. */
static void
half (double *x, int m, int first)
{
  for (int i = first; i < m; i += 2)
    x[i] = x[i] * 0.5 + i;
}

static void *
even (void *data)
{
  const Part *part = data;
  for (int r = 0; r < 50; r++)
    half (part->value, part->n, part->first);
  return data;
}

static void *
odd (void *data)
{
  const Part *part = data;
  for (int r = 0; r < 50; r++)
    {
      double *x = part->value;
      for (int i = 1; i < part->n; i += 2)
        x[i] = x[i] * 0.25 + 1;
    }
  return data;
}

static void *
members (void *data)
{
  for (int r = 0; r < 50; r++)
    for (int i = 0; i < n; i++)
      point[i].y += 1;
  sums[0] = sum (value, 1);
  return data;
}

static int
other_sum (void *data)
{
  sums[1] = sum (value, 2);
  return data != NULL;
}

/* main's own, while the others run. */
static void
beside (void)
{
  for (int r = 0; r < 50; r++)
    for (int i = 0; i < n; i++)
      point[i].x = point[i].x * 0.5 + i;
}

int
main (void)
{
  Job jobs[] = { even, odd, members };
  pthread_t thread[3];
  thrd_t last;
  point = calloc (n, sizeof *point);
  value = calloc (n, sizeof *value);
  double *halves = calloc (n, sizeof *halves);
  for (int i = 0; i < n; i++)
    value[i] = i;
  Part part = { halves, n, 0 };

  for (int k = 0; k < 3; k++)
    pthread_create (&thread[k], NULL, jobs[k], &part);
  thrd_create (&last, other_sum, NULL);
  beside ();
  for (int k = 0; k < 3; k++)
    pthread_join (thread[k], NULL);
  thrd_join (last, NULL);
  for (int i = 0; i < n; i++)
    halves[i] += point[i].x - point[i].y;
  show ("halves", halves, n);
  printf ("%.10g %.10g\n", sums[0], sums[1]);
  free (point);
  free (value);
  free (halves);
  return 0;
}
