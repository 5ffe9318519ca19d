/* Types and names that only their function knows, used by loops that run elsewhere. */
#include <stdio.h>

enum colour { RED, GREEN };
double z[4000];
static int count = 3;

static void structs (int n)
{
  struct point { double c; int k[3]; } w = { 3, { 1, 2, 3 } };
  union both { float f; unsigned u; };
  typedef struct { short a, b; } pair;
  pair p = { 5, 6 };
  struct point many[40];

  for (int i = 0; i < 40; i++)
    {
      many[i].c = i + w.c;
      many[i].k[i % 3] = i;
    }
  for (int i = 0; i < n; i++)
    {
      union both u;
      struct point here = w;
      u.f = i;
      here.k[1] += p.a * p.b;
      z[i] = w.c + here.k[1] + (u.u >> 20) + sizeof (struct point) + sizeof (pair) + many[i % 40].c;
    }
}

static void words (int n)
{
  enum place { NEAR = 3, FAR };
  typedef float real;
  typedef real row[4];
  enum { LAST = FAR + 2 };
  real h = 0.1;
  enum place e = FAR;

  for (int i = 0; i < n; i++)
    {
      real u = i * h;
      row t = { u, 1, 2, (real) i };
      z[i] += u + NEAR + (e == FAR) + GREEN + sizeof (real) + t[i % 4] + LAST + sizeof (row) + sizeof (enum place);
    }
}

/* The same names for other things. */
static void again (int n)
{
  struct point { char c[7]; };
  typedef int real;
  enum place { NEAR = 30 };

  for (int i = 0; i < n; i++)
    {
      real u = i * 0.3;
      z[i] += u + NEAR + sizeof (struct point) + sizeof (enum place);
    }
}

static void inside (int n)
{
  for (int i = 0; i < n; i++)
    {
      struct pair { double a, b; } p = { i, count };
      enum { SHIFT = 2 };
      z[i] += p.a * p.b * SHIFT;
    }
}

static void only_sizes (int n)
{
  short k = n;
  char c = 'a';
  _Bool q = n;
  enum ends { P, Q } en = Q;
  long double ld = 1;
  static double kept[30];
  extern double z[4000];
  extern int count;

  for (int i = 0; i < n; i++)
    z[i] += sizeof k + 10 * sizeof c + 100 * sizeof q + sizeof (ld) + sizeof en + sizeof kept + sizeof (GREEN)
            + sizeof (enum colour) + sizeof z;
  for (int i = 0; i < 30; i++)
    kept[i] = i + en + count;
  for (int i = 0; i < 30; i++)
    z[i] += kept[i];
}

int main (void)
{
  double s = 0;

  for (int t = 0; t < 3; t++)
    {
      structs (4000);
      words (4000);
      again (4000);
      inside (4000);
      only_sizes (4000);
    }
  for (int i = 0; i < 4000; i++)
    s += z[i] * (i % 7);
  printf ("%.12g %.12g\n", s, z[1000]);
  return 0;
}
