/* The runtime as one translation unit, so that its parts are inlined into each other. */
#include "loops.c"
#include "shadow.c"
#include "process.c"
#include "trips.c"
