/* A kernel's text, from a list of regions between barriers.
 *
 * CUDA runs all threads of a block together; the emulated program runs region by region, and in
 * each the threads one after another. Both print the same regions: what follows from a thread's
 * number, guards, subscripts and the body are the same bytes, so a mistake in them shows on the
 * CPU. What a thread keeps across a barrier lies in arrays with an element a thread. */
#include "gpugen/emit/kernel_text.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/host_copy.h"
#include "gpugen/emit/kernel_atomic.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/kernel_reduce.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/pairs.h"
#include "gpugen/emit/tree_text.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include <string.h>

typedef struct
{
  IhopPrint *print;
  const IhopKernel *kernel;
  IhopBody *body;
  GPtrArray *partials;     /* of IhopPartial * */
  GString *out;
  gboolean emulated;
} Writer;

static void
line (Writer *writer, const char *indent, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
line (Writer *writer, const char *indent, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  ihop_layout_append (&writer->print->layout, writer->out, indent, "%s\n", text);
}

static char *
deeper (Writer *writer, const char *indent)
{
  return ihop_layout_indent (&writer->print->layout, indent, 1);
}

/* ---- Declarations -------------------------------------------------------------- */

/* Whether a declaration is "type name", which can share its line with others. */
static gboolean
is_simple (const IhopType *type)
{
  return type->kind != IHOP_TYPE_POINTER && type->kind != IHOP_TYPE_ARRAY
         && type->kind != IHOP_TYPE_FUNCTION;
}

static void
write_privates (Writer *writer, const char *indent)
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
      line (writer, indent, "%s;", declaration);
      g_free (declaration);
    }
}

/* A thread's number in its block, and a block's in the grid, along as many axes as the kernel is laid out. */
static const char *const thread_numbers[] = { "threadIdx.x", "threadIdx.x + blockDim.x * threadIdx.y",
                                              "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)" };
static const char *const block_numbers[] = { "blockIdx.x", "blockIdx.x + gridDim.x * blockIdx.y",
                                             "blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)" };

static guint
last_axis (const IhopKernel *kernel)
{
  guint last = 0;

  for (guint i = 0; i < kernel->n_axes; i++)
    last = MAX (last, kernel->axes[i].axis);
  return last;
}

static void
write_thread_number (Writer *writer, const char *indent)
{
  line (writer, indent, "const unsigned ihop_t = %s;", thread_numbers[last_axis (writer->kernel)]);
}

static void
write_partial_starts (Writer *writer, const char *indent)
{
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *start = ihop_partial_start (partial);
      line (writer, indent, "%s %s = %s;", partial->type, partial->local, start);
    }
}

/* ---- The axes and the body ------------------------------------------------------ */

static void
write_last_value (Writer *writer, const IhopPrivate *last, const char *indent)
{
  const char *name = last->symbol->name;

  if (ihop_type_strip (last->symbol->type)->kind == IHOP_TYPE_ARRAY)
    line (writer, indent, "memcpy (%s_last, %s, sizeof %s);", name, name, name);
  else
    line (writer, indent, "%s_last[0] = %s;", name, name);
}

static void
write_last_values (Writer *writer, IhopAxisText *const *axes, const char *indent)
{
  const IhopKernel *kernel = writer->kernel;
  g_autoptr (GString) condition = g_string_new (NULL);
  g_autofree char *inner = deeper (writer, indent);
  gboolean many = kernel->last_values && kernel->last_values->len > 1;

  if (kernel->last_values == NULL || kernel->last_values->len == 0)
    return;
  for (guint i = 0; i < kernel->n_axes; i++)
    g_string_append_printf (condition, "%s%s", i ? " && " : "", axes[i]->last);
  line (writer, indent, "if (%s)%s", condition->str, many ? " {" : "");
  for (guint i = 0; i < kernel->last_values->len; i++)
    write_last_value (writer, kernel->last_values->pdata[i], inner);
  if (many)
    line (writer, indent, "}");
}

