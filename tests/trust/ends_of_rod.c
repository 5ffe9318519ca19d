/* A rod whose ends are set by a function without loops in each step, kept by a struct whose buffers change places: one thread
 * sets them on the device, as far as its body says it goes, and the data stays there. The struct is made by a function that
 * may end early, and sets elements behind other members than the one that a kernel fills.
 * FOUND: 4. GONE: rod_step. REFUSED: nothing. */
#include <stdio.h>
#include <stdlib.h>

typedef struct
{
  int n;
  double dx, dt;
  double *t, *next, *k;
} Rod;

static int rod_init (Rod *r, int n)
{
  r->n = n;
  r->dx = 1.0 / n;
  r->dt = 0.2 * r->dx * r->dx;
  r->t = calloc (n, sizeof *r->t);
  r->next = calloc (n, sizeof *r->next);
  r->k = malloc (n * sizeof *r->k);
  if (!r->t || !r->next || !r->k) return -1;
  for (int i = 0; i < n; i++)
    r->k[i] = i < n / 3 ? 1.0 : i < 2 * n / 3 ? 0.2 : 0.6;
  r->t[0] = r->next[0] = 100;
  return 0;
}

static void ends (double *t, int n, double left)
{
  t[0] = left;
  t[n - 1] = t[n - 2];
}

static void rod_step (Rod *r)
{
  int n = r->n;
  double c = r->dt / (r->dx * r->dx);
  for (int i = 1; i < n - 1; i++)
    r->next[i] = r->t[i] + c * (r->k[i] * (r->t[i + 1] - r->t[i]) - r->k[i - 1] * (r->t[i] - r->t[i - 1]));
  ends (r->next, n, 100);
  double *s = r->t;
  r->t = r->next;
  r->next = s;
}

int main (int argc, char **argv)
{
  int steps = argc > 1 ? atoi (argv[1]) : 60;
  Rod r;

  if (rod_init (&r, 6000))
    {
      fputs ("no memory\n", stderr);
      return 1;
    }
  for (int s = 0; s < steps; s++)
    rod_step (&r);
  double sum = 0;
  for (int i = 0; i < r.n; i++)
    sum += r.t[i] * (i % 3);
  printf ("mean %.9g\n", sum / r.n);
  free (r.t);
  free (r.next);
  free (r.k);
  return 0;
}
