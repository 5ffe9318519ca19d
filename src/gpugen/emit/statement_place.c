/* How a statement stands in the owner's text: in a list, or as the body of a head without braces. */
#include "gpugen/emit/statement_place.h"

gboolean
ihop_statement_has_braces (const IhopNode *node)
{
  return node->kind == IHOP_BLOCK && node->range.source
         && node->range.source->text[node->range.begin] == '{';
}

const IhopNode *
ihop_statement_parent (const IhopFunction *function, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, node);

  return path && path->len > 1 ? path->pdata[path->len - 2] : NULL;
}

gboolean
ihop_statement_is_in_list (const IhopFunction *function, const IhopNode *node)
{
  const IhopNode *parent = ihop_statement_parent (function, node);

  if (parent == NULL)
    return TRUE;
  if (parent->kind == IHOP_BLOCK)
    return ihop_statement_has_braces (parent) || ihop_statement_is_in_list (function, parent);
  return parent->kind == IHOP_LABEL || parent->kind == IHOP_CASE;
}

const IhopNode *
ihop_statement_group (const IhopFunction *function, const IhopNode *node)
{
  const IhopNode *parent = ihop_statement_parent (function, node);

  return parent && parent->kind == IHOP_BLOCK && !ihop_statement_is_in_list (function, node) ? parent : NULL;
}

gboolean
ihop_statement_is_before_else (const IhopFunction *function, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, node);

  for (guint i = path ? path->len - 1 : 0; i > 0; i--)
    {
      const IhopNode *parent = path->pdata[i - 1];
      if (parent->kind == IHOP_BLOCK && ihop_statement_has_braces (parent))
        return FALSE;
      if (parent->kind == IHOP_IF && parent->child[2] && parent->child[1] == path->pdata[i])
        return TRUE;
    }
  return FALSE;
}

gboolean
ihop_statement_is_labelled (const IhopFunction *function, const IhopNode *node)
{
  const IhopNode *parent = ihop_statement_parent (function, node);

  if (parent && parent->kind == IHOP_BLOCK && !ihop_statement_has_braces (parent))
    parent = ihop_statement_parent (function, parent);
  return parent && (parent->kind == IHOP_LABEL || parent->kind == IHOP_CASE);
}
