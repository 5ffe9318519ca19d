/* Variables that every iteration may have a copy of its own of. */
#pragma once
#include "transform/build/header.h"

/* The proof is the analysis' (privatization, loops.h): each iteration sets the variable before it
 * reads it. NULL after a refusal. *inside: it is declared in the loop's body, at its top level.
 * *last: its value after the loop is used; every iteration leaves one. */
IhopSymbol *ihop_require_privatizable (IhopTransformStep *step, const IhopHeader *header, const char *name,
                                       gboolean *inside, gboolean *last);
/* Statements that copy one variable to another of the same type: an assignment, or loops over the
 * elements of an array whose extents are constants. */
const IhopNode *ihop_make_variable_copy (IhopBuild *build, const IhopHeader *header, const IhopNode *into,
                                         const IhopNode *from);
