#include "analysis/memory/points_to_solver.h"
#include <isl/val.h>

typedef struct
{
  guint to;
  GHashTable *names;
} Renaming;

typedef struct
{
  GArray *set;    /* sorted; NULL: empty */
  GArray *copies; /* of guint: nodes that include this one */
  GArray *renamed; /* of Renaming: nodes that include this one under other names; NULL: none */
  GArray *loads;  /* of guint: nodes that include the contents of this one's objects */
  GArray *stores; /* of guint: nodes that the contents of this one's objects include */
  GArray *done;   /* sorted: objects for which loads and stores have their edges */
  gboolean queued;
} Node;

struct _IhopSolver
{
  GPtrArray *nodes;
  GHashTable *contents; /* object → node */
  GQueue *queue;
  IhopSolverSeed seed;
  gpointer data;
  GArray *nothing;
};

static void
unref_array (GArray *array)
{
  if (array)
    g_array_unref (array);
}

static void
node_free (gpointer data)
{
  Node *node = data;

  unref_array (node->set);
  unref_array (node->copies);
  unref_array (node->renamed);
  unref_array (node->loads);
  unref_array (node->stores);
  unref_array (node->done);
  g_free (node);
}

IhopSolver *
ihop_solver_new (IhopSolverSeed seed, gpointer data)
{
  IhopSolver *solver = g_new0 (IhopSolver, 1);

  solver->nodes = g_ptr_array_new_with_free_func (node_free);
  solver->contents = g_hash_table_new (NULL, NULL);
  solver->queue = g_queue_new ();
  solver->seed = seed;
  solver->data = data;
  solver->nothing = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (solver->nodes, g_new0 (Node, 1));
  return solver;
}

void
ihop_solver_free (IhopSolver *solver)
{
  if (solver == NULL)
    return;
  g_ptr_array_unref (solver->nodes);
  g_hash_table_unref (solver->contents);
  g_queue_free (solver->queue);
  g_array_unref (solver->nothing);
  g_free (solver);
}

static guint
lower_bound (const GArray *set, guint object)
{
  guint low = 0, high = set->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (set, guint, middle) < object)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
ihop_solver_set_has (const GArray *set, guint object)
{
  guint at = lower_bound (set, object);

  return at < set->len && g_array_index (set, guint, at) == object;
}

void
ihop_solver_set_insert (GArray *set, guint object)
{
  guint at = lower_bound (set, object);

  if (at == set->len || g_array_index (set, guint, at) != object)
    g_array_insert_val (set, at, object);
}

/* Elements of "more" that the set lacks; they go to "fresh" (NULL: they are only counted). */
static guint
count_fresh (const GArray *set, const GArray *more, GArray *fresh)
{
  guint k = 0, n = 0;

  for (guint i = 0; i < more->len; i++)
    {
      guint object = g_array_index (more, guint, i);
      while (k < set->len && g_array_index (set, guint, k) < object)
        k++;
      if (k < set->len && g_array_index (set, guint, k) == object)
        continue;
      n++;
      if (fresh)
        g_array_append_val (fresh, object);
    }
  return n;
}

gboolean
ihop_solver_set_unite (GArray *set, const GArray *more, GArray *fresh)
{
  guint old = set->len, from = more->len, n = set == more ? 0 : count_fresh (set, more, fresh);

  if (n == 0)
    return FALSE;
  g_array_set_size (set, old + n);
  /* From the back, so that nothing is in the way. */
  for (guint to = old + n; to-- > 0 && from > 0;)
    {
      guint next = g_array_index (more, guint, from - 1);
      if (old > 0 && g_array_index (set, guint, old - 1) >= next)
        {
          from -= g_array_index (set, guint, old - 1) == next;
          g_array_index (set, guint, to) = g_array_index (set, guint, --old);
        }
      else
        {
          g_array_index (set, guint, to) = next;
          from--;
        }
    }
  return TRUE;
}

static Node *
node_at (IhopSolver *solver, guint node)
{
  return solver->nodes->pdata[node];
}

static void
push (IhopSolver *solver, guint number)
{
  Node *node = node_at (solver, number);

  if (node->queued || number == 0)
    return;
  node->queued = TRUE;
  g_queue_push_tail (solver->queue, GUINT_TO_POINTER (number));
}

static GArray *
own_array (GArray **array)
{
  if (*array == NULL)
    *array = g_array_new (FALSE, FALSE, sizeof (guint));
  return *array;
}

guint
ihop_solver_node (IhopSolver *solver)
{
  g_ptr_array_add (solver->nodes, g_new0 (Node, 1));
  return solver->nodes->len - 1;
}

guint
ihop_solver_content (IhopSolver *solver, guint object)
{
  gpointer known;

  if (g_hash_table_lookup_extended (solver->contents, GUINT_TO_POINTER (object), NULL, &known))
    return GPOINTER_TO_UINT (known);

  guint node = ihop_solver_node (solver);

  g_hash_table_insert (solver->contents, GUINT_TO_POINTER (object), GUINT_TO_POINTER (node));
  if (solver->seed)
    solver->seed (solver, object, node, solver->data);
  return node;
}

