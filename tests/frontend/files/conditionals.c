/* Lines of #if across the joints of the code. */
#include <stdio.h>
#define DEBUG 1
#define NOTHING(x)
#ifdef PROTOTYPES
int f (double x)
{
#else
int f (int x)
{
#endif
  int i;
#ifdef DEBUG
  if (x > 3)
    x--;
  else
#endif
  if (x < 2)
    x = 7;
#ifdef OTHER
  else if (x == 5)
    x = 2;
#endif
  else
    x++;
  for (i = 0;
#if DEBUG > 3
       i < 4;
#else
       i < 3;
#endif
       i++)
    {
      NOTHING (x);
      x += i;
#ifdef DEBUG
    }
#else
      x++;
    }
#endif
  return x;
}

#ifndef PROTOTYPES
int g (int x) {
#else
int g (double x) {
#endif
  while (x > 3) {
    x /= 2; /* half */
#if DEBUG
    if (x == 9) {
      x = 2;
#endif
#if DEBUG
    }
#endif
  }
  return x;
}

int main (void)
{
  printf ("%d %d %d\n", f (1), f (9), g (20));
  return 0;
}
