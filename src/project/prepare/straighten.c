/* Loops that count otherwise than for (i = first; i < last; i++), variables that count along with
 * them, and second names of arrays are written so that a kernel can be made of them: by the steps
 * canonicalize, guard, normalize, induction and substitute, for loops that are proved parallel as they
 * stand, or where pointers move on ("row += m"), afterwards.
 *
 * None of these steps adds a loop or takes one away: a loop is known by its number in the file
 * while its address changes. */
#include "analysis/memory/definitions.h"
#include "gpugen/plan/plan.h"
#include "ir/jumps.h"
#include "ir/query.h"
#include "project/project_private.h"
#include "project/prepare/straighten.h"
#include "project/prepare/trial_steps.h"
#include "transform/text/canonicalize_pointer.h"

static guint
number_of (const GPtrArray *names, const IhopNode *loop)
{
  for (guint i = 0; i < names->len; i++)
    if (((const IhopLoopName *) names->pdata[i])->loop == loop)
      return i;
  return G_MAXUINT;
}

/* ---- Taking steps ---- */

/* FALSE: refused. */
static gboolean
take (IhopTrial *self, const char *format, const char *address, const char *variable)
{
  g_autofree char *step
    = variable ? g_strdup_printf (format, address, variable) : g_strdup_printf (format, address);
  IhopTree *next = ihop_trial_run (self, step);

  if (next)
    ihop_trial_keep (self, next, step);
  return next != NULL;
}

static gboolean
writes (const IhopNode *node, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) written = ihop_defs_written (node);

  return g_hash_table_contains (written, symbol);
}

/* The loop as it stands now. */
static const IhopLoopName *
name_now (const GPtrArray *names, guint loop)
{
  return names->pdata[loop];
}

static gboolean
is_plain_now (IhopTrial *self, const IhopLoopName *name)
{
  g_autoptr (IhopFacts) facts = ihop_trial_facts (self, self->tree);

  return ihop_straighten_counts_plainly (facts, name)
         && !ihop_counts_with_pointer (facts, name->function, name->loop);
}

/* "canonicalize f/while", if there is something to do. */
static gboolean
canonicalize (IhopTrial *self, guint loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
  const IhopLoopName *name = name_now (names, loop);

  return is_plain_now (self, name) || take (self, "canonicalize %s", name->address, NULL);
}

/* "if (v < 0) { *to++ = 0; continue; } *to++ = v;": what a continue leaves out would not move the pointer; under an if both sides do. */
static gboolean
guard (IhopTrial *self, guint loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
  const IhopLoopName *name = name_now (names, loop);

  return ihop_body_continue (ihop_loop_body (name->loop)) == NULL || take (self, "guard %s", name->address, NULL);
}

/* The step wants a loop that goes up by one; it is made one only if that is of use. */
static gboolean
say_by_iterator (IhopTrial *self, guint loop, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
  const IhopLoopName *name = name_now (names, loop);

  if (!writes (ihop_loop_body (name->loop), symbol)
      || take (self, "induction %s %s", name->address, symbol->name))
    return TRUE;

  g_autoptr (IhopTree) before = ihop_tree_ref (self->tree);
  guint n_steps = self->steps->len;

  if (take (self, "normalize %s", name->address, NULL) && take (self, "induction %s %s", name->address, symbol->name))
    return TRUE;
  ihop_trial_restart (self, ihop_tree_ref (before), n_steps);
  return FALSE;
}

