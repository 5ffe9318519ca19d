/* Loops of a kernel that compilers are told to unroll. */
#pragma once
#include "gpugen/emit/printing.h"

/* How a loop is to be unrolled, as a pragma says it; NULL: that is left to the compiler. As a whole where its iterator chooses among a thread's
 * own elements, which stay in registers only so; some iterations at a time where it goes through shared memory around such loops: compilers take its body
 * for too large, and spend a fifth of what is issued on its end and its addresses; eight in any case where pairs are read (pairs.h), as launch bounds hold the
 * registers there: what is left over goes round by round, and reads no pairs. */
const char *ihop_tree_text_unroll (IhopBody *body, const IhopNode *node);
