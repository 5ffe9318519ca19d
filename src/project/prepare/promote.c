/* Buffers that change places in a struct ("w->old = w->now; …") over a time loop are made pointers that do so, which
 * is what the copies of a plan can follow: the calls in the loop that know the struct are inlined, the loop is put
 * into a function of its own where something stands before it (what has to be tested is tested where a function
 * starts), and the members are kept in variables while it runs (the steps inline, outline and promote).
 *
 * Where they only stay where they are and the loop calls what works on them ("collide (&s); stream (&s);"), inlining the
 * calls is all: the members are variables of one function then (unpack.c), and the data stays on the device. */
#include "analysis/program/callgraph.h"
#include "analysis/memory/function_entry.h"
#include "analysis/memory/pointer_swap.h"
#include "ir/expression.h"
#include "project/project_private.h"
#include "project/reread.h"
#include "project/prepare/time_loop_steps.h"
#include "project/prepare/time_loops.h"
#include "transform/run.h"

enum { MOST_LOOPS = 24, MOST_CALLS = 16 };

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  const IhopPlanOptions *plan;
  gboolean exchanges;      /* loops over which buffers change places, else those that call what works on members */
} Promotion;

/* ---- loops that may be meant ---- */

/* A loop in other loops, a time loop for each of several rates, comes behind those: data stays where it is for longer there. */
static gboolean
is_meant (const Promotion *self, const IhopTree *tree, const IhopLoopName *name)
{
  return ihop_time_loop_may_be_meant (self->file, self->plan, name)
         && (self->exchanges ? ihop_time_loop_exchanges (tree, name->loop) : ihop_time_loop_calls_for_members (tree, name->loop));
}

static guint
count_exchanges (const Promotion *self, IhopTree *tree)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = ihop_project_trial_facts (self->project, self->file, tree, diags);
  guint n = 0;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      const GPtrArray *exchanges = ihop_swap_statements_of (facts, function);
      for (guint k = 0; k < exchanges->len; k++)
        n += ihop_swapped_pointers_of (facts, function,
                                       ((const IhopSwapStatements *) exchanges->pdata[k])->variables->pdata[0])
               ? 1
               : 0;
    }
  return n;
}

/* The tree with the members in variables, if these then change places; else NULL. */
static IhopTree *
promoted (const Promotion *self, IhopTree *tree, guint loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (tree);
  const IhopLoopName *name = names->pdata[loop];
  g_autoptr (IhopTree) next = ihop_time_loop_step (self->project, self->file, tree, g_strdup_printf ("promote %s", name->address));

  return next && count_exchanges (self, next) > count_exchanges (self, tree)
           ? ihop_time_loop_without_second_names (self->project, self->file, g_steal_pointer (&next), loop) : NULL;
}

/* ---- calls that know the struct ---- */

/* Where nothing changes places, a loop that has just been given a function of its own stays in it. */
static gboolean
may_inline (const Promotion *self, const IhopNode *call)
{
  return self->exchanges || !g_hash_table_contains (self->file->outlined, ihop_call_callee (call)->name);
}

/* Takes the tree; NULL: a call that knows the struct stays, and members cannot be kept over it. */
static IhopTree *
inlined (const Promotion *self, IhopTree *tree, guint loop)
{
  for (guint i = 0; tree && i <= MOST_CALLS; i++)
    {
      g_autoptr (GPtrArray) names = ihop_address_list (tree);
      const IhopLoopName *name = names->pdata[loop];
      const IhopNode *call = ihop_time_loop_call (tree, name->loop);
      if (call == NULL)
        return tree;
      IhopTree *next = i == MOST_CALLS || !may_inline (self, call) ? NULL : ihop_time_loop_inline (self->project, self->file, tree, name, call);
      ihop_tree_unref (tree);
      tree = next;
    }
  return tree;
}

/* ---- calls between the loops ---- */

static gboolean
look_for_loop (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= ihop_kind_is_loop (node->kind);
  return !*found;
}

/* "ends (next, n, 100);" */
static gboolean
sets_elements (const IhopTree *tree, const IhopNode *call)
{
  const IhopFunction *callee = ihop_called_function (tree, call);
  gboolean has_loops = FALSE, has_pointer = FALSE;

  if (callee == NULL)
    return FALSE;
  ihop_node_walk (callee->body, look_for_loop, &has_loops);
  for (guint i = 1; i < call->n_children; i++)
    has_pointer |= ihop_points_to_numbers (call->child[i]->type);
  return has_pointer && !has_loops;
}

/* Calls of functions without loops that set some elements, between the loops of the time loop. */
typedef struct
{
  const IhopTree *tree;
  guint passed, seen;      /* how many of them are not meant, as they cannot be inlined */
  const IhopNode *call;    /* the first behind those; NULL: there is none */
} Setters;

static gboolean
find_setter (const IhopNode *node, gpointer data)
{
  Setters *self = data;

  if (node->kind == IHOP_CALL && sets_elements (self->tree, node) && self->seen++ == self->passed)
    self->call = node;
  return self->call == NULL && !ihop_kind_is_loop (node->kind);
}

