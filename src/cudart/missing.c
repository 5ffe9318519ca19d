/* Functions of the runtime that are not here: each says so once and answers that it is not supported. */
#include "cudart/cudart.h"
#include <stdio.h>

static cudaError_t
say (const char *name, int *said)
{
  if (!__atomic_exchange_n (said, 1, __ATOMIC_RELAXED))
    fprintf (stderr, "ihop: %s is not known here: it answers cudaErrorNotSupported\n", name);
  return ihop_cudart_error (cudaErrorNotSupported);
}

#define MISSING(name)                                                                              \
  IHOP_CUDART cudaError_t name (void)                                                              \
  {                                                                                                \
    static int said;                                                                               \
    return say (#name, &said);                                                                     \
  }

#include "cudart/missing.inc"
