/* What a function of math.h leaves in errno is seen here: it has state. */
#include <errno.h>
#include <math.h>

double other (double);
int *place;

//! effects root = state
double root (double x) { return sqrt (x); }

double look (double x)
{
  for (int i = 0; i < 3; i++) { if (errno) x = 1; errno = 0; } return x;
}
