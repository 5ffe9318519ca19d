#include "analysis/memory/points_to_nodes.h"

#define BLOCK 256

IhopSetNode *
ihop_solver_node_at (IhopSolver *solver, guint node)
{
  return (IhopSetNode *) solver->blocks->pdata[node / BLOCK] + node % BLOCK;
}

static void
node_clear (IhopSetNode *node)
{
  g_clear_pointer (&node->set, g_array_unref);
  g_clear_pointer (&node->renamed, g_array_unref);
  ihop_numbers_clear (&node->copies);
  ihop_numbers_clear (&node->done);
}

void
ihop_solver_init (IhopSolver *solver)
{
  solver->blocks = g_ptr_array_new_with_free_func (g_free);
  solver->queue = g_queue_new ();
  solver->nothing = g_array_new (FALSE, FALSE, sizeof (guint));
  ihop_solver_node (solver);
}

void
ihop_solver_clear (IhopSolver *solver)
{
  for (guint i = 0; i < solver->n_nodes; i++)
    node_clear (ihop_solver_node_at (solver, i));
  g_ptr_array_unref (solver->blocks);
  g_queue_free (solver->queue);
  g_array_unref (solver->nothing);
}

static guint
lower_bound (const GArray *set, guint object)
{
  return ihop_numbers_lower_bound ((const guint *) (gconstpointer) set->data, set->len, object);
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

void
ihop_solver_push (IhopSolver *solver, guint number)
{
  IhopSetNode *node = ihop_solver_node_at (solver, number);

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
    g_ptr_array_add (solver->blocks, g_new0 (IhopSetNode, BLOCK));
  return solver->n_nodes++;
}

void
ihop_solver_add (IhopSolver *solver, guint node, guint object)
{
  GArray *set = own_array (&ihop_solver_node_at (solver, node)->set);
  guint before = set->len;

  g_assert (node != 0);
  ihop_solver_set_insert (set, object);
  if (set->len > before)
    ihop_solver_push (solver, node);
}

void
ihop_solver_copy (IhopSolver *solver, guint from, guint to)
{
  if (from == 0 || to == 0 || from == to)
    return;

  if (ihop_numbers_insert (&ihop_solver_node_at (solver, from)->copies, to))
    ihop_solver_push (solver, from);
}

void
ihop_solver_rename (IhopSolver *solver, guint from, guint to, GHashTable *names)
{
  IhopRenaming renaming = { to, names };

  if (from == 0 || to == 0)
    return;

  IhopSetNode *node = ihop_solver_node_at (solver, from);

  if (node->renamed == NULL)
    node->renamed = g_array_new (FALSE, FALSE, sizeof (IhopRenaming));
  g_array_append_val (node->renamed, renaming);
  ihop_solver_push (solver, from);
}

static gboolean
include (IhopSolver *solver, guint from, guint to)
{
  GArray *set = own_array (&ihop_solver_node_at (solver, to)->set);

  return ihop_solver_set_unite (set, ihop_solver_node_at (solver, from)->set, NULL);
}

static guint64
include_renamed (IhopSolver *solver, guint from)
{
  const IhopSetNode *node = ihop_solver_node_at (solver, from);
  guint64 work = 0;

  for (guint i = 0; node->renamed && i < node->renamed->len; i++)
    {
      const IhopRenaming *renaming = &g_array_index (node->renamed, IhopRenaming, i);
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

guint64
ihop_solver_flow (IhopSolver *solver, guint from)
{
  const IhopSetNode *node = ihop_solver_node_at (solver, from);
  guint64 work = 0;

  for (guint i = 0; i < node->copies.n; i++)
    {
      guint to = ihop_numbers_all (&node->copies)[i];
      work += node->set->len;
      if (include (solver, from, to))
        ihop_solver_push (solver, to);
    }
  return work + include_renamed (solver, from);
}

const GArray *
ihop_solver_set (IhopSolver *solver, guint node)
{
  const GArray *set = ihop_solver_node_at (solver, node)->set;

  return set ? set : solver->nothing;
}
