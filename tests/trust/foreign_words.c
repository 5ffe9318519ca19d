/* Names that are keywords and operators of C++. REFUSED: nothing. KERNELS: 5 */
#include "show.h"
#include "foreign_words.h"
#define N 60
#define try 5
#define and(a, b) ((a) & (b))

typedef enum { false, true } bool;
typedef struct class namespace;
union template { int i; float typename; };

static bool flags[N];
static struct class objects[N];
static namespace spaces[N];
static union template shapes[N];
static int friend[N], operator = 3;
static double or[N];

static int
explicit (int class, int this)
{
  return class * this + operator;
}

static void
using (int not, double *new)
{
  #pragma target
  for (int i = 0; i < not; i++)
    new[i] = explicit (i, 3) + and (i, 12) + try;
}

static void
fill_all (int n)
{
  enum virtual protected_or = protected;
  int mutable = 2;

  #pragma target
  for (int i = 0; i < n; i++)
    flags[i] = i % 3 == 0 ? true : false;
  #pragma target
  for (int i = 0; i < n; i++)
    {
      int catch = i * mutable;
      objects[i].new = catch;
      objects[i].public = protected_or * 0.5;
      spaces[i].new = private;
    }
  #pragma target
  for (int i = 0; i < n; i++)
    shapes[i].typename = i * 0.5f;
  #pragma target
  for (int i = 0; i < n; i++)
    friend[i] = (int) sizeof (bool) * i;
}

int
main (void)
{
  int export = 0, sum = 0;

  fill_all (N);
  using (N, or);
again:
  for (int i = 0; i < N; i++)
    sum += flags[i] + objects[i].new + spaces[i].new + friend[i] + (int) shapes[i].typename + delete (i);
  if (export++ < 1)
    goto again;
  printf ("%d new class\n", sum);
  show ("or", or, N);
  return 0;
}
