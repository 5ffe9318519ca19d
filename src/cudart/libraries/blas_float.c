/* libcublas' functions of float. */
#define REAL float
#define LETTER S
#define LOWER s
#define FACTOR ihop_blas_float
#define TAKE ihop_blas_take_float
#include "cudart/libraries/blas_real.inc"
