// Refusals that need a reason of their own: each sentence that steps have, and that no other case asks for.
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
static double A[100][100], a[100], b[100];
static volatile double sensor;
static volatile int flags[10];
static int idx[100];
extern double far_away[];

// RUN: unroll words/i
// RUN: unroll 'words/i 2
// RUN: unroll words/i 100000
// RUN: distribute words/i 7
// RUN: distribute words/i @x
// RUN: distribute words/i @1
// RUN: split words/i '(i < 3'
// RUN: split words/i 'i < '
// RUN: split words/i 'i == 3'
// RUN: split words/i 'i < 3 4'
// RUN: split words/i 'n < 3'
// RUN: split words/i 'i > 3'
// RUN: outline words/i @1 x
// RUN: outline words/k @1 x
// RUN: outline words/i x 0
// RUN: outline words/i words
// RUN: no-such words/i
void words (int n)
{
  for (int i = 0; i < n; i++)
    {
      a[i] = 0;
      b[i] = 1;
    }
  for (int k = 0; k < n; k++)
    a[k] = 0;
}

int ticks (void);
// RUN: canonicalize heads/i
// RUN: canonicalize heads/s
// RUN: reverse heads/i#4
// RUN: canonicalize heads/i#2
// RUN: canonicalize heads/i#3
// RUN: canonicalize heads/i#4
// RUN: reverse heads/while
// RUN: reverse heads/i#5
// RUN: reverse heads/i
void heads (int n, long m)
{
  int k = 0, i;
  for (int i = 0, j = 1; i < n; i++, j += i)
    a[i] = j;
  for (struct { int x; } s = { 1 }, *p = &s; k < n; k++)
    a[k] = p->x;
  for (long i = 0; i + 3 < m; i++)
    a[i] = 0;
  for (int i = 0; a[i] > 0; i++)
    a[i] = 0;
  while (k > 0)
    k--;
  i = 3;
  for (; i < n; i++)
    a[i] = 0;
  for (int i = 1; i != n; i += 3)
    a[i] = 0;
}

// RUN: unroll copies/i 2
// RUN: unroll copies/i#2 2
// RUN: unroll copies/i#3 2
// RUN: unroll copies/i#4 2
// RUN: unroll copies/i#5 2
void copies (int n)
{
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0)
        goto next;
      a[i] = 1;
next:;
    }
  for (int i = 0; i < n; i++)
    {
      extern int elsewhere (int);
      a[i] = elsewhere (i);
    }
  for (int i = 0; i < n; i++)
    a[i] = sizeof (double[n]);
  for (int i = 0; i < n; i++)
    a[i] = ({ double v = b[i]; v * v; });
  for (int i = 0; i < n; i++)
    {
      struct own { int x; };
      a[i] = i;
    }
}

double **somewhere (void);
// RUN: copy-array arrays/i a
// RUN: copy-array arrays/i#2 p
// RUN: copy-array arrays/i#3 far_away
// RUN: copy-array arrays/i#4 a
// RUN: declare-iterator arrays/i
// RUN: distribute arrays/i#5 all
// RUN: normalize arrays/i
// RUN: nest arrays/i
// RUN: skew arrays/i/j 1
// RUN: unroll-and-jam arrays/i 2
// RUN: expand-assign arrays 127
void arrays (int n, double *p, double *q)
{
  for (int i = 0; i < n; i++)
    a[i] = a[idx[i]] + 1;
  for (int i = 0; i < n; i++)
    p[i] = q[i + 1] + p[i + 1];
  for (int i = 0; i < 100000000; i++)
    far_away[i] = far_away[i + 1];
  for (int i = 0; i < n; i++)
    a[i] = a[i + (int) a[0]];
  for (int i = 0; i < n; i++)
    {
      a[i + 1] = b[i];
      b[i + 1] = a[i];
    }
  int k = 0;
  a[k++] += 2;
}

