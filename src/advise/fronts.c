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

/* Fronts need loops that count upwards by one: those that do not are written so first. */
static gboolean
normalize (IhopSearching *search, IhopState **state, const IhopLoopName *name)
{
  const IhopLoop *loop
    = ihop_loops_find (ihop_state_facts (search, *state), (*state)->tree, name->loop);

  if (loop == NULL || loop->counting.iterator == NULL)
    return FALSE;
  if (loop->counting.step == 1)
    return TRUE;
  g_autofree char *step = g_strdup_printf ("normalize %s", name->address);
  return ihop_state_try (search, state, step);
}

/* The innermost two loops of the chain; what stands in them comes along. Both steps or none. */
static gboolean
go_along_fronts (IhopSearching *search, IhopState **state, const GPtrArray *chain)
{
  IhopState *next = ihop_state_ref (*state);
  const IhopLoopName *outer = chain->pdata[chain->len - 2], *inner = chain->pdata[chain->len - 1];
  g_autofree char *address = g_strdup (inner->address);
  g_autofree char *step = g_strdup_printf ("wavefront %s", address);
  gboolean fine = normalize (search, &next, outer)
                  && (inner = ihop_state_loop (next, address)) != NULL
                  && normalize (search, &next, inner) && ihop_state_try (search, &next, step);

  if (fine)
    {
      ihop_state_unref (*state);
      *state = ihop_state_ref (next);
    }
  ihop_state_unref (next);
  return fine;
}

void
ihop_idea_fronts (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) chain = outer ? ihop_state_chain (*state, outer) : NULL;

  if (chain == NULL || chain->len == 0)
    return;
  const IhopLoopName *last = chain->pdata[chain->len - 1];
  if (chain->len > 1 && !has_parallel (search, *state, chain)
      && go_along_fronts (search, state, chain))
    return;
  g_autoptr (GPtrArray) inner = ihop_state_inner (*state, last->loop);
  g_autoptr (GPtrArray) below = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add (below, g_strdup (((const IhopLoopName *) inner->pdata[i])->address));
  for (guint i = below->len; i-- > 0;)
    ihop_idea_fronts (search, state, below->pdata[i]);
}
