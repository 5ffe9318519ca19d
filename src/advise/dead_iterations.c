/* Iterations that overwrite all that those before them have done: "for (t…) b = a * a;" runs once. */
#include "advise/ideas.h"

enum { MOST_LOOPS = 8 };

/* Parallel but for memory of which each iteration could have a copy: what else it writes is asked by the step. */
static gboolean
is_wanted (IhopSearching *search, IhopState *state, const IhopLoopName *name)
{
  const IhopLoop *loop
    = ihop_worth_covers (name->function, &search->plan) ? ihop_loops_find (ihop_state_facts (search, state), state->tree, name->loop) : NULL;

  if (loop == NULL || loop->verdict != IHOP_PARALLEL || loop->reductions->len || loop->inductions->len)
    return FALSE;
  for (guint k = 0; k < loop->privates->len; k++)
    if (((IhopPrivate *) loop->privates->pdata[k])->needs_last)
      return TRUE;
  return FALSE;
}

void
ihop_idea_keep_last (IhopSearching *search, IhopState **state)
{
  guint tried = 0;

  for (guint i = 0; i < (*state)->names->len && tried < MOST_LOOPS; i++)
    {
      const IhopLoopName *name = (*state)->names->pdata[i];
      if (!is_wanted (search, *state, name))
        continue;
      g_autofree char *step = g_strdup_printf ("keep-last %s", name->address);
      tried++;
      if (ihop_state_try (search, state, step))
        i--; /* the loop is gone */
    }
}
