/* The constraint system under points_to.h. */
#pragma once
#include <glib.h>

typedef struct _IhopSolver IhopSolver;

/* Called when an object's content is first asked for: adds what it holds from the start. */
typedef void (*IhopSolverSeed) (IhopSolver *solver, guint object, guint node, gpointer data);

IhopSolver *ihop_solver_new (IhopSolverSeed seed, gpointer data);
void ihop_solver_free (IhopSolver *solver);

/* Nodes are sets to be found. Node 0 is empty and stays so. */
guint ihop_solver_node (IhopSolver *solver);
guint ihop_solver_content (IhopSolver *solver, guint object);
void ihop_solver_add (IhopSolver *solver, guint node, guint object); /* node ∋ object */
void ihop_solver_copy (IhopSolver *solver, guint from, guint to);    /* to ⊇ from */
/* to ⊇ from, with objects under the names that "names" (object → object, borrowed) gives them. */
void ihop_solver_rename (IhopSolver *solver, guint from, guint to, GHashTable *names);
void ihop_solver_load (IhopSolver *solver, guint pointer, guint to); /* to ⊇ content of each */
void ihop_solver_store (IhopSolver *solver, guint pointer, guint from); /* content of each ⊇ from */

/* The smallest solution. FALSE: more than "steps" set operations were needed; sets are not to be
 * relied on. */
gboolean ihop_solver_run (IhopSolver *solver, guint64 steps);
/* Objects whose contents were asked for, of guint; caller unrefs. */
GArray *ihop_solver_holders (IhopSolver *solver);
const GArray *ihop_solver_set (IhopSolver *solver, guint node);
gboolean ihop_solver_set_has (const GArray *set, guint object);
void ihop_solver_set_insert (GArray *set, guint object);
/* set ∪= more, both sorted. TRUE: it has grown; what is new is appended to "fresh" (may be NULL). */
gboolean ihop_solver_set_unite (GArray *set, const GArray *more, GArray *fresh);
