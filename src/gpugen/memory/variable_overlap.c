/* Copies on the device of what may be one object. */
#include "gpugen/memory/variable_overlap.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effective_types.h"
#include "gpugen/memory/disjointness.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/expression.h"

static void
trust_pair (IhopWork *work, IhopSymbol *a, IhopSymbol *b)
{
  IhopPlan *plan = work->planner->plan;
  IhopAssumption *assumption
    = ihop_assumption_new (IHOP_ASSUME_NO_OVERLAP, a, b, ihop_message ("%s and %s do not overlap", a->name, b->name));

  assumption->by_owner = TRUE;
  g_ptr_array_add (plan->made, assumption);
  g_ptr_array_add (plan->assumptions, assumption);
  ihop_overlap_note (plan->assumption_tests, work->function, a, b, assumption->message);
}

static gboolean
share_kernel (const IhopWork *work, const IhopSymbol *a, const IhopSymbol *b, guint *which)
{
  for (*which = 0; *which < work->kernels->len; (*which)++)
    {
      const IhopKernelParam *p = ihop_kernel_param (work->kernels->pdata[*which], a);
      const IhopKernelParam *q = ihop_kernel_param (work->kernels->pdata[*which], b);
      if (p && q && (!p->is_const || !q->is_const))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_for_test (IhopAlias alias)
{
  return alias == IHOP_ALIAS_TESTABLE || alias == IHOP_ALIAS_APART_TESTABLE;
}

/* Two copies on the device of what may be one object: harmless if nothing is written there, else
 * told apart by proof, by test, or kept from ever being alive together. */
static IhopMessage *
judge_pair (IhopWork *work, IhopDeviceVariable *a, IhopDeviceVariable *b, guint *bad)
{
  IhopFacts *facts = work->planner->facts;
  gboolean arrays = a->passing == IHOP_PASS_ARRAY && b->passing == IHOP_PASS_ARRAY;
  IhopMessage *why = NULL;

  /* Two variables that are no pointers are two; "double *q = &s;" makes one of s and *q. */
  if ((!a->is_changed && !b->is_changed) || (a->passing != IHOP_PASS_ARRAY && b->passing != IHOP_PASS_ARRAY)
      || ihop_overlap_is_noted (work->planner->plan->overlaps, work->function,
                                                     a->symbol, b->symbol))
    return NULL;
  const IhopAliasAnswer *answer = ihop_variables_judge (work, a, b);
  IhopAliasMode mode = ihop_facts_options (facts) ? ihop_facts_options (facts)->alias
                                                  : IHOP_ALIAS_CHECK;
  /* Pointers that change places are brought up to date at the exchange, as at every rebinding. */
  if (answer->alias == IHOP_ALIAS_NEVER || answer->alias == IHOP_ALIAS_APART)
    ;
  else if (answer->alias != IHOP_ALIAS_SAME && mode == IHOP_ALIAS_TRUST)
    trust_pair (work, a->symbol, b->symbol);
  else if (is_for_test (answer->alias) && mode == IHOP_ALIAS_CHECK && arrays)
    ihop_overlap_note_tests (work, a->symbol, b->symbol, answer->reason);
  else if (share_kernel (work, a->symbol, b->symbol, bad))
    why = ihop_message ("%s and %s may be the same memory (%s)", a->symbol->name, b->symbol->name, answer->reason);
  else
    a->is_local = b->is_local = TRUE;
  return why;
}

IhopMessage *
ihop_variables_part_pairs (IhopWork *work, guint *bad)
{
  for (guint i = 0; i < work->variables->len; i++)
    for (guint k = i + 1; k < work->variables->len; k++)
      {
        IhopMessage *why = judge_pair (work, work->variables->pdata[i], work->variables->pdata[k], bad);
        if (why)
          return why;
      }
  return NULL;
}

/* What the host reads when it launches a kernel: numbers and structs that are passed by value, and what sizes and
 * conditions are worked out from. If they may lie in memory that a kernel has written, a test at entry tells, or the
 * copy there lives no longer than its kernel. */
static void
judge_value (IhopWork *work, IhopDeviceVariable *written, IhopSymbol *passed)
{
  IhopFacts *facts = work->planner->facts;
  const IhopAliasAnswer *answer;

  if (!written->is_changed || written->symbol == passed || ihop_defs_is_tame (facts, work->function, passed)
      || ihop_overlap_is_noted (work->planner->plan->overlaps, work->function, written->symbol, passed)
      || ihop_effective_types_differ (facts, written->element, ihop_type_element (passed->type, NULL)))
    return;
  answer = ihop_alias_judge (facts, work->function, written->symbol, passed);
  if (answer->alias == IHOP_ALIAS_NEVER || answer->alias == IHOP_ALIAS_APART)
    return;
  if (ihop_facts_options (facts)->alias == IHOP_ALIAS_TRUST)
    trust_pair (work, written->symbol, passed);
  else if (is_for_test (answer->alias) && written->passing == IHOP_PASS_ARRAY
           && ihop_facts_options (facts)->alias == IHOP_ALIAS_CHECK)
    ihop_overlap_note_tests (work, written->symbol, passed, answer->reason);
  else
    written->is_local = TRUE;
}

static void
judge_symbol (IhopWork *work, IhopSymbol *read)
{
  for (guint i = 0; i < work->variables->len; i++)
    judge_value (work, work->variables->pdata[i], read);
}

static void
judge_expression (IhopWork *work, const IhopNode *node)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (node);

  for (guint i = 0; i < symbols->len; i++)
    {
      IhopSymbol *symbol = symbols->pdata[i];
      if (symbol->kind == IHOP_SYMBOL_VARIABLE && ihop_work_variable (work, symbol) == NULL)
        judge_symbol (work, symbol);
    }
}

static void
judge_launch (IhopWork *work, const IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->params->len; i++)
    if (((const IhopKernelParam *) kernel->params->pdata[i])->passing == IHOP_PASS_VALUE)
      judge_symbol (work, ((const IhopKernelParam *) kernel->params->pdata[i])->symbol);
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      judge_expression (work, kernel->axes[i].first);
      judge_expression (work, kernel->axes[i].trips);
    }
  for (guint i = 0; i < kernel->conditions->len; i++)
    judge_expression (work, ((const IhopAssumption *) kernel->conditions->pdata[i])->holds);
}

void
ihop_variables_part_values (IhopWork *work)
{
  for (guint i = 0; i < work->kernels->len; i++)
    judge_launch (work, work->kernels->pdata[i]);
  for (guint i = 0; i < work->variables->len; i++)
    {
      const IhopDeviceVariable *variable = work->variables->pdata[i];
      if (variable->count)
        judge_expression (work, variable->count);
    }
}
