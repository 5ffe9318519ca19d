#include "ir/expression.h"
#include "project/plan_view.h"
#include "advise/worth.h"
#include "gpugen/plan/plan.h"
#include "project/localize.h"
#include <glib/gi18n-lib.h>
#include <string.h>

static void
candidate_free (gpointer data)
{
  IhopCandidateView *view = data;

  g_free (view->map);
  g_free (view->order);
  g_free (view);
}

static void
kernel_free (gpointer data)
{
  IhopKernelView *view = data;

  g_free (view->name);
  g_free (view->function);
  g_free (view->owner);
  g_free (view->address);
  g_free (view->axes);
  g_free (view->reason);
  g_ptr_array_unref (view->candidates);
  g_ptr_array_unref (view->notes);
  g_free (view);
}

static void
transfer_free (gpointer data)
{
  IhopTransferView *view = data;

  g_free (view->variable);
  g_free (view->bytes);
  g_free (view->reason);
  g_free (view->function);
  g_free (view);
}

static void
product_free (gpointer data)
{
  IhopLinkedProduct *product = data;

  g_free (product->name);
  g_free (product->text);
  g_array_unref (product->lines);
  g_free (product);
}

void
ihop_plan_view_free (gpointer data)
{
  IhopPlanView *view = data;

  if (view == NULL)
    return;
  g_free (view->gpu);
  g_ptr_array_unref (view->kernels);
  g_ptr_array_unref (view->transfers);
  g_ptr_array_unref (view->left_out);
  g_clear_pointer (&view->notes, g_ptr_array_unref);
  g_ptr_array_unref (view->products);
  g_free (view);
}

/* ---- kernels ---- */

/* "i→y, j→x" or "i:y,j:x". */
static char *
axes_text (const IhopKernel *kernel, const guint *axis_of, const char *arrow, const char *comma)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < kernel->n_axes; i++)
    g_string_append_printf (text, "%s%s%s%c", i ? comma : "", kernel->axes[i].iterator->name, arrow,
                            "xyz"[axis_of[i] % 3]);
  return g_string_free (text, FALSE);
}

static void
add_candidate (IhopKernelView *view, const IhopKernel *kernel, const IhopCandidate *candidate)
{
  IhopCandidateView *one = g_new0 (IhopCandidateView, 1);

  one->map = axes_text (kernel, candidate->axis_of, ":", ",");
  one->order = axes_text (kernel, candidate->axis_of, "→", ", ");
  memcpy (one->block, candidate->block, sizeof one->block);
  one->cost = candidate->cost;
  one->sectors = candidate->sectors;
  one->lines = candidate->lines;
  one->occupancy = candidate->occupancy;
  one->is_chosen = memcmp (candidate->block, kernel->block, sizeof kernel->block) == 0;
  for (guint i = 0; i < kernel->n_axes; i++)
    one->is_chosen &= candidate->axis_of[i] == kernel->axes[i].axis;
  g_ptr_array_add (view->candidates, one);
}

static gboolean
has_candidate (const IhopKernelView *view, const guint *block)
{
  for (guint i = 0; i < view->candidates->len; i++)
    if (memcmp (((const IhopCandidateView *) view->candidates->pdata[i])->block, block, 3 * sizeof *block) == 0)
      return TRUE;
  return FALSE;
}

