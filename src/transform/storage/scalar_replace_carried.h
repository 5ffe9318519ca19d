/* Values that one iteration writes and the next one reads. */
#pragma once
#include "transform/legality/loop_proof.h"

/* The value that one iteration writes and the next one reads stays in a variable. NULL after a
 * refusal. */
IhopRewrite *ihop_scalar_replace_carried (IhopLoopProof *proof, const IhopSymbol *symbol);
