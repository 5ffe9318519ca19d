/* What both kinds of scalar replacement ask of an element. */
#pragma once
#include "transform/legality/loop_proof.h"

/* A variable for the value of "reference", named after "symbol". */
IhopSymbol *ihop_scalar_replace_variable (IhopBuild *build, const IhopSymbol *symbol,
                                          const IhopNode *reference);
/* Refuses if a write that "reference" may meet is not among "own" (of const IhopAccess *); a read
 * too where asked. */
gboolean ihop_scalar_replace_is_alone (IhopLoopProof *proof, const IhopAccess *reference,
                                       const GPtrArray *own, gboolean reads_too);
