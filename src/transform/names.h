/* Names and what they mean. */
#pragma once
#include "ir/tree.h"

/* A reference in the function that, written down, would mean another variable: one of the same name
 * is declared nearer to it. Steps work on variables, C on names. NULL: there is none. */
const IhopNode *ihop_names_captured (const IhopFunction *function);
