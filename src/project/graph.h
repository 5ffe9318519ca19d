/* Graphs of a program as text for Graphviz. */
#pragma once
#include "project/project.h"

/* Who calls whom. Functions without a body here are drawn dashed. Caller frees. */
char *ihop_graph_calls (IhopProject *project, const char *function);
/* Statements that depend on each other, loop by loop, with the carrying loop on the edge. */
char *ihop_graph_deps (IhopProject *project, const char *function);
