/* A function cut into blocks: see flow.h. */
#pragma once
#include "simt/lower/flow.h"

/* "leaders": instructions that shall begin a block, too, or NULL. The flow points into "function".
 * NULL and an error where a branch has no target or the code runs off its end. */
IhopFlow *ihop_flow_new (const IhopPtxFunction *function, const GArray *leaders, GError **error);
