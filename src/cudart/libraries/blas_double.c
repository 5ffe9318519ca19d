/* libcublas' functions of double. */
#define REAL double
#define LETTER D
#define LOWER d
#define FACTOR ihop_blas_double
#define TAKE ihop_blas_take_double
#include "cudart/libraries/blas_real.inc"
