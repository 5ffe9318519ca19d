/* Loops that count otherwise than for (i = first; i < last; i++), variables that count along with them, and
 * second names of arrays are written so that a kernel can be made of them: by the steps canonicalize,
 * normalize, induction and substitute, for loops that are proved parallel as they stand, or where pointers
 * move on ("row += m"), afterwards.
 *
 * None of these steps adds a loop or takes one away: a loop is known by its number in the file while
 * its address changes. */
#include "analysis/memory/definitions.h"
#include "gpugen/plan/plan.h"
#include "project/project_private.h"
#include "transform/run.h"

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  const IhopPlanOptions *plan;
  IhopTree *tree;          /* the file's with the steps taken so far */
  GPtrArray *steps;        /* of char *, owned */
} Straightening;

/* A parallel loop with all that has to be done for it. */
typedef struct
{
  guint loop, end;         /* numbers of the loop, and of the first one behind it */
  gboolean is_unknown;     /* it is not yet proved parallel */
} Group;

/* ---- What there is to do ---- */

static gboolean
counts_plainly (IhopFacts *facts, const IhopLoopName *name)
{
  IhopCounting counting = ihop_counting_of (facts, name->function, name->loop);
  gboolean plain = counting.iterator == NULL
                   || (counting.is_plain && counting.lower && name->loop->kind == IHOP_FOR);

  ihop_message_unref (counting.why);
  return plain;
}

/* A pointer of the function's own, declared outside of the loop. */
static gboolean
is_outer_pointer (IhopFacts *facts, const IhopLoopName *name, const IhopSymbol *symbol)
{
  return symbol && (symbol->kind == IHOP_SYMBOL_VARIABLE || symbol->kind == IHOP_SYMBOL_PARAMETER)
         && symbol->storage == IHOP_STORAGE_AUTO && !symbol->is_global
         && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER
         && ihop_defs_is_tame (facts, name->function, symbol);
}

/* "a", "a + n", "&a[k]": names and numbers. */
static gboolean
look_for_other (const IhopNode *node, gpointer data)
{
  gboolean *found = data;
  gboolean is_name = node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER;
  gboolean is_sum = (node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB
                                                   || node->op == IHOP_OP_MUL))
                    || (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
                    || node->kind == IHOP_INDEX || node->kind == IHOP_PAREN
                    || (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT));

  *found |= !is_name && !is_sum && !(node->flags & IHOP_NODE_CONSTANT);
  return !*found;
}

static gboolean
is_other_name (const IhopNode *value)
{
  gboolean found = FALSE;

  value = value ? ihop_node_strip (value, TRUE) : NULL;
  if (value == NULL || (value->kind != IHOP_REF && value->kind != IHOP_BINARY
                        && value->kind != IHOP_UNARY))
    return FALSE;
  ihop_node_walk (value, look_for_other, &found);
  return !found;
}

typedef struct
{
  IhopFacts *facts;
  const IhopLoopName *name;
  GPtrArray *symbols;
} Names;

static gboolean
look_for_second_name (const IhopNode *node, gpointer data)
{
  Names *self = data;

  if (node->kind != IHOP_REF || !is_outer_pointer (self->facts, self->name, node->symbol)
      || node->symbol->kind != IHOP_SYMBOL_VARIABLE || g_ptr_array_find (self->symbols, node->symbol, NULL))
    return TRUE;
  const IhopDefs *defs = ihop_defs_of (self->facts, self->name->function, node->symbol);
  const IhopNode *write = defs->write ? ihop_node_strip (defs->write, FALSE) : NULL;
  const IhopNode *value = write == NULL                    ? NULL
                          : write->kind == IHOP_VARIABLE   ? write->child[0]
                          : write->kind == IHOP_ASSIGN     ? write->child[1]
                                                           : NULL;
  if (defs->n_writes == 1 && is_other_name (value) && !ihop_node_holds (self->name->loop, write))
    g_ptr_array_add (self->symbols, node->symbol);
  return TRUE;
}

/* Pointers that are another name for an array, and set once before the loop. Caller unrefs. */
static GPtrArray *
second_names (IhopFacts *facts, const IhopLoopName *name)
{
  Names self = { facts, name, g_ptr_array_new () };

  ihop_node_walk (name->loop, look_for_second_name, &self);
  return self.symbols;
}

static gboolean
is_declared_in (const IhopNode *loop, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) declared = ihop_defs_declared (loop);

  return g_hash_table_contains (declared, symbol);
}

/* Pointers that the loop moves on, from outside of it. Caller unrefs. */
static GPtrArray *
moved_pointers (IhopFacts *facts, const IhopLoopName *name)
{
  g_autoptr (GHashTable) written = ihop_defs_written (name->loop);
  GPtrArray *symbols = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer symbol;

  g_hash_table_iter_init (&iter, written);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (is_outer_pointer (facts, name, symbol) && !is_declared_in (name->loop, symbol))
      g_ptr_array_add (symbols, symbol);
  return symbols;
}

