/* All loops of a tree with their verdicts, worked out function by function when first asked for. */
#pragma once
#include "analysis/verdict/loop.h"

/* All loops of the tree's main-file functions in the order of the file, of const IhopLoop *;
 * owned by facts. */
const GPtrArray *ihop_loops_of (IhopFacts *facts, const IhopTree *tree);
/* Those of one function: the verdicts of others are not worked out. */
const GPtrArray *ihop_loops_of_function (IhopFacts *facts, const IhopTree *tree,
                                         const IhopFunction *function);
/* The loop of this node; NULL if it is not in the facts' trees. */
const IhopLoop *ihop_loops_find (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop);
/* The same where nobody asks for the other loops of the function: their verdicts are not worked out. */
const IhopLoop *ihop_loops_judge_one (IhopFacts *facts, const IhopTree *tree, const IhopNode *loop);
