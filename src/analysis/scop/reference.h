/* From lvalues and pointers in the code to places. */
#pragma once
#include "analysis/scop/walk.h"

/* The place that an lvalue means where the walk stands; NULL: not known. Caller frees. */
IhopRef *ihop_ref_of (IhopWalk *walk, const IhopNode *lvalue);
/* Where a pointer value points to; NULL: not known. */
IhopRef *ihop_ref_pointer (IhopWalk *walk, const IhopNode *pointer);
/* The element behind a pointer variable that the walk has not seen set. */
IhopRef *ihop_ref_behind (IhopWalk *walk, const IhopSymbol *symbol);
