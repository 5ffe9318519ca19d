/* Whether running code leaves the value of a path as it is. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* What could be tested at the function's entry is added to "risks" (of IhopUnpackRisk *, owned) and does not count;
 * with NULL it does. */
gboolean ihop_unpack_leaves_unchanged (IhopUnpack *self, const IhopNode *code, const IhopUnpackPath *path,
                                       GPtrArray *risks);
