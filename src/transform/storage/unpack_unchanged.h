/* Whether running code leaves the value of a path as it is: its variables, and the memory of each member, element and
 * pointer on the way. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* What could be tested at the function's entry is added to "risks" (of IhopUnpackRisk *, owned) and does not count;
 * with NULL it does. */
gboolean ihop_unpack_leaves_unchanged (IhopUnpack *self, const IhopNode *code, const IhopUnpackPath *path,
                                       GPtrArray *risks);

/* Whether "written" is another member of the very struct that "place" is a member of. */
gboolean ihop_unpack_is_sibling_member (const IhopNode *written, const IhopNode *place);