/* One thread can do on the device what they do, if it is known how far they go, which their bodies say. Takes the tree. */
static IhopTree *
with_setters_inlined (const Promotion *self, IhopTree *tree, guint loop)
{
  for (guint i = 0, passed = 0; i < MOST_CALLS; i++)
    {
      g_autoptr (GPtrArray) names = ihop_address_list (tree);
      const IhopLoopName *name = names->pdata[loop];
      Setters setters = { tree, passed, 0, NULL };
      ihop_node_walk (ihop_loop_body (name->loop), find_setter, &setters);
      if (setters.call == NULL)
        return tree;
      IhopTree *next = ihop_time_loop_step (self->project, self->file, tree, g_strdup_printf ("inline %s %u %s", name->function->symbol->name,
                                                              ihop_range_text_line (setters.call->place),
                                                              ihop_call_callee (setters.call)->name));
      passed += next == NULL;
      if (next)
        ihop_tree_unref (tree);
      tree = next ? next : tree;
    }
  return tree;
}

/* What loops behind it work on is read from the members anew, by other names for the same memory. */
static gboolean
is_only_loop (const GPtrArray *names, const IhopLoopName *name)
{
  for (guint i = 0; i < names->len; i++)
    {
      const IhopLoopName *other = names->pdata[i];
      if (other->function == name->function && !ihop_node_holds (name->loop, other->loop))
        return FALSE;
    }
  return TRUE;
}

static void
note_gathered (const Promotion *self, const IhopTree *tree, guint loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (tree);
  const IhopLoopName *name = names->pdata[loop];

  g_ptr_array_add (self->file->gathered, g_strdup (name->function->symbol->name));
}

/* The tree in which the loop's members can be promoted, or need not be; NULL: nothing comes of it, or there is nothing to be
 * done. */
static IhopTree *
gathered (const Promotion *self, guint loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->file->tree);
  const IhopLoopName *name = names->pdata[loop];
  gboolean is_first = ihop_time_loop_is_at_entry (self->project, self->file, self->file->tree, name), is_alone = !self->exchanges || is_only_loop (names, name);
  g_autoptr (IhopTree) tree = is_first && is_alone ? NULL : ihop_time_loop_outlined (self->project, self->file, self->file->tree, &loop);

  if (tree == NULL && is_first)
    tree = ihop_tree_ref (self->file->tree);
  if (tree)
    tree = inlined (self, tree, loop);
  if (tree && tree != self->file->tree)
    tree = with_setters_inlined (self, tree, loop);
  if (tree == NULL || tree == self->file->tree)
    return NULL;
  g_autoptr (IhopTree) next = self->exchanges ? promoted (self, tree, loop) : NULL;
  if (self->exchanges && next == NULL)
    return NULL;
  g_autoptr (GPtrArray) now = ihop_address_list (tree);
  ihop_time_loop_note (self->file, ((const IhopLoopName *) now->pdata[loop])->function->symbol->name, name->address);
  if (!self->exchanges)
    note_gathered (self, tree, loop);
  return g_steal_pointer (&tree);
}

/* Whether the members can be kept in variables over a loop around it: then data stays where it is for longer. */
static gboolean
is_promoted_around (const Promotion *self, const GPtrArray *names, guint loop)
{
  const IhopNode *around = ((const IhopLoopName *) names->pdata[loop])->parent;

  for (guint i = loop; around && i-- > 0;)
    {
      const IhopLoopName *name = names->pdata[i];
      if (name->loop != around)
        continue;
      gboolean is_tried = g_ptr_array_find_with_equal_func (self->file->unpromoted, name->address, g_str_equal, NULL);
      g_autoptr (IhopTree) next = is_tried ? NULL : promoted (self, self->file->tree, i);
      if (next)
        return TRUE;
      around = name->parent;
    }
  return FALSE;
}

/* Does it for one loop, those of called functions first, which mostly stand before their callers; FALSE: there is none. */
static gboolean
gather_one (const Promotion *self, guint *tried)
{
  g_autoptr (GPtrArray) names = ihop_address_list (self->file->tree);

  for (guint i = 0; i < names->len && *tried < MOST_LOOPS; i++)
    {
      const IhopLoopName *name = names->pdata[i];
      if (!is_meant (self, self->file->tree, name) || is_promoted_around (self, names, i))
        continue;
      (*tried)++;
      IhopTree *next = gathered (self, i);
      if (next == NULL)
        continue;
      ihop_project_replace (self->project, self->file, next);
      return TRUE;
    }
  return FALSE;
}

void
ihop_project_gather (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  Promotion self = { project, file, plan, TRUE };
  guint tried = 0;

  while (gather_one (&self, &tried))
    ;
  self.exchanges = FALSE;
  while (gather_one (&self, &tried))
    ;
}

IhopTree *
ihop_project_promoted (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  const Promotion self = { project, file, plan, TRUE };
  g_autoptr (IhopTree) tree = ihop_tree_ref (file->tree);
  g_autoptr (GPtrArray) names = ihop_address_list (tree);
  guint n = names->len, tried = 0; /* the step leaves as many loops as there are, in the same order */

  for (guint i = 0; i < n && tried < MOST_LOOPS; i++)
    {
      if (!is_meant (&self, tree, names->pdata[i]))
        continue;
      tried++;
      IhopTree *next = promoted (&self, tree, i);
      if (next == NULL)
        continue;
      const IhopLoopName *name = names->pdata[i];
      g_ptr_array_add (file->promoted, g_strdup (name->function->symbol->name));
      ihop_time_loop_note (file, name->function->symbol->name, name->address);
      ihop_tree_unref (tree);
      tree = next;
      g_ptr_array_unref (names);
      names = ihop_address_list (tree);
    }
  return tree == file->tree ? NULL : g_steal_pointer (&tree);
}
