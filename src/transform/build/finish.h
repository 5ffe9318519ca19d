/* The end of building: new code in the place of the old. Each function returns the rewrite, which the caller frees; the
 * build has none any more. */
#pragma once
#include "transform/build/build.h"

/* Replaces n statements from "first" on (siblings in a block, or one statement anywhere) by "news" (of const IhopNode
 * *; taken). Pragmas right in front that claim something about a loop ("target", "omp …") go. */
IhopRewrite *ihop_build_finish (IhopBuild *build, const IhopNode *first, guint n, GPtrArray *news);
/* One statement by one. */
IhopRewrite *ihop_build_finish_one (IhopBuild *build, const IhopNode *old, const IhopNode *now);
/* The whole body of the function; for steps of kinds TEXT and STORAGE, since the judge of order compares regions. */
IhopRewrite *ihop_build_finish_body (IhopBuild *build, const IhopNode *body);

/* The same code in which every node stands once, for what is put into the tree in another way. */
const IhopNode *ihop_build_unshared (IhopBuild *build, const IhopNode *node);
