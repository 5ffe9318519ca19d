/* Functions that may run while main does not, or in the middle of anything: before it (attribute constructor), when the
 * program ends (destructor, atexit), when a signal comes, and whatever these call. The device cannot be used there: using the
 * CUDA runtime before or after main is undefined (CUDA C++ Programming Guide, "Initialization"), and a handler may
 * interrupt a call that holds the runtime's locks. */
#pragma once
#include "analysis/memory/exit_handlers.h"

/* Where the function may run so; 0: only under main, as far as the files show. Nothing is known of functions in files that are
 * not given: they are taken to install none of those here. */
IhopAbnormalExits ihop_runs_outside_main (IhopFacts *facts, const IhopFunction *function);
