/* Structs that say how much there is to do, and are not there where there is nothing to do: nobody may look into them before it is sure that
 * the program does. REFUSED: nothing FOUND: 10 */
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double h, *u, *v; } Rod;
static int calls;
int more (void) { return ++calls; }
void under_condition (int k, Rod *r, double *a, double *b) { if (k > 3) for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; }
void under_effect (int k, Rod *r, double *a, double *b) { if (more () < k) for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; }
void under_case (int k, Rod *r, double *a, double *b) { switch (k) { case 5: for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; break; case 3: a[0] = 1; } }
void while_more (int k, Rod *r, double *a, double *b) { while (more () < k) for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; }
void counts_down (int k, Rod *r, double *a, double *b) { for (int t = k; t--;) for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; }
void goes_on (int k, Rod *r, double *a, double *b) { for (; k > 0; k--) for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; }
void behind_return (int k, Rod *r, double *a, double *b) { if (k < 3) return; for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; }
void behind_goto (int k, Rod *r, double *a, double *b) { if (k < 3) goto end; for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; end: return; }
void leaves_out (int k, Rod *r, double *a, double *b) { for (int j = 0; j < k; j++) { if (a[j] < 0) continue; for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; } }
void asks (Rod *r, double *restrict a, const double *restrict b) { if (r != NULL) { for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; } }
void asks_number (const int *n, double *restrict a, const double *restrict b) { if (n) for (int i = 0; i < *n; i++) a[i] = b[i] + a[i]; }
void asks_second (const int *n, double *restrict a, const double *restrict b) { if (n) for (int i = 0; i < n[1]; i++) a[i] = b[i] + a[i]; }
void is_sure (Rod *r, double *restrict a, const double *restrict b) { for (int i = 0; i < r->n; i++) a[i] = b[i] * r->h + a[i]; }
void hands_on (int k, Rod *r, double *restrict a, const double *restrict b) { for (int t = 0; t < k; t++) is_sure (r, a, b); }
void hands_on_twice (int k, Rod *r, double *restrict a, const double *restrict b) { if (k > 2) { is_sure (r, a, b); is_sure (r, a, b); } }
void steps (int t, Rod *r)
{
  int runs = t < 10;
  double *u = runs ? r->u : 0, *v = runs ? r->v : 0;
  for (; t < 10; t++)
    {
      for (int i = 1; i < r->n - 1; i++)
        v[i] = (u[i - 1] + u[i + 1]) * 0.5;
      double *w = u;
      u = v;
      v = w;
    }
  if (runs)
    {
      r->u = u;
      r->v = v;
    }
}
void calls_first (Rod *r, double *restrict a, const double *restrict b) { asks (r, a, b); if (r) for (int i = 0; i < r->n; i++) a[i] += b[i]; }
/* What the loop's head asks is another question by then. */
void late (int t, int by, Rod *r)
{
  int runs = t < 10;
  double *u = r->u, *v = r->v;
  t += by;
  for (; t < 10; t++)
    {
      for (int i = 1; i < r->n - 1; i++)
        v[i] = (u[i - 1] + u[i + 1]) * 0.5;
      double *w = u;
      u = v;
      v = w;
    }
  r->h += runs;
}
static double *numbers (int n, int by)
{
  double *x = malloc (n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = i % by * 0.25;
  return x;
}
int main (void)
{
  enum { N = 300 };
  Rod r = { N, 0.5, numbers (N, 7), numbers (N, 5) };
  int both[2] = { N, N };
  double *a = numbers (N, 11), *b = numbers (N, 13), s = 0;
  void (*const all[]) (int, Rod *, double *, double *) = { under_condition, under_effect, under_case, while_more, counts_down, goes_on, behind_return, behind_goto, leaves_out };
  for (int i = 0; i < 9; i++)
    {
      calls = 0;
      all[i] (5, &r, a, b);
      calls = 9;
      all[i] (0, NULL, a, b);
    }
  under_condition (5, &r, a, b), under_condition (1, NULL, a, b);
  counts_down (5, &r, a, b), counts_down (0, NULL, a, b);
  goes_on (5, &r, a, b), goes_on (0, NULL, a, b);
  leaves_out (5, &r, a, b), leaves_out (0, NULL, a, b);
  asks (&r, a, b), asks (NULL, a, b);
  asks_number (both, a, b), asks_number (NULL, a, b);
  asks_second (both, a, b), asks_second (NULL, a, b);
  hands_on (5, &r, a, b), hands_on (0, NULL, a, b);
  hands_on_twice (5, &r, a, b), hands_on_twice (0, NULL, a, b);
  steps (3, &r), steps (10, NULL);
  calls_first (&r, a, b), calls_first (NULL, a, b);
  Rod bare = { N, 0.25, NULL, NULL };
  late (3, 1, &r), late (3, 9, &bare);
  for (int i = 0; i < N; i++)
    s += a[i] + r.u[i] + bare.h;
  printf ("%.10g\n", s);
}
