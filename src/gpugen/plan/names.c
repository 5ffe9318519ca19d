/* The variables that names mean in a function. */
#include "ir/expression.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/text_words.h"
#include "gpugen/plan/work.h"
#include <string.h>

typedef struct
{
  const char *name;
  IhopSymbol *found;
  gboolean twice;
} Find;

static void
found_symbol (Find *find, IhopSymbol *symbol)
{
  if (symbol == NULL || strcmp (symbol->name, find->name) != 0 || symbol == find->found)
    return;
  find->twice |= find->found != NULL;
  find->found = symbol;
}

static gboolean
look_for_declaration (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_VARIABLE)
    found_symbol (data, node->symbol);
  return TRUE;
}

IhopSymbol *
ihop_name_symbol (const IhopWork *work, const char *name, gboolean *is_unique)
{
  const GPtrArray *globals = work->planner->tree->globals;
  Find find = { .name = name };

  for (guint i = 0; i < work->function->n_params; i++)
    found_symbol (&find, work->function->params[i]);
  ihop_node_walk (work->function->body, look_for_declaration, &find);
  for (guint i = 0; find.found == NULL && i < globals->len; i++)
    found_symbol (&find, globals->pdata[i]);
  if (is_unique)
    *is_unique = !find.twice;
  return find.found;
}

gboolean
ihop_name_is_unique (const IhopWork *work, const IhopSymbol *symbol)
{
  gboolean unique;

  return ihop_name_symbol (work, symbol->name, &unique) == symbol && unique;
}

/* Whether a macro is defined more than once, or behind the first function. */
static gboolean
is_redefined (const IhopTree *tree, const char *name)
{
  const IhopFunction *first = tree->functions->len ? tree->functions->pdata[0] : NULL;
  guint n = 0;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->name && g_str_equal (directive->name, name))
        n += directive->kind == IHOP_DIRECTIVE_DEFINE && first
                 && directive->range.begin < first->range.begin ? 1 : 2;
    }
  return n >= 2;
}

gboolean
ihop_macros_are_fixed (const IhopWork *work, const IhopNode *node)
{
  const IhopTree *tree = work->planner->tree;
  g_autofree char *words = ihop_expression_text (node);

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if ((directive->kind == IHOP_DIRECTIVE_DEFINE || directive->kind == IHOP_DIRECTIVE_UNDEF)
          && ihop_text_has_word (words, directive->name) && is_redefined (tree, directive->name))
        return FALSE;
    }
  return TRUE;
}
