/* A kernel that is a tree of loops, as CUDA. What is proved of it: analysis/kernel/kernel.h. */
#pragma once
#include "gpugen/emit/printing.h"

/* What such a kernel does. In CUDA its block and thread loops are numbers of blocks and threads, arrays have their
 * memories, and fences are barriers; in an emulated program a block is the loops as they stand. */
void ihop_tree_text_append (IhopBody *body, GString *out, const char *indent);
/* An element of an array that is one a thread, in the thread; NULL: it is none. Caller frees. */
char *ihop_tree_text_element (IhopBody *body, const IhopNode *node);
