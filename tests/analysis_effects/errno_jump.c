/* What a function of math.h leaves in errno before it jumps back is seen here: it has state. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>

jmp_buf back;

//! effects root = state
double root (double x) { return sqrt (x); }

double look (double x)
{
  errno = 0;
  if (setjmp (back)) return errno;
  x = root (x);
  longjmp (back, 1);
}
