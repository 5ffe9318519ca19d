#include "simt/lower/compile.h"
#include "simt/ptx/read.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

struct IhopCompiler
{
  GMutex lock;
  LLVMOrcLLJITRef jit;
  LLVMTargetMachineRef machine;
  char *cpu, *features;
  guint n_kernels;
};

/* TRUE: there was none. */
static gboolean
take_error (LLVMErrorRef failure, const char *what, GError **error)
{
  if (failure == LLVMErrorSuccess)
    return TRUE;
  char *message = LLVMGetErrorMessage (failure);
  g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "%s: %s", what, message);
  LLVMDisposeErrorMessage (message);
  return FALSE;
}

static LLVMTargetMachineRef
new_machine (const IhopCompiler *compiler)
{
  char *triple = LLVMGetDefaultTargetTriple (), *message = NULL;
  LLVMTargetRef target;

  if (LLVMGetTargetFromTriple (triple, &target, &message))
    {
      LLVMDisposeMessage (message);
      LLVMDisposeMessage (triple);
      return NULL;
    }
  LLVMTargetMachineRef machine
    = LLVMCreateTargetMachine (target, triple, compiler->cpu, compiler->features, LLVMCodeGenLevelDefault,
                               LLVMRelocPIC, LLVMCodeModelJITDefault);
  LLVMDisposeMessage (triple);
  return machine;
}

static gboolean
add_table (IhopCompiler *compiler, const IhopWarpService *table, GError **error)
{
  LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib (compiler->jit);
  const LLVMJITSymbolFlags flags = { LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable, 0 };

  for (const IhopWarpService *row = table; row->name; row++)
    {
      g_autofree char *name = g_strconcat ("ihop_warp_", row->name, NULL);
      LLVMOrcCSymbolMapPair pair = { .Name = LLVMOrcLLJITMangleAndIntern (compiler->jit, name),
                                     .Sym = { (LLVMOrcExecutorAddress) (gsize) row->function, flags } };
      if (!take_error (LLVMOrcJITDylibDefine (library, LLVMOrcAbsoluteSymbols (&pair, 1)), name, error))
        return FALSE;
    }
  return TRUE;
}

/* What kernels call, and what LLVM makes of its intrinsics: the C library's functions. */
static gboolean
add_services (IhopCompiler *compiler, GError **error)
{
  LLVMOrcDefinitionGeneratorRef process;

  if (!add_table (compiler, ihop_warp_services, error) || !add_table (compiler, ihop_warp_math, error)
      || !take_error (LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess (
                        &process, LLVMOrcLLJITGetGlobalPrefix (compiler->jit), NULL, NULL), "symbols", error))
    return FALSE;
  LLVMOrcJITDylibAddGenerator (LLVMOrcLLJITGetMainJITDylib (compiler->jit), process);
  return TRUE;
}

IhopCompiler *
ihop_compiler_new (GError **error)
{
  g_autoptr (IhopCompiler) compiler = g_new0 (IhopCompiler, 1);

  g_mutex_init (&compiler->lock);
  LLVMInitializeNativeTarget ();
  LLVMInitializeNativeAsmPrinter ();
  compiler->cpu = LLVMGetHostCPUName ();
  compiler->features = LLVMGetHostCPUFeatures ();
  compiler->machine = new_machine (compiler);
  LLVMTargetMachineRef linked = new_machine (compiler);
  if (compiler->machine == NULL || linked == NULL)
    {
      g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "LLVM knows no code for this processor");
      return NULL;
    }
  LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder ();
  LLVMOrcLLJITBuilderSetJITTargetMachineBuilder (builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine (linked));
  if (!take_error (LLVMOrcCreateLLJIT (&compiler->jit, builder), "LLVM", error) || !add_services (compiler, error))
    return NULL;
  return g_steal_pointer (&compiler);
}

void
ihop_compiler_free (IhopCompiler *compiler)
{
  if (compiler->jit)
    take_error (LLVMOrcDisposeLLJIT (compiler->jit), "LLVM", NULL);
  if (compiler->machine)
    LLVMDisposeTargetMachine (compiler->machine);
  LLVMDisposeMessage (compiler->cpu);
  LLVMDisposeMessage (compiler->features);
  g_mutex_clear (&compiler->lock);
  g_free (compiler);
}

