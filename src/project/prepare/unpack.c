/* Structs are taken apart before fragments are chosen: what loops to be worked on read from members, and numbers
 * behind pointers, are kept in local variables (transform/storage/unpack.h), from which a kernel can be given them. */
#include "gpugen/plan/plan.h"
#include "ir/print.h"
#include "project/prepare/arguments.h"
#include "project/prepare/import.h"
#include "project/project.h"
#include "project/project_private.h"
#include "project/reread.h"
#include "project/prepare/row_tables.h"
#include "project/script_lines.h"
#include "transform/storage/unpack.h"
#include "transform/storage/unpack_paths.h"
#include <string.h>

static gboolean
look_for_bound (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= ihop_unpack_is_count (node);
  return !*found;
}

/* A pointer that is kept in a struct, "*n", or a bound in a struct. */
static gboolean
look_for_packed (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_MEMBER && node->type && ihop_type_strip (node->type)->kind == IHOP_TYPE_POINTER;
  *found |= ihop_unpack_is_number_behind (node);
  if (node->kind == IHOP_FOR && node->child[1])
    ihop_node_walk (node->child[1], look_for_bound, found);
  return !*found;
}

static gboolean
any_is_packed (const GPtrArray *loops)
{
  gboolean found = FALSE;

  for (guint i = 0; i < loops->len; i++)
    ihop_node_walk (loops->pdata[i], look_for_packed, &found);
  return found;
}

