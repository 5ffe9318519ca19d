/* The control-flow graph of the host program (host_graph.h), from a function's statements. */
#pragma once
#include "gpugen/plan/host_graph.h"

/* Whether a loop is certain to run its body at least once. */
typedef gboolean (*IhopGraphRuns) (const IhopNode *loop, gpointer data);

/* For a function's body. kernels (of IhopKernel *) are those of this function; may be empty. Caller frees. */
IhopGraph *ihop_graph_new (const IhopNode *body, const GPtrArray *kernels, IhopGraphRuns runs, gpointer data);
