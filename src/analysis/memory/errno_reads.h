/* Whether a function may see what a function of math.h has left in errno. */
#pragma once
#include "ir/tree.h"

/* A read of errno is of no account where the same list of statements has set errno to zero (or another value) before
 * it, and nothing between them can be a mathematical function: what is read is what the calls between them have left
 * ("errno = 0; n = strtol (s, &end, 10); if (errno != 0) …"). Every other mention counts, and so does its address. */
gboolean ihop_errno_is_seen (const IhopNode *body);
