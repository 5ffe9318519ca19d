/* A thread's iterations of a kernel: the axes, their guards, and the body. */
#include "gpugen/emit/kernel_loops.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/kernel_writer.h"
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"
#include <string.h>

static void
write_last_value (IhopKernelWriter *writer, const IhopPrivate *last, const char *indent)
{
  const char *name = last->symbol->name;

  if (ihop_type_strip (last->symbol->type)->kind == IHOP_TYPE_ARRAY)
    ihop_writer_line (writer, indent, "memcpy (%s_last, %s, sizeof %s);", name, name, name);
  else
    ihop_writer_line (writer, indent, "%s_last[0] = %s;", name, name);
}

static void
write_last_values (IhopKernelWriter *writer, IhopAxisText *const *axes, const char *indent)
{
  const IhopKernel *kernel = writer->kernel;
  g_autoptr (GString) condition = g_string_new (NULL);
  g_autofree char *inner = ihop_writer_deeper (writer, indent);
  gboolean many = kernel->last_values && kernel->last_values->len > 1;

  if (kernel->last_values == NULL || kernel->last_values->len == 0)
    return;
  for (guint i = 0; i < kernel->n_axes; i++)
    g_string_append_printf (condition, "%s%s", i ? " && " : "", axes[i]->last);
  ihop_writer_line (writer, indent, "if (%s)%s", condition->str, many ? " {" : "");
  for (guint i = 0; i < kernel->last_values->len; i++)
    write_last_value (writer, kernel->last_values->pdata[i], inner);
  if (many)
    ihop_writer_line (writer, indent, "}");
}

/* "head" followed by the body as its block or its only statement. */
static void
write_headed_body (IhopKernelWriter *writer, IhopAxisText *const *axes, const char *head, const char *indent)
{
  const IhopNode *node = writer->kernel->body;
  const IhopLayout *layout = &writer->print->layout;
  g_autofree char *inner = ihop_writer_deeper (writer, indent);
  gboolean has_last = writer->kernel->last_values && writer->kernel->last_values->len > 0;
  gboolean is_block = node->kind == IHOP_BLOCK;

  if (!is_block)
    {
      g_autofree char *text = ihop_body_statement (writer->body, node, inner);
      ihop_writer_line (writer, indent, "%s%s", head, has_last ? " {" : "");
      g_string_append_printf (writer->out, "%s%s\n", inner, text);
      write_last_values (writer, axes, inner);
      if (has_last)
        ihop_writer_line (writer, indent, "}");
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
    ihop_writer_line (writer, indent, "}");
}

/* The innermost level has been opened: what is pending is declared and guarded. */
static void
write_declarations (IhopKernelWriter *writer, GPtrArray *pending, const char *indent)
{
  for (guint i = 0; i < pending->len; i++)
    ihop_writer_line (writer, indent, "%s", ((const IhopAxisText *) pending->pdata[i])->declaration);
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
is_innermost (const IhopKernelWriter *writer, guint i)
{
  return i + 1 == writer->kernel->n_axes;
}

/* A loop by number declares its iterator inside: then its body is no single statement. */
static void
write_counted_body (IhopKernelWriter *writer, IhopAxisText *const *axes, const IhopAxisText *last,
                    const char *indent)
{
  g_autofree char *inner = ihop_writer_deeper (writer, indent);
  g_autofree char *text = ihop_body_statement (writer->body, writer->kernel->body, inner);

  ihop_writer_line (writer, indent, "%s {", last->header);
  ihop_writer_line (writer, inner, "%s", last->declaration);
  g_string_append_printf (writer->out, "%s%s\n", inner, text);
  write_last_values (writer, axes, inner);
  ihop_writer_line (writer, indent, "}");
}

static void
write_axes (IhopKernelWriter *writer, IhopAxisText *const *axes, guint i, GPtrArray *pending,
            const char *indent)
{
  while (i < writer->kernel->n_axes && !axes[i]->is_loop)
    g_ptr_array_add (pending, axes[i++]);
  write_declarations (writer, pending, indent);
  g_autofree char *guards = guards_text (pending);
  g_autofree char *inner = ihop_writer_deeper (writer, indent);
  if (i == writer->kernel->n_axes)
    {
      write_headed_body (writer, axes, guards, indent);
      return;
    }
  if (guards[0])
    ihop_writer_line (writer, indent, "%s {", guards);
  const char *at = guards[0] ? inner : indent;
  g_autofree char *below = ihop_writer_deeper (writer, at);
  g_ptr_array_set_size (pending, 0);
  if (is_innermost (writer, i) && axes[i]->by_number)
    write_counted_body (writer, axes, axes[i], at);
  else if (is_innermost (writer, i))
    write_headed_body (writer, axes, axes[i]->header, at);
  else
    {
      ihop_writer_line (writer, at, "%s {", axes[i]->header);
      if (axes[i]->by_number)
        ihop_writer_line (writer, below, "%s", axes[i]->declaration);
      write_axes (writer, axes, i + 1, pending, below);
      ihop_writer_line (writer, at, "}");
    }
  if (guards[0])
    ihop_writer_line (writer, indent, "}");
}

void
ihop_kernel_loops_append (IhopKernelWriter *writer, const char *indent)
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
