/* Steps work on variables, the printed text on names: places where the text would mean something else than the tree. */
#pragma once
#include "ir/tree.h"

/* A reference that, printed, would mean another variable, since one of the same name is declared nearer to it. NULL:
 * none. */
const IhopNode *ihop_name_captured (const IhopFunction *function);

/* Code kept as the owner's bytes, because the tree does not say all of it ("_Generic (k, …)"), that names a variable of
 * the old function which the new one does not have there. NULL: none. */
const IhopNode *ihop_name_lost (const IhopFunction *before, const IhopFunction *now);
