/* Where fences have to stand: in front of each nest that races with what runs before it, then without those that the
 * others make needless. */
#include "analysis/kernel/races.h"

/* Whether what runs before this nest, in whatever iteration of the loops around it, races with it. */
static gboolean
needs_fence (const IhopRaces *races, const IhopThreadNest *nest, const GArray *fences)
{
  for (guint i = 0; i < races->pairs->len; i++)
    {
      const IhopRacePair *pair = races->pairs->pdata[i];
      if (ihop_races_nest_of (races, pair->b) != nest)
        continue;
      isl_map *left = ihop_races_between (races, pair, fences);
      gboolean none = left && isl_map_is_empty (left) == isl_bool_true;
      isl_map_free (left);
      if (!none)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_free_of_races (IhopRaces *races, const GArray *fences)
{
  IhopKernelFlaw *ignored = NULL, **flaw = races->flaw;

  races->flaw = &ignored;
  gboolean free_of_races = ihop_races_judge (races, fences);
  races->flaw = flaw;
  ihop_kernel_flaw_free (ignored);
  return free_of_races;
}

GPtrArray *
ihop_kernel_tree_fences (IhopFacts *facts, const IhopTree *program, IhopKernelTree *tree, IhopKernelFlaw **flaw)
{
  g_autoptr (GPtrArray) nests = g_ptr_array_new ();
  g_autoptr (GArray) fences = g_array_new (FALSE, FALSE, sizeof (IhopFence));
  IhopRaces races;
  gboolean fine = ihop_races_begin (&races, facts, program, tree, flaw);

  for (guint i = 0; fine && i < tree->nests->len; i++)
    {
      const IhopThreadNest *nest = tree->nests->pdata[i];
      if (!needs_fence (&races, nest, fences))
        continue;
      IhopFence fence = { NULL, nest->around, nest->position - 1 };
      g_array_append_val (fences, fence);
      g_ptr_array_add (nests, (gpointer) nest);
    }
  fine = fine && ihop_races_judge (&races, fences);
  for (guint i = fences->len; fine && i-- > 0;)
    {
      IhopFence fence = g_array_index (fences, IhopFence, i);
      g_array_remove_index (fences, i);
      if (is_free_of_races (&races, fences))
        g_ptr_array_remove_index (nests, i);
      else
        g_array_insert_val (fences, i, fence);
    }
  ihop_races_end (&races);
  return fine ? g_steal_pointer (&nests) : NULL;
}
