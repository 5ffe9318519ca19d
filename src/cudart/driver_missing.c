/* Functions of the driver that are not here: each says so once and answers that it is not supported. */
#include "cudart/libraries/missing.h"

#define MISSING(name) IHOP_LIBRARY_MISSING (name, 801, "CUDA_ERROR_NOT_SUPPORTED")

#include "cudart/driver_missing.inc"
