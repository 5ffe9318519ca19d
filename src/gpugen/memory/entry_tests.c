/* What is tested before a function does anything: that memory does not overlap which the plan keeps
 * apart. All tests of a function stand at one place, behind the last variable that they name. */
#include "gpugen/memory/entry_tests.h"
#include "analysis/memory/access_walk.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/function_entry.h"
#include "analysis/memory/pointer_swap.h"
#include "ir/expression.h"
#include "gpugen/memory/tested_extents.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include <string.h>

static gboolean
is_ours (const IhopWork *work, const IhopOverlapTest *test)
{
  return test->function == work->function;
}

/* ---- names that a test may use ---- */

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

/* Parameters and globals that keep their value (the test speaks of later, too), and what is set once at
 * the function's start. Each pair of arrays asks anew for the same few
 * names, and each answer takes a walk over the function: answers are kept. */
static gboolean
is_known_early (IhopWork *work, const IhopSymbol *symbol)
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

gboolean
ihop_entry_tests_can_say (IhopWork *work, const IhopNode *node)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (node);

  for (guint i = 0; i < symbols->len; i++)
    if (!is_known_early (work, symbols->pdata[i]))
      return FALSE;
  return TRUE;
}

/* ---- overlaps that verdicts assume ---- */

/* A global variable that lies where it lies: "factor", "par". */
static gboolean
is_object (const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->is_global && !ihop_variable_is_pointer (symbol);
}

static const IhopNode *
size_of_object (IhopPool *pool, const IhopSymbol *object)
{
  return ihop_expression_size_of_value (pool, ihop_expression_name (pool, (IhopSymbol *) object));
}

static void
add_condition (IhopWork *work, const IhopNode *condition)
{
  GPtrArray *overlaps = work->planner->plan->overlaps;

  for (guint i = 0; i < overlaps->len; i++)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      if (is_ours (work, test) && ihop_expression_equal (test->condition, condition))
        return;
    }
  IhopOverlapTest *test = g_new0 (IhopOverlapTest, 1);
  test->function = work->function;
  test->condition = condition;
  test->reason = ihop_message ("sizes are known only if this holds");
  g_ptr_array_add (overlaps, test);
}

