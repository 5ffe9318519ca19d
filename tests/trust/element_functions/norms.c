/* Their text stands in an included file. */
#define T float
#include "norms.inc"
#define T double
#include "norms.inc"
