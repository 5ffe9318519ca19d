/* Kernels as machine code, by LLVM's optimiser: a library of its own, which is opened only where code
 * has to be made (code/provide.h), as to open LLVM takes longer than a small program. */
#pragma once
#include "simt/lower/lowered.h"
#include "simt/ptx/ptx.h"

/* The library's file, and the function that an object defines: an IhopWarpCode (run/frame.h). */
#define IHOP_COMPILER_LIBRARY "libihop-simt-llvm.so"
#define IHOP_COMPILER_SYMBOL "ihop_kernel"

typedef struct
{
  /* A relocatable object for this processor (code/object.h), which the caller frees. NULL and an error, with
   * the PTX line, where the kernel has something that is not known. Called by one thread at a time. */
  GByteArray *(*compile) (const IhopPtxModule *module, const IhopPtxFunction *kernel, IhopLowerOptions options,
                          IhopLowerResult *result, GError **error);
  /* Any function of LLVM's: tells which library it came with. */
  gpointer of_llvm;
} IhopCompiler;

extern const IhopCompiler ihop_compiler;
