#include "check/watch.h"
#include "analysis/memory/effects.h"
#include "gpugen/memory/readable_size.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/text_words.h"
#include "ir/block_count.h"
#include "ir/expression.h"
#include "project/prepare/import.h"

static void
watched_free (gpointer data)
{
  IhopWatched *watched = data;

  g_free (watched->label);
  g_free (watched->address);
  g_strfreev (watched->extents);
  g_free (watched);
}

static void
watched_function_free (gpointer data)
{
  IhopWatchedFunction *function = data;

  g_free (function->head);
  g_ptr_array_unref (function->watched);
  g_free (function);
}

static gboolean
note_local (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_VARIABLE && node->symbol)
    g_hash_table_add (data, (gpointer) node->symbol->name);
  return TRUE;
}

/* Whether C text uses the name of a variable that only exists inside the function. */
static gboolean
uses_local (const IhopNode *extent, const IhopFunction *function)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (extent);
  g_autoptr (GHashTable) locals = g_hash_table_new (g_str_hash, g_str_equal);

  ihop_node_walk (function->body, note_local, locals);
  for (guint i = 0; i < symbols->len; i++)
    if (g_hash_table_contains (locals, ((const IhopSymbol *) symbols->pdata[i])->name))
      return TRUE;
  return FALSE;
}

/* The number along one of its axes. What is touched only under a condition ("if (n > 0 && whether) …") need not be there without it. */
static const IhopNode *
extent_of (IhopPool *pool, const IhopDeviceVariable *variable, guint axis)
{
  const IhopNode *extent = variable->extents[axis];

  return axis > 0 || extent == NULL || variable->touched_when == NULL
           ? extent : ihop_expression_choice (pool, variable->touched_when, extent, ihop_expression_number (pool, 0));
}

/* Why the caller cannot look at this variable once the function is back; NULL: it can. */
static const char *
why_not_visible (IhopFacts *facts, const IhopFunction *function,
                 const IhopDeviceVariable *variable)
{
  const IhopSymbol *symbol = variable->symbol;
  gboolean is_param = ihop_function_has_parameter (function, symbol);
  IhopTouch touch;

  if (!is_param && !symbol->is_global)
    return "it lives inside the function";
  if (is_param && variable->rank == 0)
    return "it is passed by value";
  for (guint i = 0; i < variable->rank; i++)
    {
      const IhopNode *extent = extent_of (ihop_facts_pool (facts), variable, i);
      if (extent == NULL || uses_local (extent, function) || !ihop_size_is_readable (facts, function, function->body, 0, extent))
        return "its size is only known inside the function";
      if (ihop_block_count_in (extent))
        return "its size is asked of the program's allocations, which the original does not note";
    }
  touch = ihop_touch_of (facts, function, function->body, symbol);
  if (touch & IHOP_TOUCH_FREE)
    return "it is freed inside the function";
  if (touch & IHOP_TOUCH_REBIND && !is_param)
    return "it points elsewhere after the function";
  return NULL;
}

static IhopWatched *
watched_new (IhopFacts *facts, const IhopProjectFile *file, const IhopFunction *function, const IhopDeviceVariable *variable)
{
  IhopPool *pool = ihop_facts_pool (facts);
  IhopWatched *watched = g_new0 (IhopWatched, 1);
  g_autofree char *label = g_strdup_printf ("%s:%s", function->symbol->name, variable->symbol->name);

  watched->label = ihop_project_owners_text (file, label);
  watched->symbol = variable->symbol;
  watched->element = variable->element;
  watched->rank = variable->rank;
  watched->extents = g_new0 (char *, variable->rank + 1);
  for (guint i = 0; i < variable->rank; i++)
    watched->extents[i] = ihop_expression_text (extent_of (pool, variable, i));
  watched->address = g_strdup_printf (variable->rank ? "%s" : "&%s", variable->symbol->name);
  return watched;
}