// RUN: skew factors/i/j 0
// RUN: skew factors/i 2
// RUN: unswitch factors/i
// RUN: unswitch factors/i#2
// RUN: privatize factors/i t
// RUN: privatize factors/i u
// RUN: privatize factors/i#4 v
// RUN: privatize factors/i#4 t
// RUN: scalar-replace factors/i t
void factors (int n, const int *c)
{
  double t = 0, v;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = t;
  for (int i = 0; i < n; i++)
    if (c[0] / n > 3)
      b[i] = 0;
  for (int i = 0; i < n; i++)
    a[0] += t * i;
  for (int i = 0; i < n; i++)
    {
      double v = a[i];
      b[i] = v * v;
    }
  v = t;
  a[0] = v;
}

// RUN: hoist hoists/i @1
// RUN: hoist hoists/i#2 @1
// RUN: hoist hoists/i#3 'k++'
// RUN: hoist hoists/i#3 @2
// RUN: hoist hoists/i#4 @2
// RUN: hoist hoists/i#5 @1
// RUN: hoist hoists/i#6 @1
void hoists (int n, int *m)
{
  int k = 0;
  for (int i = 0; i < *m; i++)
    {
      b[0] = 7;
      a[i] = 0;
    }
  for (int i = 0; i < n; i++)
    a[0] = sensor;
  for (int i = 0; i < n; i++)
    {
      a[i] = k++;
      b[0] = k++;
    }
  for (int i = 0; i < n; i++)
    {
      double own = a[i];
      b[0] = own;
    }
  for (int i = 0; i < n; i++)
    {
      b[0] = ({ 3; });
      a[i] = 0;
    }
  for (int i = 0; i < n; i++)
    {
      b[0] = 3;
      if (a[i] > 0)
        return;
    }
}

// RUN: induction numbers/i s
// RUN: reduction numbers/i#2 f
// RUN: reduction numbers/i#3 wide
// RUN: reduction numbers/i#4 p
// RUN: reduction numbers/i#5 most reassociate
// RUN: reduction numbers/i#6 least atomic
// RUN: scan numbers/i#2 f
struct bits { unsigned count : 7; };
void numbers (int n, struct bits *p)
{
  short s = 0;
  _Bool f = 0;
  __int128 wide = 0;
  int least = 0;
  double most = 0;
  for (int i = 0; i < n; i++)
    {
      a[s] = i;
      s++;
    }
  for (int i = 0; i < n; i++)
    f += idx[i];
  for (int i = 0; i < n; i++)
    wide += idx[i];
  for (int i = 0; i < n; i++)
    p->count += idx[i];
  for (int i = 0; i < n; i++)
    {
      if (a[i] > most)
        most = a[i];
      most = fmax (most, b[i]);
    }
  for (int i = 0; i < n; i++)
    least = (idx[i] + least) + 3;
  a[0] = s + f + (double) wide + most + least;
}

// RUN: rename lives/i w
// RUN: rename lives/i huge
// RUN: contract lives/i kept
// RUN: contract lives/i whole
// RUN: rename shaky/i v
// RUN: scalar-replace apart/i p
double *keep (double *);
void lives (int n)
{
  double w[200], huge[1000000], kept[10], whole[10];
  double *p = &kept[2], *q = whole;
  w[0] = n;
  for (int i = 0; i < n; i++)
    {
      b[i] = w[i];
      w[i] = a[i];
      b[i] += w[i];
      w[i + 1] = b[i];
      huge[i] = i;
      kept[i % 3] = i;
      whole[i % 3] = i;
    }
  a[0] = huge[0] + kept[0] + *p + *q;
}

void shaky (int n)
{
  volatile double v[10];
  for (int i = 0; i < n; i++)
    v[0] = i;
}

void apart (int n, double *p, double *q)
{
  for (int i = 0; i < n; i++)
    p[0] += q[i];
}

// RUN: array-expand jumps/i w
// RUN: scalar-expand jumps/i t
// RUN: copy-array jumps/i#2 a
// RUN: unroll jumps/u 2
// RUN: strip-mine jumps/u 2
// RUN: induction jumps/u k
// RUN: scalar-expand jumps/u k
void jumps (int n, unsigned m)
{
  double t, w[4];
  int k = 0;
again:
  for (int i = 0; i < n; i++)
    {
      t = a[i];
      w[0] = t;
      b[i] = t * w[0];
    }
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
  for (int u = m; u < 100; u++)
    {
      k += 2;
      a[k] = u;
    }
  if (a[0] > 3)
    goto again;
}

