/* What a variable that the root changes holds when the root is reached. */
#pragma once
#include "analysis/scop/walk.h"

/* *value: its number, or *pointer: where it points; both NULL before. Not known better, it is a parameter.
 * *first: the expression it was set to, or NULL. Caller unrefs value and frees pointer. */
void ihop_initial_value (IhopWalk *walk, const IhopSymbol *symbol, IhopValue **value, IhopRef **pointer,
                         const IhopNode **first);
