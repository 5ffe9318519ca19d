/* Most steps refuse a loop with a continue: what it leaves out is put under an if first. */
#include "advise/ideas.h"

void
ihop_idea_guard (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; outer && i < (*state)->names->len; i++)
    {
      const IhopLoopName *name = (*state)->names->pdata[i];
      g_autoptr (GPtrArray) path = ihop_node_path (outer->loop, name->loop);
      if (path && ihop_body_continue (ihop_loop_body (name->loop)))
        g_ptr_array_add (steps, g_strdup_printf ("guard %s", name->address));
    }
  for (guint i = 0; i < steps->len; i++)
    ihop_state_try (search, state, steps->pdata[i]);
}
