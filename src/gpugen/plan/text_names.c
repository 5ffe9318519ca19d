/* Identifiers in C text, and the variables they mean. */
#include "gpugen/plan/planner.h"
#include <string.h>

GPtrArray *
ihop_text_names (const char *text)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  while (text && *text)
    {
      gsize length = strspn (text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_");
      if (length == 0)
        {
          text++;
          continue;
        }
      if (!g_ascii_isdigit (*text))
        g_ptr_array_add (names, g_strndup (text, length));
      text += length;
    }
  return names;
}

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
ihop_text_symbol (const IhopWork *work, const char *name, gboolean *is_unique)
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
