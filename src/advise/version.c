/* Loops whose verdicts rest on conditions ("ldc >= n") stand twice, once for where these hold: there steps need no condition
 * any more. The other copy stays on the host. (Loop versioning: Byler, Davies, Huson, Leasure and Wolfe 1987.) */
#include "advise/ideas.h"
#include "analysis/verdict/loops.h"

/* "k <= lda && n <= ldc"; NULL: there is none. Caller frees. */
static char *
conditions_of (const IhopLoop *loop)
{
  g_autoptr (GPtrArray) conditions = g_ptr_array_new ();

  for (guint i = 0; i < loop->assumptions->len; i++)
    {
      const IhopAssumption *assumption = loop->assumptions->pdata[i];
      if (assumption->kind == IHOP_ASSUME_CONDITION && assumption->holds && !assumption->by_owner
          && !g_ptr_array_find_with_equal_func (conditions, assumption->condition, g_str_equal, NULL))
        g_ptr_array_add (conditions, assumption->condition);
    }
  if (conditions->len == 0)
    return NULL;
  g_ptr_array_add (conditions, NULL);
  return g_strjoinv (" && ", (char **) conditions->pdata);
}

void
ihop_idea_version (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (*state, address);
  const IhopLoop *loop = name ? ihop_loops_find (ihop_state_facts (search, *state), (*state)->tree, name->loop) : NULL;
  g_autofree char *conditions = loop && loop->verdict == IHOP_PARALLEL ? conditions_of (loop) : NULL;

  if (conditions == NULL)
    return;
  g_autofree char *step = g_strdup_printf ("version %s '%s' host", address, conditions);
  ihop_state_try (search, state, step);
}
