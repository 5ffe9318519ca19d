/* Functions of a library that are not here: each says so once and answers that it is not supported. */
#pragma once
#include "cudart/cudart.h"
#include <stdio.h>

#define IHOP_LIBRARY_MISSING(name, status, status_name)                                            \
  IHOP_CUDART int name (void)                                                                      \
  {                                                                                                \
    static int said;                                                                               \
    if (!__atomic_exchange_n (&said, 1, __ATOMIC_RELAXED))                                         \
      fprintf (stderr, "ihop: %s is not known here: it answers %s\n", #name, status_name);         \
    return status;                                                                                 \
  }
