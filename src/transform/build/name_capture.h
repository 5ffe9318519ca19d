/* Names and what they mean. */
#pragma once
#include "ir/tree.h"

/* A reference in the function that, written down, would mean another variable: one of the same name
 * is declared nearer to it. Steps work on variables, C on names. NULL: there is none. */
const IhopNode *ihop_name_captured (const IhopFunction *function);
/* Code that is kept as bytes, as the tree does not say all of it ("_Generic (k, …)"), in which a variable of
 * the old function is named that the new one does not have there. NULL: there is none. */
const IhopNode *ihop_name_lost (const IhopFunction *before, const IhopFunction *now);
