/* No program: Clang's own tgmath.h names functions that only Clang knows. */
#include <tgmath.h>
double f (double x, float y) { return sqrt (y) + pow (x, y) + fabs (x); }
