/* What the step in-place could be asked about. */
#pragma once
#include "ir/tree.h"

/* The first variable that the loop's body assigns or declares, before its last statement. NULL: none. */
IhopSymbol *ihop_in_place_candidate (const IhopNode *loop);