static const IhopLoop *
facts_about (const GPtrArray *loops, const IhopNode *node)
{
  for (guint i = 0; i < loops->len; i++)
    if (((const IhopLoop *) loops->pdata[i])->name->loop == node)
      return loops->pdata[i];
  return NULL;
}

/* An inner loop that could be one more axis if it was a for. */
static gboolean
has_odd_inner (IhopFacts *facts, const GPtrArray *names, const GPtrArray *loops, guint from, guint end)
{
  for (guint i = from; i < end; i++)
    {
      const IhopLoopName *name = names->pdata[i];
      const IhopLoop *loop = facts_about (loops, name->loop);
      if (loop && loop->verdict == IHOP_PARALLEL && !counts_plainly (facts, name))
        return TRUE;
    }
  return FALSE;
}

/* Whether a kernel is to be expected when the loop was straightened. */
static gboolean
is_group (IhopFacts *facts, const IhopLoop *loop)
{
  const IhopCounting *c = &loop->counting;

  if (c->iterator == NULL || loop->verdict == IHOP_SEQUENTIAL)
    return FALSE;
  if (loop->verdict == IHOP_UNKNOWN)
    {
      g_autoptr (GPtrArray) moved = moved_pointers (facts, loop->name);
      return moved->len > 0;
    }
  g_autoptr (GPtrArray) others = second_names (facts, loop->name);
  return c->lower == NULL || !c->is_plain || loop->inductions->len || others->len
         || !counts_plainly (facts, loop->name);
}

/* The loops that it holds stand behind it, and are deeper. */
static guint
end_of (const GPtrArray *names, guint loop)
{
  const IhopLoopName *outer = names->pdata[loop];
  guint end = loop + 1;

  while (end < names->len && ((const IhopLoopName *) names->pdata[end])->function == outer->function
         && ((const IhopLoopName *) names->pdata[end])->depth > outer->depth)
    end++;
  return end;
}

/* The outermost parallel loops in "node", a chosen loop or what it holds. */
static void
find_groups (IhopFacts *facts, const GPtrArray *names, const GPtrArray *loops, guint from, guint to,
             GArray *groups)
{
  for (guint i = from; i < to;)
    {
      const IhopLoop *loop = facts_about (loops, ((const IhopLoopName *) names->pdata[i])->loop);
      guint end = end_of (names, i);
      Group group = { i, end, loop && loop->verdict == IHOP_UNKNOWN };
      gboolean is_odd = loop && loop->verdict == IHOP_PARALLEL
                        && has_odd_inner (facts, names, loops, i + 1, end);
      if (loop && (is_odd || is_group (facts, loop)))
        g_array_append_val (groups, group);
      i = loop && (loop->verdict == IHOP_PARALLEL || is_group (facts, loop)) ? end : i + 1;
    }
}

static guint
number_of (const GPtrArray *names, const IhopNode *loop)
{
  for (guint i = 0; i < names->len; i++)
    if (((const IhopLoopName *) names->pdata[i])->loop == loop)
      return i;
  return G_MAXUINT;
}

/* ---- Taking steps ---- */

static IhopTree *
run_step (Straightening *self, const char *step)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts
    = ihop_project_trial_facts (self->project, self->file, self->tree, diags);

  return ihop_transform_run (facts, self->tree, step, diags);
}

/* FALSE: refused. */
static gboolean
take (Straightening *self, const char *format, const char *address, const char *variable)
{
  char *step = variable ? g_strdup_printf (format, address, variable)
                        : g_strdup_printf (format, address);
  IhopTree *next = run_step (self, step);

  if (next == NULL)
    {
      g_free (step);
      return FALSE;
    }
  ihop_tree_unref (self->tree);
  self->tree = next;
  g_ptr_array_add (self->steps, step);
  return TRUE;
}

static gboolean
look_for_mention (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_REF && node->symbol == search[0])
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

static gboolean
mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  gpointer search[2] = { (gpointer) symbol, NULL };

  ihop_node_walk (node, look_for_mention, search);
  return search[1] != NULL;
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
is_plain_now (Straightening *self, const IhopLoopName *name)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts
    = ihop_project_trial_facts (self->project, self->file, self->tree, diags);

  return counts_plainly (facts, name);
}

/* "canonicalize f/while", if there is something to do. */
static gboolean
canonicalize (Straightening *self, guint loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
  const IhopLoopName *name = name_now (names, loop);

  return is_plain_now (self, name) || take (self, "canonicalize %s", name->address, NULL);
}

/* The step wants a loop that goes up by one. */
static gboolean
say_by_iterator (Straightening *self, guint loop, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
  const IhopLoopName *name = name_now (names, loop);

  if (!writes (ihop_loop_body (name->loop), symbol)
      || take (self, "induction %s %s", name->address, symbol->name))
    return TRUE;
  return take (self, "normalize %s", name->address, NULL)
         && take (self, "induction %s %s", name->address, symbol->name);
}

