/* Returns of an inlined function. */
#pragma once
#include "transform/text/inlining.h"

/* inline_returns.c: the callee's statements with what is done with the result in the place of each
 * return. NULL after a refusal; caller unrefs. */
GPtrArray *ihop_inline_returns (IhopInline *self);
