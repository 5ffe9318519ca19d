/* What is known already where a function's tests stand. */
#include "gpugen/memory/early_names.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/function_entry.h"
#include "gpugen/memory/readable_size.h"
#include "gpugen/memory/tested_extents.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/work.h"
#include "ir/expression.h"

typedef struct
{
  gboolean is_known;
  int entry; /* as IhopWork's */
} Early;

static Early
early_of (IhopWork *work, const IhopSymbol *symbol)
{
  IhopFacts *facts = work->planner->facts;
  Early early = { .entry = ihop_entry_of (facts, work->function, symbol) };

  early.is_known
    = ihop_name_is_unique (work, symbol)
      && (early.entry >= 0
          || ((symbol->is_global || symbol->kind == IHOP_SYMBOL_PARAMETER)
              && !ihop_defs_may_change (facts, work->function, work->function->body, symbol)));
  return early;
}

gboolean
ihop_early_is_known (IhopWork *work, const IhopSymbol *symbol)
{
  if (work->early == NULL)
    work->early = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Early *early = g_hash_table_lookup (work->early, symbol);
  if (early == NULL)
    {
      early = g_new (Early, 1);
      *early = early_of (work, symbol);
      g_hash_table_insert (work->early, (gpointer) symbol, early);
    }
  work->entry = MAX (work->entry, early->entry);
  return early->is_known;
}

/* "if (!f) return;" in front of "f->n": tests stand behind that. */
static gboolean
waits_for_reads (IhopWork *work, const IhopNode *node)
{
  IhopFacts *facts = work->planner->facts;
  int length = (int) ihop_entry_length (facts, work->function);

  for (int entry = work->entry; entry < MAX (length, work->entry + 1); entry++)
    if (ihop_size_is_readable (facts, work->function, work->function->body, (guint) (entry + 1), node))
      {
        work->entry = entry;
        return TRUE;
      }
  return FALSE;
}

gboolean
ihop_early_can_say (IhopWork *work, const IhopNode *node)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (node);

  for (guint i = 0; i < symbols->len; i++)
    if (!ihop_early_is_known (work, symbols->pdata[i]))
      return FALSE;
  return node == NULL || waits_for_reads (work, node);
}

gboolean
ihop_early_is_object (const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->is_global && !ihop_variable_is_pointer (symbol);
}

gboolean
ihop_early_is_known_side (IhopWork *work, const IhopSymbol *symbol, const IhopNode *bytes)
{
  int entry = -1;
  gboolean is_first = ihop_tested_extents_is_first (work, symbol, &entry) && ihop_name_is_unique (work, symbol);
  gboolean known = ihop_early_is_object (symbol) ? ihop_name_is_unique (work, symbol)
                                      : is_first || ihop_early_is_known (work, symbol);

  work->entry = MAX (work->entry, is_first ? entry : -1);
  return known && ((ihop_early_is_object (symbol) && ihop_work_variable (work, symbol) == NULL) || ihop_early_can_say (work, bytes));
}
