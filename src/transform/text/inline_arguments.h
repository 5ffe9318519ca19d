/* What the parameters of an inlined function are in its caller. */
#pragma once
#include "transform/text/inlining.h"

/* inline_arguments.c: what each parameter is in the caller. FALSE after a refusal. */
gboolean ihop_inline_arguments (IhopInline *self);
/* "s.n", "s->limits.n": a variable or a member that lies where it lies all through the call. */
gboolean ihop_inline_is_fixed_member (const IhopInline *self, const IhopNode *place);
