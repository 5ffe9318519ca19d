/* Memory behind members of a struct, as long as other members say when it is stored, or do not say any more. KERNELS: 14 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40 };

typedef struct { int rows, nnz; int *start, *column; double *value; } matrix;
typedef struct { int n, cells; double *x; double *field; int *cell; } plasma;

static double seen;

static void look (int n, const double *a)
{
  for (int i = 0; i < n; i++)
    seen = seen * 0.75 + a[i];
}

static matrix *matrix_new (int n)
{
  matrix *m = malloc (sizeof *m);

  m->rows = n;
  m->start = malloc ((n + 1) * sizeof *m->start);
  m->column = malloc (3 * m->rows * sizeof (int));
  m->value = calloc (3 * n, sizeof (double));
  m->nnz = 0;
  for (int i = 0; i < n; i++)
    {
      m->start[i] = m->nnz;
      for (int j = i % 3; j > 0; j--)
        {
          m->column[m->nnz] = (i * 7 + j) % n;
          m->value[m->nnz++] = i - j * 0.5;
        }
    }
  m->start[n] = m->nnz;
  return m;
}

static void multiply (const matrix *m, const double *x, double *y)
{
#pragma target
  for (int i = 0; i < m->rows; i++)
    {
      double sum = 0;
      for (int k = m->start[i]; k < m->start[i + 1]; k++)
        sum += m->value[k] * x[m->column[k]];
      y[i] = sum;
    }
}

static void plasma_init (plasma *p, int n, int cells)
{
  p->n = n;
  p->cells = cells;
  p->x = malloc (n * sizeof *p->x);
  if ((p->field = calloc (cells, sizeof *p->field)) == NULL)
    exit (1);
  p->cell = malloc (n * sizeof (int));
  for (int i = 0; i < n; i++)
    {
      p->x[i] = i * 0.25;
      p->cell[i] = i * 11 % cells;
    }
  for (int i = 0; i < cells; i++)
    p->field[i] = 1 - i * 0.125;
}

static void push (plasma *p, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    p->x[i] += p->field[p->cell[i]];
}

/* The memory is longer than the number says from here on, or shorter. */
typedef struct { int n; double *a; int *at; } loose;

static void loose_init (loose *s, int n)
{
  s->n = n;
  s->a = malloc (n * sizeof *s->a);
  s->at = malloc (n * sizeof *s->at);
  for (int i = 0; i < n; i++)
    {
      s->a[i] = i * 2;
      s->at[i] = n - 1 - i;
    }
}

static void loose_more (loose *s)
{
  s->n += 1000000;
}

static void loose_use (loose *s, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    s->a[i] += s->at[s->at[i]];
}

/* The number changes while the memory is still the old one, and somebody looks. */
typedef struct { int many; double *from; int *where; } again;

static void again_use (again *s, double *out, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] = s->from[s->where[i]];
}

static void again_init (again *s, double *out, int n)
{
  s->many = n;
  if (s->from)
    again_use (s, out, 3);
  s->from = malloc (n * sizeof *s->from);
  s->where = malloc (n * sizeof *s->where);
  for (int i = 0; i < n; i++)
    {
      s->from[i] = i + 5;
      s->where[i] = n - 1 - i;
    }
}

/* One of the two is not always there. */
typedef struct { int n; double *a, *b; int *at; } half;

static void half_init (half *s, int n, int with)
{
  s->n = n;
  s->a = malloc (n * sizeof *s->a);
  s->at = malloc (n * sizeof *s->at);
  for (int i = 0; i < n; i++)
    {
      s->a[i] = i;
      s->at[i] = with ? i : -1;
    }
  if (!with)
    return;
  s->b = malloc (n * sizeof *s->b);
  for (int i = 0; i < n; i++)
    s->b[i] = i * 3;
}

static void half_use (half *s, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (s->at[i] >= 0)
      s->a[i] += s->b[s->at[i]];
}