/* "head" followed by the body as its block or its only statement. */
static void
write_headed_body (Writer *writer, IhopAxisText *const *axes, const char *head, const char *indent)
{
  const IhopNode *node = writer->kernel->body;
  const IhopLayout *layout = &writer->print->layout;
  g_autofree char *inner = deeper (writer, indent);
  gboolean has_last = writer->kernel->last_values && writer->kernel->last_values->len > 0;
  gboolean is_block = node->kind == IHOP_BLOCK;

  if (!is_block)
    {
      g_autofree char *text = ihop_body_statement (writer->body, node, inner);
      line (writer, indent, "%s%s", head, has_last ? " {" : "");
      g_string_append_printf (writer->out, "%s%s\n", inner, text);
      write_last_values (writer, axes, inner);
      if (has_last)
        line (writer, indent, "}");
      return;
    }
  g_autofree char *text = ihop_body_statement (writer->body, node, indent);
  g_autofree char *opening = ihop_layout_text (layout, indent, head);
  if (has_last) /* before the brace that closes the body */
    g_strchomp (strrchr (text, '}') ? (*strrchr (text, '}') = '\0', text) : text);
  if (layout->brace_below)
    g_string_append_printf (writer->out, "%s\n%s%s\n", opening, indent, text);
  else
    g_string_append_printf (writer->out, "%s %s\n", opening, text);
  write_last_values (writer, axes, inner);
  if (has_last)
    line (writer, indent, "}");
}

/* The innermost level has been opened: what is pending is declared and guarded. */
static void
write_declarations (Writer *writer, GPtrArray *pending, const char *indent)
{
  for (guint i = 0; i < pending->len; i++)
    line (writer, indent, "%s", ((const IhopAxisText *) pending->pdata[i])->declaration);
  if (pending->len > 0)
    g_string_append_c (writer->out, '\n');
}

static char *
guards_text (const GPtrArray *pending)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < pending->len; i++)
    {
      const IhopAxisText *axis = pending->pdata[i];
      if (axis->guard)
        g_string_append_printf (text, "%s%s", text->len ? " && " : "if (", axis->guard);
    }
  if (text->len)
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static gboolean
is_innermost (const Writer *writer, guint i)
{
  return i + 1 == writer->kernel->n_axes;
}

/* A loop by number declares its iterator inside: then its body is no single statement. */
static void
write_counted_body (Writer *writer, IhopAxisText *const *axes, const IhopAxisText *last,
                    const char *indent)
{
  g_autofree char *inner = deeper (writer, indent);
  g_autofree char *text = ihop_body_statement (writer->body, writer->kernel->body, inner);

  line (writer, indent, "%s {", last->header);
  line (writer, inner, "%s", last->declaration);
  g_string_append_printf (writer->out, "%s%s\n", inner, text);
  write_last_values (writer, axes, inner);
  line (writer, indent, "}");
}

static void
write_axes (Writer *writer, IhopAxisText *const *axes, guint i, GPtrArray *pending,
            const char *indent)
{
  while (i < writer->kernel->n_axes && !axes[i]->is_loop)
    g_ptr_array_add (pending, axes[i++]);
  write_declarations (writer, pending, indent);
  g_autofree char *guards = guards_text (pending);
  g_autofree char *inner = deeper (writer, indent);
  if (i == writer->kernel->n_axes)
    {
      write_headed_body (writer, axes, guards, indent);
      return;
    }
  if (guards[0])
    line (writer, indent, "%s {", guards);
  const char *at = guards[0] ? inner : indent;
  g_autofree char *below = deeper (writer, at);
  g_ptr_array_set_size (pending, 0);
  if (is_innermost (writer, i) && axes[i]->by_number)
    write_counted_body (writer, axes, axes[i], at);
  else if (is_innermost (writer, i))
    write_headed_body (writer, axes, axes[i]->header, at);
  else
    {
      line (writer, at, "%s {", axes[i]->header);
      if (axes[i]->by_number)
        line (writer, below, "%s", axes[i]->declaration);
      write_axes (writer, axes, i + 1, pending, below);
      line (writer, at, "}");
    }
  if (guards[0])
    line (writer, indent, "}");
}

static void
write_mapped (Writer *writer, const char *indent)
{
  const IhopKernel *kernel = writer->kernel;
  IhopAxisText *axes[3] = { NULL };
  g_autoptr (GPtrArray) pending = g_ptr_array_new ();

  for (guint i = 0; i < kernel->n_axes; i++)
    axes[i] = ihop_axis_text_new (writer->body, &kernel->axes[i]);
  write_axes (writer, axes, 0, pending, indent);
  for (guint i = 0; i < kernel->n_axes; i++)
    ihop_axis_text_free (axes[i]);
}

