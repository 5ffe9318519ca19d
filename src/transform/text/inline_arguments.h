/* What the parameters of an inlined function are in its caller: the argument itself where it cannot change while the
 * function runs, else a variable that takes its value first. */
#pragma once
#include "transform/text/inlining.h"

/* Fills in self->values and self->declared. FALSE after a refusal. */
gboolean ihop_inline_arguments (IhopInline *self);

/* Whether the place ("s.n", "s->limits.n") is a variable or member that is the same memory all through the call. */
gboolean ihop_inline_is_fixed_member (const IhopInline *self, const IhopNode *place);
