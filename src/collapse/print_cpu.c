/* NAME_cpu.c: plain C with OpenMP. The nests stay where they are and as they are written; what a
 * kernel spreads over threads, the outermost loop spreads over the processor's. */
#include "collapse/clauses.h"
#include "collapse/cpu.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/emit.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/emit/host_file.h"
#include "gpugen/emit/host_unused.h"
#include "gpugen/emit/insertions.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/languages.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

static void
insert_line (IhopCpuNest *nest, const IhopNode *node, const char *line)
{
  ihop_cpu_insert_line (nest->print->edits, node, line);
}

/* ---- The choice of the loop ------------------------------------------------------------------ */

static gboolean
reorders_sums (const IhopKernel *kernel)
{
  for (guint i = 0; kernel->reductions && i < kernel->reductions->len; i++)
    {
      const IhopReduction *reduction = kernel->reductions->pdata[i];
      if (ihop_type_is_floating (reduction->type)
          && (reduction->operator == IHOP_REDUCE_ADD || reduction->operator == IHOP_REDUCE_MUL))
        return TRUE;
    }
  return FALSE;
}

/* Short sums, one after another: threads would not pay, and every bit can stay. */
static gboolean
is_in_loop (const IhopKernel *kernel)
{
  g_autoptr (GPtrArray) path
    = ihop_node_path (kernel->function->body, kernel->statements->pdata[0]);

  for (guint i = 0; path && i + 1 < path->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
      return TRUE;
  return FALSE;
}

static gboolean
choose (IhopCpuNest *nest)
{
  const IhopKernel *kernel = nest->kernel;

  if (kernel->kind != IHOP_KERNEL_MAPPED || kernel->statements->len != 1 || !ihop_clauses_can_reduce (kernel)
      || (reorders_sums (kernel) && is_in_loop (kernel)))
    return FALSE;
  for (nest->axis = 0; nest->axis < kernel->n_axes; nest->axis++)
    {
      const IhopNode *loop = ihop_cpu_spread (nest)->loop;
      gint64 trips = ihop_axis_trips (ihop_cpu_spread (nest));
      if (ihop_cpu_is_canonical (loop) && ihop_range_is_known (loop->range)
          && (trips < 0 || trips >= 2))
        return TRUE;
    }
  return FALSE;
}

/* The values that private iterators had after the loops. */
static void
add_iterators (IhopCpuNest *nest)
{
  const IhopKernel *kernel = nest->kernel;
  IhopPoint after = { IHOP_POINT_AFTER, kernel->statements->pdata[0] };
  g_autofree char *indent = ihop_points_indent (nest->points, kernel->function, &after);

  for (guint i = 0; kernel->iterators_after && i < kernel->iterators_after->len; i++)
    {
      const IhopSymbol *symbol = kernel->iterators_after->pdata[i];
      if (kernel->iterator_values == NULL || i >= kernel->iterator_values->len)
        continue;
      g_autofree char *value = ihop_text_of (kernel->iterator_values->pdata[i]);
      g_autofree char *line = g_strdup_printf ("%s%s = %s;\n", indent, symbol->name, value);
      ihop_points_add (nest->points, kernel->function, &after, line);
    }
}

/* ---- The function of an iteration -------------------------------------------------------- */

static gboolean
visit_local_type (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_DECLARATION && (node->n_children == 0 || node->text);
  return !*found;
}

/* Whether names in the body mean the same before the function. */
static gboolean
means_the_same (const IhopPlan *plan, const IhopFunction *function)
{
  gboolean found = FALSE;

  for (guint i = 0; i < plan->tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (plan->tree->directives, IhopDirective, i);
      if ((directive->kind == IHOP_DIRECTIVE_DEFINE || directive->kind == IHOP_DIRECTIVE_UNDEF
           || directive->kind == IHOP_DIRECTIVE_CONDITIONAL)
          && ihop_range_contains (function->range, directive->range))
        return FALSE;
    }
  ihop_node_walk (function->body, visit_local_type, &found);
  return !found;
}

/* "continue" would have to be "return" there. */
static gboolean
leaves (const IhopNode *node)
{
  if (node == NULL || ihop_kind_is_loop (node->kind) || !ihop_kind_is_statement (node->kind))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (leaves (node->child[i]))
      return TRUE;
  return node->kind == IHOP_CONTINUE;
}

/* "rearranged": loops of it have changed places. */
static gboolean
can_be_function (const IhopCpuNest *nest, const IhopNode *body, gboolean rearranged)
{
  const IhopKernel *kernel = nest->kernel;

  for (guint i = 0; i < kernel->params->len; i++)
    if (((const IhopKernelParam *) kernel->params->pdata[i])->passing == IHOP_PASS_SCALAR)
      return FALSE;
  g_autofree char *header = ihop_cpu_header (ihop_cpu_spread (nest)->loop); /* a mark between head and body hides it */
  return header && ihop_clauses_are_private (kernel) && !leaves (body) && ihop_cpu_depth (body) > 0 && !ihop_cpu_needs_arrays (body)
         && !(ihop_language_asks_types (body) && rearranged) && means_the_same (nest->print->plan, kernel->function);
}

/* The body's text (with or without braces) as statements of a function. */
static char *
function_body (IhopCpuNest *nest, const IhopNode *loop, char *text)
{
  const IhopSource *source = nest->print->plan->tree->source;
  const IhopNode *body = ihop_loop_body (loop);
  g_autofree char *inner = ihop_layout_indent (&nest->print->layout, "", 1);
  gsize line = body->kind == IHOP_BLOCK || *text != '{' ? body->range.begin : loop->range.begin;
  g_autofree char *from = ihop_source_indent (source, line);

  if (*text != '{')
    {
      g_autofree char *moved = ihop_print_reindent (text, from, inner);
      return g_strconcat (inner, moved, NULL);
    }
  g_autofree char *moved = ihop_print_reindent (text, from, "");
  char *begin = strchr (moved, '{') + 1, *end = strrchr (moved, '}');
  while (*begin == ' ' || *begin == '\t')
    begin++;
  begin += *begin == '\n';
  *end = '\0';
  return g_strchomp (g_strdup (begin));
}

static void
take_out (IhopCpuNest *nest, const IhopNode *loop, IhopEdits *inner)
{
  const IhopKernel *kernel = nest->kernel;
  const IhopSource *source = nest->print->plan->tree->source;
  g_autofree char *head = ihop_cpu_header (loop);
  gsize middle = loop->range.begin + strlen (head);
  g_autofree char *header = ihop_edits_apply_range (inner, loop->range.begin, middle);
  const IhopNode *moved = ihop_language_asks_types (ihop_loop_body (loop)) ? ihop_loop_body (loop) : NULL;
  g_autofree char *text = g_strchug (
    ihop_text_without_marks (moved ? ihop_cpu_moved_text (moved)
                                   : ihop_edits_apply_range (inner, middle, loop->range.end)));
  g_autofree char *statements = function_body (nest, loop, text);
  g_autofree char *call = NULL;
  g_autofree char *function
    = ihop_cpu_function (nest->print, kernel, nest->place, nest->axis, statements, &call);
  g_autofree char *indent = ihop_source_indent (source, loop->range.begin);
  g_autofree char *below = ihop_layout_indent (&nest->print->layout, indent, 1);
  g_autofree char *whole = g_strdup_printf ("%s\n%s%s", header, below, call);

  ihop_edits_insert (nest->print->edits, ihop_host_before_function (nest->print->plan->tree->source, kernel->function),
                     function);
  ihop_edits_replace (nest->print->edits, loop->range.begin, loop->range.end, whole);
  g_hash_table_insert (nest->print->taken, (gpointer) loop, g_strdup (whole));
}

/* The spread loop itself goes inside the loops of its body: all threads run these, and each takes
 * its share of every inner loop. Shares are the same each time (static schedules of equal loops),
 * so nobody waits for anybody. */
static gboolean
enter_region (IhopCpuNest *nest, const IhopNode *loop, const char *work)
{
  const IhopSource *source = nest->print->plan->tree->source;
  g_autofree char *indent = ihop_source_indent (source, loop->range.begin);
  g_autofree char *inner = ihop_layout_indent (&nest->print->layout, indent, 1);
  g_autofree char *text = NULL;

  if (nest->place + 1 == nest->kernel->n_axes && ihop_clauses_are_private (nest->kernel)
      && !ihop_clauses_are_conditional (nest->kernel) && ihop_cpu_spread (nest)->facts)
    text = ihop_cpu_sink (nest->print, loop, ihop_cpu_spread (nest)->facts, inner,
                          "#pragma omp for simd schedule(static) nowait");
  if (text == NULL)
    return FALSE;
  g_autoptr (GString) pragma = g_string_new ("#pragma omp parallel");
  ihop_clauses_private (nest, pragma);
  ihop_clauses_conditions (nest, work, FALSE, pragma);
  insert_line (nest, loop, pragma->str);
  g_autofree char *whole = g_strdup_printf ("{\n%s\n%s}", text, indent);
  ihop_edits_replace (nest->print->edits, loop->range.begin, loop->range.end, whole);
  return TRUE;
}

static void
edit_nest (IhopCpuNest *nest)
{
  const IhopPlan *plan = nest->print->plan;
  gboolean worth = TRUE, simd = FALSE;

  if (!choose (nest))
    return;
  g_autofree char *work = ihop_cpu_work (plan, nest->kernel, nest->axis, &worth);
  const IhopNode *loop = ihop_cpu_spread (nest)->loop;
  g_autoptr (IhopEdits) inner = ihop_edits_new (plan->tree->source);
  nest->place = nest->axis;
  gboolean is_tree = nest->kernel->tree != NULL; /* which is left as it stands, blocks spread over threads */
  if (worth && !is_tree && enter_region (nest, loop, work))
    {
      add_iterators (nest);
      return;
    }
  if (!is_tree && !ihop_clauses_are_conditional (nest->kernel) && ihop_clauses_are_private (nest->kernel))
    nest->axis = ihop_cpu_arrange (nest->print, nest->kernel, nest->axis, inner);
  simd = nest->kernel->n_axes == 1 && ihop_clauses_are_private (nest->kernel)
         && nest->kernel->privates->len == 0 && ihop_cpu_is_simple (nest->kernel->body);
  g_autofree char *pragma = ihop_clauses_of_loop (nest, work, simd);
  gboolean function = worth && !is_tree && can_be_function (nest, ihop_loop_body (loop), !ihop_edits_is_empty (inner));
  if (worth && reorders_sums (nest->kernel))
    insert_line (nest, loop, "/* Threads add up apart: the last digits of sums may differ. */");
  g_autofree char *plain = ihop_clauses_of_call (nest, work);
  if (worth)
    insert_line (nest, loop, function ? plain : pragma);
  if (function)
    take_out (nest, loop, inner);
  else
    {
      g_autofree char *text
        = ihop_text_without_marks (
          ihop_edits_apply_range (inner, loop->range.begin, loop->range.end));
      ihop_edits_replace (nest->print->edits, loop->range.begin, loop->range.end, text);
    }
  add_iterators (nest);
}

/* " Its loops …": what was done for the processor's cache. Caller frees. */
static char *
steps_text (const IhopPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; plan->cpu_steps && i < plan->cpu_steps->len; i++)
    g_string_append_printf (text, "%s%s", i ? "; " : " Its loops run in tiles, which stay in the cache, by the steps ",
                            (const char *) plan->cpu_steps->pdata[i]);
  if (text->len)
    g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

static char *
cpu_text (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
          IhopDiags *diags)
{
  g_autoptr (IhopPrint) print = ihop_printing_new (plan, options, IHOP_DIALECT_CPU, diags);
  g_autofree char *steps = steps_text (plan);
  g_autofree char *about
    = g_strdup_printf ("Runs without a graphics card.%s Compile with: gcc -O3 -march=native -fopenmp "
                       "%s_cpu.c", steps, name);
  IhopPoints *points = ihop_points_new (print);
  g_autoptr (GHashTable) reducers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  ihop_host_overlaps (print);
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      IhopCpuNest nest = { .print = print, .points = points, .kernel = plan->kernels->pdata[i],
                    .reducers = reducers };
      edit_nest (&nest);
    }
  ihop_host_cut_unused (print);
  ihop_points_apply (points);
  ihop_points_free (points);
  ihop_host_file (print, about);
  return print->failed ? NULL : ihop_edits_apply (print->edits, NULL);
}

static void
product_free (gpointer data)
{
  IhopProduct *product = data;

  g_free (product->name);
  g_free (product->text);
  g_free (product);
}

GPtrArray *
ihop_emit_cpu (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
               IhopDiags *diags)
{
  GPtrArray *products = g_ptr_array_new_with_free_func (product_free);
  char *text = cpu_text (plan, name, options, diags);

  if (text == NULL)
    return products;
  IhopProduct *product = g_new0 (IhopProduct, 1);
  product->name = g_strconcat (name, "_cpu.c", NULL);
  product->text = text;
  g_ptr_array_add (products, product);
  return products;
}
