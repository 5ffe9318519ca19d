/* Expressions compared by what they say. */
#pragma once
#include "ir/tree.h"

/* A spelling that is the same for two expressions if and only if they have the same operators, constants and names, with
 * parentheses and implicit conversions left out: "(i + 1)" and "i + 1". NULL: the expression has side effects, or is of
 * a kind that has no spelling. Caller frees. */
char *ihop_node_key (const IhopNode *node);
/* Whether both have a spelling, and the same. */
gboolean ihop_node_same_key (const IhopNode *a, const IhopNode *b);
