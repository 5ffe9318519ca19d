// RUN: canonicalize heads/p
// RUN: canonicalize heads/p#2; induction heads/i p
// RUN: canonicalize heads/while; induction heads/i p
// RUN: canonicalize heads/while#2; induction heads/i p
// RUN: canonicalize heads/p#3; induction heads/i p; induction heads/i q
// RUN: canonicalize heads/p#4; induction heads/i p
// RUN: canonicalize heads/while#3; induction heads/i p
void heads (double *a, double *b, int n, unsigned long m, double *end)
{
  for (double *p = a; p < a + n; p++)
    *p = 1;
  double *p;
  for (p = &b[2]; p < end; p += 3)
    p[0] = p[1];
  p = a;
  while (p != a + m)
    *p++ += 2;
  p = a;
  double *last = a + n;
  while (last > p) {
    double t = *p++;
    b[0] += t;
    if (t < 0)
      break;
  }
  double *q;
  for (p = a, q = b; p != &a[n]; p++, ++q)
    *p = *q;
  for (; p < end; p++)
    *p = 3;
  while (p < end) {
    *p = 4;
    p += 2;
    p--;
  }
}

struct list { struct list *next; double x; };
// RUN: canonicalize refused/p
// RUN: canonicalize refused/while
// RUN: canonicalize refused/while#2
// RUN: canonicalize refused/p#2
// RUN: canonicalize refused/p#3
// RUN: canonicalize refused/s
// RUN: canonicalize refused/l
// RUN: canonicalize refused/while#3
// RUN: canonicalize refused/p#4
void refused (double *a, double *b, int n, double *end, const char *s, struct list *l, double **move)
{
  double *p, *start = a;
  for (p = a; p < end; p++)
    if (*p < 0)
      p++;
  while (p < end) {
    if (*p++ < 0)
      continue;
    *p = 1;
  }
  while (p < end) {
    *p++ = 2;
    end--;
  }
  for (p = end; p > a; p--)
    *p = 3;
  for (p = a; p != a + n; p += 2)
    *p = 4;
  for (; *s; s++)
    a[0]++;
  for (; l; l = l->next)
    l->x = 1;
  while (p < *move) {
    *p++ = 5;
    *move = b;
  }
  for (p = a; p < end; p++) {
    if (*p < 0)
      continue;
    *p = 6;
  }
}

// RUN: canonicalize own/p
// RUN: canonicalize own/p#2
void own (double *a, double *b, double *end)
{
  for (double *p = a; p < end; p++) {
    *p = 1;
    a++;
  }
  for (double *p = b; p < end; p++) {
    *p = 1;
    p++;
  }
}

struct particle { float x, v; };
static struct particle particles[100];
static int n_particles;
// The array stays where it is, whatever is stored in it.
// RUN: canonicalize file_scope/p
void file_scope (void)
{
  for (struct particle *p = particles; p < particles + n_particles; p++)
    p->x += p->v;
}

// The head does the work, too.
// RUN: canonicalize heads_work/p
// RUN: canonicalize heads_work/p#2
int heads_work (char *a, int n)
{
  int sum = 0;

  for (char *p = a; p < a + n; *p++ += 2)
    ;
  for (char *p = a; p < a + n; sum += *p++)
    ;
  return sum;
}
