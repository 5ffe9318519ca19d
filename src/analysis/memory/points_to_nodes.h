/* Nodes of the constraint system under points_to.h, and what flows from one to another. Below points_to_contents.h and
 * points_to_solver.h, which know what they stand for. */
#pragma once
#include "analysis/memory/points_to_numbers.h"

typedef struct _IhopSolver IhopSolver;
typedef struct _IhopContents IhopContents;

typedef struct
{
  guint to;
  GHashTable *names;
} IhopRenaming;

typedef struct
{
  GArray *set;        /* sorted; NULL: empty */
  IhopNumbers copies; /* nodes that include this one */
  IhopNumbers done;   /* objects that all accesses know */
  GArray *renamed;    /* of IhopRenaming: nodes that include this one under other names; NULL: none */
  guint first_access; /* points_to_solver.c: what is done to the objects of the set; 0: nothing */
  gboolean queued;
} IhopSetNode;

struct _IhopSolver
{
  GPtrArray *blocks;      /* of nodes, which stay where they are while more are made */
  guint n_nodes;
  IhopContents *contents; /* its user's */
  GArray *accesses;       /* its user's */
  GQueue *queue;
  GArray *nothing;
};

/* No nodes but the empty one, and no contents. */
void ihop_solver_init (IhopSolver *solver);
void ihop_solver_clear (IhopSolver *solver);
IhopSetNode *ihop_solver_node_at (IhopSolver *solver, guint node);
/* It has to be looked at again. */
void ihop_solver_push (IhopSolver *solver, guint node);
/* What has to flow from a node flows; how much work that was. */
guint64 ihop_solver_flow (IhopSolver *solver, guint from);

/* Nodes are sets to be found. Node 0 is empty and stays so. */
guint ihop_solver_node (IhopSolver *solver);
void ihop_solver_add (IhopSolver *solver, guint node, guint object); /* node ∋ object */
void ihop_solver_copy (IhopSolver *solver, guint from, guint to);    /* to ⊇ from */
/* to ⊇ from, with objects under the names that "names" (object → object, borrowed) gives them. */
void ihop_solver_rename (IhopSolver *solver, guint from, guint to, GHashTable *names);
const GArray *ihop_solver_set (IhopSolver *solver, guint node);

gboolean ihop_solver_set_has (const GArray *set, guint object);
void ihop_solver_set_insert (GArray *set, guint object);
/* set ∪= more, both sorted. TRUE: it has grown; what is new is appended to "fresh" (may be NULL). */
gboolean ihop_solver_set_unite (GArray *set, const GArray *more, GArray *fresh);
