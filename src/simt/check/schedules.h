/* Do a launch's results depend on the order of its blocks and warps? It is run in orders that a card may choose, each time from the
 * same memory, and what memory holds then is compared. Where it differs, two orders are looked for that differ in one step alone:
 * two neighbours that change places (as delta debugging does: Zeller, "Isolating Failure-Inducing Thread Schedules", 2002).
 *
 * IHOP_SIMT_SCHEDULES says how many orders; none: nothing is tried. */
#pragma once
#include "simt/check/launch.h"
#include "simt/run/launch.h"

/* Memory is afterwards what it was before. "how" is for the launch itself. */
void ihop_schedules_try (const IhopCompiledKernel *code, const IhopLaunch *how, const IhopCheckedLaunch *checked);
