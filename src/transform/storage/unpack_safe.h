/* Where a path can be read. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* unpack_safe.c: whether the path can be read before child "at" of a block: it is read there anyway,
 * or was before. */
gboolean ihop_unpack_is_safe (IhopUnpack *self, const IhopNode *block, guint at,
                              const IhopUnpackPath *path);
/* The condition under which a loop reads the path at all, "n > 0"; NULL: not known. */
const IhopNode *ihop_unpack_guard (IhopUnpack *self, const IhopNode *loop,
                                   const IhopUnpackPath *path);
/* Whether all that the path follows is followed whenever the loop's body runs. */
gboolean ihop_unpack_is_reached (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path);
/* When the loop runs, as it is known in front of it; NULL: not known. It may read memory. */
const IhopNode *ihop_unpack_runs (IhopUnpack *self, const IhopNode *loop);
