/* All loops of a tree with their verdicts, each worked out when first asked for. */
#pragma once
#include "analysis/verdict/loop.h"

/* All loops of the tree's main-file functions in the order of the file, of const IhopLoop *;
 * owned by facts. */
const GPtrArray *ihop_loops_of (IhopFacts *facts, const IhopTree *tree);
/* Those of one function: the verdicts of others are not worked out. All of them together have one budget. */
const GPtrArray *ihop_loops_of_function (IhopFacts *facts, const IhopTree *tree,
                                         const IhopFunction *function);
/* Names of all of them, of const IhopLoopName *, without their verdicts; owned by facts. */
const GPtrArray *ihop_loops_names (IhopFacts *facts, const IhopTree *tree);
/* The loop of this node, with its verdict; NULL if it is not in the facts' trees. */
const IhopLoop *ihop_loops_find (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop);
/* Its name, and how it counts, without its verdict; owned by facts; NULL: no such loop. */
const IhopLoopName *ihop_loops_name (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop);
const IhopCounting *ihop_loops_counting (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop);
