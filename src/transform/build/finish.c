/* New code put in the place of the old. Marks of loops that were there go; a node that stands in the new code twice is
 * copied; types that the text would not say are made explicit. */
#include "transform/build/finish.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/printed_type.h"
#include <stdarg.h>
#include <string.h>

/* Every node stands once: what is met again is copied. */
static const IhopNode *
stand_once (IhopBuild *build, const IhopNode *node, GHashTable *seen)
{
  IhopNode *copy = NULL;

  if (!g_hash_table_add (seen, (gpointer) node))
    copy = ihop_build_duplicate (build, node);
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i] ? stand_once (build, node->child[i], seen) : NULL;
      if (child == node->child[i])
        continue;
      if (copy == NULL)
        copy = ihop_build_duplicate (build, node);
      copy->child[i] = child;
    }
  return copy ? copy : node;
}

const IhopNode *
ihop_build_unshared (IhopBuild *build, const IhopNode *node)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  return stand_once (build, node, seen);
}

/* What is new, or comes from elsewhere, stands where the old stood: the printer keeps the comments
 * before it, and messages name its line. */
static const IhopNode *
in_place_of (IhopBuild *build, const IhopNode *now, const IhopNode *old)
{
  if (now->range.source && ihop_range_contains (old->range.source ? old->range : old->place,
                                                now->range))
    return now;

  IhopNode *moved = ihop_build_duplicate (build, now);

  moved->range = (IhopRange){ 0 };
  moved->place = old->range.source ? old->range : old->place;
  return moved;
}

/* The hints in front of a loop, in front of what it has become; of const IhopNode *. */
static GPtrArray *
with_hints (const IhopNode *block, guint from, guint at, const GPtrArray *news)
{
  const IhopSymbol *iterator = ihop_loop_iterator (block->child[at]);
  GPtrArray *all = g_ptr_array_new ();
  guint like = 0;

  for (guint i = 0; i < news->len; i++)
    like += ihop_kind_is_loop (((IhopNode *) news->pdata[i])->kind);
  for (guint i = 0; i < news->len; i++)
    {
      const IhopNode *node = news->pdata[i];
      gboolean same = like == 1 && ihop_kind_is_loop (node->kind) && iterator
                      && ihop_loop_iterator (node)
                      && g_str_equal (ihop_loop_iterator (node)->name, iterator->name);
      for (guint k = from; same && k < at; k++)
        if (ihop_is_hint (block->child[k]))
          g_ptr_array_add (all, (gpointer) block->child[k]);
      g_ptr_array_add (all, (gpointer) node);
    }
  return all;
}

/* The block with n children from "first" on exchanged. */
static const IhopNode *
splice_block (IhopBuild *build, const IhopNode *block, const IhopNode *first, guint n,
              const GPtrArray *news)
{
  guint at = 0, from;

  while (block->child[at] != first)
    at++;
  g_assert (at + n <= block->n_children);
  for (from = at; from > 0 && ihop_is_mark (block->child[from - 1]);)
    from--;

  g_autoptr (GPtrArray) all = with_hints (block, from, at, news);
  guint dropped = at - from + n;
  IhopNode *whole
    = ihop_node_new (build->pool, IHOP_BLOCK, block->n_children - dropped + all->len);
  whole->place = block->range.source ? block->range : block->place;
  for (guint i = 0; i < from; i++)
    whole->child[i] = block->child[i];
  for (guint i = 0; i < all->len; i++)
    whole->child[from + i] = all->pdata[i];
  for (guint i = at + n; i < block->n_children; i++)
    whole->child[i - dropped + all->len] = block->child[i];
  for (guint i = at; i < at + n; i++)
    g_ptr_array_add (build->rewrite->old_region, (gpointer) block->child[i]);
  return whole;
}

static gboolean
declares (const GPtrArray *statements)
{
  for (guint i = 0; i < statements->len; i++)
    if (((IhopNode *) statements->pdata[i])->kind == IHOP_DECLARATION)
      return TRUE;
  return FALSE;
}