static int
by_cost (gconstpointer a, gconstpointer b)
{
  const IhopCandidateView *x = *(const IhopCandidateView *const *) a, *y = *(const IhopCandidateView *const *) b;

  return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Of one loop the profiler takes the usual size; here others are shown, too. */
static void
add_sizes (IhopKernelView *view, const IhopKernel *kernel, IhopFacts *facts, IhopToldTrips *told, const IhopGpu *gpu)
{
  for (guint threads = gpu->warp; threads && threads <= gpu->max_threads_block; threads *= 2)
    {
      const guint block[3] = { threads, 1, 1 };
      const IhopNode *loop = kernel->axes[0].loop;
      if (has_candidate (view, block))
        continue;
      g_autoptr (IhopProfile) profile
        = ihop_profile_nest (facts, told, kernel->function, &loop, 1, gpu, IHOP_MODEL_SECTORS, NULL, block);
      add_candidate (view, kernel, &g_array_index (profile->candidates, IhopCandidate, 0));
    }
  g_ptr_array_sort (view->candidates, by_cost);
}

/* All of them, also where a mark says which to take; then that one, should it not be a power of two. */
static void
add_candidates (IhopKernelView *view, const IhopKernel *kernel, IhopFacts *facts, const IhopGpu *gpu)
{
  const IhopNode *loops[3];
  gboolean has_chosen = FALSE;

  for (guint i = 0; i < kernel->n_axes; i++)
    loops[i] = kernel->axes[i].loop;
  g_autoptr (IhopToldTrips) told = ihop_told_trips_new (facts, kernel->function);
  g_autoptr (IhopProfile) profile = ihop_profile_nest (facts, told, kernel->function, loops, kernel->n_axes, gpu,
                                                       IHOP_MODEL_SECTORS, NULL, NULL);
  for (guint i = 0; i < profile->candidates->len; i++)
    add_candidate (view, kernel, &g_array_index (profile->candidates, IhopCandidate, i));
  for (guint i = 0; i < profile->notes->len; i++)
    g_ptr_array_add (view->notes, ihop_message_localize (profile->notes->pdata[i]));
  if (kernel->n_axes == 1)
    add_sizes (view, kernel, facts, told, gpu);
  for (guint i = 0; i < view->candidates->len; i++)
    has_chosen |= ((IhopCandidateView *) view->candidates->pdata[i])->is_chosen;
  if (!has_chosen && kernel->profile && kernel->profile->candidates->len)
    {
      add_candidate (view, kernel, &g_array_index (kernel->profile->candidates, IhopCandidate, 0));
      g_ptr_array_sort (view->candidates, by_cost);
    }
}

static void
add_kernel (IhopPlanView *view, const IhopKernel *kernel, IhopFacts *facts, const IhopGpu *gpu)
{
  IhopKernelView *one = g_new0 (IhopKernelView, 1);
  guint axis_of[3] = { 0 };

  one->candidates = g_ptr_array_new_with_free_func (candidate_free);
  one->notes = g_ptr_array_new_with_free_func (g_free);
  one->name = g_strdup (kernel->name);
  one->function = g_strdup (kernel->function->symbol->name);
  one->line = kernel->line;
  one->last_line = ihop_node_last_line (kernel->statements->pdata[kernel->statements->len - 1]);
  one->reason = ihop_message_localize (kernel->reason);
  one->is_marked = kernel->marks->len > 0;
  memcpy (one->block, kernel->block, sizeof one->block);
  g_ptr_array_add (view->kernels, one);
  if (kernel->n_axes == 0)
    return;
  for (guint i = 0; i < kernel->n_axes; i++)
    axis_of[i] = kernel->axes[i].axis;
  one->axes = axes_text (kernel, axis_of, "→", ", ");
  one->address = g_strdup (kernel->axes[0].facts->name->address);
  one->is_laid_out = kernel->tree != NULL;
  if (!one->is_laid_out)
    add_candidates (one, kernel, facts, gpu);
}

/* ---- the rest ---- */

/* What an extent comes to, if it is known now. */
static gboolean
number_of (const IhopNode *node, double *number)
{
  gint64 whole;
  double left, right;

  if (ihop_node_number (node, &whole))
    {
      *number = (double) whole;
      return TRUE;
    }
  if (node->kind == IHOP_PAREN || node->kind == IHOP_CAST)
    return number_of (node->child[0], number);
  if (node->kind != IHOP_BINARY || !number_of (node->child[0], &left) || !number_of (node->child[1], &right))
    return FALSE;
  *number = node->op == IHOP_OP_MUL ? left * right : node->op == IHOP_OP_ADD ? left + right : left - right;
  return node->op == IHOP_OP_MUL || node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB;
}

static double
bytes_of (const IhopDeviceVariable *variable, const IhopBox *box)
{
  double bytes = (double) variable->element->size, extent;

  for (guint d = 0; box && d < box->rank; d++)
    {
      if (!number_of (box->count[d], &extent))
        return -1;
      bytes *= extent;
    }
  if (box == NULL && variable->passing == IHOP_PASS_ARRAY)
    {
      if (!number_of (variable->count, &extent))
        return -1;
      bytes *= extent;
    }
  return bytes > 0 ? bytes : -1;
}

static void
add_transfer (IhopPlanView *view, const IhopTransfer *transfer)
{
  IhopTransferView *one = g_new0 (IhopTransferView, 1);
  const IhopNode *anchor = transfer->at.anchor;
  IhopRange range = anchor->range.source ? anchor->range : anchor->place;
  gboolean is_behind = transfer->at.kind == IHOP_POINT_AFTER || transfer->at.kind == IHOP_POINT_BLOCK_END;

  one->variable = g_strdup (transfer->variable->symbol->name);
  one->bytes = ihop_plan_bytes (transfer->variable, transfer->box);
  one->n_bytes = bytes_of (transfer->variable, transfer->box);
  one->reason = ihop_message_localize (transfer->reason);
  if (transfer->variable->when)
    {
      /* Translators: why a copy is there, and the condition (C text) under which it happens. */
      g_autofree char *when = ihop_expression_text (transfer->variable->when);
      char *reason = g_strdup_printf (_ ("%s; only if %s"), one->reason, when);
      g_free (one->reason);
      one->reason = reason;
    }
  one->to_device = transfer->to_device;
  one->line = is_behind ? ihop_node_last_line (anchor) : ihop_range_line (range);
  one->function = g_strdup (transfer->variable->function->symbol->name);
  g_ptr_array_add (view->transfers, one);
}

static void
add_products (IhopPlanView *view, const GPtrArray *products, const char *source)
{
  for (guint i = 0; i < products->len; i++)
    {
      const IhopProduct *product = products->pdata[i];
      IhopLinkedProduct *one = g_new0 (IhopLinkedProduct, 1);
      one->name = g_strdup (product->name);
      one->text = g_strdup (product->text);
      one->lines = ihop_lines_link (source, product->text, view->kernels);
      g_ptr_array_add (view->products, one);
    }
}

static void
predict_function (IhopPlanView *view, IhopFacts *facts, const IhopPlan *plan, const IhopPlanOptions *options,
                  const char *function)
{
  const IhopWorthView usual = { .usual_size = IHOP_USUAL_SIZE };
  IhopPlanOptions own = *options;

  own.choose = IHOP_CHOOSE_AUTO; /* whole functions: what is marked, and what stays beside it */
  own.function = function;
  g_autoptr (IhopWorth) worth = ihop_worth_new (facts, plan, &own, &usual);
  if (worth->parts->len == 0)
    return;
  view->device = MAX (view->device, 0) + worth->seconds;
  view->cpu = MAX (view->cpu, 0) + worth->cpu_seconds;
  view->original = MAX (view->original, 0);
  for (guint i = 0; i < worth->parts->len; i++)
    {
      const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, i);
      view->original += part->host;
      view->is_guess |= part->is_guess;
    }
}

