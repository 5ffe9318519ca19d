/* A new tree on the way: what every function that makes code is given.
 *
 * Nodes, types and symbols that are made (make.h, copy.h, replace.h …) live in the new tree's pool; nobody frees them.
 * One expression may be used in several places of the new code: ihop_build_finish (finish.h) copies what stands in the
 * tree twice, as a node has one place. */
#pragma once
#include "transform/build/step.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopFunction *function; /* of the old tree */
  IhopTree *tree;               /* derived from the old one; owned by rewrite */
  IhopPool *pool;               /* the new tree's */
  IhopRewrite *rewrite;         /* owned until ihop_build_finish returns it */
  GHashTable *taken;            /* names (char *, owned) that a new variable cannot have */
} IhopBuild;

IhopBuild *ihop_build_new (IhopTransformStep *step, const IhopFunction *function);
void ihop_build_free (IhopBuild *build);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopBuild, ihop_build_free)

/* A second node for the same code: with the same place, the same bytes of the owner and the same origin. */
IhopNode *ihop_build_duplicate (IhopBuild *build, const IhopNode *node);
