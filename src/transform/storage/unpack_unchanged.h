/* Whether code leaves what a path reads alone. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* unpack_unchanged.c: whether running "code" leaves the value of a path alone. Risks that could be tested
 * are added to "risks" (of IhopUnpackRisk *, owned) and do not count; NULL: they do. */
gboolean ihop_unpack_leaves_unchanged (IhopUnpack *self, const IhopNode *code, const IhopUnpackPath *path,
                                       GPtrArray *risks);
/* Whether "written" is another member of the very struct that "place" is a member of. */
gboolean ihop_unpack_is_sibling_member (const IhopNode *written, const IhopNode *place);
