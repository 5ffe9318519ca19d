#include "analysis/nest/iteration_space_points.h"
#include "analysis/dependence/dependences.h"
#include "analysis/verdict/loops.h"

gboolean
ihop_instances_is_around (const IhopScopLoop *outer, const IhopScopLoop *inner)
{
  while (inner && inner != outer)
    inner = inner->parent;
  return inner == outer;
}

void
ihop_instances_give_up (IhopInstanceWork *work, IhopMessage *why)
{
  work->result->is_complete = FALSE;
  if (work->result->why == NULL)
    work->result->why = why;
  else
    ihop_message_unref (why);
}

IhopInstanceSlot
ihop_instances_slot (const IhopInstanceWork *work, const IhopScopLoop *loop, int position)
{
  IhopInstanceSlot slot = { 0 };

  while (slot.depth < work->n && ihop_instances_is_around (work->chain[slot.depth], loop))
    slot.depth++;
  if (slot.depth < work->n)
    slot.is_after = position > work->chain[slot.depth]->position;
  return slot;
}

isl_set *
ihop_instances_clip (const IhopInstanceWork *work, isl_set *set, guint first, guint depth)
{
  for (guint k = 0; k < depth; k++)
    {
      isl_ctx *ctx = work->scop->ctx;
      set = isl_set_lower_bound_val (set, isl_dim_set, first + k,
                                     isl_val_int_from_si (ctx, work->result->low[k]));
      set = isl_set_upper_bound_val (set, isl_dim_set, first + k,
                                     isl_val_int_from_si (ctx, work->result->high[k]));
    }
  return set;
}

char *
ihop_instances_key (const gint64 *at, IhopInstanceSlot slot)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < slot.depth; i++)
    g_string_append_printf (key, "%" G_GINT64_FORMAT " ", at[i]);
  g_string_append_printf (key, "%u", slot.is_after);
  return g_string_free (key, FALSE);
}

guint
ihop_instances_point (const IhopInstanceWork *work, const gint64 *at, IhopInstanceSlot slot)
{
  g_autofree char *key = ihop_instances_key (at, slot);

  return GPOINTER_TO_UINT (g_hash_table_lookup (work->by_place, key));
}

/* Level of the loop, among those shown, that carries from x to y. */
static guint
level_of (const IhopInstance *x, const IhopInstance *y)
{
  for (guint k = 0; k < MIN (x->depth, y->depth); k++)
    if (x->at[k] != y->at[k])
      return k + 1;
  return 0;
}

void
ihop_instances_arrow (IhopInstanceWork *work, guint from, guint to, const IhopAccess *a, const IhopAccess *b,
           gboolean is_exact)
{
  IhopInstances *result = work->result;
  const IhopInstance *x = &g_array_index (result->points, IhopInstance, from);
  const IhopInstance *y = &g_array_index (result->points, IhopInstance, to);
  guint level = level_of (x, y);
  const IhopLoop *carrier
    = level ? ihop_loops_find (work->facts, work->tree, result->loop[level - 1]) : NULL;
  IhopDependenceKind kind = !a->is_write ? IHOP_DEPENDENCE_ANTI
                            : b->is_write ? IHOP_DEPENDENCE_OUTPUT : IHOP_DEPENDENCE_FLOW;
  g_autofree char *name = ihop_access_name (a);

  if (!g_hash_table_add (work->seen, g_strdup_printf ("%u %u %d %s", from, to, kind, name)))
    return;
  IhopArrow *arrow = g_new0 (IhopArrow, 1);
  *arrow = (IhopArrow) { .from = from, .to = to, .kind = kind, .level = level,
                         .is_exact = is_exact, .source = a->node, .sink = b->node,
                         .standing = ihop_levels_standing (carrier, a->ref->root) };
  arrow->variable = g_steal_pointer (&name);
  g_ptr_array_add (result->arrows, arrow);
}

void
ihop_instances_read_point (isl_point *point, guint first, guint n, gint64 *at)
{
  for (guint i = 0; i < n; i++)
    {
      isl_val *val = isl_point_get_coordinate_val (point, isl_dim_set, (int) (first + i));
      at[i] = val ? isl_val_get_num_si (val) : 0;
      isl_val_free (val);
    }
}
