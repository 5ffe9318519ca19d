/* Kernels that read two neighbours in shared memory at once (stage … even): what compilers have to be told for it. */
#pragma once
#include "analysis/kernel/kernel.h"
#include "profiler/profiler.h"

/* What the declaration of an array says of where it begins, with a blank behind it; "": nothing. Two elements of eight bytes are read at once where
 * it is known that they begin at a multiple of sixteen: so it is in a tile of shared memory whose rows have an even number of them. */
const char *ihop_text_alignment (const IhopKernelArray *array);
/* Whether the kernel has such a tile. */
gboolean ihop_text_has_pairs (const IhopKernelTree *tree);
/* Blocks that shall stand on a multiprocessor at least, for the launch bounds of a kernel whose threads keep elements of their own and work on tiles in
 * shared memory: as many as hold half of the threads that it can have, which is enough to hide latency. Compilers take more registers than that leaves
 * otherwise, as they fetch ahead what is in the tiles. 0: nothing is to be said, as it is no such kernel, or a thread's own elements do not leave a third of
 * those registers for anything else. */
guint ihop_text_least_blocks (const IhopKernelTree *tree, const IhopGpu *gpu);
