/* Kernels as machine code: LLVM's optimiser and its just-in-time linker. Thread-safe by one lock. */
#pragma once
#include "simt/lower/lower.h"
#include "simt/run/frame.h"

typedef struct IhopCompiler IhopCompiler;

typedef struct
{
  IhopWarpCode *run;
  IhopLowerResult sizes;
} IhopCompiledKernel;

/* For this processor. NULL and an error where LLVM cannot make code for it. */
IhopCompiler *ihop_compiler_new (GError **error);
void ihop_compiler_free (IhopCompiler *compiler);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopCompiler, ihop_compiler_free)

/* The code lives as long as the compiler. */
gboolean ihop_compiler_kernel (IhopCompiler *compiler, const IhopPtxModule *module, const IhopPtxFunction *kernel,
                               IhopLowerOptions options, IhopCompiledKernel *compiled, GError **error);
