/* Is what is read here written before, by the same piece of code? */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* Whether every instance of the read sees a value that one of the certain writes in "writes" (of
 * IhopAccess *) made before it, with the outer "equal" iterators the same. */
gboolean ihop_cover_read (const IhopScop *scop, const IhopAccess *read, const GPtrArray *writes,
                          guint equal);