/* They change places: both are as long. The others of which one is longer are not. */
typedef struct { int places; int *to; double *now, *next; } stepped;
typedef struct { int wide; int *pick; double *narrow, *large; } uneven;

static void stepped_init (stepped *s, int n)
{
  s->places = n;
  s->to = malloc (n * sizeof *s->to);
  s->now = malloc (n * sizeof *s->now);
  s->next = calloc (s->places, sizeof *s->next);
  for (int i = 0; i < n; i++)
    {
      s->to[i] = i * 3 % n;
      s->now[i] = i * 0.25;
    }
}

static void stepped_step (stepped *s)
{
#pragma target
  for (int i = 0; i < s->places; i++)
    s->next[i] = s->now[s->to[i]] * 0.5 + i;
  double *t = s->now;
  s->now = s->next;
  s->next = t;
}

static void uneven_init (uneven *s, int n)
{
  s->wide = n;
  s->pick = malloc (n * sizeof *s->pick);
  s->narrow = malloc (3 * sizeof *s->narrow);
  s->large = malloc (n * sizeof *s->large);
  for (int i = 0; i < n; i++)
    {
      s->pick[i] = i % 3;
      s->large[i] = i;
    }
  for (int i = 0; i < 3; i++)
    s->narrow[i] = 7 - i;
}

static void uneven_step (uneven *s, double *out, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] = s->large[s->pick[i]];
  double *t = s->narrow;
  s->narrow = s->large;
  s->large = t;
}

/* The function may end when only the number is set. */
typedef struct { int count; double *spots; int *marks; } early;

static void early_init (early *s, int n)
{
  s->count = n;
  if (n > 1000)
    return;
  s->spots = malloc (n * sizeof *s->spots);
  s->marks = malloc (n * sizeof *s->marks);
  for (int i = 0; i < n; i++)
    {
      s->spots[i] = i + 2;
      s->marks[i] = n - 1 - i;
    }
}

static void early_use (early *s, double *out, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] = s->spots[s->marks[i]];
}

/* … or when only some of the memory is there, in a struct that nobody knows yet. */
typedef struct { int amount; double *first, *second; int *index; } late;

static late *late_new (int n, int with)
{
  late *s = malloc (sizeof *s);

  memset (s, 0xff, sizeof *s);
  s->amount = n;
  s->index = malloc (n * sizeof *s->index);
  for (int i = 0; i < n; i++)
    s->index[i] = with ? i : -1;
  if (!with)
    return s;
  s->second = malloc (n * sizeof *s->second);
  for (int i = 0; i < n; i++)
    s->second[i] = i * 3;
  return s;
}

static void late_use (late *s, double *out, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (s->index[i] >= 0)
      out[i] += s->second[s->index[i]];
}

/* The memory is as long as the number was before. */
typedef struct { int extent; double *base; int *order; } before;

static void before_init (before *s, int n)
{
  double *memory = malloc ((s->extent + 1) * sizeof *memory);
  s->extent = n;
  s->base = memory;
  s->order = malloc (n * sizeof *s->order);
  s->base[0] = n;
  for (int i = 0; i < n; i++)
    s->order[i] = 0;
}

static void before_use (before *s, double *out, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] += s->base[s->order[i]];
}

/* The struct becomes another one while its memory is in hand; its number is set by its address, or as bytes. */
typedef struct { int items; double *held; int *way; } whole;

static void whole_init (whole *s, int n)
{
  s->items = n;
  s->held = malloc (n * sizeof *s->held);
  s->way = malloc (n * sizeof *s->way);
  for (int i = 0; i < n; i++)
    {
      s->held[i] = i * 2;
      s->way[i] = n - 1 - i;
    }
}

static void whole_use (whole *s, const whole *other, double *out, int n)
{
  double *held = s->held;
  int *way = s->way;
  *s = *other;
#pragma target
  for (int i = 0; i < n; i++)
    out[i] += held[way[i]];
}

typedef struct { int lines; double *text; int *row; } pointed;

