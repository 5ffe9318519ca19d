/* Which call is inlined, and whether it can be. */
#pragma once
#include "transform/text/inlining.h"

/* Finds the call in that line of the caller (of the function "callee"; NULL: of any), and the body that it runs: fills
 * in callee, statement, call and form. FALSE after a refusal: the body cannot stand in the place of the call. */
gboolean ihop_inline_find (IhopInline *self, gint64 line, const char *callee);
/* Whether caller, callee, call and statement, all filled in, fit: the callee takes a fixed list of arguments and is not the caller, and its
 * names mean in the statement what they mean in its body. FALSE after a refusal. */
gboolean ihop_inline_means_the_same (IhopInline *self);
