/* The variables that names mean in a function. */
#include "gpugen/plan/planner.h"
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
