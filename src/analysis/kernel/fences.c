/* Where fences have to stand: in front of each nest that races with what runs before it, or of loops around it, then without
 * those that the others make needless. */
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

/* One in front of the uniform loop, or the nest, which is the outermost but for so many of those around the nest; *before: it. FALSE:
 * there are no so many. */
static gboolean
fence_before (const IhopRaces *races, const IhopThreadNest *nest, guint depth, IhopFence *fence, const IhopNode **before)
{
  const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, nest->around);

  if (depth > loop->depth)
    return FALSE;
  *fence = (IhopFence){ NULL, nest->around, nest->position - 1 };
  *before = nest->loop[0].loop;
  for (; loop->depth > depth; loop = loop->parent)
    {
      *before = loop->node;
      fence->around = loop->parent->node;
    }
  for (guint i = 0; i < races->tree->nests->len; i++)
    {
      const IhopThreadNest *first = races->tree->nests->pdata[i];
      if (ihop_node_holds (*before, first->loop[0].loop))
        fence->position = MIN (fence->position, first->position - 1);
    }
  return TRUE;
}

/* For each nest that needs one beside those that are there already: in front of the outermost loop around it where that is enough,
 * so that threads wait as seldom as may be. */
static void
place_fences (IhopRaces *races, GArray *fences, GPtrArray *places)
{
  for (guint i = 0; i < races->tree->nests->len; i++)
    {
      const IhopThreadNest *nest = races->tree->nests->pdata[i];
      const IhopNode *before;
      IhopFence fence;
      for (guint depth = 0; needs_fence (races, nest) && fence_before (races, nest, depth, &fence, &before); depth++)
        {
          g_array_set_size (fences, places->len);
          g_array_append_val (fences, fence);
          ihop_races_set_fences (races, fences);
          if (!needs_fence (races, nest) || before == nest->loop[0].loop)
            g_ptr_array_add (places, (gpointer) before);
        }
    }
}

/* Those that the others make needless. */
static void
remove_needless (IhopRaces *races, GArray *fences, GPtrArray *places)
{
  for (guint i = fences->len; i-- > 0;)
    {
      IhopFence fence = g_array_index (fences, IhopFence, i);
      g_array_remove_index (fences, i);
      if (is_free_of_races (races, fences))
        g_ptr_array_remove_index (places, i);
      else
        g_array_insert_val (fences, i, fence);
    }
}

GPtrArray *
ihop_kernel_tree_fences (IhopFacts *facts, const IhopTree *program, IhopKernelTree *tree, IhopKernelFlaw **flaw)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  g_autoptr (GArray) fences = g_array_new (FALSE, FALSE, sizeof (IhopFence));
  IhopRaces races;
  gboolean fine = ihop_races_begin (&races, facts, program, tree, flaw);

  if (fine)
    {
      place_fences (&races, fences, places);
      fine = ihop_races_judge (&races);
    }
  if (fine)
    remove_needless (&races, fences, places);
  ihop_races_end (&races);
  return fine ? g_steal_pointer (&places) : NULL;
}
