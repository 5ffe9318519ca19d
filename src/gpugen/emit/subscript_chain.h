/* Subscripts one behind the other, as they are written. */
#pragma once
#include "ir/tree.h"

/* The name under "a[i][j]", "(*(a + i))[j]", "*(a[i] + j)" or "a" alone; adds the subscripts (const IhopNode *), the first one first.
 * NULL: something else is under them. */
const IhopNode *ihop_written_chain (const IhopNode *node, GPtrArray *subscripts);
