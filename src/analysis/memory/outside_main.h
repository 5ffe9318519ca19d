/* Functions that may run while main does not, or in the middle of anything: before it (attribute constructor), when the
 * program ends (destructor, atexit), when a signal comes, in a thread that the program starts, and whatever these call. The device cannot
 * be used there: using the CUDA runtime before or after main is undefined (CUDA C++ Programming Guide, "Initialization"), a handler may
 * interrupt a call that holds the runtime's locks, and what kernels of two threads keep between launches is the same memory. */
#pragma once
#include "analysis/memory/exit_handlers.h"

/* Where the function may run so; 0: only under main, as far as the files show. Nothing is known of functions in files that are
 * not given: they are taken to install none of those here. */
IhopAbnormalExits ihop_runs_outside_main (IhopFacts *facts, const IhopFunction *function);
/* Whether the program has threads beside main: what lies between the elements that a kernel writes may be theirs, and nobody may copy it
 * back as it was before. */
gboolean ihop_starts_threads (IhopFacts *facts);
