/* What functions of the C library read and write, and how much of it. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
char buf[64], names[10][16];
static int less (const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
int main (void)
{
  int v[20], x;
  for (int i = 0; i < 10; i++) // output buf 1
    sprintf (buf, "%d", i);
  for (int i = 0; i < 10; i++) // nothing
    snprintf (names[i], sizeof names[i], "n%d", i);
  for (int i = 1; i < 10; i++) // flow names 1
    strcpy (names[i], names[i - 1]);
  for (int i = 0; i < 10; i++)
    {
      for (int k = 0; k < 20; k++)
        v[k] = (k * 7) % 20;
      qsort (v, 20, sizeof v[0], less);
    }
  for (int i = 0; i < 5; i++)
    {
      sscanf ("12", "%d", &x);
      printf ("%s %d\n", names[i], x);
    }
  for (int i = 0; i < 5; i++)
    puts (buf);
  return 0;
}
