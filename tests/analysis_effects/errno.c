/* A program that looks at errno: what sets it has state. */
#include <errno.h>
#include <math.h>

//! effects root = state
double root (double x) { return sqrt (x); }
//! effects size = pure
double size (double x) { return fabs (x); }
int failed (void) { return errno; }
