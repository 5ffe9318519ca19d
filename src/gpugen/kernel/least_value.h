/* The least values of sizes, as far as callers show. */
#pragma once
#include "gpugen/plan/work.h"

/* The least value of an expression in a function, from its callers. FALSE: not known. */
gboolean ihop_least_value (IhopPlanner *planner, const IhopFunction *function,
                           const IhopNode *node, gint64 *least);
/* The least value of "n", "n - 2" or "7" at any call. FALSE: not known. */
gboolean ihop_least_size (IhopWork *work, const IhopNode *size, gint64 *least);