/* A second name may be gone with an earlier loop of the same function. */
static gboolean
write_out (IhopTrial *self, guint loop, const GPtrArray *symbols)
{
  for (guint i = 0; i < symbols->len; i++)
    {
      const IhopSymbol *symbol = symbols->pdata[i];
      g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
      const IhopLoopName *name = name_now (names, loop);
      if (ihop_node_mentions (name->loop, symbol)
          && !take (self, "substitute %s %s", name->address, symbol->name))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_parallel_now (IhopTrial *self, guint loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
  g_autoptr (IhopFacts) facts = ihop_trial_facts (self, self->tree);
  const IhopLoop *now = ihop_loops_find (facts, self->tree, name_now (names, loop)->loop);

  return now && now->verdict == IHOP_PARALLEL;
}

/* What is asked of a loop as it stands now: the names that it has for arrays of other names (what
 * counted along is set once now), or the pointers that it moves. Caller unrefs. */
static GPtrArray *
pointers_now (IhopTrial *self, guint loop, gboolean moved, gboolean inside_too)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
  g_autoptr (IhopFacts) facts = ihop_trial_facts (self, self->tree);
  const IhopLoopName *name = name_now (names, loop);

  return moved ? ihop_straighten_moved_pointers (facts, name)
               : ihop_straighten_second_names (facts, name, inside_too);
}

/* From the innermost loops outwards: what an inner one adds in all is a change of the outer one's.
 */
static gboolean
take_group (IhopTrial *self, const IhopStraightening *group, const GPtrArray *symbols)
{
  for (guint i = group->end; i-- > group->loop;)
    {
      if (!canonicalize (self, i) && i == group->loop)
        return FALSE;
      for (guint k = 0; k < symbols->len; k++)
        if (!say_by_iterator (self, i, symbols->pdata[k]))
          return FALSE;
    }
  g_autoptr (GPtrArray) others = pointers_now (self, group->loop, FALSE, FALSE);
  return write_out (self, group->loop, others);
}

/* The same where it is the pointers that stand in the way of a proof: each loop says by its
 * iterator those that it moves, and what is set once is written out. What cannot be said so may not
 * matter: the proof shows. */
static gboolean
take_unproved (IhopTrial *self, const IhopStraightening *group)
{
  for (guint i = group->end; i-- > group->loop;)
    {
      if (!canonicalize (self, i) && i == group->loop)
        return FALSE;
      g_autoptr (GPtrArray) moved = pointers_now (self, i, TRUE, FALSE);
      if (moved->len && !guard (self, i))
        continue;
      for (guint k = 0; k < moved->len; k++)
        say_by_iterator (self, i, moved->pdata[k]);
    }
  g_autoptr (GPtrArray) others = pointers_now (self, group->loop, FALSE, TRUE);
  for (guint i = 0; i < others->len; i++)
    {
      g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
      take (self, "substitute %s %s", name_now (names, group->loop)->address,
            ((const IhopSymbol *) others->pdata[i])->name);
    }
  return is_parallel_now (self, group->loop);
}

/* The variables that count along with the loop. Caller unrefs. */
static GPtrArray *
counting_along (const IhopLoop *loop)
{
  GPtrArray *symbols = g_ptr_array_new ();

  for (guint i = 0; i < loop->inductions->len; i++)
    g_ptr_array_add (symbols, ((const IhopInduction *) loop->inductions->pdata[i])->symbol);
  return symbols;
}

/* All of it or nothing. */
static gboolean
try_group (IhopTrial *self, const IhopStraightening *group, const IhopLoop *loop)
{
  g_autoptr (GPtrArray) symbols = counting_along (loop);
  IhopTree *before = ihop_tree_ref (self->tree);
  guint n_steps = self->steps->len;

  if (group->is_unproved ? take_unproved (self, group) : take_group (self, group, symbols))
    {
      ihop_tree_unref (before);
      return TRUE;
    }
  ihop_trial_restart (self, before, n_steps);
  return FALSE;
}

/* For each group, from the last one on, those that came to nothing go; where a loop is not proved,
 * those inside of it are tried. */
static void
take_groups (IhopTrial *self, const GPtrArray *names, const GPtrArray *loops, GArray *groups)
{
  for (guint i = groups->len; i-- > 0;)
    {
      const IhopStraightening group = g_array_index (groups, IhopStraightening, i);
      if (try_group (self, &group,
                     ihop_straighten_facts_about (loops, name_now (names, group.loop)->loop)))
        continue;
      g_array_remove_index (groups, i);
      if (!group.is_unproved)
        continue;
      g_autoptr (GArray) inner = g_array_new (FALSE, FALSE, sizeof (IhopStraightening));
      ihop_straighten_find (ihop_project_facts (self->project), names, loops, group.loop + 1,
                            group.end, inner);
      take_groups (self, names, loops, inner);
      g_array_insert_vals (groups, i, inner->data, inner->len);
    }
}

/* ---- Whether it was of use ---- */

static gboolean
runs_on_device (const IhopPlan *outline, const IhopNode *loop)
{
  for (guint i = 0; i < outline->kernels->len; i++)
    {
      const IhopKernel *kernel = outline->kernels->pdata[i];
      for (guint k = 0; k < kernel->statements->len; k++)
        if (ihop_node_holds (kernel->statements->pdata[k], loop)
            || ihop_node_holds (loop, kernel->statements->pdata[k]))
          return TRUE;
    }
  return FALSE;
}

/* Drops groups of which no kernel was made. Whoever marks a loop wants it changed. TRUE: there were
 * some. */
static gboolean
drop_useless (IhopTrial *self, GArray *groups)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
  guint before = groups->len;

  if (self->plan->choose == IHOP_CHOOSE_TARGET || groups->len == 0)
    return FALSE;
  g_autoptr (IhopFacts) facts = ihop_trial_facts (self, self->tree);
  g_autoptr (IhopPlan) outline = ihop_plan_outline (facts, self->tree, self->plan);
  for (guint i = groups->len; i-- > 0;)
    if (!runs_on_device (outline,
                         name_now (names, g_array_index (groups, IhopStraightening, i).loop)->loop))
      g_array_remove_index (groups, i);
  return groups->len < before;
}

static void
straighten_function (IhopTrial *self, const IhopFunction *function, const GPtrArray *names,
                     GArray *groups, GPtrArray *all)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  IhopFacts *facts = ihop_project_facts (self->project);

  ihop_project_chosen_loops (function, self->plan, chosen);
  if (chosen->len == 0)
    return;
  const GPtrArray *loops = ihop_loops_of_function (facts, self->file->tree, function);
  for (guint i = 0; i < loops->len; i++)
    g_ptr_array_add (all, loops->pdata[i]);
  for (guint i = 0; i < chosen->len; i++)
    {
      guint at = number_of (names, chosen->pdata[i]);
      if (at != G_MAXUINT)
        ihop_straighten_find (facts, names, loops, at, ihop_straighten_end_of (names, at), groups);
    }
}

static void
find_all_groups (IhopTrial *self, const GPtrArray *names, GArray *groups, GPtrArray *loops)
{
  const IhopTree *tree = self->file->tree;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (ihop_trial_covers (self, function))
        straighten_function (self, function, names, groups, loops);
    }
}

void
ihop_project_straighten (IhopProject *project, const IhopProjectFile *file,
                         const IhopPlanOptions *plan)
{
  g_autoptr (GPtrArray) names = ihop_address_list (file->tree), loops = g_ptr_array_new ();
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (IhopStraightening));
  IhopTrial self = ihop_trial_begin (project, file, plan);

  find_all_groups (&self, names, groups, loops);
  take_groups (&self, names, loops, groups);
  if (drop_useless (&self, groups))
    {
      ihop_trial_restart (&self, ihop_tree_ref (file->tree), 0);
      take_groups (&self, names, loops, groups);
    }
  ihop_trial_end (&self);
}
