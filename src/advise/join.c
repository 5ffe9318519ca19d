/* Values that stand between two loops of a nest ("float a = alpha * A[i * K + k];" in front of the loop over j) are written
 * out where they are used, so that the nest is perfect and its loops can change places. */
#include "advise/ideas.h"

static gboolean
is_value (const IhopNode *statement)
{
  if (statement->kind != IHOP_DECLARATION || statement->n_children == 0)
    return FALSE;
  for (guint i = 0; i < statement->n_children; i++)
    if (statement->child[i]->child[0] == NULL || !ihop_type_is_scalar (statement->child[i]->symbol->type))
      return FALSE;
  return TRUE;
}

/* Values, and one loop behind them. */
static gboolean
is_joined (const IhopNode *body)
{
  guint n = body->kind == IHOP_BLOCK ? body->n_children : 0;

  if (n < 2 || body->child[n - 1]->kind != IHOP_FOR)
    return FALSE;
  for (guint i = 0; i + 1 < n; i++)
    if (!is_value (body->child[i]))
      return FALSE;
  return TRUE;
}

/* What is worked out last may be made of what stands before it. */
static void
add_steps (GPtrArray *steps, const char *address, const IhopNode *body)
{
  for (guint i = body->n_children - 1; i-- > 0;)
    for (guint k = body->child[i]->n_children; k-- > 0;)
      g_ptr_array_add (steps, g_strdup_printf ("substitute %s %s", address, body->child[i]->child[k]->symbol->name));
}

void
ihop_idea_join (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; outer && i < (*state)->names->len; i++)
    {
      const IhopLoopName *name = (*state)->names->pdata[i];
      g_autoptr (GPtrArray) path = name->function == outer->function ? ihop_node_path (outer->loop, name->loop) : NULL;
      if (path && name->loop->kind == IHOP_FOR && is_joined (ihop_loop_body (name->loop)))
        add_steps (steps, name->address, ihop_loop_body (name->loop));
    }
  for (guint i = 0; i < steps->len; i++)
    ihop_state_try (search, state, steps->pdata[i]);
}
