/* Arrays of structs, structs by value, nested arrays in structs. */
#include "show.h"
#define N 513

struct point
{
  double x, y;
  float weight;
  int tag[3];
};

struct scale
{
  double factor;
  int offset;
};

int
main (void)
{
  static struct point p[N];
  struct scale s = { 1.25, 3 };

  for (int i = 0; i < N; i++)
    p[i] = (struct point){ noise (i), noise (i + N), (float) noise (i + 2 * N), { i, i + 1, i + 2 } };
#pragma target
  for (int i = 0; i < N; i++)
    {
      p[i].x = p[i].y * s.factor + p[i].weight;
      p[i].tag[1] += s.offset;
    }
#pragma target
  for (int i = 0; i + 1 < N; i += 2)
    p[i] = p[i + 1];
  /* One member only: the others must not be lost on the way back. */
#pragma target
  for (int i = 0; i < N; i++)
    p[i].x = i;
  for (int i = 0; i < N; i++)
    printf ("%a %a %a %d %d %d\n", p[i].x, p[i].y, p[i].weight, p[i].tag[0], p[i].tag[1], p[i].tag[2]);
}
