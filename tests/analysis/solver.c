/* Random systems of constraints (nodes, copies, loads, stores; solved once in the middle, too) have the smallest solution, as
 * a plain iteration over bits finds it. */
#include "analysis/memory/points_to_solver.h"
#include <string.h>

enum { NODES = 40, OBJECTS = 10, MOST = 200, SYSTEMS = 1000 };

typedef enum { ADD, COPY, LOAD, STORE, N_KINDS } Kind;

typedef struct
{
  Kind kind;
  guint a, b;
} Constraint;

typedef struct
{
  guint node[NODES], content[OBJECTS]; /* as bits */
} Solution;

static void
seed (IhopSolver *solver, guint object, guint node, gpointer data)
{
}

static gboolean
has_no_members (guint object, gpointer data)
{
  return FALSE;
}

static Constraint
random_constraint (GRand *random)
{
  Kind kind = (Kind) g_rand_int_range (random, 0, N_KINDS);

  return (Constraint){ kind, (guint) g_rand_int_range (random, 0, NODES),
                       (guint) g_rand_int_range (random, 0, kind == ADD ? OBJECTS : NODES) };
}

/* Objects of the solver count from 1. */
static void
put (IhopSolver *solver, const guint *nodes, Constraint one)
{
  switch (one.kind)
    {
    case ADD:
      ihop_solver_add (solver, nodes[one.a], one.b + 1);
      break;
    case COPY:
      ihop_solver_copy (solver, nodes[one.a], nodes[one.b]);
      break;
    case LOAD:
      ihop_solver_load (solver, nodes[one.a], nodes[one.b]);
      break;
    default:
      ihop_solver_store (solver, nodes[one.a], nodes[one.b]);
    }
}

static void
apply (Solution *solution, Constraint one)
{
  if (one.kind == ADD)
    solution->node[one.a] |= 1u << one.b;
  if (one.kind == COPY)
    solution->node[one.b] |= solution->node[one.a];
  for (guint object = 0; object < OBJECTS; object++)
    {
      if (!(solution->node[one.a] >> object & 1))
        continue;
      if (one.kind == LOAD)
        solution->node[one.b] |= solution->content[object];
      if (one.kind == STORE)
        solution->content[object] |= solution->node[one.b];
    }
}

static Solution
plainly (const Constraint *all, guint n)
{
  Solution now = { 0 }, before;

  do
    {
      before = now;
      for (guint i = 0; i < n; i++)
        apply (&now, all[i]);
    }
  while (memcmp (&before, &now, sizeof now) != 0);
  return now;
}

static void
check_system (guint number)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (number);
  guint n = (guint) g_rand_int_range (random, 0, MOST), nodes[NODES];
  IhopSolver *solver = ihop_solver_new (seed, has_no_members, NULL);
  Constraint all[MOST];

  for (guint i = 0; i < NODES; i++)
    nodes[i] = ihop_solver_node (solver);
  for (guint i = 0; i < n; i++)
    {
      put (solver, nodes, all[i] = random_constraint (random));
      if (i == n / 2)
        g_assert_true (ihop_solver_run (solver, G_MAXUINT64));
    }
  g_assert_true (ihop_solver_run (solver, G_MAXUINT64));
  const Solution expected = plainly (all, n);
  for (guint i = 0; i < NODES; i++)
    for (guint object = 0; object < OBJECTS; object++)
      g_assert_cmpint (ihop_solver_set_has (ihop_solver_set (solver, nodes[i]), object + 1), ==,
                       (int) (expected.node[i] >> object & 1));
  ihop_solver_free (solver);
}

static void
test_smallest (void)
{
  for (guint number = 1; number <= SYSTEMS; number++)
    check_system (number);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/solver/smallest", test_smallest);
  return g_test_run ();
}
