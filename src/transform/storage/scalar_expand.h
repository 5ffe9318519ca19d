/* Variables that get an element an iteration in an array on the stack: for scalar-expand, and for array-expand of a function's
 * own arrays. Each function returns FALSE (or NULL) after a refusal. */
#pragma once
#include "transform/build/header.h"

/* The header of a loop in which "i - lower" is the number of the iteration. */
gboolean ihop_scalar_expand_header (IhopTransformStep *step, const char *word, IhopHeader *header);
/* The loop behind the array's declaration, and in front of the copy of the last value. */
IhopRewrite *ihop_scalar_expand (IhopTransformStep *step, const IhopHeader *header, const char *name);
