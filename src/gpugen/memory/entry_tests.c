/* What is tested before a function does anything: that memory does not overlap which the plan keeps
 * apart. All tests of a function stand at one place, behind the last variable that they name. */
#include "gpugen/memory/entry_tests.h"
#include "analysis/memory/pointer_swap.h"
#include "gpugen/memory/early_names.h"
#include "gpugen/memory/entry_conditions.h"
#include "gpugen/memory/struct_guards.h"
#include "ir/expression.h"
#include "gpugen/memory/tested_extents.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* ---- overlaps that verdicts assume ---- */

static const IhopNode *
size_of_object (IhopPool *pool, const IhopSymbol *object)
{
  return ihop_expression_size_of_value (pool, ihop_expression_name (pool, (IhopSymbol *) object));
}

static gboolean
are_known_early (IhopWork *work, const GPtrArray *conditions)
{
  for (guint i = 0; i < conditions->len; i++)
    if (!ihop_early_can_say (work, conditions->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Of what the function touches of a variable, or only its kernels if nobody knows that of the host's code;
 * NULL: not known. */
static const IhopNode *
bytes_of (IhopWork *work, const IhopSymbol *symbol, gboolean *holds_host)
{
  g_autoptr (GPtrArray) conditions = g_ptr_array_new ();

  *holds_host = ihop_work_variable (work, symbol) == NULL && ihop_early_is_object (symbol);
  if (*holds_host)
    return size_of_object (ihop_work_pool (work), symbol);
  const IhopNode *bytes = ihop_tested_extents_bytes (work, symbol, TRUE, conditions);
  *holds_host = bytes && ihop_early_can_say (work, bytes) && are_known_early (work, conditions);
  for (guint i = 0; *holds_host && i < conditions->len; i++)
    ihop_entry_condition_add (work, conditions->pdata[i]);
  return *holds_host ? bytes : ihop_tested_extents_bytes (work, symbol, FALSE, NULL);
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
  if (has_sizes && ihop_early_is_known_side (work, test->a, test->bytes_a) && ihop_early_is_known_side (work, test->b, test->bytes_b))
    return NULL;
  *bad = kernel_with (work, test->a, test->b);
  if (*bad != G_MAXUINT)
    return too_late (test);
  /* No kernel has both; two that have one each must be taken out one by one. */
  *bad = kernel_with (work, NULL, test->b);
  return *bad == G_MAXUINT ? NULL : too_late (test);
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
  if (bytes_a && bytes_b && ihop_early_is_known (work, test->a) && ihop_early_is_known (work, test->b)
      && ihop_early_can_say (work, bytes_a) && ihop_early_can_say (work, bytes_b)
      && work->entry < 0)
    {
      test->bytes_a = bytes_a;
      test->bytes_b = bytes_b;
    }
  work->entry = entry;
}

IhopMessage *
ihop_entry_tests_measure (IhopWork *work, guint *bad)
{
  IhopPlan *plan = work->planner->plan;

  work->entry = -1;
  ihop_entry_conditions_forget (work);
  ihop_entry_conditions_add_of_sizes (work);
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (!ihop_entry_test_is_ours (work, test) || test->name_a || test->condition)
        continue;
      IhopMessage *why = measure_pair (work, test, bad);
      if (why)
        return why;
      if (test->is_required && test->bytes_a
          && !(ihop_entry_conditions_add_of_kernels (work, test->a, TRUE) && ihop_entry_conditions_add_of_kernels (work, test->b, TRUE)))
        test->bytes_a = NULL;
    }
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      IhopOverlapTest *test = plan->overlaps->pdata[i];
      if (ihop_entry_test_is_ours (work, test) && test->name_a && test->b)
        ihop_struct_guard_measure (work, test);
    }
  for (guint i = 0; i < plan->assumption_tests->len; i++)
    if (ihop_entry_test_is_ours (work, plan->assumption_tests->pdata[i]))
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
      if (!ihop_entry_test_is_ours (work, test))
        continue;
      test->behind = work->entry >= 0 ? body->child[work->entry] : NULL;
      if ((test->name_a && (test->b == NULL || test->bytes_b == NULL))
          || (test->is_required && !is_measured (work, test)))
        g_ptr_array_add (plan->unguarded, g_strdup (work->function->symbol->name));
      else if (!test->name_a && !test->condition && test->bytes_a == NULL)
        g_ptr_array_remove_index (plan->overlaps, i);
    }
}
