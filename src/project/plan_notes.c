/* A plan in sentences (plan_view.h). Each says one decision that kernels and copies do not show by themselves: data that stays on
 * the device over calls, kernels that are launched once, sizes that are asked while the program runs, functions that came from other
 * files, tests, and what is left to the host and why. */
#include "gpugen/plan/plan.h"
#include "ir/block_count.h"
#include "ir/expression.h"
#include "project/prepare/import.h"
#include "project/localize.h"
#include "project/plan_view.h"
#include <glib/gi18n-lib.h>

static void
note_free (gpointer data)
{
  IhopPlanNote *note = data;

  g_free (note->text);
  g_free (note);
}

/* Takes the text. line 0: of no single place. */
static void
add_note (GPtrArray *notes, guint line, char *text)
{
  IhopPlanNote *note = g_new0 (IhopPlanNote, 1);

  note->line = line;
  note->text = text;
  g_ptr_array_add (notes, note);
}

/* Each name once, in the order in which they come. */
static void
add_name (GString *names, const char *name)
{
  g_auto (GStrv) there = g_strsplit (names->str, ", ", -1);

  if (!g_strv_contains ((const char *const *) there, name))
    g_string_append_printf (names, "%s%s", names->len ? ", " : "", name);
}

/* ---- Kernels ------------------------------------------------------------------------------------------------------------ */

/* The block loop runs once: all that the kernel does is done by one block. */
static gboolean
is_one_block (const IhopKernel *kernel)
{
  gint64 trips;

  return kernel->n_axes == 1 && kernel->axes[0].trips && ihop_node_number (kernel->axes[0].trips, &trips) && trips == 1;
}

static void
add_kernel (GPtrArray *notes, const IhopKernel *kernel)
{
  const IhopKernelTree *tree = kernel->tree;
  guint threads = kernel->block[0] * kernel->block[1] * kernel->block[2];

  if (tree == NULL || tree->fences->len == 0)
    return;
  if (tree->grid)
    add_note (notes, kernel->line,
              g_strdup_printf (_ ("%s stays on the card until its loop is done: one launch of up to %u blocks of %u threads, and all of "
                                  "them wait for each other where new launches would have been needed."),
                               kernel->name, tree->grid, threads));
  else if (is_one_block (kernel))
    add_note (notes, kernel->line,
              g_strdup_printf (_ ("%s stays on the card until its loop is done: one launch of a single block, and its %u threads "
                                  "wait for each other where new launches would have been needed."),
                               kernel->name, threads));
}

static void
add_call (GPtrArray *notes, const IhopKernel *call)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < call->params->len; i++)
    add_name (names, ((const IhopKernelParam *) call->params->pdata[i])->symbol->name);
  add_note (notes, call->line,
            g_strdup_printf (_ ("The call of %s leaves on the device what it works on there: %s."),
                             call->version->function->symbol->name, names->str));
}

/* ---- Data --------------------------------------------------------------------------------------------------------------- */

static guint
line_at (const IhopPoint *point)
{
  return point->anchor ? ihop_range_line (point->anchor->place) : 0;
}

static void
add_size (GPtrArray *notes, const IhopDeviceVariable *variable)
{
  if (variable->count == NULL || !ihop_block_count_in (variable->count))
    return;
  add_note (notes, line_at (&variable->allocate),
            g_strdup_printf (_ ("How large %s is stands nowhere in the text: the program notes what malloc and its like give out, "
                                "and asks there when it runs (ihop_elements)."), variable->symbol->name));
}

static void
add_swap (GPtrArray *notes, const IhopPointerSwap *swap)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < swap->variables->len; i++)
    add_name (names, ((const IhopDeviceVariable *) swap->variables->pdata[i])->symbol->name);
  add_note (notes, ihop_range_line (swap->last->place),
            g_strdup_printf (_ ("The pointers %s change places, and their copies on the device with them: nothing is copied."),
                             names->str));
}

static void
add_rows (GPtrArray *notes, const IhopProjectFile *file)
{
  for (guint i = 0; i < file->blocks->len; i++)
    add_note (notes, 0, g_strdup_printf (_ ("The rows of %s are kept in one block of memory, as the program allocates them all alike."),
                                         (const char *) file->blocks->pdata[i]));
  for (guint i = 0; i < file->rows_apart->len; i++)
    {
      const IhopRowsApart *apart = file->rows_apart->pdata[i];
      add_note (notes, apart->line, g_strdup_printf (_ ("The rows of %s keep their pointers: %s."), apart->names,
                                                     ihop_phrase_localize (apart->why)));
    }
}

