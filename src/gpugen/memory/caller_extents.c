/* How much memory a parameter points to where nothing in its own function tells: every call is in
 * sight and passes the start of an array whose declaration says how large it is, or of memory that the
 * caller has allocated, always as much. */
#include "gpugen/memory/caller_extents.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "gpugen/memory/allocated_size.h"
#include "gpugen/memory/caller_sizes.h"
#include "gpugen/memory/pointer_start.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include <string.h>

enum { MOST_CALLERS = 8 };

typedef struct
{
  IhopFacts *facts;
  guint64 bytes;           /* of all objects passed so far; 0: none yet */
  guint64 count;           /* elements of the first of them … */
  const IhopNode *extent;  /* … as its owner wrote it; NULL: not to be used */
} Passed;

static gboolean look_at_calls (Passed *self, const IhopFunction *function, const IhopSymbol *parameter,
                               guint depth);

static gboolean
look_at_object (Passed *self, const IhopSymbol *object)
{
  const IhopType *type = ihop_type_strip (object->type);
  gboolean first = self->bytes == 0;

  if (type->kind != IHOP_TYPE_ARRAY || !type->has_count || type->size == 0
      || (!first && type->size != self->bytes))
    return FALSE;
  self->bytes = type->size;
  if (first && object->is_global)
    {
      self->count = type->count;
      self->extent = type->count_expr;
    }
  return TRUE;
}

static gboolean
look_at_allocated (Passed *self, const IhopFunction *function, const IhopSymbol *pointer)
{
  g_autoptr (GPtrArray) calls = ihop_alias_allocations (self->facts, function, pointer);

  if (calls == NULL || !ihop_pointer_is_start (self->facts, function, pointer))
    return FALSE;
  for (guint i = 0; i < calls->len; i++)
    {
      guint64 bytes = ihop_allocated_bytes (self->facts, calls->pdata[i]);
      if (bytes == 0 || (self->bytes && bytes != self->bytes))
        return FALSE;
      self->bytes = bytes;
    }
  return TRUE;
}

static gboolean
look_at_argument (Passed *self, const IhopFunction *caller, const IhopNode *argument, guint depth)
{
  const IhopSymbol *object = ihop_caller_sizes_whole (argument);

  if (object == NULL)
    return FALSE;
  if (object->kind != IHOP_SYMBOL_PARAMETER)
    return look_at_object (self, object) || look_at_allocated (self, caller, object);
  return !ihop_defs_may_change (self->facts, caller, caller->body, object)
         && look_at_calls (self, caller, object, depth - 1);
}

static gboolean
look_at_calls (Passed *self, const IhopFunction *function, const IhopSymbol *parameter, guint depth)
{
  const IhopCallNode *node = ihop_callgraph_node (self->facts, function);
  guint index = 0;

  while (index < function->n_params && function->params[index] != parameter)
    index++;
  if (depth == 0 || index == function->n_params || node->is_recursive || node->callers->len == 0
      || ihop_callgraph_is_entry (self->facts, function))
    return FALSE;
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      if (index + 1 >= site->call->n_children
          || !look_at_argument (self, site->caller, site->call->child[index + 1], depth))
        return FALSE;
    }
  return TRUE;
}

/* A macro's name means the same here only if it has its meaning by then, and never gets another. */
static gboolean
can_use_words (const IhopWork *work, const IhopNode *extent)
{
  const GArray *directives = work->planner->tree->directives;
  g_autofree char *words = ihop_expression_text (extent);
  g_auto (GStrv) names = g_regex_split_simple ("[^A-Za-z0-9_]+", words, 0, 0);

  for (guint k = 0; names[k]; k++)
    {
      guint n = 0;
      for (guint i = 0; (g_ascii_isalpha (*names[k]) || *names[k] == '_') && i < directives->len; i++)
        {
          const IhopDirective *directive = &g_array_index (directives, IhopDirective, i);
          if (g_strcmp0 (directive->name, names[k]) == 0)
            n += directive->kind == IHOP_DIRECTIVE_DEFINE
                     && directive->range.begin < work->function->range.begin ? 1 : 2;
        }
      if (n != 1 && (g_ascii_isalpha (*names[k]) || *names[k] == '_'))
        return FALSE;
    }
  return TRUE;
}

const IhopNode *
ihop_caller_extents_find (IhopWork *work, const IhopDeviceVariable *variable)
{
  Passed self = { .facts = work->planner->facts };
  guint64 row = ihop_type_strip (variable->element)->size;

  if (variable->symbol->kind != IHOP_SYMBOL_PARAMETER
      || ihop_defs_may_change (self.facts, work->function, work->function->body, variable->symbol)
      || !look_at_calls (&self, work->function, variable->symbol, MOST_CALLERS))
    return NULL;
  for (guint d = 1; d < variable->rank; d++)
    {
      gint64 extent;
      if (!ihop_expression_is_number (variable->extents[d], &extent) || extent <= 0)
        return NULL;
      row *= (guint64) extent;
    }
  if (row == 0 || self.bytes % row)
    return NULL;
  if (self.extent && variable->rank == 1 && self.bytes / row == self.count && can_use_words (work, self.extent))
    return self.extent;
  return ihop_expression_number (ihop_work_pool (work), (gint64) (self.bytes / row));
}
