/* Functions copied to where they are called. */
#pragma once
#include "simt/calls/graph.h"

/* The node's function with every call of a function that is not shared replaced by that function's
 * instructions. The caller frees it. NULL and an error where arguments do not fit. */
IhopPtxFunction *ihop_calls_inline (const IhopCallGraph *graph, guint node, GError **error);
