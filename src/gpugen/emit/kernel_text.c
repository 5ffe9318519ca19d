/* A kernel's text, from a list of regions between barriers.
 *
 * CUDA runs all threads of a block together; the emulated program runs region by region, and in
 * each the threads one after another. Both print the same regions: what follows from a thread's
 * number, guards, subscripts and the body are the same bytes, so a mistake in them shows on the
 * CPU. What a thread keeps across a barrier lies in arrays with an element a thread. */
#include "gpugen/emit/kernel_text.h"
#include "gpugen/emit/block_reduction.h"
#include "gpugen/emit/host_copy.h"
#include "gpugen/emit/kernel_atomic.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/kernel_loops.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/kernel_reduce.h"
#include "gpugen/emit/kernel_writer.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/pairs.h"
#include "gpugen/emit/tree_text.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"

/* ---- Declarations -------------------------------------------------------------- */

/* Whether a declaration is "type name", which can share its line with others. */
static gboolean
is_simple (const IhopType *type)
{
  return type->kind != IHOP_TYPE_POINTER && type->kind != IHOP_TYPE_ARRAY
         && type->kind != IHOP_TYPE_FUNCTION;
}

static void
write_privates (IhopKernelWriter *writer, const char *indent)
{
  const GPtrArray *privates = writer->kernel->privates;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; privates && i < privates->len; i++)
    {
      const IhopSymbol *symbol = privates->pdata[i];
      IhopType type = *symbol->type;
      type.qualifiers = 0;
      if (ihop_kernel_has_axis (writer->kernel, symbol) || !g_hash_table_add (seen, (gpointer) symbol))
        continue;
      g_autoptr (GString) names = g_string_new (symbol->name);
      for (guint k = i + 1; is_simple (&type) && k < privates->len; k++)
        {
          const IhopSymbol *other = privates->pdata[k];
          if (!ihop_kernel_has_axis (writer->kernel, other)
              && ihop_type_equal (other->type, symbol->type)
              && g_strcmp0 (other->type->name, symbol->type->name) == 0
              && g_hash_table_add (seen, (gpointer) other))
            g_string_append_printf (names, ", %s", other->name);
        }
      char *declaration = ihop_type_declare (&type, names->str);
      declaration = writer->emulated ? declaration : ihop_text_for_cxx (declaration);
      ihop_writer_line (writer, indent, "%s;", declaration);
      g_free (declaration);
    }
}

static void
write_serial (IhopKernelWriter *writer, const char *indent)
{
  for (guint i = 0; i < writer->kernel->statements->len; i++)
    {
      const IhopNode *node = writer->kernel->statements->pdata[i];
      g_autofree char *text = ihop_body_statement (writer->body, node, indent);
      g_string_append_printf (writer->out, "%s%s\n", indent, text);
    }
}

/* ---- Whole kernels -------------------------------------------------------------- */

/* "threads": of each of its blocks. */
static char *
head_text (IhopKernelWriter *writer, const char *suffix, guint threads, const char *more)
{
  g_autoptr (IhopKernelParams) params = ihop_kernel_params_new (writer->print, writer->kernel);
  const char *space = writer->print->layout.space_call ? " " : "";
  g_autofree char *head = g_strdup_printf ("%s%s%s%s", writer->emulated ? "static void " : "", writer->kernel->name, suffix, space);

  if (more)
    g_ptr_array_insert (params->declarations, 0, g_strdup (more));
  if (writer->emulated)
    {
      g_ptr_array_insert (params->declarations, 0, g_strdup ("dim3 gridDim"));
      g_ptr_array_insert (params->declarations, 1, g_strdup ("dim3 blockDim"));
    }
  char *list = ihop_text_list (head, params->declarations, 0);
  if (writer->emulated)
    return list;
  g_autofree char *text = ihop_text_for_cxx (list);
  guint blocks = writer->kernel->tree ? ihop_text_least_blocks (writer->kernel->tree, writer->print->plan->gpu) : 0;
  g_autofree char *least = blocks ? g_strdup_printf (", %u", blocks) : g_strdup ("");
  return g_strdup_printf ("__global__ void __launch_bounds__%s(%u%s)\n%s", space, threads, least, text);
}

static void
open_kernel (IhopKernelWriter *writer, const char *suffix, guint threads, const char *more)
{
  g_autofree char *head = head_text (writer, suffix, threads, more);

  g_string_append_printf (writer->out, "%s\n{\n", head);
}

static char *
loops_text (const IhopKernel *kernel)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < kernel->n_axes; i++)
    g_string_append_printf (text, "%s%s over %c", i ? ", " : "", kernel->axes[i].iterator->name,
                            "xyz"[kernel->axes[i].axis]);
  return g_string_free (text, FALSE);
}

