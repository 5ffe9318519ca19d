/* Statements of bodies and blocks, and lists of statements. */
#include "transform/build/body.h"
#include "transform/build/loop_pragma.h"
#include <string.h>

GPtrArray *
ihop_body_statements (const IhopNode *body)
{
  GPtrArray *statements = g_ptr_array_new ();

  if (body->kind != IHOP_BLOCK)
    g_ptr_array_add (statements, (gpointer) ihop_node_unlabelled (body));
  else
    for (guint i = 0; i < body->n_children; i++)
      if (!ihop_is_mark (body->child[i]) && ihop_node_unlabelled (body->child[i])->kind != IHOP_EMPTY)
        g_ptr_array_add (statements, (gpointer) ihop_node_unlabelled (body->child[i]));
  return statements;
}

const IhopNode *
ihop_only_loop (const IhopNode *body)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (body);
  const IhopNode *only = statements->len == 1 ? statements->pdata[0] : NULL;

  if (only && only->kind == IHOP_BLOCK)
    return ihop_only_loop (only);
  return only && only->kind == IHOP_FOR ? only : NULL;
}

gboolean
ihop_sibling_of (const IhopFunction *function, const IhopNode *node, const IhopNode **block,
                 guint *position)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, node);

  if (path == NULL || path->len < 2)
    return FALSE;
  *block = path->pdata[path->len - 2];
  if ((*block)->kind != IHOP_BLOCK)
    return FALSE;
  for (guint i = 0; i < (*block)->n_children; i++)
    if ((*block)->child[i] == node)
      *position = i;
  return TRUE;
}

gboolean
ihop_declares (const IhopNode *block)
{
  for (guint i = 0; i < block->n_children; i++)
    if (block->child[i]->kind == IHOP_DECLARATION)
      return TRUE;
  return FALSE;
}

void
ihop_append (GPtrArray *into, const IhopNode *statement)
{
  g_ptr_array_add (into, (gpointer) statement);
}

void
ihop_append_body (GPtrArray *into, const IhopNode *body)
{
  if (body->kind != IHOP_BLOCK || ihop_declares (body))
    g_ptr_array_add (into, (gpointer) body);
  else
    for (guint i = 0; i < body->n_children; i++)
      if (!ihop_is_mark (body->child[i]) || ihop_is_hint (body->child[i]))
        g_ptr_array_add (into, (gpointer) body->child[i]);
}

void
ihop_append_nothing (IhopBuild *build, GPtrArray *into)
{
  if (into->len == 0)
    g_ptr_array_add (into, ihop_node_new (build->pool, IHOP_EMPTY, 0));
}
