/* What is evaluated exactly once each time that control passes through a block. */
#pragma once
#include "analysis/program/facts.h"

/* Whether an expression is evaluated once whenever one statement of a block begins: "x = f ();", "if (!(x = f ()))"; and which child
 * of which block that is. */
gboolean ihop_once_place (IhopFacts *facts, const IhopFunction *function, const IhopNode *node, const IhopNode **block, guint *at);
/* Whether a jump in the node may leave it, or a label in it be jumped to. */
gboolean ihop_once_leaves (const IhopNode *node);
/* The same, calls that may not come back counted. */
gboolean ihop_once_may_leave (IhopFacts *facts, const IhopNode *node);
