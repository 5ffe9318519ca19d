/* Accesses of each iteration that lie in a strip of their own: in generated code a loop over tiles holds hundreds of
 * them, and each pair would be a question of its own. */
#pragma once
#include "analysis/scop/scop.h"

/* Whether none of many accesses (of IhopAccess *) to one variable meets any of them in another iteration of the root,
 * proved of all of them at once. FALSE proves nothing. */
gboolean ihop_deps_in_strips (IhopScop *scop, const GPtrArray *accesses);
