/* copy-array of elements that inner loops read: all of them are copied in front of the loop, in an array of their own shape. */
#pragma once
#include "transform/legality/loop_proof.h"

/* reads: of const IhopAccess *, with one element of the array "symbol" each, that no write of the loop comes before. NULL after
 * a refusal. */
IhopRewrite *ihop_copy_array_box (IhopLoopProof *proof, IhopSymbol *symbol, const GPtrArray *reads);
