/*  */
#pragma once
#include "ir/tree.h"

/* The first variable that a body sets and that "in-place" may be asked about; NULL: none. */
IhopSymbol *ihop_in_place_candidate (const IhopNode *loop);
