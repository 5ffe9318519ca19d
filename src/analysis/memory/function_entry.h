/* What a function does before anything else: the statements at its start that only set its own
 * variables or leave at once. Up to their end nobody can tell that the function was called, so what
 * is asked there ("do these overlap?") may still decide that it is another function that runs. */
#pragma once
#include "analysis/program/facts.h"

/* How many of the body's first statements are of that kind; pragmas at the end are not counted. */
guint ihop_entry_length (IhopFacts *facts, const IhopFunction *function);
/* Which of them (0, 1 …) gives this local variable the one value that it ever has. -1: none does. */
int ihop_entry_of (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol);

/* A function was rewritten in a way that is right only if what is written through a pointer leaves an
 * object alone (transform/storage/unpack.h): to be tested before it does anything. */
typedef struct
{
  char *function;
  char *address;           /* of the object, "im"; C text where the pointer is known */
  char *bytes;             /* "sizeof *im" */
  GPtrArray *names;        /* of char *: the variables that both are said with */
  char *pointer;           /* a variable of the function's */
} IhopGuard;

void ihop_guard_free (gpointer guard);
