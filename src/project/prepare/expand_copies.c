/* "memcpy (u, w, n * sizeof *u);" in a time loop would bring both arrays to the host and back in each step. Such calls become
 * loops (step copy-loop) wherever a kernel is made of them; the others stay as they are. */
#include "analysis/program/callgraph.h"
#include "gpugen/plan/plan.h"
#include "ir/address.h"
#include "ir/query.h"
#include "project/project_private.h"
#include "project/prepare/trial_steps.h"

enum { MOST_CALLS = 16 };

static gboolean
is_copy (const IhopNode *statement)
{
  const IhopNode *call = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], TRUE) : NULL;
  const IhopSymbol *callee = call && call->kind == IHOP_CALL ? ihop_call_callee (call) : NULL;

  return callee && (g_str_equal (callee->name, "memcpy") || g_str_equal (callee->name, "memset"));
}

/* Adds the steps for such calls, of char *. */
static void
find_copies (const IhopFunction *function, const IhopNode *node, GPtrArray *steps)
{
  if (is_copy (node) && steps->len < MOST_CALLS)
    g_ptr_array_add (steps, g_strdup_printf ("copy-loop %s %u", function->symbol->name, ihop_range_text_line (node->place)));
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      find_copies (function, node->child[i], steps);
}

static gboolean
has_kernel (const IhopPlan *outline, const IhopFunction *function)
{
  for (guint i = 0; i < outline->kernels->len; i++)
    if (((const IhopKernel *) outline->kernels->pdata[i])->function->symbol == function->symbol)
      return TRUE;
  return FALSE;
}

typedef struct
{
  const IhopPlan *outline;
  IhopFacts *facts;
  gboolean found;
} Calls;

static gboolean
find_call (const IhopNode *node, gpointer data)
{
  Calls *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const IhopFunction *function = callee ? ihop_facts_function (self->facts, callee) : NULL;

  self->found |= function && has_kernel (self->outline, function);
  return !self->found;
}

/* Whether the function has kernels, or calls one that has: arrays of both may be on the device here. */
static gboolean
is_near_kernels (IhopFacts *facts, const IhopPlan *outline, const IhopFunction *function)
{
  Calls calls = { outline, facts, has_kernel (outline, function) };

  ihop_node_walk (function->body, find_call, &calls);
  return calls.found;
}

/* Caller unrefs. */
static GPtrArray *
steps_to_try (IhopTrial *self)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (IhopFacts) facts = NULL;
  g_autoptr (IhopPlan) outline = NULL;

  for (guint i = 0; i < self->tree->functions->len; i++)
    {
      const IhopFunction *function = self->tree->functions->pdata[i];
      guint before = steps->len;
      if (!ihop_trial_covers (self, function))
        continue;
      find_copies (function, function->body, steps);
      if (steps->len == before)
        continue;
      facts = facts ? facts : ihop_trial_facts (self, self->tree);
      outline = outline ? outline : ihop_plan_outline (facts, self->tree, self->plan);
      if (!is_near_kernels (facts, outline, function))
        g_ptr_array_set_size (steps, (gint) before);
    }
  return steps;
}

/* Each call by itself: a kernel more, or it stays as it was. */
static void
try_step (IhopTrial *self, const char *step, guint *kernels)
{
  IhopTree *next = ihop_trial_run (self, step);
  guint now = next ? ihop_trial_count_kernels (self, next) : 0;

  if (now <= *kernels)
    {
      g_clear_pointer (&next, ihop_tree_unref);
      return;
    }
  *kernels = now;
  ihop_trial_keep (self, next, step);
}

void
ihop_project_expand_copies (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  IhopTrial self = ihop_trial_begin (project, file, plan);
  g_autoptr (GPtrArray) tried = plan->choose == IHOP_CHOOSE_TARGET ? g_ptr_array_new () : steps_to_try (&self);
  guint kernels = tried->len ? ihop_trial_count_kernels (&self, self.tree) : 0;

  for (guint i = tried->len; i-- > 0;)
    try_step (&self, tried->pdata[i], &kernels);
  ihop_trial_end (&self);
}
