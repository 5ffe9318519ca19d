/* Loops, statements and subscripts that macros make. */
#include <stdio.h>
#define N 8
#define NB (N + 0)
#define BARE N + 1
#define FOR(i, n) for (i = 0; i < (n); i++)
#define EACH(i, j, body) FOR (i, N) FOR (j, NB) { body; }
#define AT(a, i, j) a[(i) * NB + (j)]
#define SQUARE(x) ((x) * (x))
#define SWAP(a, b) do { int t_ = a; a = b; b = t_; } while (0)
#define SET x = 1;
#define TWO x++; y++;
#define BEGIN {
#define END }
#define SHOW(e) printf ("%s = %d\n", #e, (e))
#define GLUE(a, b) a##b
#define FIELD(s, f) ((s).f)
#define EMPTY
#define UNLESS(c) if (!(c))
#define LONG_ONE(a, b, \
                 c)    \
  do                   \
    {                  \
      a = b;           \
      b = c;           \
    }                  \
  while (0)
#define DECLARE(type, name) type name = 0
#define FUNCTION(name) static int name (int a) { int twice = a * 2; return twice; }
#define BODY { int q = a; return q + 1; }

FUNCTION (made_by_macro)
static int half_made (int a) BODY

struct pair { int a, b; };

int main (void)
{
  int i, j, x = 0, y = 2, GLUE (gl, ued) = 3;
  int m[N * NB], k[BARE];
  struct pair p = { 1, 2 };
  DECLARE (long, total);

  FOR (i, N * NB)
    m[i] = i % 7; /* stays */
  FOR (i, BARE) k[i] = i;
  EACH (i, j, AT (m, i, j) += i * j)
  FOR (i, N)
  BEGIN
    FOR (j, N) { total += AT (m, i, j) * SQUARE (i + j); }
  END
  SWAP (x, y);
  SWAP (AT (m, 0, 1), k[2]);
  SET
  TWO
  LONG_ONE (x, y, glued);
  UNLESS (x > 3) y = SQUARE (x++ ? 2 : 3); else y = -1;
  EMPTY;
  SHOW (total > 0);
  SHOW (SQUARE (y));
  printf ("%d %d %d %ld %d\n", x, y, glued, total, FIELD (p, b) + BARE * 2);
  for (i = 0; i < BARE; i++) printf ("%d ", k[i]);
  printf ("%d %d\n", made_by_macro (3), half_made (4));
  return 0;
}
