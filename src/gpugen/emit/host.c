/* The host program: the owner's file with what the plan inserts. */
#include "ir/expression.h"
#include "gpugen/emit/host.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/device_functions.h"
#include "gpugen/emit/device_versions.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/emit/host_copy.h"
#include "gpugen/emit/host_file.h"
#include "gpugen/emit/host_launch.h"
#include "gpugen/emit/host_unused.h"
#include "gpugen/emit/insertions.h"
#include "gpugen/emit/kernel_text.h"
#include "gpugen/emit/launch_shape.h"
#include "gpugen/emit/launcher.h"
#include "gpugen/emit/named_sizes.h"
#include "gpugen/emit/pointer_scope.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/emit/trace_calls.h"
#include "gpugen/plan/plan.h"
#include <string.h>

typedef struct
{
  IhopPrint *print;
  IhopPoints *points;
} Host;

/* At the allocation, or, where that would not be seen by all uses, at the function's start. */
static void
add_declaration (Host *host, const IhopDeviceVariable *variable)
{
  IhopPoint start = { IHOP_POINT_BLOCK_START, variable->function->body };
  gboolean here = ihop_pointer_is_declared_there (host->print->plan, variable);
  const IhopPoint *at = here ? &variable->allocate : &start;
  g_autofree char *indent = ihop_points_indent (host->points, variable->function, at);
  const IhopDeviceShape *shape = ihop_printing_shape (host->print, variable);
  g_autofree char *declaration = ihop_shape_declare (shape, variable->name, FALSE, FALSE);
  g_autofree char *line
    = g_strdup_printf ("%s%s%s;\n", indent, declaration, here ? "" : " = NULL");

  ihop_points_add (host->points, variable->function, at, line);
}

static void
add_allocations (Host *host)
{
  const GPtrArray *variables = host->print->plan->variables;

  for (guint i = 0; i < variables->len; i++)
    if (ihop_printing_keeps (host->print, variables->pdata[i]))
      add_declaration (host, variables->pdata[i]);
  for (guint i = 0; i < variables->len; i++)
    {
      const IhopDeviceVariable *variable = variables->pdata[i];
      if (!ihop_printing_keeps (host->print, variable))
        continue;
      g_autofree char *indent
        = ihop_points_indent (host->points, variable->function, &variable->allocate);
      g_autofree char *size = ihop_named_size_declare (host->print, variable, indent);
      g_autofree char *text = ihop_host_allocate (host->print, variable, indent);
      ihop_points_add (host->points, variable->function, &variable->allocate, size);
      ihop_points_add (host->points, variable->function, &variable->allocate, text);
    }
}

static gboolean
is_beside (const IhopTransfer *a, const IhopTransfer *b)
{
  return a->at.kind == b->at.kind && a->at.anchor == b->at.anchor
         && a->variable->function == b->variable->function
         && ihop_expression_equal (a->variable->when, b->variable->when);
}

/* Copies at one place under one condition stand in one "if". */
static void
add_transfers (Host *host, gboolean to_device)
{
  const GPtrArray *all = host->print->plan->transfers;
  g_autoptr (GPtrArray) ours = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    if (((const IhopTransfer *) all->pdata[i])->to_device == to_device
        && ihop_printing_keeps (host->print, ((const IhopTransfer *) all->pdata[i])->variable))
      g_ptr_array_add (ours, all->pdata[i]);
  for (guint i = 0, n; i < ours->len; i += n)
    {
      const IhopTransfer *const *run = (const IhopTransfer *const *) &ours->pdata[i];
      const IhopFunction *function = run[0]->variable->function;
      for (n = 1; i + n < ours->len && is_beside (run[0], run[n]); n++)
        ;
      g_autofree char *indent = ihop_points_indent (host->points, function, &run[0]->at);
      g_autofree char *text = ihop_host_copies (host->print, run, n, indent);
      ihop_points_add (host->points, function, &run[0]->at, text);
    }
}

static void
add_frees (Host *host)
{
  const GPtrArray *variables = host->print->plan->variables;

  for (guint i = 0; i < variables->len; i++)
    {
      const IhopDeviceVariable *variable = variables->pdata[i];
      for (guint f = 0; ihop_printing_keeps (host->print, variable) && f < variable->frees->len; f++)
        {
          const IhopPoint *point = variable->frees->pdata[f];
          g_autofree char *indent = ihop_points_indent (host->points, variable->function, point);
          g_autofree char *text = ihop_host_free (host->print, variable, indent);
          ihop_points_add (host->points, variable->function, point, text);
        }
    }
}

