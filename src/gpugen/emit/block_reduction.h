/* How the threads of a block sum up what each of them has found, and how the grid sums up what its blocks have.
 *
 * Each thread leaves its value in an array with an element a thread (shared memory), half of the threads then add the values of the
 * other half to theirs, and so on until one is left: a tree in log2 (size) steps. A block's sum goes into a global array with
 * an element a block, and a second kernel of one block sums those up. Nothing is atomic, so a sum comes out the same each time. */
#pragma once
#include "gpugen/emit/kernel_writer.h"

/* The arrays in which blocks leave their sums, in front of the kernel. */
void ihop_reduction_globals (IhopKernelWriter *writer);
/* The arrays of a block of "size" threads. */
void ihop_reduction_shared (IhopKernelWriter *writer, guint size, const char *indent);
/* The thread's own sums, as they begin. */
void ihop_reduction_starts (IhopKernelWriter *writer, const char *indent);
/* Adds what blocks left to the thread's own sums, in the second kernel. */
void ihop_reduction_gathering (IhopKernelWriter *writer, const char *indent);
/* Leaves the thread's sums in its elements of the arrays. */
void ihop_reduction_keep (IhopKernelWriter *writer, const char *indent);
/* The tree over a block of "size" threads. */
void ihop_reduction_tree (IhopKernelWriter *writer, guint size, const char *indent);
/* What one thread does at last: it leaves the block's sum ("block"), or adds the grid's to where the program wants it. */
void ihop_reduction_result (IhopKernelWriter *writer, gboolean block, const char *indent);