// RUN: induction converted/u k
// RUN: scan converted/u s
// RUN: wrap-around converted/u before
void converted (long m)
{
  long k = 0, s = 0, before = 3;
  for (int u = m; u < 100; u++)
    {
      k += 2;
      a[k] = u;
      s = 3 * s + u;
      b[u] = before + s;
      before = u;
    }
}

// RUN: substitute values/i t
// RUN: substitute values/i v
// RUN: expand-assign values 332 three-address
// RUN: expand-assign values 333 three-address
// RUN: specialise values/i#2 z 3
// RUN: specialise values/i#3 r 3
double next (void);
void values (int n)
{
  for (int i = 0; i < n; i++)
    {
      double t = next ();
      int v = flags[1];
      a[i] += t * v + sensor * 2 + 1;
      b[i] += (a[i] * 2 + next () * 3) * 2;
    }
  int z, *q = &z, r;
  for (int i = 0; i < n; i++)
    z += *q;
  for (int i = 0; i < n; i++)
    a[i] = r;
}

// RUN: outline parts/i part
// RUN: outline parts/i#2 part
// RUN: outline parts/i#3 part
// RUN: outline parts/i#4 part
// RUN: outline parts/i#5 @1 part
// RUN: outline parts/i#6 part
void parts (int n)
{
  extern int shared;
  int m = n;
  double v[m];
  volatile int ticking = 0;
  static _Thread_local int one_each;
  m++;
  for (int i = 0; i < n; i++)
    a[i] = sizeof (double[n]);
  for (int i = 0; i < n; i++)
    a[i] = shared;
  for (int i = 0; i < n; i++)
    v[i] = a[i];
  for (int i = 0; i < n; i++)
    a[i] = ticking;
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i < n; i++)
    a[i] = one_each;
}

// RUN: specialise more/i c 3
// RUN: reduction more/i#2 f
// RUN: contract more/i#3 w
// RUN: rename more/i#3 w
// RUN: peel more/i#4 first
// RUN: scalar-replace more/i#5 p
void more (int n, int c, volatile double *p)
{
  _Bool f = 0;
  double w[200];
  for (int i = 0; i < n; i++)
    idx[i] = *(&c);
  for (int i = 0; i < n; i++)
    f |= idx[i] > 3;
  for (int i = 1; i < n; i++)
    {
      w[i] = w[i - 1] + 1;
      w[i] = w[i] * 2;
    }
  for (int i = 0; i < n; i++)
    if (idx[i] > 0)
      idx[i + 1] = i;
  for (int i = 0; i < n; i++)
    *p = i;
  a[0] = f;
}

double sum_of (int n, ...);
double total (int n, ...)
{
  va_list list;
  va_start (list, n);
  double t = va_arg (list, double);
  va_end (list);
  return t;
}

// RUN: inline calls 411
// RUN: inline calls 412
void calls (int n)
{
  a[0] = total (2, 1.0);
  a[1] = sum_of (2, 1.0);
}

double **rows;
// RUN: flatten nests/i
// RUN: interchange nests/i#2/j
void nests (int n, double **p)
{
  for (int i = 0; i < n; i++)
    p[i][0] = 1;
  for (int i = 0; i < n; i++)
    for (int j = i * i; j < n; j++)
      A[i][j] = 0;
}