/* Functions with kernels, each once. */
static void
predict (IhopPlanView *view, IhopFacts *facts, const IhopPlan *plan, const IhopPlanOptions *options)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopFunction *function = ((const IhopKernel *) plan->kernels->pdata[i])->function;
      if (g_hash_table_add (done, (gpointer) function))
        predict_function (view, facts, plan, options, function->symbol->name);
    }
}

static void
fill (IhopPlanView *view, IhopProject *project, const IhopProjectFile *file, const char *gpu)
{
  IhopGenerateOptions options = { .products = IHOP_PRODUCT_CUDA | IHOP_PRODUCT_CPU };

  options.plan.choose = ihop_project_usual_choice (file);
  options.plan.gpu = gpu;
  ihop_project_unpack (project, file, &options.plan); /* as where products are generated */
  IhopFacts *facts = ihop_project_facts (project);
  g_autoptr (IhopGenerated) generated = ihop_project_generate (project, file, &options);
  const IhopPlan *plan = generated->plan;
  const char *source = file->original; /* to which all lines belong, whatever was read anew */
  view->gpu = g_strdup (plan->gpu ? plan->gpu->title : NULL);
  for (guint i = 0; plan->gpu && i < plan->kernels->len; i++)
    add_kernel (view, plan->kernels->pdata[i], facts, plan->gpu);
  for (guint i = 0; i < plan->transfers->len; i++)
    add_transfer (view, plan->transfers->pdata[i]);
  for (guint i = 0; i < plan->left_out->len; i++)
    {
      const IhopLeftOut *left = plan->left_out->pdata[i];
      g_autofree char *reason = ihop_message_localize (left->reason);
      g_ptr_array_add (view->left_out, g_strdup_printf ("%s: %s", left->loop->name->address, reason));
    }
  view->notes = ihop_plan_notes (plan, file);
  add_products (view, generated->products, source);
  predict (view, facts, plan, &options.plan);
  for (guint i = 0; i < view->kernels->len; i++)
    {
      IhopKernelView *kernel = view->kernels->pdata[i];
      kernel->owner = ihop_imported_owner (file, kernel->function);
    }
}

IhopPlanView *
ihop_snapshot_plan (IhopSnapshot *snapshot, guint file)
{
  g_autoptr (IhopProject) own = ihop_snapshot_says_more (snapshot, file) ? ihop_snapshot_project (snapshot) : NULL;
  IhopProject *project = own ? own : ihop_snapshot_lock (snapshot);
  const IhopProjectFile *input = ihop_project_files (project)->pdata[file];
  IhopPlanView *view = NULL;

  if (input->tree)
    {
      view = g_new0 (IhopPlanView, 1);
      view->file = file;
      view->kernels = g_ptr_array_new_with_free_func (kernel_free);
      view->transfers = g_ptr_array_new_with_free_func (transfer_free);
      view->left_out = g_ptr_array_new_with_free_func (g_free);
      view->products = g_ptr_array_new_with_free_func (product_free);
      view->original = view->device = view->cpu = -1;
      fill (view, project, input, ihop_snapshot_settings (snapshot)->gpu);
    }
  if (own == NULL)
    ihop_snapshot_unlock (snapshot);
  return view;
}