static const IhopNode *
one_statement (IhopBuild *build, const GPtrArray *news)
{
  if (news->len == 1 && !declares (news))
    return news->pdata[0];

  IhopNode *block = ihop_node_new (build->pool, IHOP_BLOCK, news->len);

  for (guint i = 0; i < news->len; i++)
    block->child[i] = news->pdata[i];
  return block;
}

static gboolean
is_vector_mark (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && g_str_has_prefix (node->text, "omp simd");
}

/* Where the mark of the block's child stands; FALSE: it has none. */
static gboolean
find_vector_mark (const IhopNode *block, const IhopNode *child, guint *mark)
{
  for (guint i = 0; block->kind == IHOP_BLOCK && i < block->n_children; i++)
    if (block->child[i] == child)
      for (guint k = i; k > 0 && ihop_is_mark (block->child[k - 1]); k--)
        if (is_vector_mark (block->child[k - 1]))
          {
            *mark = k - 1;
            return TRUE;
          }
  return FALSE;
}

static const IhopNode *
without_child (IhopBuild *build, const IhopNode *block, guint child)
{
  IhopNode *rest = ihop_node_new (build->pool, IHOP_BLOCK, block->n_children - 1);

  rest->place = block->range.source ? block->range : block->place;
  for (guint i = 0, k = 0; i < block->n_children; i++)
    if (i != child)
      rest->child[k++] = block->child[i];
  return rest;
}

/* The body with path[at] exchanged. A strip that runs as a vector (vectorize.c) was proved to be
 * one as it stood: a change inside ends that. */
static const IhopNode *
rebuilt_around (IhopBuild *build, const GPtrArray *path, guint at, const IhopNode *now)
{
  for (guint i = at; i-- > 0;)
    {
      const IhopNode *around = path->pdata[i];
      const IhopNode *block = ihop_node_replace (build->pool, around, path->pdata[i + 1], now);
      guint mark;
      if (find_vector_mark (around, path->pdata[i + 1], &mark))
        block = without_child (build, block, mark);
      now = block;
    }
  return now;
}

IhopRewrite *
ihop_build_finish (IhopBuild *build, const IhopNode *first, guint n, GPtrArray *news)
{
  g_autoptr (GPtrArray) path = ihop_node_path (build->function->body, first);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const IhopNode *parent, *body;

  g_assert (path && path->len >= 2);
  for (guint i = 0; i < news->len; i++)
    news->pdata[i] = (gpointer) ihop_make_types_explicit (build, stand_once (build, news->pdata[i], seen));
  if (news->len)
    news->pdata[0] = (gpointer) in_place_of (build, news->pdata[0], first);
  parent = path->pdata[path->len - 2];
  if (parent->kind == IHOP_BLOCK)
    {
      const IhopNode *whole = splice_block (build, parent, first, n, news);
      body = rebuilt_around (build, path, path->len - 2, whole);
      g_ptr_array_extend (build->rewrite->new_region, news, NULL, NULL);
    }
  else
    {
      const IhopNode *one = one_statement (build, news);
      body = rebuilt_around (build, path, path->len - 1, one);
      g_ptr_array_add (build->rewrite->old_region, (gpointer) first);
      g_ptr_array_add (build->rewrite->new_region, (gpointer) one);
    }
  g_ptr_array_unref (news);
  ihop_tree_set_body (build->tree, build->function, body);
  return g_steal_pointer (&build->rewrite);
}

IhopRewrite *
ihop_build_finish_one (IhopBuild *build, const IhopNode *old, const IhopNode *now)
{
  GPtrArray *news = g_ptr_array_new ();

  g_ptr_array_add (news, (gpointer) now);
  return ihop_build_finish (build, old, 1, news);
}

IhopRewrite *
ihop_build_finish_body (IhopBuild *build, const IhopNode *body)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  ihop_tree_set_body (build->tree, build->function,
                      ihop_make_types_explicit (build, stand_once (build, body, seen)));
  return g_steal_pointer (&build->rewrite);
}