static void
write_about (IhopKernelWriter *writer)
{
  const IhopKernel *kernel = writer->kernel;
  const IhopNode *first = kernel->statements->pdata[0];
  g_autofree char *loops = loops_text (kernel);
  g_autofree char *about
    = kernel->kind == IHOP_KERNEL_SERIAL
        ? g_strdup_printf ("Line %u of %s, by one thread: so its data need not travel.",
                           ihop_range_line (first->place), kernel->function->symbol->name)
        : g_strdup_printf ("Line %u of %s: %s.", ihop_range_line (first->place),
                           kernel->function->symbol->name, loops);
  g_autofree char *comment = ihop_text_comment ("", about);

  g_string_append (writer->out, comment);
}

static void
write_share (IhopKernelWriter *writer, const char *indent)
{
  gboolean reduces = writer->partials->len > 0;
  gsize before = writer->out->len;

  if (reduces)
    ihop_writer_thread_number (writer, indent);
  write_privates (writer, indent);
  ihop_reduction_starts (writer, indent);
  if (writer->out->len > before
      && (reduces || writer->kernel->kind == IHOP_KERNEL_SERIAL
          || ihop_axis_is_loop (writer->kernel, &writer->kernel->axes[0])))
    g_string_append_c (writer->out, '\n');
  if (writer->kernel->kind == IHOP_KERNEL_SERIAL)
    write_serial (writer, indent);
  else
    ihop_kernel_loops_append (writer, indent);
}

static void
write_kernel (IhopKernelWriter *writer)
{
  g_autofree char *indent = ihop_writer_deeper (writer, "");
  gboolean reduces = writer->partials->len > 0;
  guint volume = ihop_block_volume (writer->kernel);

  write_about (writer);
  ihop_reduction_globals (writer);
  open_kernel (writer, "", writer->kernel->kind == IHOP_KERNEL_SERIAL ? 1 : volume, NULL);
  g_autofree char *block = ihop_writer_blocks_begin (writer, indent);
  if (writer->kernel->tree)
    {
      ihop_tree_text_append (writer->body, writer->out, block);
      ihop_writer_blocks_end (writer, block, indent);
      g_string_append (writer->out, "}\n\n");
      return;
    }
  if (reduces)
    ihop_reduction_shared (writer, volume, block);
  g_autofree char *region = ihop_writer_region_begin (writer, block);
  write_share (writer, region);
  if (reduces)
    {
      g_string_append_c (writer->out, '\n');
      ihop_reduction_keep (writer, region);
    }
  ihop_writer_region_end (writer, block);
  if (reduces)
    {
      ihop_reduction_tree (writer, volume, block);
      ihop_reduction_result (writer, TRUE, block);
    }
  ihop_writer_blocks_end (writer, block, indent);
  g_string_append (writer->out, "}\n\n");
}

static void
write_finish (IhopKernelWriter *writer)
{
  g_autofree char *indent = ihop_writer_deeper (writer, "");
  g_autofree char *comment
    = g_strdup_printf ("/* Combines what the blocks of %s found. */\n", writer->kernel->name);

  g_string_append (writer->out, comment);
  open_kernel (writer, "_finish", 256, "unsigned ihop_blocks_left");
  g_autofree char *block = ihop_writer_blocks_begin (writer, indent);
  ihop_reduction_shared (writer, 256, block);
  g_autofree char *region = ihop_writer_region_begin (writer, block);
  ihop_writer_thread_number (writer, region);
  ihop_reduction_starts (writer, region);
  g_string_append_c (writer->out, '\n');
  ihop_reduction_gathering (writer, region);
  ihop_reduction_keep (writer, region);
  ihop_writer_region_end (writer, block);
  ihop_reduction_tree (writer, 256, block);
  ihop_reduction_result (writer, FALSE, block);
  ihop_writer_blocks_end (writer, block, indent);
  g_string_append (writer->out, "}\n\n");
}

char *
ihop_kernel_text (IhopPrint *print, const IhopKernel *kernel)
{
  g_autoptr (IhopBody) body = ihop_body_new (print, kernel);
  g_autoptr (GPtrArray) partials = ihop_partials_new (body);
  IhopKernelWriter writer = { .print = print, .kernel = kernel, .body = body, .partials = partials,
                              .out = g_string_new (NULL),
                              .emulated = print->dialect == IHOP_DIALECT_EMULATED };

  ihop_body_add_atomics (body);
  write_kernel (&writer);
  if (partials->len > 0)
    write_finish (&writer);
  return g_string_free (writer.out, FALSE);
}