/* ---- Functions of other files ------------------------------------------------------------------------------------------- */

char *
ihop_imported_owner (const IhopProjectFile *file, const char *name)
{
  const IhopImported *imported = ihop_imported_find (file, name);
  g_autofree char *path = imported ? g_path_get_basename (imported->path) : NULL;

  /* Translators: a function, and the file that it stands in. */
  return imported ? g_strdup_printf (_ ("%s of %s"), imported->owners_name, path) : NULL;
}

static void
add_functions (GPtrArray *notes, const IhopPlan *plan, const IhopProjectFile *file)
{
  for (guint i = 0; i < file->imported->len; i++)
    {
      const IhopImported *imported = file->imported->pdata[i];
      g_autofree char *owner = ihop_imported_owner (file, imported->name);
      if (imported->is_called)
        add_note (notes, 0, g_strdup_printf (_ ("%s has a copy in this file (%s), so that data stays on the device over calls of it."),
                                             owner, imported->name));
    }
  for (guint i = 0; i < plan->uncalled->len; i++)
    {
      const IhopFunction *function = plan->uncalled->pdata[i];
      if (!ihop_imported_find (file, function->symbol->name))
        add_note (notes, ihop_range_line (function->body->place),
                  g_strdup_printf (_ ("%s is left out: its callers have its body."), function->symbol->name));
    }
  for (guint i = 0; i < plan->left_alone->len; i++)
    {
      const IhopFunction *function = plan->left_alone->pdata[i];
      add_note (notes, ihop_range_line (function->body->place),
                g_strdup_printf (_ ("%s stays C here: the files that call it have copies of it for the device."),
                                 function->symbol->name));
    }
}

/* ---- What it rests on --------------------------------------------------------------------------------------------------- */

static char *
test_text (const IhopOverlapTest *test)
{
  const char *function = test->function->symbol->name;
  g_autofree char *condition = test->condition ? ihop_expression_text (test->condition) : NULL;

  if (condition && ihop_block_count_in (test->condition))
    return g_strdup_printf (_ ("%s: tested when it begins: the memory was given out by malloc or its like (%s); else the original runs."),
                            function, condition);
  if (condition)
    return g_strdup_printf (_ ("%s: tested when it begins: %s; else the original runs."), function, condition);
  return g_strdup_printf (_ ("%s: tested when it begins: %s and %s do not overlap; else the original runs."), function,
                          test->a ? test->a->name : test->name_a, test->b->name);
}

static void
add_premises (GPtrArray *notes, const IhopPlan *plan)
{
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      const IhopOverlapTest *test = plan->overlaps->pdata[i];
      add_note (notes, ihop_range_line (test->function->body->place), test_text (test));
    }
  for (guint i = 0; i < plan->assumptions->len; i++)
    {
      g_autofree char *taken = ihop_message_localize (((const IhopAssumption *) plan->assumptions->pdata[i])->message);
      add_note (notes, 0, g_strdup_printf (_ ("On your word: %s."), taken));
    }
}

static void
add_left_out (GPtrArray *notes, const IhopLeftOut *left)
{
  const IhopLoopName *name = left->loop->name;
  g_autofree char *reason = ihop_message_localize (left->reason);

  add_note (notes, ihop_range_line (name->loop->place), g_strdup_printf (_ ("%s stays on the host: %s."), name->address, reason));
}

GPtrArray *
ihop_plan_notes (const IhopPlan *plan, const IhopProjectFile *file)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (note_free);

  for (guint i = 0; i < plan->kernels->len; i++)
    add_kernel (notes, plan->kernels->pdata[i]);
  for (guint i = 0; i < plan->calls->len; i++)
    add_call (notes, plan->calls->pdata[i]);
  for (guint i = 0; i < plan->variables->len; i++)
    add_size (notes, plan->variables->pdata[i]);
  for (guint i = 0; plan->pointer_swaps && i < plan->pointer_swaps->len; i++)
    add_swap (notes, plan->pointer_swaps->pdata[i]);
  add_rows (notes, file);
  add_functions (notes, plan, file);
  add_premises (notes, plan);
  for (guint i = 0; i < plan->left_out->len; i++)
    add_left_out (notes, plan->left_out->pdata[i]);
  return notes;
}
