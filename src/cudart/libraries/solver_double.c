/* libcusolver's functions of double. */
#define REAL double
#define LETTER D
#include "cudart/libraries/solver_real.inc"
