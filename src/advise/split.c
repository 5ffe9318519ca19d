/* Index-set splitting (Griebl, Feautrier, Lengauer 2000): a loop that meets a line or row which it
 * also reads (path[i][k] and path[k][j] for path[i][j]) is cut before and behind the crossing. On
 * either side of it nothing is both read and written. */
#include "advise/ideas.h"
#include "ir/print.h"
#include "transform/build/query.h"
#include <string.h>

typedef struct
{
  const IhopSymbol *array;
  guint rank;
  const IhopNode *subscript[8]; /* outermost first */
} Reference;

/* ---- Where is it crossed ----------------------------------------------------------------------- */

static gboolean
read_reference (const IhopNode *node, Reference *reference)
{
  const IhopNode *found[8];

  reference->rank = 0;
  while (node->kind == IHOP_INDEX && reference->rank < 8)
    {
      found[reference->rank++] = ihop_node_strip (node->child[1], TRUE);
      node = ihop_node_strip (node->child[0], TRUE);
    }
  for (guint d = 0; d < reference->rank; d++)
    reference->subscript[d] = found[reference->rank - 1 - d];
  reference->array = node->kind == IHOP_REF ? node->symbol : NULL;
  return reference->rank > 0 && reference->array;
}

static gboolean
collect (const IhopNode *node, gpointer data)
{
  Reference reference;

  if (node->kind != IHOP_INDEX || !read_reference (node, &reference))
    return TRUE;
  g_array_append_val ((GArray *) data, reference);
  return FALSE; /* A[i] is no reference of its own in A[i][j] */
}

typedef struct
{
  const IhopNode *loop;
  gboolean moves;
} Still;

static gboolean
look_for_inner (const IhopNode *node, gpointer data)
{
  Still *still = data;

  if (node->kind == IHOP_FOR && ihop_loop_iterator (node))
    still->moves |= ihop_mentions (still->loop, ihop_loop_iterator (node));
  return !still->moves;
}

/* "k", "k + 1", "n - 1" of names that nothing in the loop counts with. */
static gboolean
stands_still (const IhopNode *loop, const IhopNode *subscript)
{
  Still still = { subscript, FALSE };

  if (subscript->kind == IHOP_BINARY)
    return (subscript->op == IHOP_OP_ADD || subscript->op == IHOP_OP_SUB)
           && ihop_node_strip (subscript->child[1], TRUE)->flags & IHOP_NODE_CONSTANT
           && stands_still (loop, ihop_node_strip (subscript->child[0], TRUE));
  if (subscript->kind != IHOP_REF)
    return FALSE;
  ihop_node_walk (loop, look_for_inner, &still);
  return !still.moves;
}

/* The place where the loop crosses what it also reads. Caller frees; NULL: none. */
static char *
crossing_of (const IhopNode *loop)
{
  const IhopSymbol *iterator = ihop_loop_iterator (loop);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Reference));

  if (iterator == NULL)
    return NULL;
  ihop_node_walk (ihop_loop_body (loop), collect, all);
  for (guint i = 0; i < all->len; i++)
    for (guint k = 0; k < all->len; k++)
      {
        const Reference *a = &g_array_index (all, Reference, i);
        const Reference *b = &g_array_index (all, Reference, k);
        for (guint d = 0; a->array == b->array && a->rank == b->rank && d < a->rank; d++)
          if (a->subscript[d]->kind == IHOP_REF && a->subscript[d]->symbol == iterator
              && stands_still (loop, b->subscript[d]))
            return ihop_print_node (b->subscript[d], NULL);
      }
  return NULL;
}

/* ---- Steps --------------------------------------------------------------------------------------- */

static gboolean
cut (IhopSearching *search, IhopState **state, const char *address, const char *relation,
     const char *value)
{
  const IhopSymbol *iterator = ihop_loop_iterator (ihop_state_loop (*state, address)->loop);
  g_autofree char *step
    = g_strdup_printf ("split %s '%s %s %s'", address, iterator->name, relation, value);

  return ihop_state_try (search, state, step);
}

static guint
cut_loop (IhopSearching *search, IhopState **state, const char *address)
{
  g_autofree char *value = crossing_of (ihop_state_loop (*state, address)->loop);
  g_autofree char *second = ihop_address_after (address, 1);

  if (value == NULL || !cut (search, state, address, "<", value))
    return 1;
  return cut (search, state, second, "<=", value) ? 3 : 2;
}

static void split_loop (IhopSearching *search, IhopState **state, const char *address);

static void
split_inside (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) inner = name ? ihop_state_inner (*state, name->loop) : g_ptr_array_new ();
  g_autoptr (GPtrArray) below = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add (below, g_strdup (((const IhopLoopName *) inner->pdata[i])->address));
  for (guint i = below->len; i-- > 0;)
    split_loop (search, state, below->pdata[i]);
}

static void
split_loop (IhopSearching *search, IhopState **state, const char *address)
{
  if (ihop_state_loop (*state, address) == NULL || ihop_searching_is_over (search))
    return;
  guint n = cut_loop (search, state, address);
  for (guint k = n; k-- > 0;)
    {
      g_autofree char *part = ihop_address_after (address, k);
      split_inside (search, state, part);
      if (n > 1)
        ihop_idea_distribute (search, state, part, FALSE);
    }
}

/* The verdict is asked for once, before the loop is cut: asking again of each program on the way would be expensive. */
void
ihop_idea_split (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (*state, address);
  const IhopLoop *loop
    = name ? ihop_loops_find (ihop_state_facts (search, *state), (*state)->tree, name->loop) : NULL;

  if (loop && loop->verdict != IHOP_PARALLEL)
    split_loop (search, state, address);
}
