/* schedule: the statements of a nest in any affine order. Each is given a vector of times, affine in the iterators
 * around it; what is earlier by these, compared lexicographically, runs earlier (Feautrier 1992; Kelly and Pugh 1993).
 * The other steps that only reorder are cases of it; this one moves the statements of an imperfect nest apart and
 * together at once, where no sequence of steps on whole loops could. isl generates the loops (schedule_loops.c), and
 * the judge reads what was generated. */
#include "analysis/extract/extract.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/parse_expression.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/obstacle.h"
#include "transform/legality/preconditions.h"
#include "transform/order/schedule_loops.h"
#include "transform/order/schedule_statements.h"
#include <string.h>

/* ---- Statements --------------------------------------------------------------------------------- */

static gboolean
find_loop (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (ihop_kind_is_loop (node->kind))
    *found = node;
  return *found == NULL;
}

/* "loop" is the innermost one around it. */
static void
refuse_part (IhopTransformStep *step, const IhopNode *node, const char *loop, gboolean has_loop)
{
  IhopDiag *diag = ihop_refuse (step, IHOP_T_SHAPE, node,
                                has_loop             ? N_ ("a loop stands under a condition here")
                                : node->n_children ? N_ ("a variable is declared here")
                                                     : N_ ("a type is declared here"));

  if (has_loop)
    ihop_diag_code (diag, "unswitch %s", loop);
  else
    ihop_remedy_declared (diag, loop, node);
}

/* FALSE after a refusal. */
static gboolean
add_statement (IhopSchedule *self, const IhopNode *node, const IhopNode *loop)
{
  IhopTransformStep *step = self->build->step;
  const IhopNode *inner = NULL;

  ihop_node_walk (node, find_loop, &inner);
  if (inner || node->kind == IHOP_DECLARATION)
    refuse_part (step, node, ihop_address_of (step->names, loop)->address, inner != NULL);
  else if (self->n == IHOP_SCHEDULE_STATEMENTS)
    ihop_refuse (step, IHOP_T_SHAPE, node, "%s holds more than %d statements", self->header.name->address,
                 IHOP_SCHEDULE_STATEMENTS);
  else if (ihop_require_copyable (step, node) && ihop_require_no_jumps (step, node))
    {
      self->statement[self->n++] = (IhopScheduled) { .node = node, .loop = ihop_scop_loop_of (self->scop, loop) };
      return TRUE;
    }
  return FALSE;
}

/* Bounds are computed elsewhere, and where loops around them do not run. FALSE after a refusal. */
static gboolean
check_loop (IhopSchedule *self, const IhopNode *node)
{
  IhopTransformStep *step = self->build->step;
  const IhopScopLoop *loop = ihop_scop_loop_of (self->scop, node);
  IhopHeader header;

  if (!ihop_header_read (step, node, &header) || !ihop_require_signed_counter (step, &header))
    return FALSE;
  const IhopNode *fault = ihop_may_fault (header.bound);
  if (fault == NULL)
    fault = ihop_may_fault (header.lower);
  if (fault && node != self->header.loop)
    ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, fault,
                                   "this bound would be computed even where the loops around it do not run"),
                      "keep it in a variable that is set before the loops");
  else if (loop == NULL || !loop->is_exact)
    ihop_refuse (step, IHOP_T_UNKNOWN, node, "the iterations of this loop are not known: its bounds are not affine");
  else
    return TRUE;
  return FALSE;
}

static gboolean
take_part (const IhopNode *node, const IhopNode *loop, gpointer self)
{
  return node->kind == IHOP_FOR ? check_loop (self, node) : add_statement (self, node, loop);
}

/* ---- As it stands ---------------------------------------------------------------------------------- */

/* ---- Times ----------------------------------------------------------------------------------------- */

static gboolean
read_times (IhopSchedule *self, IhopScheduled *statement, const char *vector)
{
  g_auto (GStrv) parts = g_strsplit (vector, ",", -1);

  if (g_strv_length (parts) > IHOP_SCHEDULE_TIMES)
    {
      ihop_refuse (self->build->step, IHOP_T_ARGUMENTS, statement->node, "\"%s\" has more than %d times",
                   vector, IHOP_SCHEDULE_TIMES);
      return FALSE;
    }
  for (guint i = 0; parts[i]; i++)
    {
      statement->time[i] = ihop_args_expression (self->build, statement->node, parts[i]);
      if (statement->time[i] == NULL)
        return FALSE;
      statement->n_times = i + 1;
    }
  self->n_times = MAX (self->n_times, statement->n_times);
  return TRUE;
}

static gboolean
read_vectors (IhopSchedule *self, char **vectors, guint n)
{
  if (n != self->n)
    {
      ihop_refuse (self->build->step, IHOP_T_ARGUMENTS, self->header.loop,
                   "times are given for %u statements, and %s holds %u", n, self->header.name->address, self->n);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (!read_times (self, &self->statement[i], vectors[i]))
      return FALSE;
  return TRUE;
}

/* ---- The step -------------------------------------------------------------------------------------- */

static IhopRewrite *
schedule (IhopSchedule *self, char **vectors, guint n)
{
  if (!ihop_require_followed (self->build->step, self->scop)
      || !ihop_schedule_parts (self->header.loop, take_part, self)
      || !read_vectors (self, vectors, n))
    return NULL;
  GPtrArray *loops = ihop_schedule_loops (self);
  return loops ? ihop_build_finish (self->build, self->header.loop, 1, loops) : NULL;
}

static IhopRewrite *
schedule_build (IhopTransformStep *step, char **words, guint n)
{
  IhopSchedule self = { 0 };

  if (!ihop_args_count (step, n, 2, 1 + IHOP_SCHEDULE_STATEMENTS)
      || !ihop_header_of (step, words[0], &self.header))
    return NULL;
  IhopBudget budget = ihop_facts_budget (step->facts);
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.header.name->function);
  g_autoptr (IhopScop) scop
    = ihop_scop_new (step->facts, self.header.name->function, self.header.loop, &budget);

  self.build = build;
  self.scop = scop;
  return schedule (&self, words + 1, n - 1);
}

const IhopTransform ihop_transform_schedule = {
  .name = "schedule",
  .usage = "LOOP TIMES...",
  .summary = N_ ("The statements of a nest in any affine order: for each its times, outermost first"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = schedule_build,
};
