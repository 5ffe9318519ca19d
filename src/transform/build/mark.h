/* Pragmas that mark loops. */
#pragma once
#include "ir/tree.h"

gboolean ihop_is_mark (const IhopNode *node);
/* Marks that claim nothing: "GCC unroll 4". They stay as long as a loop stands behind them. */
gboolean ihop_is_hint (const IhopNode *node);
