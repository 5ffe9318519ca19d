/* Liveness by the text, in the order in which control runs. */
#pragma once
#include "analysis/program/facts.h"

/* Whether the value that a local scalar or array has when control leaves "node" may be read later. Statics, globals and
 * what parameters point to are always live. */
gboolean ihop_live_after (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                          const IhopSymbol *symbol);
