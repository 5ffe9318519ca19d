#include "gpugen/emit/uncalled_functions.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

/* Whether the file has the name outside of the function: prototypes, macros, and code that stands under another #if. */
static gboolean
is_named_elsewhere (const IhopTree *tree, const IhopFunction *function)
{
  const IhopSource *source = tree->source;
  g_autoptr (GString) rest = g_string_new (source->text);

  if (function->range.source != source)
    return TRUE;
  g_string_erase (rest, (gssize) function->range.begin, (gssize) (function->range.end - function->range.begin));
  return ihop_text_has_name (rest->str, function->symbol->name);
}

/* Originals that are kept for memory that overlaps are made of the file's first text. */
static gboolean
is_named_at_first (const IhopPlan *plan, const IhopFunction *function)
{
  const IhopFunction *first = plan->first ? ihop_tree_function (plan->first, function->symbol->name) : NULL;

  return plan->first && (first == NULL || is_named_elsewhere (plan->first, first));
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

void
ihop_host_drop_uncalled (IhopPrint *print)
{
  const IhopTree *tree = print->plan->tree;

  for (guint i = 0; i < print->plan->uncalled->len; i++)
    {
      const IhopFunction *function = print->plan->uncalled->pdata[i];
      if (is_named_elsewhere (tree, function) || is_named_at_first (print->plan, function))
        continue;
      IhopRange lines = lines_of (tree->source, function);
      if (!holds_directives (tree, lines))
        ihop_edits_remove (print->edits, lines.begin, lines.end);
    }
}
