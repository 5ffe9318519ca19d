#include "analysis/memory/points_to_solver.h"
#include <string.h>

typedef struct
{
  guint to;
  GHashTable *names;
} Renaming;

/* A sorted list. Most lists of a program have one or two numbers, which need no memory of their own. */
#define N_FEW 2
typedef struct
{
  guint n, room; /* room <= N_FEW: they are in "few" */
  union
  {
    guint few[N_FEW];
    guint *many;
  } at;
} Numbers;

typedef struct
{
  GArray *set;    /* sorted; NULL: empty */
  Numbers copies; /* nodes that include this one */
  Numbers loads;  /* nodes that include the contents of this one's objects */
  Numbers stores; /* nodes that the contents of this one's objects include */
  Numbers done;   /* objects for which loads and stores have their edges */
  GArray *renamed; /* of Renaming: nodes that include this one under other names; NULL: none */
  gboolean queued;
} Node;

/* Nodes stay where they are while more are made. */
#define BLOCK 256

struct _IhopSolver
{
  GPtrArray *blocks; /* of Node[BLOCK] */
  guint n_nodes;
  GHashTable *contents; /* object → node */
  GQueue *queue;
  IhopSolverSeed seed;
  gpointer data;
  GArray *nothing;
};

/* ---- lists ---- */

static const guint *
numbers_of (const Numbers *numbers)
{
  return numbers->room <= N_FEW ? numbers->at.few : numbers->at.many;
}

static void
numbers_free (Numbers *numbers)
{
  if (numbers->room > N_FEW)
    g_free (numbers->at.many);
}

static void
numbers_grow (Numbers *numbers)
{
  guint room = MAX (4 * N_FEW, 2 * numbers->room);
  guint *many = g_new (guint, room);

  memcpy (many, numbers_of (numbers), numbers->n * sizeof (guint));
  numbers_free (numbers);
  numbers->at.many = many;
  numbers->room = room;
}

static guint
lower_bound_of (const guint *numbers, guint n, guint number)
{
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (numbers[middle] < number)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gboolean
numbers_have (const Numbers *numbers, guint number)
{
  guint at = lower_bound_of (numbers_of (numbers), numbers->n, number);

  return at < numbers->n && numbers_of (numbers)[at] == number;
}

/* FALSE: it was there. */
static gboolean
numbers_insert (Numbers *numbers, guint number)
{
  guint at = lower_bound_of (numbers_of (numbers), numbers->n, number);

  if (at < numbers->n && numbers_of (numbers)[at] == number)
    return FALSE;
  if (numbers->n >= MAX (numbers->room, N_FEW))
    numbers_grow (numbers);
  guint *all = (guint *) numbers_of (numbers);
  memmove (all + at + 1, all + at, (numbers->n - at) * sizeof (guint));
  all[at] = number;
  numbers->n++;
  return TRUE;
}

/* ---- nodes ---- */

static Node *
node_at (IhopSolver *solver, guint node)
{
  return (Node *) solver->blocks->pdata[node / BLOCK] + node % BLOCK;
}

static void
node_clear (Node *node)
{
  g_clear_pointer (&node->set, g_array_unref);
  g_clear_pointer (&node->renamed, g_array_unref);
  numbers_free (&node->copies);
  numbers_free (&node->loads);
  numbers_free (&node->stores);
  numbers_free (&node->done);
}

IhopSolver *
ihop_solver_new (IhopSolverSeed seed, gpointer data)
{
  IhopSolver *solver = g_new0 (IhopSolver, 1);

  solver->blocks = g_ptr_array_new_with_free_func (g_free);
  solver->contents = g_hash_table_new (NULL, NULL);
  solver->queue = g_queue_new ();
  solver->seed = seed;
  solver->data = data;
  solver->nothing = g_array_new (FALSE, FALSE, sizeof (guint));
  ihop_solver_node (solver);
  return solver;
}

void
ihop_solver_free (IhopSolver *solver)
{
  if (solver == NULL)
    return;
  for (guint i = 0; i < solver->n_nodes; i++)
    node_clear (node_at (solver, i));
  g_ptr_array_unref (solver->blocks);
  g_hash_table_unref (solver->contents);
  g_queue_free (solver->queue);
  g_array_unref (solver->nothing);
  g_free (solver);
}

static guint
lower_bound (const GArray *set, guint object)
{
  return lower_bound_of ((const guint *) (gconstpointer) set->data, set->len, object);
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
  if (solver->n_nodes % BLOCK == 0)
    g_ptr_array_add (solver->blocks, g_new0 (Node, BLOCK));
  return solver->n_nodes++;
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

  if (numbers_insert (&node_at (solver, from)->copies, to))
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

  numbers_insert (&node->loads, to);
  node->done.n = 0;
  push (solver, pointer);
}

void
ihop_solver_store (IhopSolver *solver, guint pointer, guint from)
{
  if (pointer == 0 || from == 0)
    return;

  Node *node = node_at (solver, pointer);

  numbers_insert (&node->stores, from);
  node->done.n = 0;
  push (solver, pointer);
}

/* New objects of a pointer give its loads and stores new edges. */
static void
connect (IhopSolver *solver, Node *node, guint object)
{
  guint content = ihop_solver_content (solver, object);

  for (guint i = 0; i < node->loads.n; i++)
    ihop_solver_copy (solver, content, numbers_of (&node->loads)[i]);
  for (guint i = 0; i < node->stores.n; i++)
    ihop_solver_copy (solver, numbers_of (&node->stores)[i], content);
}

static guint64
connect_new (IhopSolver *solver, Node *node)
{
  guint64 work = 0;

  if (node->loads.n == 0 && node->stores.n == 0)
    return 0;
  for (guint i = 0; i < node->set->len; i++)
    {
      guint object = g_array_index (node->set, guint, i);
      if (!numbers_have (&node->done, object))
        {
          numbers_insert (&node->done, object);
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
      for (guint i = 0; i < node->copies.n; i++)
        {
          guint to = numbers_of (&node->copies)[i];
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
