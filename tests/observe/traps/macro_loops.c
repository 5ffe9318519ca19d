/* Loops of one place, which a macro makes: each is known by its order, so that nothing is said of another one. */
#include <stdio.h>

#define N 60
#define THREE(a, b, from)                                                                                               \
  for (int i = 0; i < N; i++)                                                                                           \
    (a)[i] = i;                                                                                                         \
  for (int i = 0; i < N; i++)                                                                                           \
    for (int j = 0; j < 2; j++)                                                                                         \
      (b)[i] = 2 * i + j;                                                                                               \
  for (int i = (from); i < N; i++)                                                                                      \
    (a)[i] = (a)[i - 1] + (b)[i];

static int a[N], b[N];

int
main (void)
{
  THREE (a, b, 1)
  THREE (b, a, 1)
  printf ("%d %d\n", a[N - 1], b[N - 1]);
  return 0;
}