void
ihop_solver_add (IhopSolver *solver, guint node, guint object)
{
  GArray *set = own_array (&node_at (solver, node)->set);
  guint before = set->len;

  g_assert (node != 0);
  ihop_solver_set_insert (set, object);
  if (set->len > before)
    push (solver, node);
}

void
ihop_solver_copy (IhopSolver *solver, guint from, guint to)
{
  if (from == 0 || to == 0 || from == to)
    return;

  GArray *copies = own_array (&node_at (solver, from)->copies);
  guint before = copies->len;

  ihop_solver_set_insert (copies, to);
  if (copies->len > before)
    push (solver, from);
}

void
ihop_solver_rename (IhopSolver *solver, guint from, guint to, GHashTable *names)
{
  Renaming renaming = { to, names };

  if (from == 0 || to == 0)
    return;

  Node *node = node_at (solver, from);

  if (node->renamed == NULL)
    node->renamed = g_array_new (FALSE, FALSE, sizeof (Renaming));
  g_array_append_val (node->renamed, renaming);
  push (solver, from);
}

void
ihop_solver_load (IhopSolver *solver, guint pointer, guint to)
{
  if (pointer == 0 || to == 0)
    return;

  Node *node = node_at (solver, pointer);

  ihop_solver_set_insert (own_array (&node->loads), to);
  g_array_set_size (own_array (&node->done), 0);
  push (solver, pointer);
}

void
ihop_solver_store (IhopSolver *solver, guint pointer, guint from)
{
  if (pointer == 0 || from == 0)
    return;

  Node *node = node_at (solver, pointer);

  ihop_solver_set_insert (own_array (&node->stores), from);
  g_array_set_size (own_array (&node->done), 0);
  push (solver, pointer);
}

/* New objects of a pointer give its loads and stores new edges. */
static void
connect (IhopSolver *solver, Node *node, guint object)
{
  guint content = ihop_solver_content (solver, object);

  for (guint i = 0; node->loads && i < node->loads->len; i++)
    ihop_solver_copy (solver, content, g_array_index (node->loads, guint, i));
  for (guint i = 0; node->stores && i < node->stores->len; i++)
    ihop_solver_copy (solver, g_array_index (node->stores, guint, i), content);
}

static guint64
connect_new (IhopSolver *solver, Node *node)
{
  guint64 work = 0;

  if (node->loads == NULL && node->stores == NULL)
    return 0;

  GArray *done = own_array (&node->done);

  for (guint i = 0; i < node->set->len; i++)
    {
      guint object = g_array_index (node->set, guint, i);
      if (!ihop_solver_set_has (done, object))
        {
          ihop_solver_set_insert (done, object);
          connect (solver, node, object);
          i = (guint) -1; /* the set may have grown under us */
        }
      work++;
    }
  return work;
}

static gboolean
include (IhopSolver *solver, guint from, guint to)
{
  GArray *set = own_array (&node_at (solver, to)->set);

  return ihop_solver_set_unite (set, node_at (solver, from)->set, NULL);
}

static guint64
include_renamed (IhopSolver *solver, guint from)
{
  const Node *node = node_at (solver, from);
  guint64 work = 0;

  for (guint i = 0; node->renamed && i < node->renamed->len; i++)
    {
      const Renaming *renaming = &g_array_index (node->renamed, Renaming, i);
      for (guint k = 0; k < node->set->len; k++)
        {
          guint object = g_array_index (node->set, guint, k);
          gpointer name = g_hash_table_lookup (renaming->names, GUINT_TO_POINTER (object));
          ihop_solver_add (solver, renaming->to, name ? GPOINTER_TO_UINT (name) : object);
        }
      work += node->set->len;
    }
  return work;
}

gboolean
ihop_solver_run (IhopSolver *solver, guint64 steps)
{
  while (!g_queue_is_empty (solver->queue))
    {
      guint number = GPOINTER_TO_UINT (g_queue_pop_head (solver->queue));
      Node *node = node_at (solver, number);
      guint64 work = 1;

      node->queued = FALSE;
      if (node->set == NULL)
        continue;
      work += connect_new (solver, node);
      for (guint i = 0; node->copies && i < node->copies->len; i++)
        {
          guint to = g_array_index (node->copies, guint, i);
          work += node->set->len;
          if (include (solver, number, to))
            push (solver, to);
        }
      work += include_renamed (solver, number);
      if (work > steps)
        return FALSE;
      steps -= work;
    }
  return TRUE;
}

const GArray *
ihop_solver_set (IhopSolver *solver, guint node)
{
  const GArray *set = node_at (solver, node)->set;

  return set ? set : solver->nothing;
}

GArray *
ihop_solver_holders (IhopSolver *solver)
{
  GArray *holders = g_array_new (FALSE, FALSE, sizeof (guint));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, solver->contents);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint object = GPOINTER_TO_UINT (key);
      g_array_append_val (holders, object);
    }
  return holders;
}
