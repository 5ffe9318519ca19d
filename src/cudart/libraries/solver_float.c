/* libcusolver's functions of float. */
#define REAL float
#define LETTER S
#include "cudart/libraries/solver_real.inc"
