#include "project/prepare/function_versions.h"
#include "analysis/program/callgraph.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

static gboolean
find_own_name (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_STRING && node->text && g_str_has_prefix (node->text, "__"); /* __func__ */
  return !*found;
}

static gboolean
asks_for_its_name (const IhopFunction *function)
{
  gboolean found = FALSE;

  ihop_node_walk (function->body, find_own_name, &found);
  return found;
}

/* "static void f (int n)", of which nothing but the body's bytes is kept. */
static gboolean
has_plain_head (const IhopTree *tree, const IhopFunction *function)
{
  if (function->range.source != tree->source || function->body->range.source != tree->source)
    return FALSE;
  const char *text = tree->source->text + function->range.begin;
  gsize length = function->body->range.begin - function->range.begin;
  g_autofree char *head = g_strndup (text, length);
  g_strchomp (head);
  return g_str_has_suffix (head, ")") && strchr (head, '#') == NULL && strchr (head, '[') == NULL
         && !ihop_text_has_word (head, "__attribute__");
}

gboolean
ihop_function_may_have_version (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function)
{
  const IhopSymbol *symbol = function->symbol;
  const IhopType *type = ihop_type_strip (symbol->type);

  for (guint i = 0; i < function->n_params; i++)
    if (*function->params[i]->name == '\0')
      return FALSE;
  return function->in_main_file && function->stands_before == NULL && has_plain_head (tree, function)
         && !type->is_variadic && type->has_prototype && !symbol->is_replaceable && !symbol->is_run_unasked
         && (!symbol->is_inline || symbol->storage == IHOP_STORAGE_STATIC)
         && !ihop_callgraph_node (facts, function)->is_recursive && !asks_for_its_name (function);
}
