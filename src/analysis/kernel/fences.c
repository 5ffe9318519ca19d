/* Where fences have to stand: in front of each nest that races with what runs before it, then without those that the
 * others make needless. */
#include "analysis/kernel/races.h"

/* Whether what runs before this nest, in whatever iteration of the loops around it, races with it. */
static gboolean
needs_fence (IhopRaces *races, const IhopThreadNest *nest)
{
  for (guint i = 0; i < races->pairs->len; i++)
    {
      IhopRacePair *pair = races->pairs->pdata[i];
      if ((ihop_races_nest_of (races, pair->b) == nest && !ihop_races_are_separated (races, pair, FALSE, NULL))
          || (ihop_races_nest_of (races, pair->a) == nest && !ihop_races_are_separated (races, pair, TRUE, NULL)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_free_of_races (IhopRaces *races, const GArray *fences)
{
  IhopKernelFlaw *ignored = NULL, **flaw = races->flaw;

  races->flaw = &ignored;
  ihop_races_set_fences (races, fences);
  gboolean free_of_races = ihop_races_judge (races);
  races->flaw = flaw;
  ihop_kernel_flaw_free (ignored);
  return free_of_races;
}

/* In front of each nest that needs one beside those in front of others. */
static void
place_fences (IhopRaces *races, GArray *fences, GPtrArray *nests)
{
  for (guint i = 0; i < races->tree->nests->len; i++)
    {
      const IhopThreadNest *nest = races->tree->nests->pdata[i];
      IhopFence fence = { NULL, nest->around, nest->position - 1 };
      if (!needs_fence (races, nest))
        continue;
      g_array_append_val (fences, fence);
      g_ptr_array_add (nests, (gpointer) nest);
      ihop_races_set_fences (races, fences);
    }
}

/* Those that the others make needless. */
static void
remove_needless (IhopRaces *races, GArray *fences, GPtrArray *nests)
{
  for (guint i = fences->len; i-- > 0;)
    {
      IhopFence fence = g_array_index (fences, IhopFence, i);
      g_array_remove_index (fences, i);
      if (is_free_of_races (races, fences))
        g_ptr_array_remove_index (nests, i);
      else
        g_array_insert_val (fences, i, fence);
    }
}

GPtrArray *
ihop_kernel_tree_fences (IhopFacts *facts, const IhopTree *program, IhopKernelTree *tree, IhopKernelFlaw **flaw)
{
  g_autoptr (GPtrArray) nests = g_ptr_array_new ();
  g_autoptr (GArray) fences = g_array_new (FALSE, FALSE, sizeof (IhopFence));
  IhopRaces races;
  gboolean fine = ihop_races_begin (&races, facts, program, tree, flaw);

  if (fine)
    {
      place_fences (&races, fences, nests);
      fine = ihop_races_judge (&races);
    }
  if (fine)
    remove_needless (&races, fences, nests);
  ihop_races_end (&races);
  return fine ? g_steal_pointer (&nests) : NULL;
}
