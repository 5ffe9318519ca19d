/* The statements of a nest as isl's schedules name them. */
#include "advise/timed.h"
#include "analysis/scop/access.h"
#include "transform/order/schedule_statements.h"
#include <isl/set.h>
#include <isl/union_set.h>

static gboolean
number_node (const IhopNode *node, gpointer data)
{
  IhopTimed *timed = data;

  g_hash_table_insert (timed->part_of, (gpointer) node, GUINT_TO_POINTER (timed->n + 1));
  return TRUE;
}

static gboolean
take_part (const IhopNode *node, const IhopNode *loop, gpointer data)
{
  IhopTimed *timed = data;

  if (node->kind == IHOP_FOR)
    return TRUE;
  const IhopScopLoop *around = ihop_scop_loop_of (timed->scop, loop);
  if (node->kind != IHOP_EXPRESSION || around == NULL || !around->is_exact
      || timed->n == IHOP_SCHEDULE_STATEMENTS)
    return FALSE;
  ihop_node_walk (node, number_node, timed);
  timed->loop[timed->n++] = around;
  return TRUE;
}

gboolean
ihop_timed_read (IhopTimed *timed, const IhopScop *scop, const IhopNode *loop)
{
  *timed = (IhopTimed) { .scop = scop, .part_of = g_hash_table_new (NULL, NULL) };
  return ihop_schedule_parts (loop, take_part, timed);
}

void
ihop_timed_clear (IhopTimed *timed)
{
  g_clear_pointer (&timed->part_of, g_hash_table_unref);
}

guint *
ihop_timed_numbers (const IhopTimed *timed)
{
  guint *numbers = g_new (guint, timed->scop->accesses->len + 1);

  for (guint i = 0; i < timed->scop->accesses->len; i++)
    {
      const IhopAccess *access = timed->scop->accesses->pdata[i];
      numbers[access->id] = GPOINTER_TO_UINT (g_hash_table_lookup (timed->part_of, access->node)) - 1;
    }
  return numbers;
}

isl_set *
ihop_timed_domain (const IhopTimed *timed, guint number)
{
  g_autofree char *name = g_strdup_printf ("S%u", number);
  isl_set *set = isl_set_intersect_params (isl_set_copy (timed->loop[number]->domain),
                                           isl_set_copy (timed->scop->context));

  return isl_set_set_tuple_name (set, name);
}

isl_union_set *
ihop_timed_domains (const IhopTimed *timed)
{
  isl_union_set *all = isl_union_set_empty (isl_space_copy (timed->scop->space));

  for (guint i = 0; i < timed->n; i++)
    all = isl_union_set_add_set (all, ihop_timed_domain (timed, i));
  return all;
}
