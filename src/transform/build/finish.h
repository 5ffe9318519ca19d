/* The end of building: the new code in the place of the old. */
#pragma once
#include "transform/build/build.h"

/* Ends the building: in the function's body, "n" statements from "first" on (siblings in a block,
 * or one statement anywhere) are exchanged for "news" (of const IhopNode *; taken). Pragmas right
 * in front that claim something about a loop ("target", "omp …") are dropped. Returns the rewrite. */
IhopRewrite *ihop_build_finish (IhopBuild *build, const IhopNode *first, guint n, GPtrArray *news);
/* The same for one statement in the place of one. */
IhopRewrite *ihop_build_finish_one (IhopBuild *build, const IhopNode *old, const IhopNode *now);
/* The same for a change of the whole body that keeps the order of everything (TEXT, STORAGE). */
IhopRewrite *ihop_build_finish_body (IhopBuild *build, const IhopNode *body);
/* The same code in which every node stands once, for what is put into the tree otherwise. */
const IhopNode *ihop_build_unshared (IhopBuild *build, const IhopNode *node);
