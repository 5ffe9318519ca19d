/* Loops that wait for what other threads write: locks, flags, barriers of a whole grid. */
#pragma once
#include "simt/lower/flow.h"

/* Sets "yields" of the blocks that close such a loop. One that never ends as long as nobody else runs
 * is always found: what it asks must come from an atomic operation or a load that reads memory anew,
 * as compilers keep others out of loops. That others are found, too, costs time alone. */
void ihop_flow_find_spins (IhopFlow *flow);
