/* Modules that were compiled apart (nvcc -rdc=true) as one. */
#pragma once
#include "simt/ptx/ptx.h"

/* Takes the modules (at least one) and gives the whole: a name that several define weakly is the
 * first one's; names that are a module's own stay apart. */
IhopPtxModule *ihop_ptx_link (GPtrArray *modules);
