/* Which variable an lvalue or a write is about, by the text alone. */
#pragma once
#include "ir/tree.h"

/* The variable at the bottom of an lvalue: s of s.x[i], A of A[i][j], p of p->x and *p. NULL: none. */
const IhopSymbol *ihop_defs_root (const IhopNode *lvalue);
/* The variable that a write node (see IhopDefs.write) writes by name, or NULL. */
const IhopSymbol *ihop_defs_target (const IhopNode *write);
/* The variable in whose own storage an lvalue lies; NULL: it lies behind a pointer. */
const IhopSymbol *ihop_lvalue_storage (const IhopNode *lvalue);
