/* The constraint system under points_to.h. */
#pragma once
#include "analysis/memory/points_to_contents.h"

IhopSolver *ihop_solver_new (IhopSolverSeed seed, IhopSolverHasMembers has_members, gpointer data);
void ihop_solver_free (IhopSolver *solver);

guint ihop_solver_content (IhopSolver *solver, guint object);  /* what is put somewhere in it, nobody knows where */
guint ihop_solver_contents (IhopSolver *solver, guint object); /* all that can be found in it */
void ihop_solver_load (IhopSolver *solver, guint pointer, guint to); /* to ⊇ content of each */
void ihop_solver_store (IhopSolver *solver, guint pointer, guint from); /* content of each ⊇ from */
/* The same of one place in each. An object that is seen as structs of two layouts has all in all of its places. */
void ihop_solver_load_place (IhopSolver *solver, guint pointer, IhopPlaceKey place, guint to);
void ihop_solver_store_place (IhopSolver *solver, guint pointer, IhopPlaceKey place, guint from);
/* What each object of "pointer" holds, "object" holds in the same place, under the names of "names" (borrowed; NULL: its own). */
void ihop_solver_gather (IhopSolver *solver, guint pointer, guint object, GHashTable *names);
/* What "object" holds, each object of "pointer" holds in the same place. */
void ihop_solver_scatter (IhopSolver *solver, guint object, guint pointer);
void ihop_solver_link (IhopSolver *solver, guint from, guint to, GHashTable *names); /* both are objects */
/* The objects are seen as bytes, or as other structs than they are made of. */
void ihop_solver_blur (IhopSolver *solver, guint pointer);

/* The smallest solution. FALSE: more than "steps" set operations were needed; sets are not to be
 * relied on. */
gboolean ihop_solver_run (IhopSolver *solver, guint64 steps);
/* Objects whose contents were asked for, of guint; caller unrefs. */
GArray *ihop_solver_holders (IhopSolver *solver);