static void
add_attribute (LLVMValueRef function, const char *name, const char *value)
{
  LLVMContextRef context = LLVMGetModuleContext (LLVMGetGlobalParent (function));

  LLVMAddAttributeAtIndex (function, LLVMAttributeFunctionIndex,
                           LLVMCreateStringAttribute (context, name, strlen (name), value, strlen (value)));
}

static void
add_flag (LLVMValueRef function, const char *name)
{
  LLVMContextRef context = LLVMGetModuleContext (LLVMGetGlobalParent (function));

  LLVMAddAttributeAtIndex (function, LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute (context, LLVMGetEnumAttributeKindForName (name, strlen (name)), 0));
}

/* The kernel is seen from outside; the others are gathers and scatters, which are a few instructions
 * with AVX-512 alone. */
static void
add_attributes (const IhopCompiler *compiler, LLVMModuleRef code)
{
  gboolean has_gathers = strstr (compiler->features, "+avx512f") != NULL;

  for (LLVMValueRef function = LLVMGetFirstFunction (code); function; function = LLVMGetNextFunction (function))
    {
      if (LLVMIsDeclaration (function))
        continue;
      add_attribute (function, "target-cpu", compiler->cpu);
      add_attribute (function, "target-features", compiler->features);
      add_attribute (function, "prefer-vector-width", "512");
      if (LLVMGetLinkage (function) == LLVMInternalLinkage)
        add_flag (function, has_gathers ? "alwaysinline" : "noinline");
    }
}

static gboolean
optimise (IhopCompiler *compiler, LLVMModuleRef code, GError **error)
{
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions ();

  add_attributes (compiler, code);
  LLVMErrorRef failure = LLVMRunPasses (code, "default<O2>", compiler->machine, options);
  LLVMDisposePassBuilderOptions (options);
  return take_error (failure, "LLVM", error);
}

static void
show (LLVMModuleRef code, const char *variable)
{
  const char *path = g_getenv (variable);
  char *message = NULL;

  if (path && LLVMPrintModuleToFile (code, path, &message))
    LLVMDisposeMessage (message);
}

static gboolean
link_code (IhopCompiler *compiler, LLVMOrcThreadSafeModuleRef code, const char *name, IhopCompiledKernel *compiled, GError **error)
{
  LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib (compiler->jit);
  LLVMOrcExecutorAddress address = 0;

  if (!take_error (LLVMOrcLLJITAddLLVMIRModule (compiler->jit, library, code), "LLVM", error)
      || !take_error (LLVMOrcLLJITLookup (compiler->jit, &address, name), "LLVM", error))
    return FALSE;
  compiled->run = (IhopWarpCode *) (gsize) address;
  return TRUE;
}

static gboolean
compile (IhopCompiler *compiler, const IhopPtxModule *module, const IhopPtxFunction *kernel, IhopLowerOptions options,
         IhopCompiledKernel *compiled, GError **error)
{
  g_autofree char *name = g_strdup_printf ("ihop_kernel_%u", compiler->n_kernels++);
  LLVMOrcThreadSafeContextRef shared = LLVMOrcCreateNewThreadSafeContext ();
  LLVMModuleRef code = LLVMModuleCreateWithNameInContext (kernel->name, LLVMOrcThreadSafeContextGetContext (shared));
  gboolean fine;

  LLVMSetTarget (code, LLVMOrcLLJITGetTripleString (compiler->jit));
  LLVMSetDataLayout (code, LLVMOrcLLJITGetDataLayoutStr (compiler->jit));
  fine = ihop_lower_kernel (module, kernel, options, code, name, &compiled->sizes, error);
  if (fine)
    show (code, "IHOP_SIMT_LLVM_BEFORE");
  fine = fine && optimise (compiler, code, error);
  if (fine)
    {
      show (code, "IHOP_SIMT_LLVM");
      fine = link_code (compiler, LLVMOrcCreateNewThreadSafeModule (code, shared), name, compiled, error);
    }
  else
    LLVMDisposeModule (code);
  LLVMOrcDisposeThreadSafeContext (shared);
  return fine;
}

gboolean
ihop_compiler_kernel (IhopCompiler *compiler, const IhopPtxModule *module, const IhopPtxFunction *kernel,
                      IhopLowerOptions options, IhopCompiledKernel *compiled, GError **error)
{
  g_mutex_lock (&compiler->lock);
  gboolean fine = compile (compiler, module, kernel, options, compiled, error);
  g_mutex_unlock (&compiler->lock);
  return fine;
}
