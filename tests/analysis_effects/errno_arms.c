/* What a function of math.h leaves in errno is seen here: it has state. */
#include <errno.h>
#include <math.h>

double other (double);
int *place;

//! effects root = state
double root (double x) { return sqrt (x); }

double look (double x)
{
  errno = 0; if (x > 1) { x = other (x); if (errno) x = 0; } return x;
}
