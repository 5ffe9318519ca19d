/* Returns of an inlined function become what the caller does with the result; what they leave out is put under
 * conditions (build/jump_removal.h). Returns out of loops are refused. */
#pragma once
#include "transform/text/inlining.h"

/* The callee's statements without returns, of const IhopNode *; the caller unrefs. NULL after a refusal. */
GPtrArray *ihop_inline_returns (IhopInline *self);
