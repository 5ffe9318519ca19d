/* Storage for every iteration: what an iteration sets anew and only then reads becomes an array with an
 * element an iteration, or gets a dimension more. Then statements that only shared the name can go
 * into loops of their own. */
#include "advise/ideas.h"
#include "transform/build/body.h"

/* Loops that something else holds up, with more than one statement to take apart. */
static gboolean
is_wanted (const IhopLoopName *outer, const IhopLoop *loop)
{
  g_autoptr (GPtrArray) path = ihop_node_path (outer->loop, loop->name->loop);
  g_autoptr (GPtrArray) statements
    = path ? ihop_body_statements (ihop_loop_body (loop->name->loop)) : g_ptr_array_new ();

  return loop->verdict != IHOP_PARALLEL && loop->counting.iterator && loop->privates->len
         && loop->dependences->len && statements->len > 1;
}

static gboolean
is_iterator (const GPtrArray *loops, const IhopSymbol *symbol)
{
  for (guint i = 0; i < loops->len; i++)
    if (((const IhopLoop *) loops->pdata[i])->counting.iterator == symbol)
      return TRUE;
  return FALSE;
}

static void
add_steps (const GPtrArray *loops, const IhopLoop *loop, GPtrArray *steps)
{
  for (guint k = 0; k < loop->privates->len; k++)
    {
      const IhopSymbol *symbol = ((IhopPrivate *) loop->privates->pdata[k])->symbol;
      gboolean is_array = ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY;
      if (!is_iterator (loops, symbol))
        g_ptr_array_add (steps, g_strdup_printf ("%s %s %s", is_array ? "array-expand" : "scalar-expand",
                                                 loop->name->address, symbol->name));
    }
}

void
ihop_idea_expand (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (g_free);

  if (outer == NULL)
    return;
  const GPtrArray *loops
    = ihop_loops_of_function (ihop_state_facts (search, *state), (*state)->tree, outer->function);
  for (guint i = 0; i < loops->len; i++)
    if (is_wanted (outer, loops->pdata[i]))
      add_steps (loops, loops->pdata[i], steps);
  for (guint i = 0; i < steps->len; i++)
    ihop_state_try (search, state, steps->pdata[i]);
}
