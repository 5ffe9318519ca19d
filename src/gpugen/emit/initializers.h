/* Initializers in braces as C++ wants them: every place in its order, nothing converted that could lose something, and of a union its first member. A union's other member is assigned where it is asked for, "({ union u ihop_u = { }; ihop_u.f = x; ihop_u; })", which both languages' compilers have. */
#pragma once
#include "gpugen/emit/text_of.h"

/* A list in braces with its places in order and its conversions written out, as C++ wants them; NULL: its own
 * text is C++, or no text would be. Caller frees. */
char *ihop_braces_text (const IhopNode *node, IhopTextOf text_of, gpointer data);
