// RUN: induction picture/i/j/y/x ip; induction picture/i/j/y ip; substitute picture/i/j ip; induction picture/i/j out; induction picture/i out
void picture (int h, int w, int m, const unsigned char *in, unsigned char *out)
{
  for (int i = m; i < h - m; i++)
    for (int j = m; j < w - m; j++) {
      const unsigned char *ip = in + (i - m) * w + j - m;
      int total = 0;
      for (int y = -m; y <= m; y++) {
        for (int x = -m; x <= m; x++)
          total += *ip++;
        ip += w - 2 * m - 1;
      }
      *out++ = total;
    }
}

// RUN: induction amounts/i p
// RUN: induction amounts/i#2 p
// RUN: induction amounts/i#3 p
// RUN: induction amounts/i#4 p
// RUN: induction amounts/i#5 p
void amounts (int n, double *p, int k, long m, short s, int *q)
{
  for (int i = 0; i < n; i++) {
    p[0] = p[1];
    p += k;
    p[2] = *p;
    p -= m;
    *p = 3;
    p += 4;
  }
  for (int i = 0; i < n; i++) {
    p -= s;
    p -= k;
    *p = i;
  }
  for (int i = 0; i < n; i++) {
    p += q[0];
    *p = q[i];
    p -= q[1] * k;
  }
  for (int i = -n; i < n; i++) {
    *p = i;
    p += m;
  }
  for (int i = 0; i < n; i++) {
    *p = i;
    p += k;
    p += i;
  }
}

// RUN: induction guarded/i p
// RUN: induction guarded/i#2 p
// RUN: induction guarded/i#3 p
void guarded (int n, int m, int k, double *p, double t)
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      p[j] = i;
    p += m > 0 ? m : 0;
    p += k;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      p[j] = i;
    p += m > 0 ? m : 0;
    t += *p;
    p += k;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < k; j++)
      p[j] = t;
    p += m > 0 ? m : 0;
    p += 2;
  }
}

// RUN: induction signs/i p
void signs (int n, int m, int k, double *p)
{
  for (int i = 0; i < n; i++) {
    p += -k;
    p += m - 2;
    *p = i;
  }
}

// RUN: induction sides/i to
// RUN: induction sides/i#2 to
// RUN: induction sides/i#3 to
// RUN: induction sides/i#4 to
void sides (int n, const int *from, int *to)
{
  for (int i = 0; i < n; i++)
    if (from[i] > 3)
      *to++ = 1;
    else if (from[i] > 2)
      {
        *to = 2;
        to++;
      }
    else
      to++;
  for (int i = 0; i < n; i++) {
    *to++ = 0;
    if (from[i] > 3) {
      *to++ = 1;
      to[1] = to[0];
    }
    else
      *to++ = 2;
    *to++ = 3;
  }
  for (int i = 0; i < n; i++)
    if (from[i] > 3)
      *to++ = 1;
    else {
      *to++ = 2;
      *to++ = 2;
    }
  for (int i = 0; i < n; i++)
    if (*to++)
      *to++ = 1;
    else
      *to++ = 2;
}

typedef struct { double x, v; int n[3]; } Body;

// RUN: induction bodies/i b
// RUN: induction bodies/i#2 b
void bodies (int n, Body *b, double dt)
{
  for (int i = 0; i < n; i++) {
    b->x += b->v * dt;
    b->n[1] = b[2].n[0];
    (*b).n[2] = i;
    b++;
  }
  for (int i = 0; i < n; i++)
    if (b->v > 0)
      b++->x = 1;
    else
      (b++)->v = 2;
}
