/* Pointers that never point into the middle of an object. */
#pragma once
#include "analysis/program/facts.h"

/* Whether a variable of this function only ever holds the start of an object: of what a call has allocated, of an array, or what
 * another such variable holds. Then C has nothing before the place that it points to. All that is set, and all calls, must be in
 * sight: also "*p = malloc (n)" in a function that gets the variable's address. */
gboolean ihop_pointer_is_start (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer);
/* The same of one that may be set to NULL, too. */
gboolean ihop_pointer_is_start_or_null (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer);