/* A second name may be gone with an earlier loop of the same function. */
static gboolean
write_out (Straightening *self, guint loop, const GPtrArray *symbols)
{
  for (guint i = 0; i < symbols->len; i++)
    {
      const IhopSymbol *symbol = symbols->pdata[i];
      g_autoptr (GPtrArray) names = ihop_address_list (self->tree);
      const IhopLoopName *name = name_now (names, loop);
      if (mentions (name->loop, symbol) && !take (self, "substitute %s %s", name->address, symbol->name))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_parallel_now (Straightening *self, guint loop)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new (), names = ihop_address_list (self->tree);
  g_autoptr (IhopFacts) facts
    = ihop_project_trial_facts (self->project, self->file, self->tree, diags);
  const IhopLoop *now = ihop_loops_find (facts, self->tree, name_now (names, loop)->loop);

  return now && now->verdict == IHOP_PARALLEL;
}

/* The names that a loop has for arrays of other names. What counted along is set once now. */
static GPtrArray *
second_names_now (Straightening *self, guint loop)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new (), names = ihop_address_list (self->tree);
  g_autoptr (IhopFacts) facts
    = ihop_project_trial_facts (self->project, self->file, self->tree, diags);

  return second_names (facts, name_now (names, loop));
}

/* From the innermost loops outwards: what an inner one adds in all is a change of the outer one's. */
static gboolean
take_group (Straightening *self, const Group *group, const GPtrArray *symbols)
{
  for (guint i = group->end; i-- > group->loop;)
    {
      if (!canonicalize (self, i) && i == group->loop)
        return FALSE;
      for (guint k = 0; k < symbols->len; k++)
        if (!say_by_iterator (self, i, symbols->pdata[k]))
          return FALSE;
    }
  g_autoptr (GPtrArray) others = second_names_now (self, group->loop);
  return write_out (self, group->loop, others)
         && (!group->is_unknown || is_parallel_now (self, group->loop));
}

static void
restart (Straightening *self, IhopTree *tree, guint n_steps)
{
  ihop_tree_unref (self->tree);
  self->tree = tree;
  g_ptr_array_set_size (self->steps, (gint) n_steps);
}

/* The variables that count along with the loop. Caller unrefs. */
static GPtrArray *
counting_along (IhopFacts *facts, const IhopLoop *loop)
{
  if (loop->verdict == IHOP_UNKNOWN)
    return moved_pointers (facts, loop->name);
  GPtrArray *symbols = g_ptr_array_new ();

  for (guint i = 0; i < loop->inductions->len; i++)
    g_ptr_array_add (symbols, ((const IhopInduction *) loop->inductions->pdata[i])->symbol);
  return symbols;
}

/* All of it or nothing, for each group, from the last one on. */
static void
take_groups (Straightening *self, const GPtrArray *names, const GPtrArray *loops, GArray *groups)
{
  for (guint i = groups->len; i-- > 0;)
    {
      const Group *group = &g_array_index (groups, Group, i);
      g_autoptr (GPtrArray) symbols
        = counting_along (ihop_project_facts (self->project),
                          facts_about (loops, name_now (names, group->loop)->loop));
      IhopTree *before = ihop_tree_ref (self->tree);
      guint n_steps = self->steps->len;
      if (take_group (self, group, symbols))
        ihop_tree_unref (before);
      else
        {
          restart (self, before, n_steps);
          g_array_remove_index (groups, i);
        }
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
drop_useless (Straightening *self, GArray *groups)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->tree), diags = ihop_diags_new ();
  guint before = groups->len;

  if (self->plan->choose == IHOP_CHOOSE_TARGET || groups->len == 0)
    return FALSE;
  g_autoptr (IhopFacts) facts
    = ihop_project_trial_facts (self->project, self->file, self->tree, diags);
  g_autoptr (IhopPlan) outline = ihop_plan_outline (facts, self->tree, self->plan);
  for (guint i = groups->len; i-- > 0;)
    if (!runs_on_device (outline, name_now (names, g_array_index (groups, Group, i).loop)->loop))
      g_array_remove_index (groups, i);
  return groups->len < before;
}

static void
straighten_function (Straightening *self, const IhopFunction *function, const GPtrArray *names,
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
        find_groups (facts, names, loops, at, end_of (names, at), groups);
    }
}

static void
find_all_groups (Straightening *self, const GPtrArray *names, GArray *groups, GPtrArray *loops)
{
  const IhopTree *tree = self->file->tree;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->in_main_file
          && (self->plan->function == NULL
              || g_str_equal (self->plan->function, function->symbol->name)))
        straighten_function (self, function, names, groups, loops);
    }
}

void
ihop_project_straighten (IhopProject *project, const IhopProjectFile *file,
                         const IhopPlanOptions *plan)
{
  g_autoptr (GPtrArray) names = ihop_address_list (file->tree), loops = g_ptr_array_new ();
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (Group));
  Straightening self = { project, file, plan, ihop_tree_ref (file->tree), steps };

  find_all_groups (&self, names, groups, loops);
  take_groups (&self, names, loops, groups);
  if (drop_useless (&self, groups))
    {
      restart (&self, ihop_tree_ref (file->tree), 0);
      take_groups (&self, names, loops, groups);
    }
  if (steps->len)
    ihop_project_take_steps (project, file, self.tree, steps);
  ihop_tree_unref (self.tree);
}
