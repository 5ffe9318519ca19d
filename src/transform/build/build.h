/* What builders share: making expressions and loops, copying bodies, putting the new in the place
 * of the old. Everything made here lives in the new tree's pool.
 *
 * An expression may be used in several places of what is built: ihop_build_finish copies what
 * stands in the tree twice, as a node has one place. */
#pragma once
#include "transform/build/step.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopFunction *function; /* of the old tree */
  IhopTree *tree;               /* derived */
  IhopPool *pool;
  IhopRewrite *rewrite;         /* owns tree */
  GHashTable *taken;            /* names that a new variable cannot have: char *, owned */
} IhopBuild;

IhopBuild *ihop_build_new (IhopTransformStep *step, const IhopFunction *function);
void ihop_build_free (IhopBuild *build);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopBuild, ihop_build_free)
/* Ends the building: in the function's body, "n" statements from "first" on (siblings in a block,
 * or one statement anywhere) are exchanged for "news" (of const IhopNode *; taken). Pragmas right
 * in front that claim something about a loop ("target", "omp …") are dropped. Returns the rewrite. */
IhopRewrite *ihop_build_finish (IhopBuild *build, const IhopNode *first, guint n, GPtrArray *news);
/* The same for one statement in the place of one. */
IhopRewrite *ihop_build_finish_one (IhopBuild *build, const IhopNode *old, const IhopNode *now);
/* The same for a change of the whole body that keeps the order of everything (TEXT, STORAGE). */
IhopRewrite *ihop_build_finish_body (IhopBuild *build, const IhopNode *body);
/* Another node for the same thing: same bytes, same origin. */
IhopNode *ihop_build_another (IhopBuild *build, const IhopNode *node);
/* The same code in which every node stands once, for what is put into the tree otherwise. */
const IhopNode *ihop_build_unshared (IhopBuild *build, const IhopNode *node);
