/* What stands where a nest stood: tests, the grid, the launch, values of iterators. */
#include "ir/condition.h"
#include "ir/expression.h"
#include "gpugen/emit/host_launch.h"
#include "gpugen/emit/assumption_tests.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/device_versions.h"
#include "gpugen/emit/host_copy.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/launch_shape.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/emit/trace_calls.h"
#include "gpugen/memory/way_out.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

typedef struct
{
  IhopPrint *print;
  const IhopKernel *kernel;
  GString *out;
} Launch;

#define line(launch, indent, ...) ihop_layout_line (&(launch)->print->layout, (launch)->out, indent, __VA_ARGS__)

static gboolean
uses_iterators (const IhopKernel *kernel, const IhopNode *node)
{
  for (guint i = 0; i < kernel->n_axes; i++)
    if (ihop_expression_mentions (node, kernel->axes[i].iterator))
      return TRUE;
  return FALSE;
}

/* By how much "left > right", "left >= right" … holds, at least 1 if it does. */
static const IhopNode *
excess_of (IhopPool *pool, const IhopNode *condition)
{
  IhopOperator relation = condition->op;
  gboolean more = relation == IHOP_OP_GT || relation == IHOP_OP_GE;
  const IhopNode *excess = ihop_expression_subtract (pool, condition->child[!more], condition->child[more]);

  return relation == IHOP_OP_GT || relation == IHOP_OP_LT
           ? excess : ihop_expression_add (pool, excess, ihop_expression_number (pool, 1));
}

/* "n > 0": the loop runs at all; *excess: how often, if it does. NULL: it surely does. */
static const IhopNode *
runs_when (IhopPool *pool, const IhopKernel *kernel, const IhopAxis *axis, const IhopNode **excess)
{
  const IhopCounting *counting = axis->facts ? &axis->facts->counting : NULL;
  static const IhopOperator turned[] = { IHOP_OP_GT, IHOP_OP_GE, IHOP_OP_LT, IHOP_OP_LE };

  if (ihop_axis_trips (axis) > 0)
    return NULL;
  if (counting && counting->bound && counting->relation >= IHOP_OP_LT && counting->relation <= IHOP_OP_GE
      && !uses_iterators (kernel, counting->bound) && !uses_iterators (kernel, axis->first))
    {
      const IhopNode *runs
        = ihop_expression_binary (pool, turned[counting->relation - IHOP_OP_LT], counting->bound, axis->first);
      *excess = excess_of (pool, runs);
      return runs;
    }
  *excess = axis->max_trips;
  return ihop_expression_binary (pool, IHOP_OP_GT, axis->max_trips, ihop_expression_number (pool, 0));
}

static gboolean
says_the_same (gconstpointer a, gconstpointer b)
{
  gint64 distance;

  return ihop_expression_distance (a, b, &distance) && distance == 0;
}

/* NULL: all of its loops surely run. */
static const IhopNode *
all_run_when (IhopPool *pool, const IhopKernel *kernel)
{
  g_autoptr (GPtrArray) said = g_ptr_array_new ();
  const IhopNode *all = NULL;

  for (guint i = 0; i < kernel->n_axes; i++)
    {
      const IhopNode *excess = NULL, *runs = runs_when (pool, kernel, &kernel->axes[i], &excess);
      if (runs == NULL || g_ptr_array_find_with_equal_func (said, excess, says_the_same, NULL))
        continue;
      all = ihop_expression_and (pool, all, runs);
      g_ptr_array_add (said, (gpointer) excess);
    }
  return all;
}

/* A block for each iteration, of which an int tells the number: nothing is to be rounded up, and no int is more than a grid can be
 * long. So written, whoever reads the launch (ihop prove) knows how far block numbers go. */
static gboolean
is_plain_number (const IhopKernel *kernel, const IhopAxis *axis)
{
  const IhopType *type = axis->max_trips->type ? ihop_type_strip (axis->max_trips->type) : NULL;
  g_autoptr (IhopPool) pool = ihop_pool_new ();

  return ihop_axis_share (kernel, axis) == 1 && type && type->kind == IHOP_TYPE_INTEGER && type->is_signed && type->size <= 4
         && ihop_expression_widen (pool, axis->max_trips, IHOP_WIDE_SIZE) == axis->max_trips;
}

