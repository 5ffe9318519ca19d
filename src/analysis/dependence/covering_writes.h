/* Is what is read here written before, by the same piece of code? */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* Whether every instance of the read sees a value that one of the certain writes in "writes" (of
 * IhopAccess *) made before it, with the outer "equal" iterators the same. */
gboolean ihop_cover_read (const IhopScop *scop, const IhopAccess *read, const GPtrArray *writes,
                          guint equal);
/* Liveness by the text: whether the value that a local scalar or array has when control leaves
 * "node" may be read later. Statics, globals and what parameters point to are always live. */
gboolean ihop_live_after (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                          const IhopSymbol *symbol);
