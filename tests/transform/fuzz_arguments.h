/* Random arguments of random steps. */
#pragma once
#include "analysis/program/facts.h"

typedef struct
{
  GRand *random;
  const IhopLoopName *name; /* the loop that the step is about */
  const char *variable;     /* that it is to work on, or NULL */
  guint *made;              /* functions made so far: their number is part of a new one's name */
} FuzzArguments;

/* What stands behind the loop's address, by the table in fuzz_arguments.c. NULL: the table has no row for the step. Caller frees. */
char *fuzz_arguments (const FuzzArguments *self, const char *step);
