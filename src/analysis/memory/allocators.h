/* Functions that return memory of their own making. */
#pragma once
#include "analysis/program/facts.h"

/* Whether every value the function returns is memory allocated in that call which nothing else
 * points to (or NULL). */
gboolean ihop_points_to_is_fresh (IhopFacts *facts, const IhopSymbol *function);
