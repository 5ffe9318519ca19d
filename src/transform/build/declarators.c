/* Declarations of a block: found, and taken apart to leave one variable out. */
#include "transform/build/declarators.h"

gboolean
ihop_find_declarator (const IhopNode *block, const IhopSymbol *symbol, guint *child, guint *k)
{
  for (*child = 0; block->kind == IHOP_BLOCK && *child < block->n_children; (*child)++)
    {
      const IhopNode *declaration = block->child[*child];
      if (declaration->kind != IHOP_DECLARATION)
        continue;
      for (*k = 0; *k < declaration->n_children; (*k)++)
        if (declaration->child[*k]->symbol == symbol)
          return TRUE;
    }
  return FALSE;
}

/* Variables from … to - 1 of a declaration; NULL: none. */
static const IhopNode *
declaration_part (IhopBuild *build, const IhopNode *declaration, guint from, guint to)
{
  IhopNode *part;

  if (from >= to)
    return NULL;
  part = ihop_node_new (build->pool, IHOP_DECLARATION, to - from);
  part->place = declaration->range.source ? declaration->range : declaration->place;
  for (guint i = from; i < to; i++)
    part->child[i - from] = declaration->child[i];
  return part;
}

/* What stands behind may use it: the order stays. */
const IhopNode *
ihop_without_declarator (IhopBuild *build, const IhopNode *block, guint child, guint k,
                         const IhopNode *instead)
{
  const IhopNode *declaration = block->child[child];
  const IhopNode *parts[] = { declaration_part (build, declaration, 0, k), instead,
                              declaration_part (build, declaration, k + 1,
                                                declaration->n_children) };
  IhopNode *copy = ihop_node_new (build->pool, IHOP_BLOCK, block->n_children - 1
                                                             + (parts[0] != NULL)
                                                             + (parts[1] != NULL)
                                                             + (parts[2] != NULL));
  guint at = 0;

  copy->place = block->range.source ? block->range : block->place;
  for (guint i = 0; i < block->n_children; i++)
    if (i != child)
      copy->child[at++] = block->child[i];
    else
      for (guint part = 0; part < G_N_ELEMENTS (parts); part++)
        if (parts[part])
          copy->child[at++] = parts[part];
  return copy;
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *block; /* that declares it */
  guint mentions;
} Search;

static gboolean
search (const IhopNode *node, gpointer data)
{
  Search *self = data;
  guint child, k;

  self->mentions += node->symbol == self->symbol && node->kind != IHOP_VARIABLE;
  if (ihop_find_declarator (node, self->symbol, &child, &k))
    self->block = node;
  return TRUE;
}

const IhopNode *
ihop_without_variable (IhopBuild *build, const IhopNode *body, const IhopSymbol *symbol)
{
  Search self = { .symbol = symbol };
  guint child, k;

  ihop_node_walk (body, search, &self);
  if (self.block == NULL || self.mentions)
    return body;
  ihop_find_declarator (self.block, symbol, &child, &k);
  const IhopNode *declaration = self.block->child[child];
  if (ihop_node_effect (declaration->child[k]->child[0]) || declaration->spelling)
    return body;
  const IhopNode *rest = ihop_without_declarator (build, self.block, child, k, NULL);
  const IhopNode *changed = ihop_node_replace (build->pool, body, self.block, rest);
  return changed ? changed : body;
}
