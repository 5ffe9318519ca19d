/* Conditions that ask of a pointer whether it leads anywhere. */
#pragma once
#include "ir/tree.h"

/* The pointer that is not null where the condition is true (or, unless "holds", false), and null elsewhere: "p", "p != NULL", "!p".
 * NULL: it is another condition. */
const IhopSymbol *ihop_null_test_of (const IhopNode *condition, gboolean holds);
