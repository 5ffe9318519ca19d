/* Where a path can be read without a fault that the program would not have. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* Whether the path can be read before child "at" of a block: all that it follows is followed from there on anyway, or
 * was before. */
gboolean ihop_unpack_is_safe (IhopUnpack *self, const IhopNode *block, guint at, const IhopUnpackPath *path);

/* Whether all that the path follows is followed whenever the loop's body runs. */
gboolean ihop_unpack_is_reached (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path);
