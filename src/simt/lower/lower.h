/* A kernel as LLVM IR that runs one warp of it (run/frame.h). */
#pragma once
#include "simt/lower/lowered.h"
#include "simt/ptx/ptx.h"
#include <llvm-c/Core.h>

/* Adds a function of this name to "code". FALSE and an error (with the PTX line) where the kernel
 * has something that is not known. */
gboolean ihop_lower_kernel (const IhopPtxModule *module, const IhopPtxFunction *kernel, IhopLowerOptions options,
                            LLVMModuleRef code, const char *name, IhopLowerResult *result, GError **error);
