/* Scalar replacement over iterations: what one iteration writes and the next one reads. */
#pragma once
#include "transform/legality/loop_proof.h"

/* x[i] = … x[i - 1] …: the value stays in a variable. NULL after a refusal. */
IhopRewrite *ihop_scalar_replace_carried (IhopLoopProof *proof, const IhopSymbol *symbol);