static void
write_serial (Writer *writer, const char *indent)
{
  for (guint i = 0; i < writer->kernel->statements->len; i++)
    {
      const IhopNode *node = writer->kernel->statements->pdata[i];
      g_autofree char *text = ihop_body_statement (writer->body, node, indent);
      g_string_append_printf (writer->out, "%s%s\n", indent, text);
    }
}

/* ---- Combining ------------------------------------------------------------------- */

static void
write_shared (Writer *writer, guint size, const char *indent)
{
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      line (writer, indent, "%s%s %s_of[%u];", writer->emulated ? "" : "__shared__ ",
            partial->type, partial->local, size);
    }
}

static void
write_keep (Writer *writer, const char *indent)
{
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      line (writer, indent, "%s_of[ihop_t] = %s;", partial->local, partial->local);
    }
}

static void
write_halving (Writer *writer, guint size, const char *indent)
{
  gboolean whole = (size & (size - 1)) == 0, many = writer->partials->len > 1;
  g_autofree char *inner = deeper (writer, indent);

  if (whole)
    line (writer, indent, "if (ihop_t < ihop_half)%s", many ? " {" : "");
  else
    line (writer, indent, "if (ihop_t < ihop_half && ihop_t + ihop_half < %u)%s", size, many ? " {" : "");
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *a = g_strconcat (partial->local, "_of[ihop_t]", NULL);
      g_autofree char *b = g_strconcat (partial->local, "_of[ihop_t + ihop_half]", NULL);
      g_autofree char *sum = ihop_partial_combine (partial, a, b);
      line (writer, inner, "%s = %s;", a, sum);
    }
  if (many)
    line (writer, indent, "}");
}

/* Opens and closes "for all threads of the block"; CUDA needs neither. */
static char *
region_begin (Writer *writer, const char *indent)
{
  if (!writer->emulated)
    return g_strdup (indent);
  line (writer, indent, "IHOP_EMU_EACH_THREAD {");
  return deeper (writer, indent);
}

static void
region_end (Writer *writer, const char *indent)
{
  if (writer->emulated)
    line (writer, indent, "}");
}

static void
write_tree (Writer *writer, guint size, const char *indent)
{
  guint half = 1;
  g_autofree char *inner = deeper (writer, indent);

  while (half * 2 < size)
    half *= 2;
  if (size < 2)
    return;
  line (writer, indent, "for (unsigned ihop_half = %u; ihop_half > 0; ihop_half /= 2) {", half);
  if (!writer->emulated)
    line (writer, inner, "__syncthreads ();");
  g_autofree char *region = region_begin (writer, inner);
  if (writer->emulated)
    write_thread_number (writer, region);
  write_halving (writer, size, region);
  region_end (writer, inner);
  line (writer, indent, "}");
}

/* What one thread does at the end of a block: "block": leave the block's value. */
static void
write_result (Writer *writer, gboolean block, const char *indent)
{
  gboolean many = writer->partials->len > 1;
  g_autofree char *region = region_begin (writer, indent);
  g_autofree char *inner = deeper (writer, region);

  if (writer->emulated)
    write_thread_number (writer, region);
  line (writer, region, "if (ihop_t == 0)%s", many ? " {" : "");
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *global = ihop_partial_global (writer->kernel, partial);
      g_autofree char *own = g_strconcat (partial->local, "_of[0]", NULL);
      g_autofree char *sum = ihop_partial_combine (partial, partial->total, own);
      if (block)
        line (writer, inner, "%s[%s] = %s;", global, block_numbers[last_axis (writer->kernel)], own);
      else
        line (writer, inner, "%s = %s;", partial->total, sum);
    }
  if (many)
    line (writer, region, "}");
  region_end (writer, indent);
}

/* ---- Whole kernels ------------------------------------------------------------------ */

/* "threads": of each of its blocks. */
static char *
head_text (Writer *writer, const char *suffix, guint threads, const char *more)
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
open_kernel (Writer *writer, const char *suffix, guint threads, const char *more)
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
write_about (Writer *writer)
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
write_globals (Writer *writer)
{
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *global = ihop_partial_global (writer->kernel, partial);
      line (writer, "", "static %s%s %s[1024]; /* a value a block */",
            writer->emulated ? "" : "__device__ ", partial->type, global);
    }
  if (writer->partials->len > 0)
    g_string_append_c (writer->out, '\n');
}

/* The block's and the threads' loops around what comes; returns the indentation inside. */
static char *
blocks_begin (Writer *writer, const char *indent)
{
  if (!writer->emulated)
    return g_strdup (indent);
  line (writer, indent, "IHOP_EMU_EACH_BLOCK {");
  return deeper (writer, indent);
}