// RUN: split deep/i 'i < ((((((((((((((((((((((((((((((((((((3'
// RUN: split deep/i 'i < ------------------------------------3'
// RUN: split deep/i 'i < n / m'
// RUN: split deep/i 'i < n % 0'
// RUN: shift deep/i far
// RUN: inline deep somewhere
// RUN: expand-assign deep here
// RUN: distribute deep/i here
// RUN: strip-mine deep/i#2 4
// RUN: normalize deep/i#3
// RUN: split deep/i#4 'i < m'
// RUN: split deep/i#5 'i < n * n'
void deep (int n, int m)
{
  for (int i = 0; i < n; i++)
    {
      a[i] = 0;
      b[i] = 1;
    }
  for (int i = 0; i != 9; i += 3)
    a[i] = 1;
  for (int i = 9; i != 0; i -= 3)
    a[i] = 2;
  for (int i = 0; i < n; i++)
    {
      a[i] = m;
      m = idx[i];
    }
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

struct own { double a[100]; double *p; };
// RUN: copy-array members/i s
// RUN: copy-array members/i#2 g
// RUN: scalar-replace members/i#3 s
// RUN: copy-array members/i#4 p
// RUN: copy-array members/i#5 p
// RUN: copy-array members/i#6 a
// RUN: scalar-expand members/i#7 t
// RUN: strip-mine members/i#7 1024 ; scalar-expand members/it/i t
// RUN: hoist members/i#8 'a[m + 5]'
// RUN: hoist members/i#9 'a[3] + 1'
// RUN: distribute members/i#9 all
// RUN: reverse members/i#10
void outside (void);
void members (int n, unsigned m, struct own *g, double *p, double *q)
{
  struct own s;
  double t;
  for (int i = 0; i < 90; i++)
    s.a[i] = s.a[i + 1];
  for (int i = 0; i < n; i++)
    g->p[i] = g->p[i + 1];
  for (int i = 1; i < 90; i++)
    s.a[i] = s.a[i - 1] + a[i];
  for (int i = 0; i < n; i++)
    {
      q[i] = a[i];
      p[i] = p[i + 1] * 2;
    }
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 0)
        p[idx[i]] = 1;
      p[i] = p[i + 1] * 2;
    }
  for (int i = 0; i < n; i++)
    {
      a[i + 1] = b[i];
      b[i] = a[i + 1] * 2;
      a[i + 1] = 3;
    }
  for (int i = 0; i < 10000000; i++)
    {
      t = far_away[i];
      far_away[i + 1] = t * t;
    }
  for (int i = 0; i < n; i++)
    b[i] = a[m + 5];
  for (int i = 0; i < n; i++)
    {
      outside ();
      b[i] = a[3] + 1;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        if (A[i][j] > 3)
          break;
        A[i][j] = 2;
      }
  a[3] = s.a[3];
}

// RUN: induction each/i k
// RUN: reduction each/i#2 s
// RUN: reduction each/i#3 s
// RUN: scan each/i#4 s
// RUN: pack each/i#4 s
// RUN: vectorize each/i#5
// RUN: vectorize each/i#6
// RUN: -a ; no NaN ; reduction each/i#7 m reassociate
// RUN: array-expand each/i#8 v
// RUN: contract each_again/i w
// RUN: scan each_again/i#2 r
// RUN: hoist each_again/i#3 @1
// RUN: hoist each_again/i#4 @1
double each (int n)
{
  int s = 0, t, k = 0;
  double m = 0;
  volatile double v[3];
  for (int i = 0; i < n; i++)
    {
      int k = 3;
      k++;
      a[k] = i;
    }
  for (int i = 0; i < n; i++)
    {
      struct tag { int x; } y = { 3 };
      s += y.x;
    }
  for (int i = 0; i < n; i++)
    {
      t = idx[i];
      s += t;
    }
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i < n; i++)
    {
#pragma other
      a[i] = 3;
    }
  for (int i = 0; i < n; i++)
    {
      a[k] = i;
      k += 2;
    }
  for (int i = 0; i < n; i++)
    {
      if (a[i] > m)
        m = a[i];
      m = fmax (m, b[i]);
    }
  for (int i = 0; i < n; i++)
    {
      v[0] = i;
      a[i] = v[0];
    }
  return s + t + m;
}

double each_again (int n, _Complex double z)
{
  double w[200], r = 0;
  for (int i = 1; i < n; i++)
    {
      if (a[i] > 0)
        w[0] = a[i];
      b[i] = w[0];
    }
  for (int i = 1; i < n; i++)
    r = r * 2 + z;
  for (int i = 3; i < 4; i++)
    {
      b[0] = 3;
    }
  for (int i = 3; i < n; i++)
    {
      b[0] = 3;
    }
  return r;
}

// RUN: rename seen/i w
// RUN: rename seen/i#2 many
// RUN: rename seen/i v
#define TEN(x) x x x x x x x x x x
void seen (int n)
{
  double w[200], many[200], v[3];
  for (int i = 0; i < n; i++)
    {
      b[i] = w[i];
      w[i + 1] = 3;
    }
  for (int i = 0; i < n; i++)
    {
      many[i] = 3;
      b[i] = 0 TEN (TEN (+ many[i]));
    }
  v[0] = w[0];
}

