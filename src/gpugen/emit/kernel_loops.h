/* A thread's iterations of a kernel: the axes as numbers of threads or as loops, their guards, and the body. */
#pragma once
#include "gpugen/emit/kernel_writer.h"

/* Writes what a thread of a mapped kernel (IHOP_KERNEL_MAPPED) does. Whoever runs the last iteration of all axes keeps what
 * variables have then, where the host wants it. */
void ihop_kernel_loops_append (IhopKernelWriter *writer, const char *indent);
