/* What the makers of diagrams share. */
#pragma once
#include "graph/diagram.h"

/* Sizes of text as Graphviz and the window take it, of the label's lines. */
void ihop_drawn_measure (IhopDrawn *node);
/* The text of a statement or expression, wrapped to a few short lines. Caller frees. */
char *ihop_build_text (const IhopNode *node);
/* Where it stands in the source. */
void ihop_build_lines (const IhopNode *node, guint *first, guint *last);
void ihop_build_place (IhopDrawn *drawn, const IhopNode *node);
/* A group for a loop, "for i: parallel"; loop may be NULL. */
guint ihop_build_loop_group (IhopDiagram *diagram, const IhopLoop *loop, const IhopNode *node,
                             int parent);
/* "parallel" … */
const char *ihop_build_file (const IhopNode *node);
/* Node "old" is drawn as node to[old]; G_MAXUINT: not at all. Edges follow; those between parts of one node go. */
void ihop_diagram_renumber (IhopDiagram *diagram, const guint *to);
/* Places, paths and size of an iteration space by the values of its points and axes. */
void ihop_diagram_place_points (IhopDiagram *diagram);
