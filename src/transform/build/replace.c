/* Code with some of its nodes replaced; what holds none of them is shared. */
#include "transform/build/replace.h"
#include "transform/build/body.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"

/* A block without those of its statements that are exchanged for nothing. */
static const IhopNode *
thinned (IhopBuild *build, const IhopNode *block, GHashTable *news)
{
  GPtrArray *kept = g_ptr_array_new ();

  for (guint i = 0; i < block->n_children; i++)
    {
      gpointer now = NULL;
      if (!g_hash_table_lookup_extended (news, block->child[i], NULL, &now) || now)
        ihop_append (kept, ihop_replace_nodes (build, block->child[i], news));
    }
  IhopNode *copy = ihop_node_new (build->pool, IHOP_BLOCK, kept->len);
  copy->place = block->range.source ? block->range : block->place;
  for (guint i = 0; i < kept->len; i++)
    copy->child[i] = kept->pdata[i];
  g_ptr_array_unref (kept);
  return copy;
}

const IhopNode *
ihop_replace_nodes (IhopBuild *build, const IhopNode *node, GHashTable *news)
{
  IhopNode *copy = NULL;
  gpointer now;

  if (g_hash_table_lookup_extended (news, node, NULL, &now))
    return now ? now : ihop_node_new (build->pool, IHOP_BLOCK, 0);
  for (guint i = 0; node->kind == IHOP_BLOCK && i < node->n_children; i++)
    if (g_hash_table_lookup_extended (news, node->child[i], NULL, &now) && now == NULL)
      return thinned (build, node, news);
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child
        = node->child[i] ? ihop_replace_nodes (build, node->child[i], news) : NULL;
      if (child == node->child[i])
        continue;
      if (copy == NULL)
        {
          copy = ihop_node_copy (build->pool, node);
          copy->spelling = NULL;
        }
      copy->child[i] = child;
    }
  return copy ? copy : node;
}

void
ihop_replace_mentions (GHashTable *news, const IhopNode *code, const IhopSymbol *symbol, const IhopNode *value)
{
  g_autoptr (GPtrArray) mentions = ihop_mentions_of (code, symbol);

  for (guint i = 0; i < mentions->len; i++)
    g_hash_table_insert (news, mentions->pdata[i], (gpointer) value);
}

void
ihop_drop_marks (const IhopFunction *function, const IhopNode *loop, gboolean outer,
                 GHashTable *news)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, loop);

  for (guint i = path->len; i-- > 1;)
    {
      const IhopNode *node = path->pdata[i], *block = path->pdata[i - 1];
      guint at = 0;
      if (block->kind != IHOP_BLOCK || (node != loop && !outer))
        continue;
      while (block->child[at] != node)
        at++;
      while (at > 0 && ihop_is_mark (block->child[at - 1]))
        if (!ihop_is_hint (block->child[--at]))
          g_hash_table_insert (news, (gpointer) block->child[at], NULL);
    }
}

void
ihop_keep_target_marks (IhopBuild *build, const IhopFunction *function, const IhopNode *loop, GPtrArray *into)
{
  const IhopNode *block;
  guint from, at;

  if (!ihop_sibling_of (function, loop, &block, &at))
    return;
  from = at;
  while (from > 0 && block->child[from - 1]->kind == IHOP_PRAGMA)
    from--;
  for (; from < at; from++)
    if (g_str_has_prefix (block->child[from]->text, "target")
        && !g_str_has_prefix (block->child[from]->text, "target begin")
        && !g_str_has_prefix (block->child[from]->text, "target end"))
      ihop_append (into, ihop_make_mark (build, block->child[from]->text));
}
