/* array-expand of an array that does not belong to the function alone, or over several loops: each iteration gets elements of its
 * own in memory that is allocated in front of the loops. */
#pragma once
#include "transform/build/header.h"

/* loops: n headers, outermost first, each directly in the one before. NULL after a refusal. */
IhopRewrite *ihop_array_expand (IhopTransformStep *step, const IhopHeader *loops, guint n, const char *name);
