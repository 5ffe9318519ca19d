/* Functions that a program has run in its place when it is left: given to atexit or signal, destructors, places that longjmp
 * goes to. */
#pragma once
#include "analysis/program/facts.h"
#include "analysis/program/library_effects.h"

/* What the program names. */
typedef struct
{
  IhopAbnormalExits installs;  /* functions to be run in these cases */
  gboolean ends_threads;
  GPtrArray *landings;   /* of const IhopFunction *: those that call setjmp */
  const IhopFunction *function; /* being looked at */
} IhopExitNames;

const IhopExitNames *ihop_exit_names (IhopFacts *facts);
/* The cases in which functions of the program may run that we know of, or that are out of sight. */
IhopAbnormalExits ihop_exit_installed (IhopFacts *facts);
/* Whether the program may have functions that run when a signal comes. */
gboolean ihop_leaving_has_handlers (IhopFacts *facts);