static gboolean
is_listed (const GPtrArray *names, const char *name)
{
  for (guint i = 0; names && i < names->len; i++)
    if (strcmp (names->pdata[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* The file's tree with its functions unpacked, referenced; NULL: there was nothing to do. Those in
 * "strict" get no guards. */
static IhopTree *
unpacked (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan,
          const GPtrArray *strict, GPtrArray *guards)
{
  IhopTree *now = NULL;

  for (guint i = 0; i < file->tree->functions->len; i++)
    {
      const IhopFunction *function = file->tree->functions->pdata[i];
      g_autoptr (GPtrArray) loops = g_ptr_array_new ();
      if (!function->in_main_file
          || (plan->function && strcmp (plan->function, function->symbol->name) != 0))
        continue;
      ihop_project_chosen_loops (function, plan, loops);
      if (!any_is_packed (loops))
        continue;
      IhopTree *next = ihop_unpack_run (ihop_project_facts (project), now ? now : file->tree,
                                        function, loops,
                                        is_listed (strict, function->symbol->name) ? NULL : guards);
      if (next == NULL)
        continue;
      ihop_tree_unref (now);
      now = next;
    }
  return now;
}

/* A plan made from this very tree. */
static IhopPlan *
trial_plan (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = ihop_project_trial_facts (project, file, file->tree, diags);
  IhopPlanOptions options = *plan;

  options.guards = file->guards;
  return ihop_plan_new (facts, file->tree, &options);
}

/* Functions whose guards cannot be tested. The caller unrefs. */
static GPtrArray *
unguarded (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  if (file->packed_tree == NULL || file->guards->len == 0)
    return g_ptr_array_new ();
  g_autoptr (IhopPlan) trial = trial_plan (project, file, plan);
  return g_ptr_array_ref (trial->unguarded);
}

/* The file as it was, from the first change on. */
static void
keep_packed (IhopProjectFile *file)
{
  if (file->packed_tree == NULL)
    file->packed_tree = ihop_tree_ref (file->tree);
}

static void
try (IhopProject *project, IhopProjectFile *file, const IhopPlanOptions *plan,
     const GPtrArray *strict)
{
  IhopTree *promoted = ihop_project_promoted (project, file, plan);

  if (promoted)
    {
      keep_packed (file);
      ihop_project_replace (project, file, promoted);
      file->guards = g_ptr_array_new_with_free_func (ihop_guard_free);
    }
  g_autoptr (GPtrArray) guards = g_ptr_array_new_with_free_func (ihop_guard_free);
  IhopTree *now = unpacked (project, file, plan, strict, guards);

  if (now == NULL)
    return;
  IhopTree *again = ihop_project_read_anew (project, file, now);
  ihop_tree_unref (now);
  if (again == NULL)
    return; /* as it was opened, then */
  keep_packed (file);
  g_clear_pointer (&file->guards, g_ptr_array_unref);
  file->guards = g_steal_pointer (&guards);
  ihop_project_replace (project, file, again);
}

/* Back to the file as it was opened. */
static void
pack (IhopProject *project, IhopProjectFile *file)
{
  ihop_project_replace (project, file, g_steal_pointer (&file->packed_tree));
  g_clear_pointer (&file->guards, g_ptr_array_unref);
  g_clear_pointer (&file->first_tree, ihop_tree_unref);
  g_clear_pointer (&file->advice, ihop_advice_free);
  g_ptr_array_set_size (file->steps, (gint) file->n_marks);
  g_ptr_array_set_size (file->on_host, 0);
  g_ptr_array_set_size (file->promoted, 0);
}

/* Before the calls of loops were inlined, too. */
static void
start_again (IhopProject *project, IhopProjectFile *file, IhopTree *first)
{
  keep_packed (file); /* nothing may have been taken apart */
  pack (project, file);
  g_ptr_array_set_size (file->gathered, 0);
  g_ptr_array_set_size (file->rotated, 0);
  g_hash_table_remove_all (file->split);
  g_hash_table_remove_all (file->time_loops);
  ihop_project_replace (project, file, ihop_tree_ref (first));
}

static GPtrArray *
all_functions (const IhopProjectFile *file)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < file->tree->functions->len; i++)
    g_ptr_array_add (names, (gpointer) ((const IhopFunction *) file->tree->functions->pdata[i])
                              ->symbol->name);
  return names;
}

/* With nothing that needs a test. */
static void
try_proved (IhopProject *project, IhopProjectFile *file, const IhopPlanOptions *plan)
{
  pack (project, file);
  g_autoptr (GPtrArray) strict = all_functions (file);
  try (project, file, plan, strict);
}

void
ihop_project_unpack_proved (IhopProject *project, const IhopProjectFile *file,
                            const IhopPlanOptions *plan)
{
  try_proved (project, (IhopProjectFile *) file, plan);
  ihop_project_straighten (project, file, plan);
  ihop_project_flatten (project, file, plan);
}

static void
unpack (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  IhopProjectFile *own = (IhopProjectFile *) file;

  try (project, own, plan, NULL);
  g_autoptr (GPtrArray) strict = unguarded (project, file, plan);
  if (strict->len == 0)
    return;
  pack (project, own);
  try (project, own, plan, strict);
  g_autoptr (GPtrArray) more = unguarded (project, file, plan);
  if (more->len)
    try_proved (project, own, plan);
}

static gboolean
is_rotated (const IhopPlan *plan, const char *function)
{
  for (guint i = 0; i < plan->pointer_swaps->len; i++)
    if (g_str_equal (((const IhopPointerSwap *) plan->pointer_swaps->pdata[i])->function->symbol->name, function))
      return TRUE;
  return FALSE;
}

/* The outermost loop around a statement; NULL: none is. */
static const IhopNode *
loop_around (const IhopFunction *function, const IhopNode *statement)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, statement);

  for (guint i = 0; path && i + 1 < path->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
      return path->pdata[i];
  return NULL;
}

static gboolean
is_copied_in (const IhopPlan *plan, const IhopNode *loop, const IhopDeviceVariable *variable)
{
  for (guint i = 0; i < plan->transfers->len; i++)
    {
      const IhopTransfer *transfer = plan->transfers->pdata[i];
      if (transfer->variable == variable && transfer->at.anchor != loop && ihop_node_holds (loop, transfer->at.anchor))
        return TRUE;
    }
  return FALSE;
}

/* Members are pointers among the variables; parameters and arrays stay on the device, or not, whatever is inlined. */
static gboolean
may_be_member (const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_VARIABLE && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;
}

/* Whether some array behind a member that a kernel in a loop works on travels before and behind the loop alone. */
static gboolean
is_resident (const IhopPlan *plan, const char *function)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      if (!g_str_equal (kernel->function->symbol->name, function))
        continue;
      const IhopNode *loop = loop_around (kernel->function, kernel->statements->pdata[0]);
      for (guint k = 0; loop && k < kernel->params->len; k++)
        {
          const IhopDeviceVariable *variable = ((const IhopKernelParam *) kernel->params->pdata[k])->variable;
          if (variable && variable->passing == IHOP_PASS_ARRAY && !variable->is_local && may_be_member (variable->symbol)
              && !is_copied_in (plan, loop, variable))
            return TRUE;
        }
    }
  return FALSE;
}

/* Loops inside of it may be tried. */
static void
note_useless (const IhopProjectFile *file, const char *function)
{
  const char *loop = g_hash_table_lookup (file->time_loops, function);

  if (!is_listed (file->unpromoted, loop ? loop : function))
    g_ptr_array_add (file->unpromoted, g_strdup (loop ? loop : function));
}

/* Those among these functions in which no copies on the device change places. */
static void
note_still (const IhopProjectFile *file, const IhopPlan *trial, const GPtrArray *functions)
{
  for (guint i = 0; i < functions->len; i++)
    if (!is_rotated (trial, functions->pdata[i]))
      note_useless (file, functions->pdata[i]);
}