/* Pairwise: what the first one held ends up in the last one. */
static char *
rotation_text (IhopPrint *print, const IhopPointerSwap *swap, const char *indent)
{
  const GPtrArray *all = swap->variables;
  g_autofree char *inner = ihop_layout_indent (&print->layout, indent, 1);
  g_autofree char *kept
    = ihop_shape_declare (ihop_printing_shape (print, all->pdata[0]), "kept", FALSE, FALSE);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : i + 1 < all->len ? ", " : " and ",
                            ((const IhopDeviceVariable *) all->pdata[i])->symbol->name);
  g_autofree char *words = g_strdup_printf ("The copies of %s change places, too.", text->str);
  g_autofree char *comment = ihop_text_comment (indent, words);
  g_string_printf (text, "%s%s{\n%s%s = %s;\n", comment, indent, inner, kept,
                   ((const IhopDeviceVariable *) all->pdata[0])->name);
  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (text, "%s%s = %s;\n", inner,
                            ((const IhopDeviceVariable *) all->pdata[i])->name,
                            i + 1 < all->len
                              ? ((const IhopDeviceVariable *) all->pdata[i + 1])->name : "kept");
  g_string_append_printf (text, "%s}\n", indent);
  char *trace = ihop_trace_of_pointer_swap (print, swap, indent);
  g_string_append (text, trace);
  g_free (trace);
  return g_strdup (text->str);
}

static void
add_pointer_swaps (Host *host)
{
  const GPtrArray *swaps = host->print->plan->pointer_swaps;

  for (guint i = 0; swaps && i < swaps->len; i++)
    {
      const IhopPointerSwap *swap = swaps->pdata[i];
      if (!ihop_printing_is_in (host->print, swap->function))
        continue;
      IhopPoint point = { IHOP_POINT_BEFORE, swap->last };
      g_autofree char *indent = ihop_points_indent (host->points, swap->function, &point);
      g_autofree char *own = ihop_range_text (swap->last->range);
      g_autofree char *lines = rotation_text (host->print, swap, indent);
      g_autofree char *text = g_strdup_printf ("%s%s\n%s", indent, own, lines);
      g_autoptr (GPtrArray) statements = g_ptr_array_new ();
      g_ptr_array_add (statements, (gpointer) swap->last);
      ihop_points_replace (host->points, swap->function, statements, NULL, text, FALSE);
    }
}

static void
add_launches (Host *host)
{
  const GPtrArray *kernels = host->print->plan->kernels;

  for (guint i = 0; i < kernels->len; i++)
    {
      const IhopKernel *kernel = kernels->pdata[i];
      if (!ihop_printing_is_in (host->print, kernel->function))
        continue;
      IhopPoint point = { IHOP_POINT_BEFORE, kernel->statements->pdata[0] };
      g_autofree char *indent = ihop_points_indent (host->points, kernel->function, &point);
      g_autofree char *text = ihop_host_launch (host->print, kernel, indent);
      ihop_points_replace (host->points, kernel->function, kernel->statements, kernel->marks,
                           text,
                           kernel->kind == IHOP_KERNEL_MAPPED
                             && (kernel->iterators_after == NULL
                                 || kernel->iterators_after->len == 0
                                 || (kernel->conditions && kernel->conditions->len > 0)));
    }
}

/* Kernels stand right before the function that they come from. */
static void
add_kernels (Host *host)
{
  const IhopPlan *plan = host->print->plan;
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      gsize at = ihop_host_before_function (host->print->plan->tree->source, kernel->function);
      if (g_hash_table_add (done, (gpointer) kernel->function))
        {
          g_autofree char *functions = ihop_device_functions (host->print, kernel->function);
          ihop_edits_insert (host->print->edits, at, functions);
        }
      g_autofree char *text = ihop_kernel_text (host->print, kernel);
      ihop_edits_insert (host->print->edits, at, text);
      if (host->print->dialect == IHOP_DIALECT_CUDA && ihop_host_launch_is_grid (kernel))
        {
          g_autofree char *launcher = ihop_launcher_text (host->print, kernel);
          ihop_edits_insert (host->print->edits, at, launcher);
        }
    }
}

/* C gives no addresses of variables that are declared so; copies need them, but of pointers. */
static void
drop_register (IhopPrint *print)
{
  const IhopPlan *plan = print->plan;

  for (guint i = 0; i < plan->variables->len; i++)
    {
      const IhopDeviceVariable *variable = plan->variables->pdata[i];
      const IhopSymbol *symbol = variable->symbol;
      IhopRange range = symbol->range;
      if (range.source != plan->tree->source || symbol->type->kind == IHOP_TYPE_POINTER
          || !ihop_printing_keeps (print, variable))
        continue;
      g_autofree char *text = ihop_range_text (range);
      if (g_str_has_prefix (text, "register") && g_ascii_isspace (text[strlen ("register")])
          && !ihop_edits_covers (print->edits, range.begin))
        ihop_edits_remove (print->edits, range.begin, range.begin + strlen ("register "));
    }
}

void
ihop_host_edit_functions (IhopPrint *print)
{
  Host host = { print, ihop_points_new (print) };

  add_allocations (&host);
  if (print->dialect == IHOP_DIALECT_EMULATED)
    ihop_events_add (print, host.points);
  add_transfers (&host, FALSE);
  add_transfers (&host, TRUE);
  add_frees (&host);
  add_launches (&host);
  add_pointer_swaps (&host);
  ihop_host_calls (print, host.points);
  ihop_host_cut_unused (print);
  drop_register (print);
  ihop_points_apply (host.points);
  ihop_points_free (host.points);
}

void
ihop_host_edit (IhopPrint *print)
{
  if (print->dialect != IHOP_DIALECT_SPLIT)
    {
      Host host = { .print = print };
      add_kernels (&host);
    }
  ihop_host_edit_functions (print);
  ihop_host_versions (print);
}
