/* Values that all threads work out together. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* Of IhopPartial *; also makes the body's uses refer to "local". Caller unrefs. */
GPtrArray *ihop_partials_new (IhopBody *body);
/* The first value of "local" in a thread. Caller frees. */
char *ihop_partial_start (const IhopPartial *partial);
/* "a + b", "b < a ? b : a". Caller frees. */
char *ihop_partial_combine (const IhopPartial *partial, const char *a, const char *b);
/* Names of the array with a value a block, and of the kernel that combines these. */
char *ihop_partial_global (const IhopKernel *kernel, const IhopPartial *partial);
guint ihop_block_volume (const IhopKernel *kernel);
