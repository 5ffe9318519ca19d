/* What both kinds of scalar replacement ask of an element and make for it. */
#pragma once
#include "transform/legality/loop_proof.h"

/* A new variable for the value of a reference to the array "symbol", named after it. */
IhopSymbol *ihop_scalar_replace_variable (IhopBuild *build, const IhopSymbol *symbol,
                                          const IhopNode *reference);

/* Refuses if a write (with reads_too: or a read) that may mean the same memory as "reference" is not among "own", of
 * const IhopAccess *. */
gboolean ihop_scalar_replace_is_alone (IhopLoopProof *proof, const IhopAccess *reference,
                                       const GPtrArray *own, gboolean reads_too);
