#include "analysis/memory/points_to_solver.h"

typedef enum
{
  LOAD,    /* "other" is a node that includes what the objects hold in the place */
  STORE,   /* … whose set is included there */
  GATHER,  /* "other" is an object that holds all that the objects hold, member by member, under other names */
  SCATTER, /* … all that it holds the objects hold, too */
  BLUR     /* nothing in the objects is told apart by member */
} AccessKind;

/* What is done to all objects of a set. */
typedef struct
{
  AccessKind kind;
  guint other;
  IhopPlaceKey place;
  GHashTable *names;
  guint next; /* of the same set: its place in the list of all, and one; 0: it is the last */
} Access;

IhopSolver *
ihop_solver_new (IhopSolverSeed seed, IhopSolverHasMembers has_members, gpointer data)
{
  IhopSolver *solver = g_new0 (IhopSolver, 1);

  ihop_solver_init (solver);
  solver->accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  solver->contents = ihop_contents_new (solver, seed, has_members, data);
  return solver;
}

void
ihop_solver_free (IhopSolver *solver)
{
  if (solver == NULL)
    return;
  ihop_contents_free (solver->contents);
  g_array_unref (solver->accesses);
  ihop_solver_clear (solver);
  g_free (solver);
}

guint
ihop_solver_content (IhopSolver *solver, guint object)
{
  return ihop_contents_put (solver->contents, object, IHOP_PLACE_ANY);
}

guint
ihop_solver_contents (IhopSolver *solver, guint object)
{
  return ihop_contents_found (solver->contents, object, IHOP_PLACE_ANY);
}

void
ihop_solver_link (IhopSolver *solver, guint from, guint to, GHashTable *names)
{
  ihop_contents_link (solver->contents, from, to, names);
}

/* ---- what is done to all objects of a set ---- */

static void
add_access (IhopSolver *solver, guint pointer, Access access)
{
  if (pointer == 0)
    return;

  IhopSetNode *node = ihop_solver_node_at (solver, pointer);

  access.next = node->first_access;
  g_array_append_val (solver->accesses, access);
  node->first_access = solver->accesses->len;
  node->done.n = 0;
  ihop_solver_push (solver, pointer);
}

void
ihop_solver_load_place (IhopSolver *solver, guint pointer, IhopPlaceKey place, guint to)
{
  if (to)
    add_access (solver, pointer, (Access){ LOAD, to, place, NULL, 0 });
}

void
ihop_solver_store_place (IhopSolver *solver, guint pointer, IhopPlaceKey place, guint from)
{
  if (from)
    add_access (solver, pointer, (Access){ STORE, from, place, NULL, 0 });
}

void
ihop_solver_load (IhopSolver *solver, guint pointer, guint to)
{
  ihop_solver_load_place (solver, pointer, IHOP_PLACE_ANY, to);
}

void
ihop_solver_store (IhopSolver *solver, guint pointer, guint from)
{
  ihop_solver_store_place (solver, pointer, IHOP_PLACE_ANY, from);
}

void
ihop_solver_gather (IhopSolver *solver, guint pointer, guint object, GHashTable *names)
{
  add_access (solver, pointer, (Access){ GATHER, object, IHOP_PLACE_ANY, names, 0 });
}

void
ihop_solver_scatter (IhopSolver *solver, guint object, guint pointer)
{
  add_access (solver, pointer, (Access){ SCATTER, object, IHOP_PLACE_ANY, NULL, 0 });
}

void
ihop_solver_blur (IhopSolver *solver, guint pointer)
{
  add_access (solver, pointer, (Access){ BLUR, 0, IHOP_PLACE_ANY, NULL, 0 });
}

static void
perform (IhopSolver *solver, const Access *access, guint object)
{
  switch (access->kind)
    {
    case LOAD:
      ihop_solver_copy (solver, ihop_contents_found (solver->contents, object, access->place), access->other);
      break;
    case STORE:
      ihop_solver_copy (solver, access->other, ihop_contents_put (solver->contents, object, access->place));
      break;
    case GATHER:
      ihop_contents_link (solver->contents, object, access->other, access->names);
      break;
    case SCATTER:
      ihop_contents_link (solver->contents, access->other, object, NULL);
      break;
    case BLUR:
      ihop_contents_blur (solver->contents, object);
      break;
    }
}

/* New objects of a pointer give its accesses new edges. */
static void
connect (IhopSolver *solver, const IhopSetNode *node, guint object)
{
  for (guint at = node->first_access; at != 0;)
    {
      const Access access = g_array_index (solver->accesses, Access, at - 1);
      perform (solver, &access, object);
      at = access.next;
    }
}

static guint64
connect_new (IhopSolver *solver, IhopSetNode *node)
{
  guint64 work = 0;

  if (node->first_access == 0)
    return 0;
  for (guint i = 0; i < node->set->len; i++)
    {
      guint object = g_array_index (node->set, guint, i);
      if (ihop_numbers_insert (&node->done, object))
        {
          connect (solver, node, object);
          i = (guint) -1; /* the set may have grown under us */
        }
      work++;
    }
  return work;
}

gboolean
ihop_solver_run (IhopSolver *solver, guint64 steps)
{
  while (!g_queue_is_empty (solver->queue))
    {
      guint number = GPOINTER_TO_UINT (g_queue_pop_head (solver->queue));
      IhopSetNode *node = ihop_solver_node_at (solver, number);
      guint64 work = 1;

      node->queued = FALSE;
      if (node->set == NULL)
        continue;
      work += connect_new (solver, node);
      work += ihop_solver_flow (solver, number);
      if (work > steps)
        return FALSE;
      steps -= work;
    }
  return TRUE;
}

GArray *
ihop_solver_holders (IhopSolver *solver)
{
  return ihop_contents_objects (solver->contents);
}
