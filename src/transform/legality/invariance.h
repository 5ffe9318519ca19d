/* Expressions and places that mean the same all through a loop, so that they can be written elsewhere in it, before it
 * or behind it. Each function returns FALSE after a refusal. */
#pragma once
#include "transform/build/header.h"

/* Refuses an expression that has an effect, or whose value the loop's body may change; the loop's own iterator counts
 * as fixed. "what" names it in the refusal: "the bound". */
gboolean ihop_require_invariant (IhopTransformStep *step, const IhopHeader *header,
                                 const IhopNode *expression, const char *what);

/* Refuses an expression in which a name would mean another variable where "body" declares one of that name. */
gboolean ihop_require_nameable (IhopTransformStep *step, const IhopNode *body,
                                const IhopNode *expression);

/* Refuses a place (s, C[i][j], p->sum) that is not the same memory before, in and behind the loop. */
gboolean ihop_require_invariant_place (IhopTransformStep *step, const IhopHeader *header,
                                       const IhopNode *place);

/* Refuses an element (A[i][j + 1]) whose subscripts or pointer may change in the loop, but for the iterator: it could
 * not be named in another loop over the same iterations. */
gboolean ihop_require_invariant_subscripts (IhopTransformStep *step, const IhopHeader *header,
                                            const IhopNode *element);

/* Refuses a head whose first value or bound means something else anywhere in the loop, or right behind it. */
gboolean ihop_require_repeatable_header (IhopTransformStep *step, const IhopHeader *header);
