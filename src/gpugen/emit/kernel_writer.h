/* What all parts of a kernel's text are written with: lines in the owner's layout, and the loops over blocks and threads that an
 * emulated program has where CUDA starts threads. */
#pragma once
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* A kernel while it is written. Nothing here is owned by it. */
typedef struct
{
  IhopPrint *print;
  const IhopKernel *kernel;
  IhopBody *body;
  GPtrArray *partials;     /* of IhopPartial *: what threads sum up (kernel_reduce.h) */
  GString *out;
  gboolean emulated;
} IhopKernelWriter;

/* A line, from a format and its arguments. */
#define ihop_writer_line(writer, indent, ...) ihop_layout_line (&(writer)->print->layout, (writer)->out, indent, __VA_ARGS__)
/* One level of indentation more. Caller frees. */
char *ihop_writer_deeper (const IhopKernelWriter *writer, const char *indent);
/* Declares "ihop_t", the thread's number in its block over all axes along which the kernel is laid out. */
void ihop_writer_thread_number (IhopKernelWriter *writer, const char *indent);
/* The block's number in the grid, as an expression. Owned by nobody: it is a literal. */
const char *ihop_writer_block_number (const IhopKernelWriter *writer);
/* What stands between the two is done by all threads of the block, up to a barrier: CUDA needs no loop for that. Returns the
 * indentation inside, which the caller frees. */
char *ihop_writer_region_begin (IhopKernelWriter *writer, const char *indent);
void ihop_writer_region_end (IhopKernelWriter *writer, const char *indent);
/* The same for all blocks of the grid. "block" is what ihop_writer_blocks_begin returned. */
char *ihop_writer_blocks_begin (IhopKernelWriter *writer, const char *indent);
void ihop_writer_blocks_end (IhopKernelWriter *writer, const char *block, const char *indent);
