/* Where a path can be read. "im->data" may be read before a loop if im is followed there anyway, or was before. If it
 * is not, a caller that knows that the loop does not run may well pass a null pointer, or one to memory that is gone. */
#include "transform/storage/unpack_safe.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "transform/storage/unpack_evaluated.h"
#include "transform/storage/unpack_unchanged.h"

static gboolean
frees (const IhopNode *node, gpointer data)
{
  gpointer *pair = data;
  const IhopUnpack *self = pair[0];

  if (node->kind == IHOP_CALL)
    {
      const IhopEffects *effects = ihop_effects_of (self->step->facts, ihop_call_callee (node));
      for (guint i = 0; i < effects->n_params; i++)
        if (effects->params[i] & IHOP_EFFECT_FREES)
          pair[1] = (gpointer) node;
      if (!effects->is_known)
        pair[1] = (gpointer) node;
    }
  return pair[1] == NULL;
}

/* Nothing is given back meanwhile, so what was there still is. */
static gboolean
stays (IhopUnpack *self, const IhopNode *code, const IhopNode *address)
{
  gpointer pair[2] = { self, NULL };
  IhopUnpackPath path = { .node = address };

  ihop_node_walk (code, frees, pair);
  return pair[1] == NULL && ihop_unpack_leaves_unchanged (self, code, &path, NULL);
}

static gboolean
is_ahead (IhopUnpack *self, const IhopNode *block, guint at, const IhopNode *address)
{
  IhopUnpackSearch search = { self, address, NULL, FALSE };

  for (guint i = at; i < block->n_children; i++)
    {
      IhopUnpackEvaluated result = ihop_unpack_search_statement (&search, block->child[i]);
      if (result != IHOP_EVALUATED_NOT_YET)
        return result == IHOP_EVALUATED_FOUND;
      if (!stays (self, block->child[i], address))
        return FALSE;
    }
  return FALSE;
}

static gboolean
is_among (IhopUnpack *self, const IhopNode *block, guint at, const IhopNode *address,
          gboolean *known)
{
  IhopUnpackSearch search = { self, address, NULL, TRUE };

  *known = TRUE;
  for (guint i = at; i-- > 0;)
    {
      if (!stays (self, block->child[i], address))
        return FALSE;
      if (ihop_unpack_search_statement (&search, block->child[i]) == IHOP_EVALUATED_FOUND)
        return TRUE;
    }
  *known = FALSE; /* the blocks around may tell */
  return FALSE;
}

static guint
index_of (const IhopNode *block, const IhopNode *child)
{
  guint i = 0;

  while (block->child[i] != child)
    i++;
  return i;
}

/* Whether it has been followed on every way to this place. */
static gboolean
is_behind (IhopUnpack *self, const IhopNode *block, guint at, const IhopNode *address)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (self->step->facts, self->function, block);
  IhopUnpackSearch search = { self, address, NULL, TRUE };
  gboolean known;

  for (guint i = 0; path && i < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind == IHOP_SWITCH)
      return FALSE;
  if (is_among (self, block, at, address, &known))
    return TRUE;
  if (known)
    return FALSE;
  for (guint i = path ? path->len - 1 : 0; i-- > 0;)
    {
      const IhopNode *around = path->pdata[i], *inner = path->pdata[i + 1];
      if (ihop_kind_is_loop (around->kind) && !stays (self, around, address))
        return FALSE;
      if ((around->kind == IHOP_IF || around->kind == IHOP_WHILE) && around->child[0] != inner
          && ihop_unpack_search_expression (&search, around->child[0]) == IHOP_EVALUATED_FOUND)
        return TRUE;
      if (around->kind == IHOP_FOR && ihop_unpack_search_for (&search, around) == IHOP_EVALUATED_FOUND)
        return TRUE;
      if (around->kind != IHOP_BLOCK)
        continue;
      if (is_among (self, around, index_of (around, inner), address, &known))
        return TRUE;
      if (known)
        return FALSE;
    }
  return FALSE;
}

static gboolean
is_safe (IhopUnpack *self, const IhopNode *block, guint at, const IhopNode *node)
{
  const IhopNode *address = ihop_unpack_followed (node);

  if (address && !is_ahead (self, block, at, address) && !is_behind (self, block, at, address))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!is_safe (self, block, at, node->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_unpack_is_safe (IhopUnpack *self, const IhopNode *block, guint at, const IhopUnpackPath *path)
{
  return is_safe (self, block, at, path->node);
}

static gboolean
is_reached (IhopUnpack *self, const IhopNode *loop, const IhopNode *node)
{
  const IhopUnpackSearch search = { self, ihop_unpack_followed (node), NULL, FALSE };

  if (search.address && ihop_unpack_search_statement (&search, loop) != IHOP_EVALUATED_FOUND && ihop_unpack_search_statement (&search, ihop_loop_body (loop)) != IHOP_EVALUATED_FOUND)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!is_reached (self, loop, node->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_unpack_is_reached (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path)
{
  return is_reached (self, loop, path->node);
}

