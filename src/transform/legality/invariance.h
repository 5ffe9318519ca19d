/* Expressions that mean the same all through a loop. */
#pragma once
#include "transform/build/header.h"

/* Refuses an expression that has effects, or that the loop's body may change: wherever in the loop
 * it is evaluated, it is the same. The loop's own iterator counts as fixed. */
gboolean ihop_require_invariant (IhopTransformStep *step, const IhopHeader *header,
                                 const IhopNode *expression, const char *what);
/* Refuses where a name in the expression would mean another variable inside "body". */
gboolean ihop_require_nameable (IhopTransformStep *step, const IhopNode *body,
                                const IhopNode *expression);
/* Refuses a place (s, C[i][j], p->sum) that cannot be named before and behind the loop, with the
 * same meaning as in it. */
gboolean ihop_require_invariant_place (IhopTransformStep *step, const IhopHeader *header,
                                       const IhopNode *place);
/* Refuses where what finding an element (A[i][j + 1]) needs may change in the loop but for the iterator, or
 * would mean something else in it: the element can be named in another loop like it. */
gboolean ihop_require_invariant_subscripts (IhopTransformStep *step, const IhopHeader *header,
                                            const IhopNode *element);
/* Refuses a header whose first value and bound cannot be written a second time, anywhere in the loop
 * or right behind it, with the same meaning. */
gboolean ihop_require_repeatable_header (IhopTransformStep *step, const IhopHeader *header);
