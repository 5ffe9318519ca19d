/* Loops of which nothing is proved, and which an assertion would settle. */
#include <stdio.h>
#include <stdlib.h>

int main (int argc, char **argv)
{
  int n = 20, *place = malloc (n * sizeof *place);
  double a[20];

  for (int i = 0; i < n; i++) // runs 1 trips 20
    place[i] = (i * 7 + argc) % n;
  for (int i = 0; i < n; i++) // runs 1 trips 20; settled by --assume 'permutation place'
    a[place[i]] = i;
  printf ("%f\n", a[3]);
  free (place);
  return 0;
}
