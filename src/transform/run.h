/* Runs one step: the words are parsed, the transformation builds, and what it has built is checked.
 *
 * A transformation makes a new tree and says of its nodes which old nodes they are copies of (build/step.h). It never
 * decides by itself whether reordering is legal: for kind ORDER one judge (legality/judge.h) asks whether every
 * dependence of the old tree still runs forwards in the tree that was really built (D3). Kinds STORAGE and TEXT bring
 * a proof of their own.
 *
 * A step in text form: "interchange kernel_gemm/i/j", "tile f/i/j 32 32". Addresses are those of the tree before it. */
#pragma once
#include "transform/build/step.h"

/* The tree after the step (the caller unrefs), or NULL with a refusal in diags. facts: of tree. */
IhopTree *ihop_transform_run (IhopFacts *facts, const IhopTree *tree, const char *step, IhopDiags *diags);

/* For tests only: the same without the judge of order. */
IhopTree *ihop_transform_force (IhopFacts *facts, const IhopTree *tree, const char *step, IhopDiags *diags);

/* For tests only, too: what is asked of a rewrite before its order is, namely that its text can be printed and means
 * what its tree does. FALSE after a refusal. */
gboolean ihop_rewrite_stands (IhopTransformStep *step, const IhopRewrite *rewrite);
