/* Loops that a pointer counts: "for (p = a; p < a + n; p++)", "while (p != end) { … *p++ … }". */
#pragma once
#include "transform/build/step.h"

/* Whether the loop's test compares a pointer of the function's own, which the loop moves, with an end. */
gboolean ihop_counts_with_pointer (IhopFacts *facts, const IhopFunction *function, const IhopNode *loop);
/* canonicalize for such a loop: an integer counts, and the pointer goes along as it did. NULL after a refusal. */
IhopRewrite *ihop_canonicalize_pointer (IhopTransformStep *step, const IhopLoopName *name);
