/* Programs that look at errno only behind having set it: what a function of math.h left there is gone by then. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

//! effects root = pure
double root (double x) { return sqrt (x); }

int known (int);

int number (const char *text, int *failed)
{
  char *end;
  errno = 0;
  long value = strtol (text, &end, 10);
  if (!errno && value < 100)
    return known ((int) value);
  *failed = 1;
  return 0;
}

int twice (const char *text)
{
  int sum = 0;
  for (int i = 0; i < 2; i++)
    {
      errno = 0;
      sum += atoi (text);
      if (errno == ERANGE)
        sum = 0;
    }
  return sum;
}