/* Blocks along x, y or z. */
static char *
blocks_text (Launch *launch, guint direction)
{
  const IhopKernel *kernel = launch->kernel;

  for (guint i = 0; i < kernel->n_axes; i++)
    {
      const IhopAxis *axis = &kernel->axes[i];
      guint most = axis->axis == direction ? ihop_axis_most_blocks (kernel, axis) : 0;
      if (axis->axis != direction)
        continue;
      g_autofree char *trips = ihop_wide_text (axis->max_trips, IHOP_WIDE_SIZE);
      if (most == 0 && is_plain_number (kernel, axis))
        return g_strdup_printf ("(unsigned) (%s)", trips);
      launch->print->helpers |= most ? IHOP_HELPER_UP_TO : IHOP_HELPER_BLOCKS;
      if (most)
        return g_strdup_printf ("ihop_blocks_up_to (%u, %s, %u)", most, trips, ihop_axis_share (kernel, axis));
      return g_strdup_printf ("ihop_blocks (%s, %u)", trips, ihop_axis_share (kernel, axis));
    }
  return g_strdup ("1");
}

static void
write_grid (Launch *launch, const char *indent)
{
  const IhopKernel *kernel = launch->kernel;
  g_autofree char *x = blocks_text (launch, 0), *y = blocks_text (launch, 1),
                  *z = blocks_text (launch, 2);

  g_autofree char *block = ihop_host_launch_block (launch->print, kernel);
  if (launch->print->dialect != IHOP_DIALECT_SPLIT || !ihop_host_launch_has_one_block (kernel))
    line (launch, indent, "%s", block);
  const char *between = strlen (x) + strlen (y) + strlen (z) > 60 ? ",\n\t\t" : ", ";
  line (launch, indent, "const dim3 %s = { %s%s%s%s%s };\n", launch->print->grid, x, between, y, between, z);
}

static char *
arguments_text (const IhopKernelParams *params, const char *before)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < params->arguments->len; i++)
    g_string_append_printf (text, "%s%s", text->len ? ", " : "",
                            (const char *) params->arguments->pdata[i]);
  return g_string_free (text, FALSE);
}

/* "head (a, b);" on as many lines as it takes. */
static void
write_wrapped (Launch *launch, const char *indent, const char *head, const char *arguments)
{
  g_auto (GStrv) items = g_strsplit (arguments, ", ", -1);
  g_autoptr (GString) text = g_string_new (head);
  gsize column = strlen (indent) + text->len;

  g_string_append (text, " (");
  for (guint i = 0; items[i]; i++)
    {
      gboolean breaks = column + strlen (items[i]) > 94 && i > 0;
      if (breaks)
        column = strlen (indent) + 8;
      g_string_append_printf (text, "%s%s%s", i ? "," : "", breaks ? "\n\t\t" : i ? " " : "",
                              items[i]);
      column += strlen (items[i]) + 2;
    }
  line (launch, indent, "%s);", text->str);
}

/* What the arguments are copies of: whoever looks at both sees which is the newer one. */
static void
write_mirrors (Launch *launch, const char *indent)
{
  for (guint i = 0; i < launch->kernel->params->len; i++)
    {
      const IhopKernelParam *param = launch->kernel->params->pdata[i];
      const IhopDeviceVariable *variable = param->variable;
      if (variable && ihop_printing_keeps (launch->print, variable))
        line (launch, indent, "ihop_emu_mirror (%s, %s%s, \"%s\", %d);", variable->name,
              variable->rank == 0 ? "&" : "", param->symbol->name, param->symbol->name,
              !param->is_const);
    }
}