// RUN: schedule large/i 'i'
// RUN: schedule large/i#2 'i,i,i,i,i,i,i,i,i,i,i,i,i'
// RUN: schedule large/i#3 'i, j' 'i'
// RUN: scalar-expand large/i#3/j u ; scalar-expand large/i#3/j v ; schedule large/i#3/j '0, j' '1, j' '2, j'
// RUN: schedule large/i#4 'i, j' 'i'
// RUN: schedule large/i#5 'i'
// RUN: schedule large/i#6 'i'
void large (int n)
{
  for (int i = 0; i < n; i++)
    {
      TEN (a[i]++;) TEN (a[i]++;) TEN (a[i]++;)
    }
  for (int i = 0; i < n; i++)
    a[i]++;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        double u = A[i][j], v = 3;
        A[i][j] = u + 3 * v;
      }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (n > 4)
        for (int k = 0; k < n; k++)
          A[i][j] = 3;
  for (int i = 0; i < n; i++)
    {
      double u[3];
      u[0] = 3;
      a[i] = u[0];
    }
  for (int i = 0; i < n; i++)
    {
      struct own { int x; };
      a[i] = i;
    }
}

// Types that are made of variables stand in no text here.
// RUN: outline types/i part
// RUN: outline types/i#2 part
// RUN: outline types @5 part
void take (int n, double c[n][n]);
void types (int n, double c[n][n], int k)
{
  for (int i = 0; i < n; i++)
    take (n, 0);
  for (int i = 0; i < n; i++)
    a[i] = c[i][i] + sizeof c[0];
  a[0] = 3;
  k++;
  switch (k)
    {
    case 3:
      a[k] = 3;
    }
}

static int nested (int x, int y)
{
  if (x)
    return 2;
  {
    if (y)
      return 1;
  }
  return 3;
}
static int some (int x, int y)
{
  if (x)
    {
      if (y)
        return 1;
      y++;
    }
  else
    return 2;
  return y;
}
static int two_ways (int x, int y)
{
  if (x)
    {
      if (y)
        return 1;
      y++;
    }
  y *= 2;
  return y;
}
// RUN: inline leaves 722
// RUN: inline leaves 723
// RUN: inline leaves 724
// RUN: inline leaves 726
int leaves (int x, int y)
{
  int r = nested (x, y);
  r = some (x, y);
  if (some (x, y) > 3)
    r++;
  r = two_ways (x, y);
  return r;
}

// RUN: -s ; corners.steps

// RUN: peel changed/i last
// RUN: induction changed/i#2 s
void changed (int n, int m, int k)
{
  int s = 0;
  for (int i = m; i < n; i++)
    m = idx[i];
  for (int i = 0; i < n; i++)
    {
      s += k;
      a[s] = 3;
      k = idx[i];
    }
}

// RUN: wavefront slanted/i/j
// RUN: wavefront slanted/i#2/j
// RUN: distribute slanted/i#3 all
void slanted (int n, double *p, double *q)
{
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 90; j++)
      A[i][j] = A[i - 1][j + 4] + 1;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i * i; j++)
      A[i][j] = 1;
  for (int i = 1; i < n; i++)
    {
      p[i] = q[idx[i]];
      q[i] = p[idx[i]];
    }
}

// RUN: reduction loaded/i s
double loaded (int n, double **lines)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      s += lines[0][i];
      lines[i] = 0;
    }
  return s;
}

#define TWO(one, two) \
  void one (int n) { for (int i = 0; i < n; i++) a[i] = i; } \
  void two (int n) { for (int i = 0; i < n; i++) b[i] = i; }
TWO (odd, even)
#define NAMED(name) void one_##name
NAMED (half) (int n) { for (int i = 0; i < n; i++) a[i] = i; }
// RUN: reverse even/i
// RUN: outline odd/i part
// RUN: reverse one_half/i ; shift one_half/i 3
// RUN: outline one_half/i part

__attribute__ ((weak)) double replaced (int n) { return n; }
// RUN: inline weakly 792
void weakly (int n)
{
  a[0] = replaced (n);
}
