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
/* Another node for the same thing: same bytes, same origin. */
IhopNode *ihop_build_duplicate (IhopBuild *build, const IhopNode *node);