/* Whether the variable's pointer and those of others change places. */
static gboolean
changes_places (const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < plan->pointer_swaps->len; i++)
    {
      const IhopPointerSwap *swap = plan->pointer_swaps->pdata[i];
      for (guint k = 0; k < swap->variables->len; k++)
        {
          const IhopDeviceVariable *other = swap->variables->pdata[k];
          if (other->function == variable->function && other->symbol == variable->symbol)
            return TRUE;
        }
    }
  return FALSE;
}

/* Whether a copy of the one variable to the host may be a copy of what the other one points to. */
static gboolean
holds_the_same (const IhopPlan *plan, const IhopDeviceVariable *copied, const IhopDeviceVariable *variable)
{
  return copied->function == variable->function
         && (copied->symbol == variable->symbol || (changes_places (plan, copied) && changes_places (plan, variable)));
}

/* Whether a fragment changes it and the plan leaves the change on the device. */
static gboolean
is_left_behind (const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  if (!variable->is_changed)
    return FALSE;
  for (guint i = 0; i < plan->transfers->len; i++)
    {
      const IhopTransfer *transfer = plan->transfers->pdata[i];
      if (!transfer->to_device && holds_the_same (plan, transfer->variable, variable))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  IhopFacts *facts;
  const IhopPlan *plan;
  const IhopDeviceVariable *variable;
  gboolean found;
} HostWrite;

static gboolean
find_host_write (const IhopNode *node, gpointer data)
{
  HostWrite *self = data;
  const IhopFunction *function = self->variable->function;

  for (guint i = 0; i < self->plan->kernels->len; i++)
    if (g_ptr_array_find (((const IhopKernel *) self->plan->kernels->pdata[i])->statements, node, NULL))
      return FALSE;
  if (node->kind == IHOP_EXPRESSION || node->kind == IHOP_DECLARATION)
    self->found |= (ihop_touch_of (self->facts, function, node, self->variable->symbol) & IHOP_TOUCH_WRITE) != 0;
  return !self->found;
}

/* Whether the host writes it, too: then some of it may be left behind, and some not. */
static gboolean
is_left_in_part (IhopFacts *facts, const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  HostWrite self = { facts, plan, variable, FALSE };

  if (!is_left_behind (plan, variable))
    return FALSE;
  ihop_node_walk (variable->function->body, find_host_write, &self);
  return self.found;
}

/* Of a function's several device copies of one variable (is_local), one record is enough. */
static void
add_watched (IhopFacts *facts, IhopWatchedFunction *function, const IhopProjectFile *file, const IhopPlan *plan,
             const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < function->watched->len; i++)
    if (((const IhopWatched *) function->watched->pdata[i])->symbol == variable->symbol)
      return;
  IhopWatched *watched = watched_new (facts, file, function->function, variable);
  watched->is_dead = is_left_behind (plan, variable);
  g_ptr_array_add (function->watched, watched);
}

static IhopWatchedFunction *
function_for (GPtrArray *functions, const IhopFunction *function)
{
  IhopWatchedFunction *found;

  for (guint i = 0; i < functions->len; i++)
    {
      found = functions->pdata[i];
      if (found->function == function)
        return found;
    }
  found = g_new0 (IhopWatchedFunction, 1);
  found->function = function;
  found->watched = g_ptr_array_new_with_free_func (watched_free);
  if (ihop_range_is_known (function->range) && ihop_range_is_known (function->body->range))
    found->head = g_strndup (function->range.source->text + function->range.begin,
                             function->body->range.begin - function->range.begin);
  g_ptr_array_add (functions, found);
  return found;
}

static gboolean
has_version (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->versions->len; i++)
    if (((const IhopDeviceVersion *) plan->versions->pdata[i])->function == function)
      return TRUE;
  return FALSE;
}

/* The file as it was opened does not know it. */
static gboolean
comes_from_another_file (const IhopProjectFile *file, const IhopFunction *function, const IhopSymbol *symbol)
{
  return ihop_imported_find (file, function->symbol->name)
         || (file->imported->len && symbol->is_global && !ihop_text_has_word (file->original, symbol->name));
}

