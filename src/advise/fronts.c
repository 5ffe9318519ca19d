/* Wavefronts: where no loop of a nest is parallel, points on a slanting line may be. */
#include "advise/ideas.h"

static gboolean
has_parallel (IhopSearching *search, IhopState *state, const GPtrArray *chain)
{
  for (guint i = 0; i < chain->len; i++)
    {
      const IhopLoop *loop
        = ihop_loops_find (ihop_state_facts (search, state), state->tree,
                           ((const IhopLoopName *) chain->pdata[i])->loop);
      if (loop == NULL || loop->verdict == IHOP_PARALLEL)
        return TRUE;
    }
  return FALSE;
}

void
ihop_idea_fronts (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) chain = outer ? ihop_state_chain (*state, outer) : NULL;

  if (chain == NULL || chain->len == 0)
    return;
  const IhopLoopName *last = chain->pdata[chain->len - 1];
  g_autoptr (GPtrArray) inner = ihop_state_inner (*state, last->loop);
  if (inner->len == 0 && chain->len > 1 && !has_parallel (search, *state, chain))
    {
      g_autofree char *step = g_strdup_printf ("wavefront %s", last->address);
      ihop_state_try (search, state, step);
      return;
    }
  g_autoptr (GPtrArray) below = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add (below, g_strdup (((const IhopLoopName *) inner->pdata[i])->address));
  for (guint i = below->len; i-- > 0;)
    ihop_idea_fronts (search, state, below->pdata[i]);
}