static void
blocks_end (Writer *writer, const char *block, const char *indent)
{
  if (!writer->emulated)
    return;
  line (writer, block, "ihop_emu_block_end ();");
  line (writer, indent, "}");
}

static void
write_share (Writer *writer, const char *indent)
{
  gboolean reduces = writer->partials->len > 0;
  gsize before = writer->out->len;

  if (reduces)
    write_thread_number (writer, indent);
  write_privates (writer, indent);
  write_partial_starts (writer, indent);
  if (writer->out->len > before
      && (reduces || writer->kernel->kind == IHOP_KERNEL_SERIAL
          || ihop_axis_is_loop (writer->kernel, &writer->kernel->axes[0])))
    g_string_append_c (writer->out, '\n');
  if (writer->kernel->kind == IHOP_KERNEL_SERIAL)
    write_serial (writer, indent);
  else
    write_mapped (writer, indent);
}

static void
write_kernel (Writer *writer)
{
  g_autofree char *indent = deeper (writer, "");
  gboolean reduces = writer->partials->len > 0;
  guint volume = ihop_block_volume (writer->kernel);

  write_about (writer);
  write_globals (writer);
  open_kernel (writer, "", writer->kernel->kind == IHOP_KERNEL_SERIAL ? 1 : volume, NULL);
  g_autofree char *block = blocks_begin (writer, indent);
  if (writer->kernel->tree)
    {
      ihop_tree_text_append (writer->body, writer->out, block);
      blocks_end (writer, block, indent);
      g_string_append (writer->out, "}\n\n");
      return;
    }
  if (reduces)
    write_shared (writer, volume, block);
  g_autofree char *region = region_begin (writer, block);
  write_share (writer, region);
  if (reduces)
    {
      g_string_append_c (writer->out, '\n');
      write_keep (writer, region);
    }
  region_end (writer, block);
  if (reduces)
    {
      write_tree (writer, volume, block);
      write_result (writer, TRUE, block);
    }
  blocks_end (writer, block, indent);
  g_string_append (writer->out, "}\n\n");
}

static void
write_gathering (Writer *writer, const char *indent)
{
  gboolean many = writer->partials->len > 1;
  g_autofree char *inner = deeper (writer, indent);

  line (writer, indent, "for (unsigned ihop_b = ihop_t; ihop_b < ihop_blocks_left; ihop_b += blockDim.x)%s", many ? " {" : "");
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *global = ihop_partial_global (writer->kernel, partial);
      g_autofree char *value = g_strconcat (global, "[ihop_b]", NULL);
      g_autofree char *sum = ihop_partial_combine (partial, partial->local, value);
      line (writer, inner, "%s = %s;", partial->local, sum);
    }
  if (many)
    line (writer, indent, "}");
  g_string_append_c (writer->out, '\n');
}

static void
write_finish (Writer *writer)
{
  g_autofree char *indent = deeper (writer, "");
  g_autofree char *comment
    = g_strdup_printf ("/* Combines what the blocks of %s found. */\n", writer->kernel->name);

  g_string_append (writer->out, comment);
  open_kernel (writer, "_finish", 256, "unsigned ihop_blocks_left");
  g_autofree char *block = blocks_begin (writer, indent);
  write_shared (writer, 256, block);
  g_autofree char *region = region_begin (writer, block);
  write_thread_number (writer, region);
  write_partial_starts (writer, region);
  g_string_append_c (writer->out, '\n');
  write_gathering (writer, region);
  write_keep (writer, region);
  region_end (writer, block);
  write_tree (writer, 256, block);
  write_result (writer, FALSE, block);
  blocks_end (writer, block, indent);
  g_string_append (writer->out, "}\n\n");
}

char *
ihop_kernel_text (IhopPrint *print, const IhopKernel *kernel)
{
  g_autoptr (IhopBody) body = ihop_body_new (print, kernel);
  g_autoptr (GPtrArray) partials = ihop_partials_new (body);
  Writer writer = { .print = print, .kernel = kernel, .body = body, .partials = partials,
                    .out = g_string_new (NULL),
                    .emulated = print->dialect == IHOP_DIALECT_EMULATED };

  ihop_body_add_atomics (body);
  write_kernel (&writer);
  if (partials->len > 0)
    write_finish (&writer);
  return g_string_free (writer.out, FALSE);
}
