/* What all parts of a kernel's text are written with. */
#include "gpugen/emit/kernel_writer.h"
#include "gpugen/plan/plan.h"

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

void
ihop_writer_thread_number (IhopKernelWriter *writer, const char *indent)
{
  ihop_writer_line (writer, indent, "const unsigned ihop_t = %s;", thread_numbers[last_axis (writer->kernel)]);
}

char *
ihop_writer_deeper (const IhopKernelWriter *writer, const char *indent)
{
  return ihop_layout_indent (&writer->print->layout, indent, 1);
}

const char *
ihop_writer_block_number (const IhopKernelWriter *writer)
{
  return block_numbers[last_axis (writer->kernel)];
}

char *
ihop_writer_region_begin (IhopKernelWriter *writer, const char *indent)
{
  if (!writer->emulated)
    return g_strdup (indent);
  ihop_writer_line (writer, indent, "IHOP_EMU_EACH_THREAD {");
  return ihop_writer_deeper (writer, indent);
}

void
ihop_writer_region_end (IhopKernelWriter *writer, const char *indent)
{
  if (writer->emulated)
    ihop_writer_line (writer, indent, "}");
}

char *
ihop_writer_blocks_begin (IhopKernelWriter *writer, const char *indent)
{
  if (!writer->emulated)
    return g_strdup (indent);
  ihop_writer_line (writer, indent, "IHOP_EMU_EACH_BLOCK {");
  return ihop_writer_deeper (writer, indent);
}

void
ihop_writer_blocks_end (IhopKernelWriter *writer, const char *block, const char *indent)
{
  if (!writer->emulated)
    return;
  ihop_writer_line (writer, block, "ihop_emu_block_end ();");
  ihop_writer_line (writer, indent, "}");
}
