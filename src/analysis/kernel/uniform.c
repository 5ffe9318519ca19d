/* What a block does between its thread loops is the same for all its threads. */
#include "analysis/kernel/races.h"

static gboolean
check_uniform_loop (IhopRaces *races, const IhopNode *node)
{
  const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, node);

  if (loop && loop->counting.iterator && loop->counting.is_plain && loop->is_exact)
    return TRUE;
  return ihop_races_flaw (races, node, NULL, "it is not followed how often this loop runs, and all threads of a block "
                          "have to run it equally often");
}

gboolean
ihop_races_check_uniform_loops (IhopRaces *races)
{
  for (guint i = 0; i < races->tree->nests->len; i++)
    {
      const IhopThreadNest *nest = races->tree->nests->pdata[i];
      const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, nest->around);
      for (; loop; loop = loop->parent)
        if (!check_uniform_loop (races, loop->node))
          return FALSE;
    }
  for (guint i = 0; i < races->tree->fences->len; i++)
    if (!check_uniform_loop (races, g_array_index (races->tree->fences, IhopFence, i).around))
      return FALSE;
  return TRUE;
}

/* A number that the block declares is each thread's own on the card: what one thread sets, others would not find. */
static gboolean
check_own_number (IhopRaces *races, const IhopAccess *access)
{
  const IhopSymbol *root = access->ref->root;

  if (!access->is_write || access->ref->steps->len || !access->is_local || g_hash_table_contains (races->own, root) || ihop_kernel_array_of (races->tree, root))
    return TRUE;
  return ihop_races_flaw (races, access->node, ihop_message ("declare it as a shared array of one element"),
                          "%s is declared outside of the thread loop that sets it, and each thread has its own", root->name);
}

gboolean
ihop_races_check_uniform_accesses (IhopRaces *races)
{
  const GPtrArray *all = races->scop->accesses;

  for (guint i = 0; i < all->len; i++)
    {
      const IhopAccess *a = all->pdata[i];
      if (ihop_races_nest_of (races, a) && !check_own_number (races, a))
        return FALSE;
      if (ihop_races_nest_of (races, a) || ihop_kind_is_loop (a->node->kind))
        continue;
      for (guint k = 0; k < all->len; k++)
        {
          const IhopAccess *b = all->pdata[k];
          if (!b->is_write || !ihop_races_nest_of (races, b)
              || ihop_overlap_of (races->scop, a, b, NULL).kind == IHOP_OVERLAP_NONE)
            continue;
          ihop_races_flaw (races, b->node, NULL, "%s is used between thread loops (line %u), and may be set in one",
                           a->ref->root->name, ihop_range_line (a->node->place));
          (*races->flaw)->says_line = TRUE;
          return FALSE;
        }
    }
  return TRUE;
}
