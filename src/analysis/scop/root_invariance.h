/* Whether the root of a scop leaves a value alone. */
#pragma once
#include "analysis/scop/scop.h"

/* Whether the root leaves the symbol's own value alone. Remembered. */
gboolean ihop_scop_keeps (IhopScop *scop, const IhopSymbol *symbol);
/* Whether no run of the root changes the value of this expression; calls and assignments are taken to. */
gboolean ihop_scop_keeps_value (IhopScop *scop, const IhopNode *expression);
