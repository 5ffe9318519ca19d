/* Compaction: elements that fit a condition are moved together, each strip of the loop into its own range of positions,
 * which a loop before it has counted. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* Whether no two iterations of the scop's root loop mean the same place by these two references to one
 * array, as each iteration goes through places of its own:
 *
 *   for (s …) { count[s] = 0; … if (c) count[s] += 1; … }
 *   for (s …) { from[s] = k; k += count[s]; }
 *   for (s …) { int at = from[s]; … if (c) b[at++] = …; … }     (the root)
 *
 * Proved of the three loops as they stand: they count alike; the first one adds exactly what the last one
 * advances by, as the conditions are spelt alike and nothing from the first loop to the last changes
 * what they mean (memory/invariance.h), nor how they are rounded; every place is passed before the iteration ends. Nothing is asked of who wrote the loops
 * (transform/parallel/pack.c does, and so do people). Monotonic positions: Lin and Padua, Compiler
 * analysis of irregular memory accesses, 2000. */
gboolean ihop_compaction_is_injective (IhopScop *scop, const IhopAccess *a, const IhopAccess *b);
