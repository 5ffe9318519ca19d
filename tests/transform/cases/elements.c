// RUN: substitute elements/i p
// RUN: substitute elements/i#2 q
// RUN: substitute elements/i#3 r
// RUN: substitute elements/i#4 s
// RUN: substitute elements/i#5 t
// RUN: substitute elements/i#6 u
struct two { double x, y; };
void elements (int n, struct two *a, long k, unsigned m, double b[9][8], double *c)
{
  struct two *p = &a[k], *q = a + m;
  for (int i = 0; i < n; i++)
    {
      p[i].x = p[0].y + (*p).x;
      p->y += i;
    }
  for (int i = 0; i < n; i++)
    q[i].x = q->y;
  double *r = &b[2][0];
  for (int i = 0; i < n; i++)
    r[i] = 0;
  double *s = c + 3;
  for (int i = 0; i < n; i++)
    s[i] = s[i + 4] + *s;
  double *t = c + k;
  for (unsigned i = 0; i < m; i++)
    t[i] = t[i - 1];
  int *u = (int *) c + k;
  for (int i = 0; i < n; i++)
    u[i] = u[u[i]];
}