static void
write_emulated (Launch *launch, const char *suffix, const char *grid, const char *block,
                const char *more, const char *indent)
{
  g_autoptr (IhopKernelParams) params = ihop_kernel_params_new (launch->print, launch->kernel);
  g_autofree char *before = g_strdup_printf ("%s, %s%s", grid, block, more);
  g_autofree char *arguments = arguments_text (params, before);
  g_autofree char *inner = ihop_layout_indent (&launch->print->layout, indent, 1);

  line (launch, indent, "if (ihop_emu_kernel_begin (\"%s%s\", __FILE__, __LINE__, %s, %s)) {",
        launch->kernel->name, suffix, grid, block);
  for (guint i = 0; i < params->pointers->len; i++)
    line (launch, inner, "ihop_emu_device_pointer (%s, \"%s\");",
          (const char *) params->pointers->pdata[i], (const char *) params->pointers->pdata[i]);
  write_mirrors (launch, inner);
  g_autofree char *trusted = ihop_assumption_tests_of_launch (launch->print, launch->kernel, inner);
  g_string_append (launch->out, trusted);
  g_autofree char *name = g_strconcat (launch->kernel->name, suffix, NULL);
  write_wrapped (launch, inner, name, arguments);
  line (launch, inner, "ihop_emu_kernel_end ();");
  line (launch, indent, "}");
}

static void
write_call (Launch *launch, const char *indent)
{
  const IhopKernel *kernel = launch->kernel;
  g_autoptr (IhopKernelParams) params = ihop_kernel_params_new (launch->print, kernel);
  gboolean reduces = kernel->reductions && kernel->reductions->len > 0;
  g_autofree char *arguments = arguments_text (params, NULL);

  gboolean serial = kernel->kind == IHOP_KERNEL_SERIAL;
  const char *grid = launch->print->grid, *block = launch->print->block;
  g_autofree char *blocks = ihop_printing_blocks (launch->print);
  const char *one = "((dim3) { 1, 1, 1 })";

  if (launch->print->dialect == IHOP_DIALECT_EMULATED)
    {
      write_emulated (launch, "", serial ? one : grid, serial ? one : block, "", indent);
      if (reduces)
        {
          g_autofree char *left = g_strconcat (", ", blocks, NULL);
          write_emulated (launch, "_finish", one, "((dim3) { 256, 1, 1 })", left, indent);
        }
    }
  else if (ihop_host_launch_is_grid (kernel))
    {
      g_autofree char *name = g_strconcat ("launch_", kernel->name, NULL);
      write_wrapped (launch, indent, name, arguments);
    }
  else if (launch->print->dialect == IHOP_DIALECT_SPLIT)
    {
      gboolean one_block = ihop_host_launch_has_one_block (kernel);
      g_autofree char *name = g_strconcat ("launch_", kernel->name, NULL);
      g_autofree char *all
        = serial ? g_strdup (arguments)
                 : g_strdup_printf ("%s%s%s%s%s", grid, one_block ? "" : ", ", one_block ? "" : block, arguments[0] ? ", " : "", arguments);
      write_wrapped (launch, indent, name, all);
    }
  else
    {
      g_autofree char *name
        = serial ? g_strconcat (kernel->name, "<<<1, 1>>>", NULL)
                 : g_strdup_printf ("%s<<<%s, %s>>>", kernel->name, grid, block);
      g_autofree char *finish = g_strconcat (kernel->name, "_finish<<<1, 256>>>", NULL);
      g_autofree char *all = g_strconcat (blocks, ", ", arguments, NULL);
      write_wrapped (launch, indent, name, arguments);
      if (reduces)
        write_wrapped (launch, indent, finish, all);
    }
  launch->print->helpers |= IHOP_HELPER_CHECK;
  line (launch, indent, "IHOP_CUDA (cudaGetLastError ());");
}

static void
write_traced_call (Launch *launch, const char *indent)
{
  g_autofree char *events = ihop_events_of_kernel (launch->print, launch->kernel, indent);

  g_string_append (launch->out, events);
  write_call (launch, indent);
}

/* Values are combined into an element whether an iteration touches it or not. Behind a pointer there may be none where
 * none does: then nothing of the kernel runs (extent_guard.c sees to it that it does nothing else). */
static const IhopNode *
condition_of_elements (const IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      if (param->variable && param->variable->when && ihop_kernel_combines_into (kernel, param->symbol))
        return param->variable->when;
    }
  return NULL;
}

