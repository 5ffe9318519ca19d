/* Trees: one over a file, and trees derived from it in which bodies are replaced. */
#include "ir/tree.h"
#include <string.h>

static IhopTree *
tree_alloc (IhopSource *source)
{
  IhopTree *tree = g_new0 (IhopTree, 1);

  g_atomic_ref_count_init (&tree->references);
  tree->pool = ihop_pool_new ();
  tree->source = ihop_source_ref (source);
  return tree;
}

IhopTree *
ihop_tree_new (IhopSource *source)
{
  IhopTree *tree = tree_alloc (source);

  tree->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_source_unref);
  g_ptr_array_add (tree->sources, ihop_source_ref (source));
  tree->functions = g_ptr_array_new ();
  tree->globals = g_ptr_array_new ();
  tree->global_nodes = g_ptr_array_new ();
  tree->redeclared = g_array_new (FALSE, TRUE, sizeof (IhopRange));
  tree->directives = g_array_new (FALSE, TRUE, sizeof (IhopDirective));
  tree->flags = g_new0 (char *, 1);
  tree->hidden = g_new0 (char *, 1);
  tree->local_types = g_ptr_array_new ();
  tree->inner_types = g_ptr_array_new ();
  tree->clashes = g_ptr_array_new ();
  tree->measures = g_array_new (FALSE, TRUE, sizeof (IhopMeasure));
  tree->line_uses = g_array_new (FALSE, TRUE, sizeof (IhopLineUse));
  return tree;
}

/* Everything but the list of functions is shared with the base: nothing of it can change. */
IhopTree *
ihop_tree_derive (IhopTree *base)
{
  IhopTree *tree = tree_alloc (base->source);

  tree->base = ihop_tree_ref (base);
  tree->sources = g_ptr_array_ref (base->sources);
  tree->functions = g_ptr_array_new ();
  g_ptr_array_extend (tree->functions, base->functions, NULL, NULL);
  tree->globals = g_ptr_array_ref (base->globals);
  tree->global_nodes = g_ptr_array_ref (base->global_nodes);
  tree->redeclared = g_array_ref (base->redeclared);
  tree->directives = g_array_ref (base->directives);
  tree->asks_openmp = base->asks_openmp;
  tree->has_openmp = base->has_openmp;
  tree->asks_language = base->asks_language;
  tree->hides_names = base->hides_names;
  tree->declares_heap = base->declares_heap;
  tree->local_types = g_ptr_array_ref (base->local_types);
  tree->inner_types = g_ptr_array_ref (base->inner_types);
  tree->clashes = g_ptr_array_ref (base->clashes);
  tree->measures = g_array_ref (base->measures);
  tree->line_uses = g_array_ref (base->line_uses);
  tree->flags = g_strdupv (base->flags);
  tree->hidden = g_strdupv (base->hidden);
  return tree;
}

void
ihop_tree_set_body (IhopTree *derived, const IhopFunction *function, const IhopNode *body)
{
  for (guint i = 0; i < derived->functions->len; i++)
    {
      const IhopFunction *old = derived->functions->pdata[i];
      if (old->symbol != function->symbol)
        continue;
      IhopFunction *changed = ihop_pool_alloc (derived->pool, sizeof *changed);
      *changed = *old;
      changed->body = body;
      derived->functions->pdata[i] = changed;
      return;
    }
  g_assert_not_reached ();
}

void
ihop_tree_insert_function (IhopTree *derived, IhopFunction *function, const IhopFunction *before)
{
  guint at = 0;

  while (((const IhopFunction *) derived->functions->pdata[at])->symbol != before->symbol)
    at++;
  function->range = (IhopRange){ 0 };
  function->in_main_file = TRUE;
  function->stands_before = before->symbol;
  g_ptr_array_insert (derived->functions, (int) at, function);
}

IhopTree *
ihop_tree_ref (IhopTree *tree)
{
  g_atomic_ref_count_inc (&tree->references);
  return tree;
}

static void
tree_free (IhopTree *tree)
{
  g_ptr_array_unref (tree->sources);
  g_ptr_array_unref (tree->functions);
  g_ptr_array_unref (tree->globals);
  g_ptr_array_unref (tree->global_nodes);
  g_array_unref (tree->redeclared);
  g_array_unref (tree->directives);
  g_ptr_array_unref (tree->local_types);
  g_ptr_array_unref (tree->inner_types);
  g_ptr_array_unref (tree->clashes);
  g_array_unref (tree->measures);
  g_array_unref (tree->line_uses);
  g_strfreev (tree->flags);
  g_strfreev (tree->hidden);
  g_clear_pointer (&tree->launches, g_array_unref);
  ihop_source_unref (tree->source);
  ihop_pool_free (tree->pool);
  g_free (tree);
}

/* A loop, as a long session makes a long chain of trees. */
void
ihop_tree_unref (IhopTree *tree)
{
  while (tree != NULL && g_atomic_ref_count_dec (&tree->references))
    {
      IhopTree *base = tree->base;
      tree_free (tree);
      tree = base;
    }
}

const IhopFunction *
ihop_tree_function (const IhopTree *tree, const char *name)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (g_str_equal (function->symbol->name, name))
        return function;
    }
  return NULL;
}

const IhopNode *
ihop_tree_variable (const IhopTree *tree, const char *name)
{
  for (guint i = 0; i < tree->global_nodes->len; i++)
    if (strcmp (((const IhopNode *) tree->global_nodes->pdata[i])->symbol->name, name) == 0)
      return tree->global_nodes->pdata[i];
  return NULL;
}

const IhopFunction *
ihop_tree_function_of (const IhopTree *tree, const IhopSymbol *symbol)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->symbol == symbol)
        return function;
    }
  return NULL;
}

int
ihop_directive_depth (const IhopDirective *directive)
{
  if (directive->kind != IHOP_DIRECTIVE_CONDITIONAL)
    return 0;
  g_autofree char *text = ihop_range_text (directive->range);
  const char *word = text + strspn (text, "# \t");
  return g_str_has_prefix (word, "if") ? 1 : g_str_has_prefix (word, "endif") ? -1 : 0;
}
