#include "advise/nests.h"
#include "ir/roles.h"
#include "transform/build/body.h"
#include "transform/build/query.h"
#include "transform/legality/own_variable.h"

static const guint first_inner[4] = { 0 };

/* ---- Finding ---------------------------------------------------------------------------------------------------------- */

static gboolean
try_nest (IhopLayout *layout, IhopNestRecipe recipe)
{
  IhopLayout before = *layout;
  IhopState *state = ihop_state_ref (*layout->state);

  if (recipe (layout))
    {
      ihop_state_unref (state);
      return TRUE;
    }
  ihop_state_unref (*layout->state);
  *layout = before;
  *layout->state = state;
  return FALSE;
}

/* The nest, or else those in it. */
static gboolean
try_nests (IhopLayout *layout, IhopNestRecipe recipe)
{
  const IhopLoopName *loop = ihop_layout_loop (layout, NULL, 0);
  gboolean found = FALSE;

  if (loop == NULL || ihop_role_in (loop->function->body, loop->loop).role != IHOP_ROLE_NONE)
    return FALSE;
  if (try_nest (layout, recipe))
    return TRUE;
  if (layout->n_around == IHOP_LAYOUT_AROUND)
    return FALSE;
  guint *number = &layout->inner[layout->n_around++];
  for (*number = 0; ihop_layout_loop (layout, NULL, 0); ++*number)
    found |= try_nests (layout, recipe);
  layout->n_around--;
  return found;
}

IhopState *
ihop_nests_lay_out (IhopSearching *search, IhopState *from, const char *function, guint number, IhopNestRecipe recipe)
{
  IhopState *state = ihop_state_ref (from);
  IhopLayout layout = { search, &state, function, number };

  if (try_nests (&layout, recipe))
    return state;
  ihop_state_unref (state);
  return NULL;
}

/* ---- Putting into form -------------------------------------------------------------------------------------------------- */

/* Variables that a loop's body declares with a value, the last one first. */
static GPtrArray *
values_in (const IhopNode *body)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = body->kind == IHOP_BLOCK ? body->n_children : 0; i-- > 0;)
    for (guint k = body->child[i]->kind == IHOP_DECLARATION ? body->child[i]->n_children : 0; k-- > 0;)
      if (body->child[i]->child[k]->child[0])
        g_ptr_array_add (names, g_strdup (body->child[i]->child[k]->symbol->name));
  return names;
}

void
ihop_nests_convert_conditions (IhopLayout *layout, const guint *way, guint n)
{
  const IhopLoopName *loop = ihop_layout_loop (layout, way, n);
  g_autoptr (GPtrArray) statements = loop ? ihop_body_statements (ihop_loop_body (loop->loop)) : g_ptr_array_new ();
  gboolean found = FALSE;

  for (guint i = 0; i < statements->len; i++)
    found |= ((const IhopNode *) statements->pdata[i])->kind == IHOP_IF;
  if (found)
    ihop_layout_take (layout, "if-convert", way, n, "%s", "");
}

void
ihop_nests_prepare (IhopLayout *layout, guint n_loops)
{
  ihop_idea_version (layout->search, layout->state, ihop_layout_loop (layout, NULL, 0)->address);
  ihop_nests_convert_conditions (layout, first_inner, n_loops - 1);
  for (guint n = n_loops; n-- > 0;)
    {
      g_autoptr (GPtrArray) names = values_in (ihop_loop_body (ihop_layout_loop (layout, first_inner, n)->loop));
      for (guint i = 0; i < names->len; i++)
        ihop_layout_take (layout, "substitute", first_inner, n, "%s", (const char *) names->pdata[i]);
    }
}

/* Counts what a statement sets. FALSE: it does something else, or the iterator moves what it sets. */
static gboolean
count_sets (const IhopNode *statement, const IhopSymbol *iterator, guint *n)
{
  const IhopNode *set = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  if (statement->kind == IHOP_DECLARATION)
    return TRUE;
  if (statement->kind == IHOP_IF && statement->child[2] == NULL)
    {
      g_autoptr (GPtrArray) inside = ihop_body_statements (statement->child[1]);
      gboolean fine = TRUE;
      for (guint i = 0; fine && i < inside->len; i++)
        fine = count_sets (inside->pdata[i], iterator, n);
      return fine;
    }
  *n += 1;
  return set && set->kind == IHOP_ASSIGN && !ihop_mentions (set->child[0], iterator);
}

guint
ihop_nests_count_sums (const IhopNode *loop)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (loop));
  const IhopSymbol *iterator = ihop_loop_iterator (loop);
  guint n = 0;

  for (guint i = 0; i < statements->len; i++)
    if (iterator == NULL || !count_sets (statements->pdata[i], iterator, &n))
      return 0;
  return n;
}

gboolean
ihop_nests_privatize (IhopLayout *layout, guint n_loops, const char *variable)
{
  const IhopLoopName *loop = ihop_layout_loop (layout, first_inner, n_loops - 1);

  return ihop_declared_in_body (ihop_loop_body (loop->loop), variable)
         || ihop_layout_take (layout, "privatize", first_inner, n_loops - 1, "%s", variable);
}
