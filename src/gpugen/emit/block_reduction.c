/* How the threads of a block sum up what each of them has found, and how blocks do. */
#include "gpugen/emit/block_reduction.h"
#include "gpugen/emit/kernel_reduce.h"
#include "gpugen/emit/kernel_writer.h"
#include "gpugen/emit/printing.h"

void
ihop_reduction_starts (IhopKernelWriter *writer, const char *indent)
{
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *start = ihop_partial_start (partial);
      ihop_writer_line (writer, indent, "%s %s = %s;", partial->type, partial->local, start);
    }
}

void
ihop_reduction_shared (IhopKernelWriter *writer, guint size, const char *indent)
{
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      ihop_writer_line (writer, indent, "%s%s %s_of[%u];", writer->emulated ? "" : "__shared__ ",
                        partial->type, partial->local, size);
    }
}

void
ihop_reduction_keep (IhopKernelWriter *writer, const char *indent)
{
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      ihop_writer_line (writer, indent, "%s_of[ihop_t] = %s;", partial->local, partial->local);
    }
}

static void
write_halving (IhopKernelWriter *writer, guint size, const char *indent)
{
  gboolean whole = (size & (size - 1)) == 0, many = writer->partials->len > 1;
  g_autofree char *inner = ihop_writer_deeper (writer, indent);

  if (whole)
    ihop_writer_line (writer, indent, "if (ihop_t < ihop_half)%s", many ? " {" : "");
  else
    ihop_writer_line (writer, indent, "if (ihop_t < ihop_half && ihop_t + ihop_half < %u)%s", size, many ? " {" : "");
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *a = g_strconcat (partial->local, "_of[ihop_t]", NULL);
      g_autofree char *b = g_strconcat (partial->local, "_of[ihop_t + ihop_half]", NULL);
      g_autofree char *sum = ihop_partial_combine (partial, a, b);
      ihop_writer_line (writer, inner, "%s = %s;", a, sum);
    }
  if (many)
    ihop_writer_line (writer, indent, "}");
}

void
ihop_reduction_tree (IhopKernelWriter *writer, guint size, const char *indent)
{
  guint half = 1;
  g_autofree char *inner = ihop_writer_deeper (writer, indent);

  while (half * 2 < size)
    half *= 2;
  if (size < 2)
    return;
  ihop_writer_line (writer, indent, "for (unsigned ihop_half = %u; ihop_half > 0; ihop_half /= 2) {", half);
  if (!writer->emulated)
    ihop_writer_line (writer, inner, "__syncthreads ();");
  g_autofree char *region = ihop_writer_region_begin (writer, inner);
  if (writer->emulated)
    ihop_writer_thread_number (writer, region);
  write_halving (writer, size, region);
  ihop_writer_region_end (writer, inner);
  ihop_writer_line (writer, indent, "}");
}

void
ihop_reduction_result (IhopKernelWriter *writer, gboolean block, const char *indent)
{
  gboolean many = writer->partials->len > 1;
  g_autofree char *region = ihop_writer_region_begin (writer, indent);
  g_autofree char *inner = ihop_writer_deeper (writer, region);

  if (writer->emulated)
    ihop_writer_thread_number (writer, region);
  ihop_writer_line (writer, region, "if (ihop_t == 0)%s", many ? " {" : "");
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *global = ihop_partial_global (writer->kernel, partial);
      g_autofree char *own = g_strconcat (partial->local, "_of[0]", NULL);
      g_autofree char *sum = ihop_partial_combine (partial, partial->total, own);
      if (block)
        ihop_writer_line (writer, inner, "%s[%s] = %s;", global, ihop_writer_block_number (writer), own);
      else
        ihop_writer_line (writer, inner, "%s = %s;", partial->total, sum);
    }
  if (many)
    ihop_writer_line (writer, region, "}");
  ihop_writer_region_end (writer, indent);
}

void
ihop_reduction_globals (IhopKernelWriter *writer)
{
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *global = ihop_partial_global (writer->kernel, partial);
      ihop_writer_line (writer, "", "static %s%s %s[1024]; /* a value a block */",
                        writer->emulated ? "" : "__device__ ", partial->type, global);
    }
  if (writer->partials->len > 0)
    g_string_append_c (writer->out, '\n');
}

void
ihop_reduction_gathering (IhopKernelWriter *writer, const char *indent)
{
  gboolean many = writer->partials->len > 1;
  g_autofree char *inner = ihop_writer_deeper (writer, indent);

  ihop_writer_line (writer, indent, "for (unsigned ihop_b = ihop_t; ihop_b < ihop_blocks_left; ihop_b += blockDim.x)%s", many ? " {" : "");
  for (guint i = 0; i < writer->partials->len; i++)
    {
      const IhopPartial *partial = writer->partials->pdata[i];
      g_autofree char *global = ihop_partial_global (writer->kernel, partial);
      g_autofree char *value = g_strconcat (global, "[ihop_b]", NULL);
      g_autofree char *sum = ihop_partial_combine (partial, partial->local, value);
      ihop_writer_line (writer, inner, "%s = %s;", partial->local, sum);
    }
  if (many)
    ihop_writer_line (writer, indent, "}");
  g_string_append_c (writer->out, '\n');
}
