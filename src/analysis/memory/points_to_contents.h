/* What objects hold, as nodes of the constraint system (points_to_solver.h), by member where the objects are structs: what is
 * put into "s->p" is not found in "s->q" (Pearce, Kelly and Hankin, TOPLAS 2007, with offsets in the innermost struct instead
 * of in the object, so that all elements of an array are one). That holds as long as an object is seen as structs of one
 * layout only; an object of two, or one that is seen as bytes, has everything in all of its places. */
#pragma once
#include "analysis/memory/points_to_nodes.h"

typedef struct _IhopSolver IhopSolver;
/* Called when an object's content is first asked for: adds what it holds from the start. */
typedef void (*IhopSolverSeed) (IhopSolver *solver, guint object, guint node, gpointer data);
/* Whether what is put into one member of an object is kept apart from what is put into others. */
typedef gboolean (*IhopSolverHasMembers) (guint object, gpointer data);

/* A place in all objects of a set: a member of the structs that they are made of (whichever of them, and of whatever
 * array), by its bytes; layouts are numbers of the user's. */
typedef struct
{
  guint32 layout; /* 0: any place */
  guint32 offset;
} IhopPlaceKey;

#define IHOP_PLACE_ANY ((IhopPlaceKey){ 0, 0 })

/* "solver" and "data" are borrowed. */
IhopContents *ihop_contents_new (IhopSolver *solver, IhopSolverSeed seed, IhopSolverHasMembers has_members, gpointer data);
void ihop_contents_free (IhopContents *contents);
/* The node for what is put into a place of the object, and the one of all that can be found there. */
guint ihop_contents_put (IhopContents *contents, guint object, IhopPlaceKey place);
guint ihop_contents_found (IhopContents *contents, guint object, IhopPlaceKey place);
/* Whatever "from" holds "to" holds in the same place, under the names that "names" (object → object, borrowed; NULL: its own)
 * gives it. */
void ihop_contents_link (IhopContents *contents, guint from, guint to, GHashTable *names);
/* The members of the object are told apart no longer. */
void ihop_contents_blur (IhopContents *contents, guint object);
/* Objects whose contents were asked for, of guint; caller unrefs. */
GArray *ihop_contents_objects (IhopContents *contents);
