/* Scalars that an inner loop's iterations could each have for themselves, declared there, or that
 * count along and could be said by the iterator: what is one variable for all ties iterations together
 * that have nothing to do with each other. */
#include "advise/ideas.h"

/* Iterators are everybody's already: the judge looks after them. */
static gboolean
is_wanted (const GPtrArray *loops, const IhopPrivate *own)
{
  for (guint i = 0; i < loops->len; i++)
    if (((const IhopLoop *) loops->pdata[i])->counting.iterator == own->symbol)
      return FALSE;
  return !own->needs_last && ihop_type_is_scalar (own->symbol->type);
}

static GPtrArray *
steps_for (IhopSearching *search, IhopState *state, const char *address)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func (g_free);
  const IhopLoopName *outer = ihop_state_loop (state, address);
  const GPtrArray *loops
    = ihop_loops_of_function (ihop_state_facts (search, state), state->tree, outer->function);

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *loop = loops->pdata[i];
      g_autoptr (GPtrArray) path = ihop_node_path (outer->loop, loop->name->loop);
      for (guint k = 0; path && k < loop->privates->len; k++)
        if (is_wanted (loops, loop->privates->pdata[k]))
          g_ptr_array_add (steps, g_strdup_printf ("privatize %s %s", loop->name->address,
                                                   ((IhopPrivate *) loop->privates->pdata[k])
                                                     ->symbol->name));
      for (guint k = 0; path && k < loop->inductions->len; k++)
        g_ptr_array_add (steps, g_strdup_printf ("induction %s %s", loop->name->address,
                                                 ((IhopInduction *) loop->inductions->pdata[k])
                                                   ->symbol->name));
    }
  return steps;
}

/* From the inside out: a variable that the inner loop has taken is no longer the outer one's. */
void
ihop_idea_own (IhopSearching *search, IhopState **state, const char *address)
{
  g_autoptr (GPtrArray) steps = NULL;

  if (ihop_state_loop (*state, address) == NULL)
    return;
  steps = steps_for (search, *state, address);
  for (guint i = steps->len; i-- > 0;)
    ihop_state_try (search, state, steps->pdata[i]);
}
