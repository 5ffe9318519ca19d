/* In which order functions are planned, and which of their versions for the device are kept once all of them are.
 *
 * A version is offered while its function is planned (device_version.h), before anybody knows whether a caller will use it.
 * When all functions are planned, each version is kept, dropped, or found to be needed where it cannot be had. In the last case
 * the function is denied its version, and all functions are planned once more; each time denies at least one, so it ends. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Functions in the order to plan them in, of const IhopFunction *: what is called comes first. Caller unrefs. */
GPtrArray *ihop_resident_order (IhopPlanner *planner);
/* Once all functions are planned: versions that nobody calls go, and so do the copies and tests that served only the host's
 * callers of a function, where all callers hand their copies over. FALSE: some function cannot do without its version, which
 * was denied to it now; all has to be planned anew. */
gboolean ihop_resident_settle (IhopPlanner *planner);