static gboolean
are_known_early (IhopWork *work, const GPtrArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    if (!ihop_entry_tests_can_say (work, conditions->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Of what the function touches of a variable, or only its kernels if nobody knows that of the host's code;
 * NULL: not known. */
static const IhopNode *
bytes_of (IhopWork *work, const IhopSymbol *symbol, gboolean *holds_host)
{
  g_autoptr (GPtrArray) conditions = g_ptr_array_new ();

  *holds_host = ihop_work_variable (work, symbol) == NULL && is_object (symbol);
  if (*holds_host)
    return size_of_object (ihop_work_pool (work), symbol);
  const IhopNode *bytes = ihop_tested_extents_bytes (work, symbol, TRUE, conditions);
  *holds_host = bytes && ihop_entry_tests_can_say (work, bytes) && are_known_early (work, conditions);
  for (guint i = 0; *holds_host && i < conditions->len; i++)
    add_condition (work, conditions->pdata[i]);
  return *holds_host ? bytes : ihop_tested_extents_bytes (work, symbol, FALSE, NULL);
}

/* Whatever an object holds, it stays where it is. */
static gboolean
is_known_side (IhopWork *work, const IhopSymbol *symbol, const IhopNode *bytes)
{
  int entry = -1;
  gboolean is_first = ihop_tested_extents_is_first (work, symbol, &entry) && ihop_name_is_unique (work, symbol);
  gboolean known = is_object (symbol) ? ihop_name_is_unique (work, symbol)
                                      : is_first || is_known_early (work, symbol);

  work->entry = MAX (work->entry, is_first ? entry : -1);
  return known && ((is_object (symbol) && ihop_work_variable (work, symbol) == NULL) || ihop_entry_tests_can_say (work, bytes));
}

/* The memory that the symbol has at the function's start, or may have. */
static gboolean
touches (const IhopWork *work, const IhopKernel *kernel, const IhopSymbol *symbol)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_from (work->planner->facts, work->function, symbol);
  gboolean found = ihop_kernel_footprint (kernel, symbol) != NULL;

  for (guint i = 0; group && i < group->variables->len && !found; i++)
    found = ihop_kernel_footprint (kernel, group->variables->pdata[i]) != NULL;
  return found;
}

/* A kernel that relies on the test; G_MAXUINT: none. */
static guint
kernel_with (const IhopWork *work, const IhopSymbol *a, const IhopSymbol *b)
{
  for (guint i = 0; i < work->kernels->len; i++)
    if (touches (work, work->kernels->pdata[i], b) && (a == NULL || touches (work, work->kernels->pdata[i], a)))
      return i;
  return G_MAXUINT;
}

/* Callers see to what has no size here, but not where it changes places. */
static gboolean
is_left_to_callers (const IhopWork *work, const IhopOverlapTest *test)
{
  return ihop_swapped_pointers_from (work->planner->facts, work->function, test->a) == NULL
         && ihop_swapped_pointers_from (work->planner->facts, work->function, test->b) == NULL;
}

static IhopMessage *
too_late (const IhopOverlapTest *test)
{
  return ihop_message (IHOP_OVERLAP_UNTESTED, test->a ? test->a->name : test->name_a, test->b->name);
}

static IhopMessage *
measure_pair (IhopWork *work, IhopOverlapTest *test, guint *bad)
{
  const IhopNode *bytes_a = bytes_of (work, test->a, &test->holds_host_a);
  const IhopNode *bytes_b = bytes_of (work, test->b, &test->holds_host_b);
  gboolean has_sizes = bytes_a && bytes_b;

  test->bytes_a = has_sizes ? bytes_a : NULL;
  test->bytes_b = has_sizes ? bytes_b : NULL;
  if (!has_sizes && is_left_to_callers (work, test))
    return NULL;
  if (has_sizes && is_known_side (work, test->a, test->bytes_a) && is_known_side (work, test->b, test->bytes_b))
    return NULL;
  *bad = kernel_with (work, test->a, test->b);
  if (*bad != G_MAXUINT)
    return too_late (test);
  /* No kernel has both; two that have one each must be taken out one by one. */
  *bad = kernel_with (work, NULL, test->b);
  return *bad == G_MAXUINT ? NULL : too_late (test);
}

/* ---- guards: what a pointer writes leaves an object alone ---- */

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

/* What kernels write through the pointer (or touch) stays in its box only if their conditions hold. */
static gboolean
add_conditions (IhopWork *work, const IhopSymbol *pointer, gboolean reads_too)
{
  for (guint i = 0; i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      const IhopFootprint *f = ihop_kernel_footprint (kernel, pointer);
      for (guint k = 0; f && (f->is_written || reads_too) && k < kernel->conditions->len; k++)
        {
          const IhopAssumption *assumption = kernel->conditions->pdata[k];
          if (!ihop_entry_tests_can_say (work, assumption->holds))
            return FALSE;
          add_condition (work, assumption->holds);
        }
    }
  return TRUE;
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
  return is_known_early (work, test->b) && ihop_entry_tests_can_say (work, test->bytes_b)
         && add_conditions (work, test->b, FALSE);
}

/* Of one that starts with memory which others come to hold: as far as kernels write under any name. */
static gboolean
measure_exchanged (IhopWork *work, IhopOverlapTest *test, const IhopSwappedPointers *group)
{
  test->bytes_b = ihop_tested_extents_bytes (work, test->b, FALSE, NULL);
  if (test->bytes_b == NULL || !is_known_side (work, test->b, test->bytes_b))
    return FALSE;
  for (guint i = 0; i < group->variables->len; i++)
    if (writes_elsewhere (work, group->variables->pdata[i]) || !add_conditions (work, group->variables->pdata[i], FALSE))
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
      if (symbol == NULL || !unique || !is_known_early (work, symbol))
        return FALSE;
    }
  return TRUE;
}

static void
measure_guard (IhopWork *work, IhopOverlapTest *test)
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

/* ---- what steps rest on ---- */

typedef struct
{
  IhopWork *work;
  const IhopSymbol *a, *b;
  gboolean elsewhere;
} Mentions;

static void
look_for_mention (Mentions *self, const IhopNode *node)
{
  for (guint i = 0; i < self->work->kernels->len; i++)
    if (g_ptr_array_find (((const IhopKernel *) self->work->kernels->pdata[i])->statements, node, NULL))
      return;
  if (node->kind == IHOP_REF && (node->symbol == self->a || node->symbol == self->b))
    self->elsewhere = TRUE;
  if (node->kind == IHOP_CALL && (self->a->is_global || self->b->is_global))
    self->elsewhere = TRUE; /* the callee may know the global */
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      look_for_mention (self, node->child[i]);
}

/* The sizes that are compared are those of what kernels touch. */
static gboolean
is_measured (IhopWork *work, const IhopOverlapTest *test)
{
  Mentions mentions = { work, test->a, test->b, FALSE };

  look_for_mention (&mentions, work->function->body);
  return test->bytes_a && test->bytes_b && !mentions.elsewhere;
}

static void
require_pair (IhopWork *work, const char *words)
{
  GPtrArray *overlaps = work->planner->plan->overlaps;
  g_auto (GStrv) names = g_strsplit (words, ",", -1);
  gboolean unique[2] = { FALSE, FALSE };
  IhopSymbol *symbol[2] = { NULL, NULL };

  for (guint i = 0; i < 2 && names[i]; i++)
    symbol[i] = ihop_name_symbol (work, g_strstrip (names[i]), &unique[i]);
  if (!unique[0] || !unique[1] || symbol[0] == NULL || symbol[1] == NULL)
    {
      g_ptr_array_add (work->planner->plan->unguarded, g_strdup (work->function->symbol->name));
      return;
    }
  g_autoptr (IhopMessage) reason
    = ihop_message ("the steps are right only if %s and %s do not overlap", symbol[0]->name, symbol[1]->name);
  ihop_overlap_note (overlaps, work->function, symbol[0], symbol[1], reason);
  ((IhopOverlapTest *) overlaps->pdata[overlaps->len - 1])->is_required = TRUE;
}

void
ihop_entry_tests_require (IhopWork *work)
{
  const GPtrArray *apart = work->planner->options->apart;

  for (guint i = 0; apart && i < apart->len; i++)
    {
      const char *words = ihop_facts_words_for (apart->pdata[i], work->function);
      if (words)
        require_pair (work, words);
    }
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
ihop_entry_tests_guard (IhopWork *work)
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

/* What the owner vouches for is tested right at the function's start or not at all. */
static void
measure_vouched (IhopWork *work, IhopOverlapTest *test)
{
  const IhopDeviceVariable *a = ihop_work_variable (work, test->a);
  const IhopDeviceVariable *b = ihop_work_variable (work, test->b);
  int entry = work->entry;

  test->bytes_a = test->bytes_b = NULL;
  if (a == NULL || b == NULL || a->is_unmeasured || b->is_unmeasured)
    return;
  const IhopNode *bytes_a = ihop_tested_extents_bytes (work, a->symbol, FALSE, NULL);
  const IhopNode *bytes_b = ihop_tested_extents_bytes (work, b->symbol, FALSE, NULL);
  work->entry = -1;
  if (bytes_a && bytes_b && is_known_early (work, test->a) && is_known_early (work, test->b)
      && ihop_entry_tests_can_say (work, bytes_a) && ihop_entry_tests_can_say (work, bytes_b)
      && work->entry < 0)
    {
      test->bytes_a = bytes_a;
      test->bytes_b = bytes_b;
    }
  work->entry = entry;
}

/* Those of a measuring before. */
static void
forget_conditions (IhopWork *work)
{
  GPtrArray *overlaps = work->planner->plan->overlaps;

  for (guint i = overlaps->len; i-- > 0;)
    {
      const IhopOverlapTest *test = overlaps->pdata[i];
      if (is_ours (work, test) && test->condition)
        g_ptr_array_remove_index (overlaps, i);
    }
}

/* What sizes rest on: those of buffers that change places, those that are counted from the place pointed to, and those that
 * allocations are asked for. */
static void
add_asked (IhopWork *work)
{
  for (guint i = 0; i < work->variables->len; i++)
    {
      const IhopDeviceVariable *v = work->variables->pdata[i];
      if (v->asked && !v->is_local && ihop_entry_tests_can_say (work, v->asked))
        add_condition (work, v->asked);
      if (v->is_known_where && !v->is_unmeasured && ihop_entry_tests_can_say (work, v->is_known_where))
        add_condition (work, v->is_known_where);
      if (v->begins_inside && !v->is_unmeasured && ihop_entry_tests_can_say (work, v->begins_inside))
        add_condition (work, v->begins_inside);
    }
}

IhopMessage *
ihop_entry_tests_measure (IhopWork *work, guint *bad)
{
  IhopPlan *plan = work->planner->plan;

  work->entry = -1;
  forget_conditions (work);
  add_asked (work);
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (!is_ours (work, test) || test->name_a || test->condition)
        continue;
      IhopMessage *why = measure_pair (work, test, bad);
      if (why)
        return why;
      if (test->is_required && test->bytes_a
          && !(add_conditions (work, test->a, TRUE) && add_conditions (work, test->b, TRUE)))
        test->bytes_a = NULL;
    }
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (is_ours (work, test) && test->name_a && test->b)
        measure_guard (work, test);
    }
  for (guint i = 0; i < plan->assumption_tests->len; i++)
    if (is_ours (work, plan->assumption_tests->pdata[i]))
      measure_vouched (work, plan->assumption_tests->pdata[i]);
  return NULL;
}

void
ihop_entry_tests_finish (IhopWork *work)
{
  IhopPlan *plan = work->planner->plan;
  const IhopNode *body = work->function->body;

  for (guint i = plan->overlaps->len; i-- > 0;)
    {
      IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (!is_ours (work, test))
        continue;
      test->behind = work->entry >= 0 ? body->child[work->entry] : NULL;
      if ((test->name_a && (test->b == NULL || test->bytes_b == NULL))
          || (test->is_required && !is_measured (work, test)))
        g_ptr_array_add (plan->unguarded, g_strdup (work->function->symbol->name));
      else if (!test->name_a && !test->condition && test->bytes_a == NULL)
        g_ptr_array_remove_index (plan->overlaps, i);
    }
}
