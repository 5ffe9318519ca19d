/* Storage for every iteration: what an iteration sets anew and only then reads becomes an array with an
 * element an iteration, or gets a dimension more. Then statements that only shared the name can go
 * into loops of their own; and loops run at the same time that are parallel but for an array of each
 * iteration's own, which is too large for a thread. */
#include "advise/ideas.h"
#include "transform/build/body.h"
#include "transform/storage/array_expand.h"

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
      IhopTypeKind kind = ihop_type_strip (symbol->type)->kind;
      gboolean is_array = kind == IHOP_TYPE_ARRAY;
      if (!is_iterator (loops, symbol) && kind != IHOP_TYPE_POINTER) /* what lies behind an array of pointers no kernel knows */
        g_ptr_array_add (steps, g_strdup_printf ("%s %s %s", is_array ? "array-expand" : "scalar-expand",
                                                 loop->name->address, symbol->name));
    }
}

/* ---- parallel loops with an array of each iteration's own ---- */

static const IhopPrivate *
private_in (const IhopLoop *loop, const IhopSymbol *symbol)
{
  for (guint k = 0; k < loop->privates->len; k++)
    if (((IhopPrivate *) loop->privates->pdata[k])->symbol == symbol)
      return loop->privates->pdata[k];
  return NULL;
}

/* A parallel loop that has nothing but another one in it, and both have a copy of the array: that one. */
static const IhopLoop *
band_below (const GPtrArray *loops, const IhopLoop *loop, const IhopSymbol *symbol)
{
  const IhopNode *only = ihop_only_loop (ihop_loop_body (loop->name->loop));

  for (guint i = 0; only && i < loops->len; i++)
    {
      const IhopLoop *other = loops->pdata[i];
      if (other->name->loop == only && other->verdict == IHOP_PARALLEL && private_in (other, symbol))
        return other;
    }
  return NULL;
}

static gboolean
is_band_start (const GPtrArray *loops, const IhopLoop *loop, const IhopSymbol *symbol)
{
  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *other = loops->pdata[i];
      if (other != loop && other->verdict == IHOP_PARALLEL && band_below (loops, other, symbol) == loop)
        return FALSE;
    }
  return TRUE;
}

/* "array-expand f/r/q sum 2" */
static void
add_bands (const GPtrArray *loops, const IhopLoop *loop, GPtrArray *steps)
{
  for (guint k = 0; k < loop->privates->len; k++)
    {
      const IhopSymbol *symbol = ((IhopPrivate *) loop->privates->pdata[k])->symbol;
      const IhopLoop *last = loop;
      guint depth = 1;

      if (ihop_type_is_scalar (symbol->type) && ihop_type_strip (symbol->type)->kind != IHOP_TYPE_POINTER)
        continue;
      if (!is_band_start (loops, loop, symbol))
        continue;
      for (const IhopLoop *next; depth < IHOP_ARRAY_EXPAND_LOOPS && (next = band_below (loops, last, symbol)) != NULL; depth++)
        last = next;
      g_ptr_array_add (steps, g_strdup_printf ("array-expand %s %s %u", last->name->address, symbol->name, depth));
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
    {
      const IhopLoop *loop = loops->pdata[i];
      if (is_wanted (outer, loop))
        add_steps (loops, loop, steps);
      else if (loop->verdict == IHOP_PARALLEL && ihop_node_holds (outer->loop, loop->name->loop))
        add_bands (loops, loop, steps);
    }
  for (guint i = 0; i < steps->len; i++)
    ihop_state_try (search, state, steps->pdata[i]);
}