/* Functions in which calls were inlined, and no data stays on the device for that; or, where there are none (what was inlined for nothing
 * may hide how large members are), those in which members are kept in variables over a loop, or buffers made pointers, and no copies
 * on the device change places with them. */
static gboolean
note_unpromoted (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  guint before = file->unpromoted->len;
  gboolean is_split = g_hash_table_size (file->split) > 0;

  if (file->promoted->len == 0 && file->gathered->len == 0 && file->rotated->len == 0 && !is_split)
    return FALSE;
  g_autoptr (IhopPlan) trial = trial_plan (project, file, plan);
  for (guint i = 0; i < file->gathered->len; i++)
    if (!is_resident (trial, file->gathered->pdata[i]))
      note_useless (file, file->gathered->pdata[i]);
  if (file->unpromoted->len == before)
    {
      note_still (file, trial, file->promoted);
      note_still (file, trial, file->rotated);
    }
  if (file->unpromoted->len > before)
    return TRUE;
  ((IhopProjectFile *) file)->stays_whole = is_split && !ihop_project_arguments_help (file, trial);
  return file->stays_whole;
}

/* Other than names that were settled, which is done to every file alike. */
static gboolean
is_other_text (const IhopProjectFile *file, const char *before)
{
  g_autofree char *now = ihop_print_tree (file->tree);
  g_autofree char *text = ihop_project_owners_text (file, now);

  return !g_str_equal (text, before);
}

/* TRUE: by more than steps of the catalogue that the file lists. */
static gboolean
prepare (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan, const char *before)
{
  g_autoptr (IhopTree) first = ihop_tree_ref (file->tree);

  for (;;)
    {
      ihop_project_inline_accessors (project, file, plan);
      ihop_project_swap_structs (project, file, plan);
      ihop_project_gather (project, file, plan);
      ihop_project_rotate (project, file, plan);
      ihop_project_split_arguments (project, file);
      unpack (project, file, plan);
      gboolean is_other = is_other_text (file, before);
      ihop_project_straighten (project, file, plan);
      ihop_project_flatten (project, file, plan);
      ihop_project_expand_copies (project, file, plan);
      if (!note_unpromoted (project, file, plan))
        return is_other;
      start_again (project, (IhopProjectFile *) file, first);
    }
}

/* What was brought in, and which members became blocks, has come to nothing: not again. FALSE: it has not. */
static gboolean
note_useless_preparations (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  IhopProjectFile *own = (IhopProjectFile *) file;

  if (file->imported->len == 0 && !file->has_flat_members)
    return FALSE;
  g_autoptr (IhopPlan) trial = trial_plan (project, file, plan);
  gboolean helps = file->imported->len == 0 || ihop_project_import_helps (file, trial);
  own->keeps_members = file->has_flat_members && trial->kernels->len == 0;
  return !helps || own->keeps_members;
}

/* Functions of other files that were brought in for nothing are left out the next time. TRUE: as prepare. */
static gboolean
prepare_with_imports (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  g_autofree char *before = ihop_print_tree (file->tree);
  g_autoptr (IhopTree) first = ihop_tree_ref (file->tree);

  for (;;)
    {
      ihop_project_import (project, file, plan);
      ihop_project_block_rows (project, file, plan);
      ihop_project_lift (project, file, plan);
      gboolean is_other = prepare (project, file, plan, before);
      if (!note_useless_preparations (project, file, plan))
        return is_other;
      start_again (project, (IhopProjectFile *) file, first);
      g_ptr_array_set_size (file->imported, 0);
      g_ptr_array_set_size (file->blocks, 0);
      g_hash_table_remove_all (file->blocked);
      g_ptr_array_set_size (file->unpromoted, 0);
      ((IhopProjectFile *) file)->stays_whole = ((IhopProjectFile *) file)->has_flat_members = FALSE;
    }
}

/* Marks say where a loop runs, and leave the code as it is. */
static gboolean
has_only_marks (const IhopProjectFile *file)
{
  for (guint i = 0; i < file->steps->len; i++)
    if (!g_str_has_prefix (file->steps->pdata[i], "target "))
      return FALSE;
  return TRUE;
}

gboolean
ihop_project_can_unpack (const IhopProjectFile *file)
{
  return file->packed_tree == NULL && file->prepared == NULL && has_only_marks (file);
}

void
ihop_project_unpack (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  IhopProjectFile *own = (IhopProjectFile *) file;

  if (file->tree == NULL || file->packed_tree || file->prepared)
    return;
  if (!has_only_marks (file))
    {
      ihop_project_settle_names (project, file);
      return;
    }
  own->n_marks = file->steps->len;
  if (prepare_with_imports (project, file, plan))
    {
      own->prepared = g_strdup (ihop_choice_word (plan->choose));
      own->n_prepared = file->steps->len;
    }
}
