/* The proof of a placement, over all paths. */
#pragma once
#include "gpugen/plan/host_graph.h"

/* An independent proof, by running guarantees forward over all paths: every read finds a valid
 * copy, and no copy overwrites a valid one with something else. NULL: proved; else what is wrong
 * (caller frees). */
IhopMessage *ihop_motion_check (const IhopGraph *graph, const guint16 *events, const GArray *moves);
