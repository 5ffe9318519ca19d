/* Between layout.c and dot.c. */
#pragma once
#include "graph/diagram.h"

/* Nodes are n0, n1 …, edges e0 …, groups cluster_0 …. sizes_only: what the layout needs. */
char *ihop_dot_text (const IhopDiagram *diagram, gboolean sizes_only);
/* Of the edges from a node to itself only the first is laid out, with the labels of all. */
gboolean ihop_dot_is_first_loop (const IhopDiagram *diagram, guint edge);
