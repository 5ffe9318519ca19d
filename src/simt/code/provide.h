/* Code for a kernel: from the cache of earlier runs (cache.h), or made by the compiler (lower/compile.h),
 * which is opened when it is first needed. */
#pragma once
#include "simt/lower/lowered.h"
#include "simt/ptx/ptx.h"
#include "simt/run/frame.h"

typedef struct
{
  IhopWarpCode *run;
  IhopLowerResult sizes;
} IhopCompiledKernel;

/* "text": differs where the module's PTX does. The code stays until the program ends. FALSE and an error where
 * the kernel has something that is not known. Called by one thread at a time. */
gboolean ihop_code_provide (const IhopPtxModule *module, const char *text, const IhopPtxFunction *kernel, IhopLowerOptions options,
                            IhopCompiledKernel *compiled, GError **error);
