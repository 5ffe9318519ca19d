/* A new tree on the way: made and freed, and the names that its new variables cannot have. */
#include "transform/build/build.h"
#include <stdarg.h>
#include <string.h>

static gboolean
take_name (const IhopNode *node, gpointer taken)
{
  if (node->symbol && node->symbol->name)
    g_hash_table_add (taken, g_strdup (node->symbol->name));
  return TRUE;
}

/* A new name must mean nothing anywhere in the function: macros and keywords are words, too. */
static void
take_names (IhopBuild *build, const IhopTree *tree)
{
  static const char *const words[]
    = { "auto",    "break",  "case",     "char",   "const",    "continue", "default",
        "do",      "double", "else",     "enum",   "extern",   "float",    "for",
        "goto",    "if",     "inline",   "int",    "long",     "register", "restrict",
        "return",  "short",  "signed",   "sizeof", "static",   "struct",   "switch",
        "typedef", "union",  "unsigned", "void",   "volatile", "while" };
  GHashTable *taken = build->taken;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_hash_table_add (taken, g_strdup (words[i]));
  for (guint i = 0; i < tree->globals->len; i++)
    g_hash_table_add (taken, g_strdup (((IhopSymbol *) tree->globals->pdata[i])->name));
  for (guint i = 0; i < tree->functions->len; i++)
    g_hash_table_add (taken, g_strdup (((IhopFunction *) tree->functions->pdata[i])->symbol->name));
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_DEFINE && directive->name)
        g_hash_table_add (taken, g_strdup (directive->name));
    }
  for (guint i = 0; i < build->function->n_params; i++)
    g_hash_table_add (taken, g_strdup (build->function->params[i]->name));
  ihop_node_walk (build->function->body, take_name, taken);
}

IhopBuild *
ihop_build_new (IhopTransformStep *step, const IhopFunction *function)
{
  IhopBuild *build = g_new0 (IhopBuild, 1);

  build->step = step;
  build->function = function;
  build->tree = ihop_tree_derive ((IhopTree *) step->tree);
  build->pool = build->tree->pool;
  build->rewrite = g_new0 (IhopRewrite, 1);
  build->rewrite->tree = build->tree;
  build->rewrite->function = function;
  build->rewrite->origins = g_hash_table_new (NULL, NULL);
  build->rewrite->old_region = g_ptr_array_new ();
  build->rewrite->new_region = g_ptr_array_new ();
  build->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  take_names (build, step->tree);
  return build;
}

void
ihop_build_free (IhopBuild *build)
{
  if (build == NULL)
    return;
  ihop_rewrite_free (build->rewrite);
  g_hash_table_unref (build->taken);
  g_free (build);
}

IhopNode *
ihop_build_duplicate (IhopBuild *build, const IhopNode *node)
{
  IhopNode *copy = ihop_node_copy (build->pool, node);
  gpointer origin = g_hash_table_lookup (build->rewrite->origins, node);

  copy->range = node->range;
  copy->place = node->place;
  copy->flags = node->flags;
  if (origin)
    g_hash_table_insert (build->rewrite->origins, copy, origin);
  return copy;
}
