/* Pointers that go through integers and back. */
#include <string.h>

static double a[9], b[9];
static unsigned long words[2];

//! effects pun = unknown
static void pun (long address) { *(double *) address = 0; }

//! touch copied @c a = write
//! touch copied @c b = none
static void copied (void)
{
  double *p = a, *q;
  unsigned long number[1], other;
  memcpy (number, &p, sizeof p);
  other = number[0];
  memcpy (&q, &other, sizeof q);
  q[0] = 1; /*@c*/
}

int main (int argc, char **argv)
{
  copied ();
  pun ((long) words);
  return (int) b[argc];
}
