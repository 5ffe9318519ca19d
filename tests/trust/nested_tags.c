/* Types that a struct, a union or a function declares inside: C knows them outside of it, too. REFUSED: nothing.
 * KERNELS: 6 */
#include "show.h"
#define N 60

struct outer
{
  struct inner
  {
    int a;
    struct deep { double b; } d;
  } in;
  enum colour { RED, GREEN = 5 } c;
};

typedef struct { enum { OFF, ON = 4 } state; union word { int i; float f; } w; } node;

static const struct grid { enum { NX = 6, NY = 10 } dims; struct { struct leaf { short l; } *leaves; } rest; } about = { NX };

struct list { struct item { int key; } *head; struct list *next; int n; };

static struct inner pool[N];
static enum colour colours[N];
static struct deep depths[N];
static node nodes[N];
static union word words[N];
static struct leaf leaves[N];
static double v[NX][NY];
static struct item items[N];
static double out[N];

static void
fill_all (int n)
{
  #pragma target
  for (int i = 0; i < n; i++)
    {
      struct deep d = { i * 0.5 };
      pool[i].a = i;
      pool[i].d = d;
      depths[i] = pool[i].d;
      colours[i] = i % 2 ? GREEN : RED;
    }
  #pragma target
  for (int i = 0; i < n; i++)
    {
      nodes[i].state = i & 1 ? ON : OFF;
      nodes[i].w.i = i;
      words[i].f = i + (int) sizeof (union word);
      leaves[i].l = i + about.dims;
    }
  #pragma target
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++)
      v[i][j] = i * NY + j;
  #pragma target
  for (int i = 0; i < n; i++)
    items[i].key = i * i;
}

static void
of_functions (int n)
{
  struct cell { struct pos { int x, y; } p; double w; };
  struct cell c[N];
  struct pos q = { 1, 2 };

  #pragma target
  for (int i = 0; i < n; i++)
    {
      c[i].p.x = i + q.x;
      c[i].p.y = q.y;
      c[i].w = i * 0.25;
    }
  #pragma target
  for (int i = 0; i < n; i++)
    out[i] = c[i].w * c[i].p.x + c[i].p.y;
}

int
main (void)
{
  struct list l = { items, 0, N };
  int sum = 0;

  fill_all (N);
  of_functions (N);
  for (int i = 0; i < N; i++)
    sum += pool[i].a + (int) depths[i].b + colours[i] + nodes[i].state + nodes[i].w.i + (int) words[i].f + leaves[i].l
           + l.head[i].key;
  printf ("%d\n", sum);
  show ("v", v[0], NX * NY);
  show ("out", out, N);
  return 0;
}
