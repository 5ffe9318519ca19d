/* Variables of which every iteration may have a copy of its own: each iteration sets them before it reads them. The
 * analysis proves that (privatization, analysis/verdict/loops.h; Tu and Padua 1993). */
#pragma once
#include "transform/build/header.h"

/* The variable of this name. *inside: it is declared in the loop's body, at its top level. *last: its value after the
 * loop is used, and every iteration leaves one. NULL after a refusal. */
IhopSymbol *ihop_require_privatizable (IhopTransformStep *step, const IhopHeader *header, const char *name,
                                       gboolean *inside, gboolean *last);

/* Statements that copy one variable to another of the same type: an assignment, or loops over the elements of an array
 * whose extents are constants. */
const IhopNode *ihop_make_variable_copy (IhopBuild *build, const IhopHeader *header, const IhopNode *into,
                                         const IhopNode *from);