static void
write_launch (Launch *launch, const char *indent)
{
  const IhopKernel *kernel = launch->kernel;
  g_autoptr (IhopPool) pool = ihop_pool_new ();
  const IhopNode *runs = ihop_expression_and (pool, all_run_when (pool, kernel), condition_of_elements (kernel));
  g_autofree char *guard = runs ? ihop_wide_text (runs, IHOP_WIDE_CONDITION) : NULL;

  if (kernel->kind == IHOP_KERNEL_SERIAL)
    {
      write_traced_call (launch, indent);
      return;
    }
  g_autofree char *inner = ihop_layout_indent (&launch->print->layout, indent, 1);

  if (guard)
    line (launch, indent, "if (%s) {", guard);
  else
    line (launch, indent, "{");
  if (launch->print->dialect == IHOP_DIALECT_EMULATED || !ihop_host_launch_is_grid (kernel))
    write_grid (launch, inner);
  write_traced_call (launch, inner);
  line (launch, indent, "}");
}

char *
ihop_host_conditions (const IhopPrint *print, const IhopKernel *kernel)
{
  GString *text = g_string_new (NULL);
  gboolean many = kernel->conditions && kernel->conditions->len > 1;

  if (print->version)
    return g_string_free (text, TRUE);
  for (guint i = 0; kernel->conditions && i < kernel->conditions->len; i++)
    {
      const IhopAssumption *condition = kernel->conditions->pdata[i];
      g_autofree char *holds = ihop_wide_text (condition->holds, IHOP_WIDE_CONDITION);
      g_string_append_printf (text, many ? "%s(%s)" : "%s%s", text->len ? " && " : "", holds);
    }
  return g_string_free (text, text->len == 0);
}

static void
write_copies (Launch *launch, gboolean to_device, const char *indent)
{
  for (guint i = 0; i < launch->kernel->params->len; i++)
    {
      const IhopKernelParam *param = launch->kernel->params->pdata[i];
      if (param->variable == NULL || ihop_way_out_has_no_copy (launch->print->plan->facts, launch->kernel, param->variable))
        continue;
      g_autofree char *copy
        = ihop_host_copy_all (launch->print, param->variable, to_device, indent);
      g_string_append (launch->out, copy);
    }
}

/* The fragment as it was, on the host. */
static void
write_original (Launch *launch, const char *indent)
{
  for (guint i = 0; i < launch->kernel->statements->len; i++)
    {
      IhopPrinter printer = { .indent = indent };
      g_autofree char *text = ihop_text_without_marks (
        ihop_print_node (launch->kernel->statements->pdata[i], &printer));
      g_string_append_printf (launch->out, "%s%s\n", indent, text);
    }
}

static void
write_iterators (Launch *launch, const char *indent)
{
  const IhopKernel *kernel = launch->kernel;

  for (guint i = 0; kernel->iterators_after && i < kernel->iterators_after->len; i++)
    if (kernel->iterator_values && i < kernel->iterator_values->len)
      {
        g_autofree char *value = ihop_text_of (kernel->iterator_values->pdata[i]);
        line (launch, indent, "%s = %s;", ((const IhopSymbol *) kernel->iterators_after->pdata[i])->name, value);
      }
}

char *
ihop_host_way_out (IhopPrint *print, const IhopKernel *kernel, const char *indent)
{
  Launch launch = { print, kernel, g_string_new (NULL) };

  write_copies (&launch, FALSE, indent);
  write_original (&launch, indent);
  write_copies (&launch, TRUE, indent);
  return g_string_free (launch.out, FALSE);
}

char *
ihop_host_launch (IhopPrint *print, const IhopKernel *kernel, const char *indent)
{
  Launch launch = { print, kernel, g_string_new (NULL) };
  g_autofree char *conditions = ihop_host_conditions (print, kernel);
  g_autofree char *inner = ihop_layout_indent (&print->layout, indent, 1);

  if (conditions)
    {
      ihop_printing_note_sizes (print, conditions);
      line (&launch, indent, "if (%s) {", conditions);
    }
  write_launch (&launch, conditions ? inner : indent);
  write_iterators (&launch, conditions ? inner : indent);
  if (conditions)
    {
      g_autofree char *way_out = ihop_host_way_out (print, kernel, inner);
      line (&launch, indent, "} else {");
      g_string_append (launch.out, way_out);
      line (&launch, indent, "}");
    }
  return g_string_free (launch.out, FALSE);
}
