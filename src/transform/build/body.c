/* Statements of bodies and blocks. */
#include "transform/build/body.h"
#include "transform/build/jump_removal.h"
#include "transform/build/refusal.h"
#include <string.h>

gboolean
ihop_is_mark (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && !g_str_has_prefix (node->text, "scop")
         && !g_str_has_prefix (node->text, "endscop")
         && !g_str_has_prefix (node->text, "target begin")
         && !g_str_has_prefix (node->text, "target end");
}

gboolean
ihop_is_hint (const IhopNode *node)
{
  static const char *const words[] = { "GCC unroll", "GCC novector", "unroll", "nounroll" };

  for (guint i = 0; node->kind == IHOP_PRAGMA && i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (node->text, words[i]))
      return TRUE;
  return FALSE;
}

GPtrArray *
ihop_body_statements (const IhopNode *body)
{
  GPtrArray *statements = g_ptr_array_new ();

  if (body->kind != IHOP_BLOCK)
    g_ptr_array_add (statements, (gpointer) body);
  else
    for (guint i = 0; i < body->n_children; i++)
      if (!ihop_is_mark (body->child[i]) && body->child[i]->kind != IHOP_EMPTY)
        g_ptr_array_add (statements, (gpointer) body->child[i]);
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

static void
find_own_jump (const IhopNode *node, gboolean in_switch, const IhopNode **found)
{
  if (node == NULL || ihop_kind_is_loop (node->kind) || *found)
    return;
  if (node->kind == IHOP_CONTINUE || (node->kind == IHOP_BREAK && !in_switch))
    *found = node;
  for (guint i = 0; i < node->n_children; i++)
    find_own_jump (node->child[i], in_switch || node->kind == IHOP_SWITCH, found);
}

gboolean
ihop_has_no_jumps (IhopTransformStep *step, const IhopNode *body)
{
  const IhopNode *found = NULL;

  find_own_jump (body, FALSE, &found);
  if (found)
    ihop_guard_remedy (step,
                       ihop_refuse (step, IHOP_T_SHAPE, found, "%s cannot stand outside of its loop",
                                    found->kind == IHOP_CONTINUE ? "a continue" : "a break"),
                       found);
  return found == NULL;
}