static void pointed_init (pointed *s, int n)
{
  s->lines = n;
  s->text = malloc (n * sizeof *s->text);
  s->row = malloc (n * sizeof *s->row);
  for (int i = 0; i < n; i++)
    {
      s->text[i] = i * 2;
      s->row[i] = n - 1 - i;
    }
}

static void pointed_use (pointed *s, double *out, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] += s->text[s->row[i]];
}

typedef struct { int depth; double *pile; int *level; } bytes;

static void bytes_init (bytes *s, int n)
{
  s->depth = n;
  s->pile = malloc (n * sizeof *s->pile);
  s->level = malloc (n * sizeof *s->level);
  for (int i = 0; i < n; i++)
    {
      s->pile[i] = i * 2;
      s->level[i] = n - 1 - i;
    }
}

static void bytes_use (bytes *s, double *out, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] += s->pile[s->level[i]];
}

/* Only one of two that change places is stored again when the number grows. */
typedef struct { int many; double *now, *next; } pair;

static int place[N];

static void pair_init (pair *s, int n)
{
  s->many = n;
  s->now = malloc (n * sizeof *s->now);
  s->next = malloc (n * sizeof *s->next);
  for (int i = 0; i < n; i++)
    {
      s->now[i] = i + 7;
      s->next[i] = i * 3;
    }
}

static void pair_grow (pair *s, int n)
{
  s->many = n;
  s->now = calloc (n, sizeof *s->now);
}

static void pair_turn (pair *s)
{
  double *last = s->now;

  s->now = s->next;
  s->next = last;
}

static void pair_use (pair *s, double *out, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    out[i] = s->now[place[i]];
}

int main (void)
{
  matrix *m = matrix_new (N);
  plasma p, none = { .n = 0 };
  loose s;
  again t = { 0, NULL, NULL };
  half u, v;
  pair growing;
  stepped w;
  uneven z;
  early e;
  before f = { .extent = 0 };
  whole g, h;
  pointed k;
  bytes l;
  double x[N], y[N];

  for (int i = 0; i < N; i++)
    x[i] = i * 0.5 - 3;
  multiply (m, x, y);
  look (N, y);
  plasma_init (&p, N, 7);
  push (&p, p.n);
  push (&none, none.n);
  push (NULL, 0);
  look (N, p.x);
  loose_init (&s, N);
  loose_use (&s, s.n);
  loose_more (&s);
  loose_use (&s, N);
  look (N, s.a);
  again_init (&t, y, 5);
  again_init (&t, y, 2000000);
  look (N, y);
  memset (&v, 0xff, sizeof v);
  half_init (&u, N, 1);
  half_init (&v, N, 0);
  half_use (&u, N);
  half_use (&v, N);
  look (N, u.a);
  look (N, v.a);
  stepped_init (&w, N);
  for (int i = 0; i < 3; i++)
    stepped_step (&w);
  look (N, w.now);
  uneven_init (&z, 1000000);
  for (int i = 0; i < 3; i++)
    uneven_step (&z, y, N);
  look (N, y);
  early_init (&e, 5);
  early_init (&e, 2000000);
  early_use (&e, y, 4);
  late_use (late_new (N, 1), y, N);
  late_use (late_new (N, 0), y, N);
  look (N, y);
  before_init (&f, 1000000);
  before_use (&f, y, N);
  whole_init (&g, N);
  whole_init (&h, 3000000);
  whole_use (&g, &h, y, N);
  pointed_init (&k, N);
  int *number = &k.lines;
  *number = 3000000;
  pointed_use (&k, y, N);
  bytes_init (&l, N);
  void *start = &l;
  memcpy (start, number, sizeof *number);
  bytes_use (&l, y, N);
  look (N, y);
  for (int i = 0; i < N; i++)
    place[i] = (i * 3) % 5;
  pair_init (&growing, 5);
  pair_grow (&growing, 3000000);
  pair_turn (&growing);
  pair_use (&growing, y, 5);
  look (N, y);
  printf ("%.17g\n", seen);
  return 0;
}
