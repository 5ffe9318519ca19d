/* Big graphs become small ones: what stands in a group becomes one node. */
#include "graph/build.h"

static guint
depth_of (const IhopDiagram *diagram, int group)
{
  guint depth = 0;

  for (; group >= 0; depth++)
    group = ((const IhopDrawnGroup *) diagram->groups->pdata[group])->parent;
  return depth;
}

/* The group around this one that lies so deep. */
static int
at_depth (const IhopDiagram *diagram, int group, guint depth)
{
  for (guint now = depth_of (diagram, group); now > depth; now--)
    group = ((const IhopDrawnGroup *) diagram->groups->pdata[group])->parent;
  return group;
}

/* Two edges of one kind between the same nodes become one. */
static void
merge_edges (IhopDiagram *diagram)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < diagram->edges->len;)
    {
      IhopEdge *edge = diagram->edges->pdata[i];
      g_autofree char *key = g_strdup_printf ("%u %u %d", edge->from, edge->to, edge->kind);
      IhopEdge *first = g_hash_table_lookup (seen, key);
      if (first == NULL)
        {
          g_hash_table_insert (seen, g_steal_pointer (&key), edge);
          i++;
          continue;
        }
      first->count += edge->count;
      g_free (first->label);
      first->label = g_strdup_printf ("× %u", first->count);
      g_ptr_array_remove_index (diagram->edges, i);
    }
}

/* Node "old" is drawn as node to[old]; G_MAXUINT: not at all. */
static void
renumber (IhopDiagram *diagram, const guint *to)
{
  for (guint i = diagram->edges->len; i-- > 0;)
    {
      IhopEdge *edge = diagram->edges->pdata[i];
      guint from = to[edge->from], sink = to[edge->to];
      gboolean was_loop = edge->from == edge->to;
      edge->from = from;
      edge->to = sink;
      if (from == G_MAXUINT || sink == G_MAXUINT || (from == sink && !was_loop))
        g_ptr_array_remove_index (diagram->edges, i);
    }
}

static IhopDrawn *
folded_node (const IhopDrawnGroup *group, guint count)
{
  IhopDrawn *one = g_new0 (IhopDrawn, 1);

  one->kind = IHOP_DRAWN_FOLDED;
  one->name = g_strdup (group->address ? group->address : group->label);
  one->label = g_strdup_printf ("%s\n%u parts, lines %u to %u", group->label, count,
                                group->first_line, group->last_line);
  one->detail = ihop_message ("%u parts, folded", count);
  one->file = g_strdup (group->file);
  one->first_line = group->first_line;
  one->last_line = group->last_line;
  one->group = group->parent;
  ihop_drawn_measure (one);
  return one;
}

/* Each group of this depth that holds more than one node becomes one. */
static void
fold_depth (IhopDiagram *diagram, guint depth)
{
  guint n = diagram->nodes->len, n_groups = diagram->groups->len;
  g_autofree guint *to = g_new (guint, n), *count = g_new0 (guint, n_groups + 1);
  g_autofree guint *one = g_new0 (guint, n_groups + 1);
  g_autofree int *group = g_new (int, n + 1);
  GPtrArray *nodes = g_ptr_array_new_with_free_func (ihop_drawn_free);

  for (guint i = 0; i < n; i++)
    {
      int own = ((const IhopDrawn *) diagram->nodes->pdata[i])->group;
      group[i] = depth_of (diagram, own) >= depth ? at_depth (diagram, own, depth) : -1;
      if (group[i] >= 0)
        count[group[i]]++;
    }
  for (guint i = 0; i < n; i++)
    {
      IhopDrawn *drawn = diagram->nodes->pdata[i];
      int which = group[i];
      if (which >= 0 && count[which] > 1)
        {
          ihop_drawn_free (drawn);
          if (one[which])
            {
              to[i] = one[which] - 1;
              continue;
            }
          drawn = folded_node (diagram->groups->pdata[which], count[which]);
          one[which] = nodes->len + 1;
        }
      to[i] = nodes->len;
      g_ptr_array_add (nodes, drawn);
    }
  g_ptr_array_set_free_func (diagram->nodes, NULL);
  g_ptr_array_unref (diagram->nodes);
  diagram->nodes = nodes;
  renumber (diagram, to);
}

static void
cut_off (IhopDiagram *diagram, guint most)
{
  guint n = diagram->nodes->len;
  g_autofree guint *to = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    to[i] = i < most ? i : G_MAXUINT;
  g_ptr_array_set_size (diagram->nodes, (int) most);
  renumber (diagram, to);
  ihop_diagram_note (diagram, "%u of %u parts are left out: choose a function or a loop.", n - most,
                     n);
}

void
ihop_diagram_fold (IhopDiagram *diagram, guint most)
{
  guint before = diagram->nodes->len, depth = 0;

  if (before <= most)
    return;
  for (guint i = 0; i < diagram->groups->len; i++)
    depth = MAX (depth, depth_of (diagram, (int) i));
  for (; depth > 0 && diagram->nodes->len > most; depth--)
    fold_depth (diagram, depth);
  if (diagram->nodes->len < before)
    {
      merge_edges (diagram);
      ihop_diagram_note (diagram, "Loops are folded: %u parts are drawn as %u.", before,
                         diagram->nodes->len);
    }
  if (diagram->nodes->len > most)
    cut_off (diagram, most);
}
