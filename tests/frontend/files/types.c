/* Declarations in all shapes. */
#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef double row[5];
typedef struct node node;
struct node { node *next, *const *table; int (*compare) (const node *, const node *); };
struct flags { unsigned a : 1, : 3, b : 4; signed c : 6; };
union word { int i; float f; struct { short low, high; }; };
enum color { RED, GREEN = 5, BLUE, LAST = BLUE + sizeof (int) };
struct { int anonymous; } nameless = { 7 };
typedef enum { OFF, ON } onoff;
static const volatile int cv = 3;
static int known[] = { 1, 2, 3, [7] = 8 }, more[][2] = { { 1 }, { 2, 3 } };
static double matrix[3][4] = { [1] = { [2] = 1.5 }, { 1, 2 } };
static union word w = { .f = 1.0f };
static int (*table[2]) (int, ...);
static char *names[] = { "a" "b", "c\
d", "tab\t\"quoted\"" };
extern int elsewhere[], (*finger (int which)) (double);
static _Thread_local int mine;
_Alignas (32) static char aligned[64];
static _Bool truth = 1;
static int *restrict rp;
static wchar_t wide[] = L"wide";
static const row rows[2];

static int first (int n, int a[n][n], row r, const int q[static 2], int f (int), char *const *v)
{
  return a[0][0] + (int) r[1] + q[0] + f (n) + v[0][0];
}

static int plus (int x) { return x + 1; }

static int vla (int n, int m, double A[restrict n][m + 1], double (*B)[n][m])
{
  double local[n][2 * m], *p = &local[0][0];
  int (*matrix_pointer)[n] = NULL;
  typedef double plane[n][m];
  plane *q = (plane *) B;
  struct local { int x; } s = { .x = n };
  enum place { HERE = 4 } e = HERE;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2 * m; j++)
      local[i][j] = i * j + A[i][j % (m + 1)] + (*B)[0][0] + (*q)[i][0];
  return (int) p[1] + (int) sizeof local + (int) sizeof (double[n][m]) + s.x + e
         + (matrix_pointer == 0);
}

int main (void)
{
  double complex z = 1.0 + 2.0 * I;
  struct flags f = { 1, .c = -3 };
  union word u = { .f = 2 };
  onoff o = ON;
  int grid[2][2] = { 1, 2, 3, 4 };
  double A[3][5] = { { 0 } }, B[1][3][4] = { { { 0 } } };
  struct pair { int a; struct { int b, c; } d; } p = { 1, { 2 } }, *pp = &p;
  long double big = 1e400L;
  unsigned long long ull = 18446744073709551615ULL;
  float hex = 0x1.8p3f, small = 1e-3F;
  char c = '\x41', s[] = "text", t[8] = { "ab" };
  int *ip = (int[]) { 4, 5, 6 };
  u.low = 5;
  f.b = f.a ? 3 : 2;
  pp->d.c = ip[1] + 1[ip] + *(ip + 2);
  bool b = (bool) ull && !o;
  printf ("%g %d %d %d %d %zu %Lg %llu %g %g %c %s %s %d %d %d\n", creal (z), f.b, f.c, u.high,
          grid[1][0], sizeof (struct node), big > 1 ? 1.0L : 0.0L, ull, hex, small, c, s, t,
          pp->d.c, b, first (2, grid, A[0], (const int[]) { 3, 4 }, plus, names));
  printf ("%d %d %d %zu %d %d\n", vla (3, 4, A, B), (int) offsetof (struct pair, d.c), LAST,
          sizeof known / sizeof *known, known[7], more[1][1]);
  printf ("%g %d %d %d %d %ls %d %d %g %d\n", matrix[1][2], cv, mine, truth, nameless.anonymous,
          wide, -(-3), - -3, rows[0][0], (int) _Alignof (double));
  { extern int puts (const char *); int shadow = 1; { int shadow = 2; o += shadow; } o += shadow; puts ("x"); }
  return (rp == 0) + (table[0] != 0) + (int) aligned[0] + w.i % 2 > 3;
}
