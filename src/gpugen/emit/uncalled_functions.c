#include "gpugen/emit/uncalled_functions.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

static const IhopFunction *
in_tree (const IhopTree *tree, const IhopFunction *function)
{
  return ihop_tree_function (tree, function->symbol->name);
}

/* The text without these functions; NULL: one of them is not in it. The caller frees. */
static GString *
text_without (const IhopTree *tree, const GPtrArray *functions)
{
  const IhopSource *source = tree->source;
  g_autoptr (GString) text = g_string_new (source->text);

  for (guint i = 0; i < functions->len; i++)
    {
      const IhopFunction *function = in_tree (tree, functions->pdata[i]);
      if (function == NULL || function->range.source != source)
        return NULL;
      for (gsize at = function->range.begin; at < function->range.end; at++)
        text->str[at] = ' ';
    }
  return g_steal_pointer (&text);
}

/* Whether the text names it outside of these functions: prototypes, macros, and code that stands under another #if. Originals that are
 * kept for memory that overlaps are made of the file's first text. */
static gboolean
is_named (const IhopTree *tree, const GPtrArray *functions, const IhopFunction *function)
{
  GString *text = text_without (tree, functions);
  gboolean named = text == NULL || ihop_text_has_name (text->str, function->symbol->name);

  if (text)
    g_string_free (text, TRUE);
  return named;
}

static gboolean
holds_directives (const IhopTree *tree, IhopRange range)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      IhopRange directive = g_array_index (tree->directives, IhopDirective, i).range;
      if (directive.source == range.source && directive.begin >= range.begin && directive.begin < range.end)
        return TRUE;
    }
  return FALSE;
}

/* With the rest of its last line and one blank line behind it. */
static IhopRange
lines_of (const IhopSource *source, const IhopFunction *function)
{
  IhopRange range = { source, ihop_host_before_function (source, function), function->range.end };

  for (guint i = 0; i < 2 && source->text[range.end] == '\n'; i++)
    range.end++;
  return range;
}

static gboolean
can_go (const IhopPlan *plan, const GPtrArray *functions, const IhopFunction *function)
{
  IhopRange lines = function->range.source == plan->tree->source ? lines_of (plan->tree->source, function) : function->range;

  return !is_named (plan->tree, functions, function) && !(plan->first && is_named (plan->first, functions, function))
         && !holds_directives (plan->tree, lines);
}

/* What one that stays calls stays, too. The caller unrefs. */
static GPtrArray *
functions_to_go (const IhopPlan *plan)
{
  GPtrArray *functions = g_ptr_array_new ();

  g_ptr_array_extend (functions, plan->uncalled, NULL, NULL);
  for (guint i = 0; i < functions->len;)
    if (can_go (plan, functions, functions->pdata[i]))
      i++;
    else
      {
        g_ptr_array_remove_index (functions, i);
        i = 0;
      }
  return functions;
}

void
ihop_host_drop_uncalled (IhopPrint *print)
{
  const IhopTree *tree = print->plan->tree;
  g_autoptr (GPtrArray) functions = functions_to_go (print->plan);

  for (guint i = 0; i < functions->len; i++)
    {
      IhopRange lines = lines_of (tree->source, functions->pdata[i]);
      ihop_edits_remove (print->edits, lines.begin, lines.end);
    }
}
