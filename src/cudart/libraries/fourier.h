/* Discrete Fourier transforms of any length, by the factors of the length (Cooley and Tukey), or by a convolution of a power of two where one of them is
 * large (Bluestein). Not scaled. */
#pragma once
#include <complex.h>

typedef struct IhopFourier IhopFourier;

/* NULL: there is no room. "n" from 1. */
IhopFourier *ihop_fourier_new (long n);
void ihop_fourier_free (IhopFourier *fourier); /* accepts NULL */
/* In place; sign -1: forwards, 1: backwards. May be called by several threads at once. */
void ihop_fourier_run (const IhopFourier *fourier, double complex *values, int sign);
