#include "advise/product_pairs.h"
#include "advise/isolate.h"
#include "transform/build/query.h"

enum { BESIDE = 2, PAIRED_BYTES = 8 };

/* What has been seen of a loop's iterator in subscripts: in the last one of an element, in another one. */
typedef struct
{
  const IhopSymbol *iterator;
  gboolean last, other;
} Seen;

typedef struct
{
  Seen seen[3];            /* rows, columns, the sum */
  gboolean fits;           /* all elements have as many bytes as are read in pairs */
} Search;

static void
note_subscript (Search *search, const IhopNode *subscript, gboolean is_last)
{
  for (guint i = 0; i < G_N_ELEMENTS (search->seen); i++)
    {
      Seen *seen = &search->seen[i];
      if (!ihop_mentions (subscript, seen->iterator))
        continue;
      seen->last |= is_last;
      seen->other |= !is_last;
    }
}

static gboolean
look_at_element (const IhopNode *node, gpointer data)
{
  Search *search = data;
  const IhopNode *element = node;

  if (node->kind != IHOP_INDEX)
    return TRUE;
  search->fits &= node->type && node->type->size == PAIRED_BYTES;
  for (; element->kind == IHOP_INDEX; element = ihop_node_strip (element->child[0], TRUE))
    note_subscript (search, element->child[1], element == node);
  return FALSE;
}

/* Whether the loop's first iteration is another one for each value of the iterator. */
static gboolean
begins_by (const IhopLayout *layout, const IhopNode *loop, const IhopSymbol *iterator)
{
  const IhopCounting *counting = ihop_loops_counting (ihop_state_facts (layout->search, *layout->state), (*layout->state)->tree, loop);

  return counting == NULL || counting->lower == NULL || !counting->is_plain || ihop_mentions (counting->lower, iterator);
}

static gboolean
goes_along (const Seen *seen)
{
  return seen->last && !seen->other;
}

IhopPairs
ihop_pairs_find (const IhopLayout *layout, const guint *way, guint n)
{
  const IhopLoopName *i = ihop_layout_loop (layout, way, n), *j = ihop_layout_loop (layout, way, n + 1), *k = ihop_layout_loop (layout, way, n + 2);
  const IhopPairs none = { FALSE, FALSE, FALSE };

  if (k == NULL)
    return none;
  g_autoptr (GPtrArray) updates = ihop_isolate_updates (k->loop);
  Search search = { { { ihop_loop_iterator (i->loop) }, { ihop_loop_iterator (j->loop) }, { ihop_loop_iterator (k->loop) } }, TRUE };
  for (guint u = 0; u < updates->len; u++)
    ihop_node_walk (((const IhopNode *) updates->pdata[u])->child[1], look_at_element, &search);
  if (!search.fits)
    return none;
  const gboolean begins_alike
    = !begins_by (layout, k->loop, ihop_loop_iterator (i->loop)) && !begins_by (layout, k->loop, ihop_loop_iterator (j->loop));
  return (IhopPairs){ goes_along (&search.seen[0]), goes_along (&search.seen[1]), search.seen[2].last && begins_alike };
}

gboolean
ihop_pairs_any (IhopPairs pairs)
{
  return pairs.rows || pairs.columns || pairs.sum;
}

char *
ihop_pairs_threads (IhopPairs pairs, guint threads_y, guint threads_x)
{
  g_autofree char *y = pairs.rows ? g_strdup_printf ("%ux%d", threads_y, BESIDE) : g_strdup_printf ("%u", threads_y);
  g_autofree char *x = pairs.columns ? g_strdup_printf ("%ux%d", threads_x, BESIDE) : g_strdup_printf ("%u", threads_x);

  return g_strdup_printf ("%s %s", y, x);
}
