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

char *
ihop_drawn_group_key (const IhopDrawnGroup *group)
{
  return group->address ? g_strdup (group->address) : g_strdup_printf ("%s, line %u", group->label, group->first_line);
}

static IhopDrawn *
folded_node (const IhopDrawnGroup *group, guint count)
{
  IhopDrawn *one = g_new0 (IhopDrawn, 1);

  one->kind = IHOP_DRAWN_FOLDED;
  one->name = g_strdup (group->address ? group->address : group->label);
  one->detail = count == 1 ? ihop_message ("1 part, lines %u to %u", group->first_line, group->last_line)
                           : ihop_message ("%u parts, lines %u to %u", count, group->first_line, group->last_line);
  one->label = g_strdup_printf ("%s\n%s", group->label, ihop_message_text (one->detail));
  one->verdict = group->verdict;
  one->file = g_strdup (group->file);
  one->first_line = group->first_line;
  one->last_line = group->last_line;
  one->group = group->parent;
  one->folds = ihop_drawn_group_key (group);
  one->inside = g_strdup ("");
  ihop_drawn_measure (one);
  return one;
}

static void
add_inside (IhopDrawn *folded, const IhopDrawn *part)
{
  char *inside = g_strdup_printf ("%s\n%s%s", folded->inside, part->label ? part->label : "", part->inside ? part->inside : "");

  g_free (folded->inside);
  folded->inside = inside;
}

/* The outermost one of the groups around a node that is chosen; -1: none. */
static int
chosen_around (const IhopDiagram *diagram, int group, const gboolean *chosen)
{
  int found = -1;

  for (; group >= 0; group = ((const IhopDrawnGroup *) diagram->groups->pdata[group])->parent)
    if (chosen[group])
      found = group;
  return found;
}

/* Of each node the group that it is to go into, or -1; and how many go into each. */
static int *
groups_to_fold (const IhopDiagram *diagram, const gboolean *chosen, guint *count)
{
  int *group = g_new (int, diagram->nodes->len + 1);

  for (guint i = 0; i < diagram->nodes->len; i++)
    {
      const IhopDrawn *drawn = diagram->nodes->pdata[i];
      group[i] = chosen_around (diagram, drawn->group, chosen);
      if (group[i] >= 0)
        count[group[i]]++;
    }
  return group;
}

/* Groups of fewer nodes than "least" stay as they are. */
static void
fold_groups (IhopDiagram *diagram, const gboolean *chosen, guint least)
{
  guint n = diagram->nodes->len, n_groups = diagram->groups->len;
  g_autofree guint *to = g_new (guint, n + 1), *count = g_new0 (guint, n_groups + 1);
  g_autofree guint *one = g_new0 (guint, n_groups + 1);
  g_autofree int *group = groups_to_fold (diagram, chosen, count);
  GPtrArray *nodes = g_ptr_array_new_with_free_func (ihop_drawn_free);

  for (guint i = 0; i < n; i++)
    {
      IhopDrawn *drawn = diagram->nodes->pdata[i];
      int which = group[i];
      if (which < 0 || count[which] < least)
        {
          to[i] = nodes->len;
          g_ptr_array_add (nodes, drawn);
          continue;
        }
      if (one[which] == 0)
        {
          g_ptr_array_add (nodes, folded_node (diagram->groups->pdata[which], count[which]));
          one[which] = nodes->len;
        }
      to[i] = one[which] - 1;
      add_inside (nodes->pdata[to[i]], drawn);
      ihop_drawn_free (drawn);
    }
  g_ptr_array_set_free_func (diagram->nodes, NULL);
  g_ptr_array_unref (diagram->nodes);
  diagram->nodes = nodes;
  ihop_diagram_renumber (diagram, to);
}

static void
fold_depth (IhopDiagram *diagram, guint depth)
{
  g_autofree gboolean *chosen = g_new0 (gboolean, diagram->groups->len + 1);

  for (guint i = 0; i < diagram->groups->len; i++)
    chosen[i] = depth_of (diagram, (int) i) == depth;
  fold_groups (diagram, chosen, 2);
}

void
ihop_diagram_fold_chosen (IhopDiagram *diagram, const char *const *keys)
{
  g_autofree gboolean *chosen = g_new0 (gboolean, diagram->groups->len + 1);

  for (guint i = 0; i < diagram->groups->len; i++)
    {
      g_autofree char *key = ihop_drawn_group_key (diagram->groups->pdata[i]);
      chosen[i] = g_strv_contains (keys, key);
    }
  fold_groups (diagram, chosen, 1);
  merge_edges (diagram);
}

static void
cut_off (IhopDiagram *diagram, guint most)
{
  guint n = diagram->nodes->len;
  g_autofree guint *to = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    to[i] = i < most ? i : G_MAXUINT;
  g_ptr_array_set_size (diagram->nodes, (int) most);
  ihop_diagram_renumber (diagram, to);
  ihop_diagram_note (diagram, "%u of %u parts are left out: choose a function or a loop.", n - most,
                     n);
}

void
ihop_diagram_fold_loops (IhopDiagram *diagram, guint most)
{
  guint before = diagram->nodes->len, depth = 0;

  if (before <= most)
    return;
  for (guint i = 0; i < diagram->groups->len; i++)
    depth = MAX (depth, depth_of (diagram, (int) i));
  for (; depth > 0 && diagram->nodes->len > most; depth--)
    fold_depth (diagram, depth);
  if (diagram->nodes->len == before)
    return;
  merge_edges (diagram);
  ihop_diagram_note (diagram, "Loops are folded: %u parts are drawn as %u.", before, diagram->nodes->len);
}

void
ihop_diagram_fold (IhopDiagram *diagram, guint most)
{
  ihop_diagram_fold_loops (diagram, most);
  if (diagram->nodes->len > most)
    cut_off (diagram, most);
}
