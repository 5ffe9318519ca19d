/* Callees store through rows, members and second pointers that lead into arrays which are on the device; and
 * a function that nobody calls is tested for overlap. */
#include "show.h"
#define N 1000

struct holder { int *at; struct holder *next; };
static int a[N], b[N];
static int *all[2] = { a, b };

void other (int n, int *c, int *x)
{
#pragma target
  for (int i = 0; i < n; i++)
    c[i] = x[i];
}

static void through_rows (int **r) { r[2][1] += 5; }
static void through_global (int k) { all[k][3] += 7; }
static void through_member (struct holder *h) { h->next->at[4] += 9; }
static int sum_of_rows (int **r, int n) { int s = 0; for (int i = 0; i < n; i++) s += r[i][0]; return s; }

/* It sees the pointers' own memory, not what lies behind them. */
int beside (int n, int *c, int *x, int **rows)
{
#pragma target
  for (int i = 0; i < n; i++)
    c[i] = x[i] + 1;
  through_rows (rows);
  int s = sum_of_rows (rows, 3);
#pragma target
  for (int i = 0; i < n; i++)
    c[i] = 2 * c[i] + s;
  return c[21];
}

static int rows_of_a (int n)
{
  int *rows[3] = { a, a + 10, a + 20 };
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = i * 6;
  through_rows (rows);
  return a[21] + sum_of_rows (rows, 3);
}

static int rows_out_of_sight (int n, int k)
{
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i * k;
  through_global (1);
#pragma target
  for (int i = 0; i < n; i++)
    b[i] += 1;
  return b[3];
}

static int members (int n)
{
  struct holder last = { a, 0 }, first = { b, &last };
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = i;
  through_member (&first);
  return a[4];
}

int main (int argc, char **argv)
{
  static int c[N], x[N];
  int *rows[3] = { c, c + 10, c + 20 };
  int n = N - argc + 1;

  (void) argv;
  printf ("%d %d %d\n", rows_of_a (n), rows_out_of_sight (n, 2), members (n));
  printf ("%d\n", beside (n, c, x, rows));
  show_int ("a", a, 30);
  show_int ("b", b, 30);
  show_int ("c", c, 30);
  return 0;
}
