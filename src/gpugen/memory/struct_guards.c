/* Guards of structs that have been taken apart: what a pointer writes leaves the struct alone. */
#include "gpugen/memory/struct_guards.h"
#include "analysis/memory/access_walk.h"
#include "analysis/memory/function_entry.h"
#include "analysis/memory/pointer_swap.h"
#include "gpugen/memory/early_names.h"
#include "gpugen/memory/entry_conditions.h"
#include "gpugen/memory/tested_extents.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/expression.h"
#include <string.h>

typedef struct
{
  IhopWork *work;
  const IhopSymbol *pointer;
  gboolean elsewhere;      /* something is written through it that no kernel writes */
} Writes;

static const IhopSymbol *
base_of (const IhopNode *place)
{
  const IhopNode *node = ihop_node_strip (place, TRUE);

  while (node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
         || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
         || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB)))
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_REF ? node->symbol : NULL;
}

static gboolean
is_in_kernel (const IhopWork *work, const IhopNode *node)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      for (guint k = 0; k < kernel->statements->len; k++)
        {
          g_autoptr (GPtrArray) path = ihop_node_path (kernel->statements->pdata[k], node);
          if (path)
            return TRUE;
        }
    }
  return FALSE;
}

static void
look_at_write (const IhopMemoryAccess *access, gpointer data)
{
  Writes *writes = data;

  if (access->is_written && access->symbol == NULL && base_of (access->node) == writes->pointer
      && !is_in_kernel (writes->work, access->node))
    writes->elsewhere = TRUE;
}

static gboolean
writes_elsewhere (IhopWork *work, const IhopSymbol *pointer)
{
  Writes writes = { work, pointer, FALSE };

  ihop_access_walk (work->function->body, look_at_write, &writes);
  return writes.elsewhere;
}

/* Of a pointer that keeps its value. */
static gboolean
measure_alone (IhopWork *work, IhopOverlapTest *test)
{
  const IhopDeviceVariable *b = ihop_work_variable (work, test->b);

  if (b == NULL || b->is_unmeasured || writes_elsewhere (work, test->b))
    return FALSE;
  test->bytes_b = ihop_tested_extents_bytes (work, b->symbol, FALSE, NULL);
  return ihop_early_is_known (work, test->b) && ihop_early_can_say (work, test->bytes_b)
         && ihop_entry_conditions_add_of_kernels (work, test->b, FALSE);
}

/* Of one that starts with memory which others come to hold: as far as kernels write under any name. */
static gboolean
measure_exchanged (IhopWork *work, IhopOverlapTest *test, const IhopSwappedPointers *group)
{
  test->bytes_b = ihop_tested_extents_bytes (work, test->b, FALSE, NULL);
  if (test->bytes_b == NULL || !ihop_early_is_known_side (work, test->b, test->bytes_b))
    return FALSE;
  for (guint i = 0; i < group->variables->len; i++)
    if (writes_elsewhere (work, group->variables->pdata[i]) || !ihop_entry_conditions_add_of_kernels (work, group->variables->pdata[i], FALSE))
      return FALSE;
  return TRUE;
}

/* Whether the address of a guard's object is the same where tests stand as all over the function. */
static gboolean
can_say_object (IhopWork *work, const IhopGuard *guard)
{
  for (guint i = 0; i < guard->names->len; i++)
    {
      gboolean unique;
      const IhopSymbol *symbol = ihop_name_symbol (work, guard->names->pdata[i], &unique);
      if (symbol == NULL || !unique || !ihop_early_is_known (work, symbol))
        return FALSE;
    }
  return TRUE;
}

void
ihop_struct_guard_measure (IhopWork *work, IhopOverlapTest *test)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_from (work->planner->facts, work->function, test->b);

  test->bytes_b = NULL;
  if (!can_say_object (work, test->guard) || !(group ? measure_exchanged (work, test, group) : measure_alone (work, test)))
    test->bytes_b = NULL;
}

static IhopSymbol *
pointer_named (IhopWork *work, const char *name)
{
  gboolean unique;
  IhopSymbol *symbol = ihop_name_symbol (work, name, &unique);

  return symbol && unique && ihop_variable_is_pointer (symbol) ? symbol : NULL;
}

static void
add_guard (IhopWork *work, const IhopGuard *guard, const IhopSymbol *pointer)
{
  IhopOverlapTest *test = g_new0 (IhopOverlapTest, 1);

  test->function = work->function;
  test->b = (IhopSymbol *) pointer;
  test->name_a = g_strdup (guard->address);
  test->bytes_a = ihop_expression_word (ihop_work_pool (work), guard->bytes);
  test->guard = guard;
  test->reason
    = ihop_message ("what %s points to may be a part of %s", pointer ? pointer->name : guard->pointer, guard->address);
  g_ptr_array_add (work->planner->plan->overlaps, test);
}

/* A pointer that changes places comes to hold whatever any of its group starts with. */
static void
add_guards (IhopWork *work, const IhopGuard *guard, GHashTable *known)
{
  const IhopSymbol *pointer = pointer_named (work, guard->pointer);
  const IhopSwappedPointers *group
    = pointer ? ihop_swapped_pointers_of (work->planner->facts, work->function, pointer) : NULL;

  if (group == NULL)
    add_guard (work, guard, pointer);
  for (guint i = 0; group && i < group->origins->len; i++)
    {
      const IhopSymbol *origin = group->origins->pdata[i];
      if (g_hash_table_add (known, g_strdup_printf ("%s, %s", guard->address, origin->name)))
        add_guard (work, guard, origin);
    }
}

void
ihop_struct_guards_add (IhopWork *work)
{
  const GPtrArray *guards = work->planner->options->guards;
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; guards && i < guards->len; i++)
    {
      const IhopGuard *guard = guards->pdata[i];
      if (strcmp (guard->function, work->function->symbol->name) == 0)
        add_guards (work, guard, known);
    }
}
