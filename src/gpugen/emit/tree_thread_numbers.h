/* A thread's number along an axis, declared once for all loops along it: "const int tx = threadIdx.x;". */
#pragma once
#include "gpugen/emit/tree_writer.h"

/* Declares it where the kernel begins, by the name that all loops along the axis give it, or "tx", and has all of them use that
 * (writer->early). Nothing is written where no loop is along the axis, a number is no plain int, or the name means something else. */
void ihop_tree_thread_number_declare (IhopTreeWriter *writer, guint axis, const char *indent);
