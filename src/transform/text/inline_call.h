/* Which call is inlined, and whether it can be. */
#pragma once
#include "transform/text/inlining.h"

/* inline_call.c: finds the call in that line of the caller ("callee" may be NULL: any), and the body
 * it runs, and looks whether the one can take the place of the other. FALSE after a refusal. */
gboolean ihop_inline_find (IhopInline *self, gint64 line, const char *callee);
