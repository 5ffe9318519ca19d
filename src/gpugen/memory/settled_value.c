/* From which statement of a block on a variable keeps its value. */
#include "gpugen/memory/settled_value.h"
#include "gpugen/plan/work.h"

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *found;
} FindVariable;

static gboolean
look_for_variable (const IhopNode *node, gpointer data)
{
  FindVariable *find = data;

  if (node->kind == IHOP_VARIABLE && node->symbol == find->symbol)
    find->found = node;
  return find->found == NULL;
}

const IhopNode *
ihop_variable_declaration (const IhopWork *work, const IhopSymbol *symbol)
{
  FindVariable find = { symbol, NULL };

  ihop_node_walk (work->function->body, look_for_variable, &find);
  return find.found;
}

gboolean
ihop_variable_is_declared_in (const IhopNode *node, const IhopSymbol *symbol)
{
  FindVariable find = { symbol, NULL };

  ihop_node_walk (node, look_for_variable, &find);
  return find.found != NULL;
}

static IhopSettled
settle (const IhopWork *work, const IhopNode *block, const IhopSymbol *symbol)
{
  IhopSettled settled = { -1, -1, -1 };

  for (int i = 0; i < (int) block->n_children; i++)
    {
      const IhopNode *child = block->child[i];
      gboolean declared = ihop_variable_is_declared_in (child, symbol);
      guint touch = declared ? IHOP_TOUCH_REBIND : ihop_touch_of (work->planner->facts, work->function, child, symbol);
      if (declared && child->kind != IHOP_DECLARATION)
        settled.hidden = i;
      if (touch & (IHOP_TOUCH_WRITE | IHOP_TOUCH_REBIND))
        settled.set = i;
      if (touch & (IHOP_TOUCH_REBIND | IHOP_TOUCH_FREE))
        settled.moved = i;
    }
  return settled;
}

const IhopSettled *
ihop_settled_value_of (const IhopWork *work, const IhopNode *block, const IhopSymbol *symbol)
{
  GHashTable *blocks = work->planner->settled, *symbols = g_hash_table_lookup (blocks, block);
  IhopSettled *settled;

  if (symbols == NULL)
    {
      symbols = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      g_hash_table_insert (blocks, (gpointer) block, symbols);
    }
  settled = g_hash_table_lookup (symbols, symbol);
  if (settled)
    return settled;

  IhopSettled now = settle (work, block, symbol);

  settled = g_memdup2 (&now, sizeof now);
  g_hash_table_insert (symbols, (gpointer) symbol, settled);
  return settled;
}
