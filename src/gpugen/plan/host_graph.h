/* The host program around the kernels, as a control-flow graph for placing copies.
 *
 * Every place where text may be inserted (IhopPoint) is a node of its own, so "put a copy here"
 * and "the copy runs exactly when control passes this node" are the same thing. Compound
 * statements are taken apart: a node is one expression, one declaration or one launch. goto and
 * switch are edges like any other. */
#pragma once
#include "gpugen/plan/plan.h"

typedef enum
{
  IHOP_GRAPH_ENTRY,
  IHOP_GRAPH_EXIT,
  IHOP_GRAPH_POINT,  /* copies may be put here */
  IHOP_GRAPH_HOST,   /* runs "code" on the host */
  IHOP_GRAPH_LAUNCH, /* runs "kernel" */
  IHOP_GRAPH_REGION, /* "statement", a loop, is about to start */
  IHOP_GRAPH_JOIN
} IhopGraphKind;

typedef struct
{
  IhopGraphKind kind;
  const IhopNode *code;       /* HOST: an expression, DECLARATION, or statement without parts */
  const IhopNode *statement;  /* what the node belongs to; NULL for ENTRY and EXIT */
  const IhopKernel *kernel;   /* LAUNCH; HOST: a call in the code that hands copies on the device over, or NULL */
  IhopPoint point;
  guint64 weight;             /* how often it runs, estimated: 64 times a loop, half a branch */
  GArray *next;               /* of guint */
  GArray *before;             /* of guint: those whose next it is, in the order of the text; NULL in graphs that others make */
} IhopGraphNode;

typedef struct
{
  GPtrArray *nodes;           /* of IhopGraphNode *, in the order of the text */
  guint entry, exit;
  gboolean has_goto;
  gboolean comes_back;        /* some call returns twice (setjmp): control may be there again, from anywhere */
} IhopGraph;

void ihop_graph_free (IhopGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopGraph, ihop_graph_free)
/* The node of a point; G_MAXUINT: there is no such place. */
guint ihop_graph_find_point (const IhopGraph *graph, IhopPoint point);
/* 1 for each node that some path from the entry reaches. The caller frees. */
guint8 *ihop_graph_reached (const IhopGraph *graph);
/* For each node whether something holds on all paths by which control comes there: not at the entry, behind each node that "begins" is 1
 * for, and no more behind those that "ends" is 1 for (NULL: none). The caller frees. */
guint8 *ihop_graph_on_all_paths (const IhopGraph *graph, const guint8 *begins, const guint8 *ends);
const IhopGraphNode *ihop_graph_at (const IhopGraph *graph, guint node);
/* What a node runs on the device that has this variable's copy; NULL: nothing. */
const IhopKernel *ihop_graph_device (const IhopGraphNode *node, const IhopSymbol *variable);
