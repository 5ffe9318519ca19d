/* Variables that each iteration may have a copy of its own of. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"
#include "analysis/verdict/loop.h"

/* Whether every iteration of the root may have a copy of its own of the variable whose accesses (all, of IhopAccess *)
 * these are. NULL: no; *uncovered is then a read that sees an older value, or NULL when the value after the loop is what
 * stands in the way. Caller frees with g_free. */
IhopPrivate *ihop_privatize (const IhopScop *scop, const IhopSymbol *symbol,
                             const GPtrArray *accesses, const IhopAccess **uncovered);