/* Other files run copies of it. */
static gboolean
is_called_elsewhere (const IhopProject *project, const IhopProjectFile *file, const IhopFunction *function)
{
  g_autoptr (GPtrArray) imported = ihop_project_imported_from (project, file);

  return g_ptr_array_find_with_equal_func (imported, function->symbol->name, g_str_equal, NULL);
}

/* A variable outside of functions whose rows are in one block, which functions touch that only call those that name it, too. */
static gboolean
is_kept_in_blocks (const IhopProjectFile *file, const IhopSymbol *symbol)
{
  for (guint i = 0; symbol->is_global && i < file->blocks->len; i++)
    if (ihop_text_has_word (file->blocks->pdata[i], symbol->name))
      return TRUE;
  return FALSE;
}

/* Why what a function leaves in the variable is not held against what the original leaves there; NULL: it is. */
static const char *
why_not_compared (IhopProject *project, const IhopProjectFile *file, const IhopPlan *plan, const IhopDeviceVariable *variable)
{
  IhopFacts *facts = ihop_project_facts (project);
  const IhopFunction *function = variable->function;
  const char *why = why_not_visible (facts, function, variable);

  if (why)
    return why;
  if (ihop_project_calls_less (file, function))
    return "calls of the function have become its body";
  if (comes_from_another_file (file, function, variable->symbol))
    return "it comes from another file";
  if (is_called_elsewhere (project, file, function))
    return "calls in other files run copies of the function";
  if (g_hash_table_contains (file->outlined, function->symbol->name))
    return "the function was made of another one's loop";
  if (g_hash_table_contains (file->split, function->symbol->name))
    return "the function was made of one that takes the struct";
  if (g_hash_table_contains (file->blocked, function->symbol->name))
    return "rows that the function is given are in one block";
  if (is_kept_in_blocks (file, variable->symbol))
    return "its rows are in one block";
  return is_left_in_part (facts, plan, variable) ? "what kernels leave in it is overwritten in part" : NULL;
}

static void
note_version (const IhopDeviceVersion *version, GPtrArray *notes)
{
  g_ptr_array_add (notes, g_strdup_printf ("%s is compared only by what the program does with its results: they stay on the device",
                                           version->function->symbol->name));
}

static void
note_uncompared (const IhopProjectFile *file, const IhopDeviceVariable *variable, const char *why, GPtrArray *notes)
{
  g_autofree char *note = g_strdup_printf ("%s of %s is compared only by what the program does with it: %s",
                                           variable->symbol->name, variable->function->symbol->name, why);

  g_ptr_array_add (notes, ihop_project_owners_text (file, note));
}

GPtrArray *
ihop_watch_functions (IhopProject *project, const IhopProjectFile *file, const IhopPlan *plan, GPtrArray *notes)
{
  GPtrArray *functions = g_ptr_array_new_with_free_func (watched_function_free);

  for (guint i = 0; i < plan->kernels->len; i++)
    function_for (functions, ((const IhopKernel *) plan->kernels->pdata[i])->function);
  for (guint i = 0; i < plan->versions->len; i++)
    note_version (plan->versions->pdata[i], notes);
  for (guint i = 0; i < plan->variables->len; i++)
    {
      const IhopDeviceVariable *variable = plan->variables->pdata[i];
      if (has_version (plan, variable->function))
        continue;
      const char *why = why_not_compared (project, file, plan, variable);
      if (why == NULL)
        add_watched (ihop_project_facts (project), function_for (functions, variable->function), file, plan, variable);
      else if (variable->is_changed)
        note_uncompared (file, variable, why, notes);
    }
  for (guint i = 0; i < functions->len; i++)
    {
      IhopWatchedFunction *watched = functions->pdata[i];
      watched->in_kernels = ihop_plan_is_callee (plan, watched->function);
    }
  return functions;
}
