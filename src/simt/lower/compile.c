#include "simt/lower/compile.h"
#include "simt/calls/calls.h"
#include "simt/lower/emit.h"
#include "simt/lower/lower.h"
#include "simt/ptx/read.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* What all kernels are compiled for: made once, kept. */
typedef struct
{
  LLVMTargetMachineRef machine;
  LLVMTargetDataRef layout;
  char *triple, *cpu, *features;
} Processor;

static LLVMTargetMachineRef
new_machine (const Processor *processor)
{
  char *message = NULL;
  LLVMTargetRef target;

  if (LLVMGetTargetFromTriple (processor->triple, &target, &message))
    {
      LLVMDisposeMessage (message);
      return NULL;
    }
  return LLVMCreateTargetMachine (target, processor->triple, processor->cpu, processor->features, LLVMCodeGenLevelDefault,
                                  LLVMRelocPIC, LLVMCodeModelSmall);
}

/* Instructions are not put in order once more behind the allocation of registers: processors that run them out of order gain
 * nothing by it, and it is more than half of the time that code of a kernel with thousands of instructions takes. */
static void
choose_passes (void)
{
  const char *const options[] = { "ihop", "-disable-post-ra", "-disable-x86-domain-reassignment" };

  LLVMParseCommandLineOptions (G_N_ELEMENTS (options), options, NULL);
}

/* Where values are computed in the order of the text, those of a loop over warps that has been written out live longer than there are
 * registers for. LLVM's other order keeps more of them in registers, but looks at each pair of instructions of a block: for blocks of a
 * thousand of them that is a third of the time that code takes, for tens of thousands minutes. Of options that are said again the last one counts. */
enum { MOST_REORDERED = 2000 };

typedef struct
{
  guint all, largest_block; /* instructions */
} Size;

static Size
size_of (LLVMModuleRef code)
{
  Size size = { 0, 0 };

  for (LLVMValueRef function = LLVMGetFirstFunction (code); function; function = LLVMGetNextFunction (function))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock (function); block; block = LLVMGetNextBasicBlock (block))
      {
        guint n = 0;
        for (LLVMValueRef one = LLVMGetFirstInstruction (block); one; one = LLVMGetNextInstruction (one))
          n++;
        size.all += n;
        size.largest_block = MAX (size.largest_block, n);
      }
  return size;
}

static void
choose_order (LLVMModuleRef code)
{
  const char *const options[] = { "ihop", size_of (code).largest_block <= MOST_REORDERED ? "-pre-RA-sched=list-ilp" : "-pre-RA-sched=source" };

  LLVMParseCommandLineOptions (G_N_ELEMENTS (options), options, NULL);
}

static const Processor *
this_processor (GError **error)
{
  static Processor processor;

  if (processor.triple == NULL)
    {
      choose_passes ();
      LLVMInitializeNativeTarget ();
      LLVMInitializeNativeAsmPrinter ();
      processor.triple = LLVMGetDefaultTargetTriple ();
      processor.cpu = LLVMGetHostCPUName ();
      processor.features = LLVMGetHostCPUFeatures ();
      processor.machine = new_machine (&processor);
      processor.layout = processor.machine ? LLVMCreateTargetDataLayout (processor.machine) : NULL;
    }
  if (processor.machine == NULL)
    g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "LLVM knows no code for this processor");
  return processor.machine ? &processor : NULL;
}

/* --- attributes ------------------------------------------------------------------------------- */

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

/* Elements that AVX-512 gathers and scatters; others become a branch for each lane. */
static gboolean
is_gathered (LLVMValueRef helper)
{
  LLVMTypeRef result = LLVMGetReturnType (LLVMGlobalGetValueType (helper));
  LLVMTypeRef moved = LLVMGetTypeKind (result) == LLVMVoidTypeKind ? LLVMTypeOf (LLVMGetParam (helper, 0)) : result;

  return ihop_emit_size (LLVMGetElementType (moved)) >= 4;
}

/* Such branches are quickest where they stand, while there are not so many that registers take a minute to be
 * allocated. */
#define BRANCHING_ACCESSES 8

static gboolean
is_called_rarely (LLVMValueRef helper)
{
  guint n = 0;

  for (LLVMUseRef use = LLVMGetFirstUse (helper); use && n <= BRANCHING_ACCESSES; use = LLVMGetNextUse (use))
    n++;
  return n <= BRANCHING_ACCESSES;
}

static gboolean
has_avx512 (const Processor *processor)
{
  return strstr (processor->features, "+avx512f") != NULL;
}

/* The kernel is seen from outside; the others are gathers and scatters, which are a few instructions
 * with AVX-512 alone. */
static void
add_attributes (const Processor *processor, LLVMModuleRef code)
{
  gboolean has_gathers = has_avx512 (processor);

  for (LLVMValueRef function = LLVMGetFirstFunction (code); function; function = LLVMGetNextFunction (function))
    {
      if (LLVMIsDeclaration (function))
        continue;
      add_attribute (function, "target-cpu", processor->cpu);
      add_attribute (function, "target-features", processor->features);
      add_attribute (function, "prefer-vector-width", "512");
      if (LLVMGetLinkage (function) == LLVMInternalLinkage)
        add_flag (function, has_gathers && (is_gathered (function) || is_called_rarely (function)) ? "alwaysinline" : "noinline");
    }
}

/* --- from IR to an object --------------------------------------------------------------------- */

/* Loops over warps that are written out (emit_unroll.h) come first: then each warp's part of what is kept has a place of its own, and
 * what is known of one warp, as its threads' numbers, is known in all of its regions. LLVM's own order looks for that before it has
 * written the loops out. */
#define PASSES "function(sroa,loop(loop-unroll-full),sroa,early-cse<memssa>,gvn,simplifycfg),default<O2>"

/* That pass of LLVM which removes loads (gvn) asks of each one where in the function its memory was written last. In kernels of a hundred thousand
 * instructions, which sorting by whole blocks of threads comes to, that takes three quarters of the time of all passes, so that there it looks at
 * values alone; loads that are plainly the same are gone before it. */
enum { MOST_ASKED = 50000 };

static void
choose_questions (LLVMModuleRef code)
{
  const char *const options[] = { "ihop", size_of (code).all <= MOST_ASKED ? "-enable-gvn-memdep=true" : "-enable-gvn-memdep=false" };

  LLVMParseCommandLineOptions (G_N_ELEMENTS (options), options, NULL);
}

static gboolean
optimise (const Processor *processor, LLVMModuleRef code, GError **error)
{
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions ();

  add_attributes (processor, code);
  choose_questions (code);
  LLVMErrorRef failure = LLVMRunPasses (code, PASSES, processor->machine, options);
  LLVMDisposePassBuilderOptions (options);
  if (failure == LLVMErrorSuccess)
    return TRUE;
  char *message = LLVMGetErrorMessage (failure);
  g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "LLVM: %s", message);
  LLVMDisposeErrorMessage (message);
  return FALSE;
}

static void
show (LLVMModuleRef code, const char *variable)
{
  const char *path = g_getenv (variable);
  char *message = NULL;

  if (path && LLVMPrintModuleToFile (code, path, &message))
    LLVMDisposeMessage (message);
}

static GByteArray *
emit_object (const Processor *processor, LLVMModuleRef code, GError **error)
{
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;

  if (LLVMTargetMachineEmitToMemoryBuffer (processor->machine, code, LLVMObjectFile, &message, &buffer))
    {
      g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "LLVM: %s", message);
      LLVMDisposeMessage (message);
      return NULL;
    }
  GByteArray *object = g_byte_array_new ();
  g_byte_array_append (object, (const guint8 *) LLVMGetBufferStart (buffer), LLVMGetBufferSize (buffer));
  LLVMDisposeMemoryBuffer (buffer);
  return object;
}

static GByteArray *
compile_resolved (const Processor *processor, const IhopPtxModule *module, const IhopPtxFunction *kernel, IhopLowerOptions options,
                  IhopLowerResult *result, GError **error)
{
  LLVMContextRef context = LLVMContextCreate ();
  LLVMModuleRef code = LLVMModuleCreateWithNameInContext (kernel->name, context);
  GByteArray *object = NULL;

  options.has_permutations = has_avx512 (processor);
  LLVMSetTarget (code, processor->triple);
  LLVMSetModuleDataLayout (code, processor->layout);
  if (ihop_lower_kernel (module, kernel, options, code, IHOP_COMPILER_SYMBOL, result, error))
    {
      show (code, "IHOP_SIMT_LLVM_BEFORE");
      if (optimise (processor, code, error))
        {
          show (code, "IHOP_SIMT_LLVM");
          choose_order (code);
          object = emit_object (processor, code, error);
        }
    }
  LLVMDisposeModule (code);
  LLVMContextDispose (context);
  return object;
}

static GByteArray *
compile (const IhopPtxModule *module, const IhopPtxFunction *kernel, IhopLowerOptions options, IhopLowerResult *result,
         GError **error)
{
  const Processor *processor = this_processor (error);
  g_autoptr (IhopPtxFunction) resolved = processor ? ihop_calls_resolve (module, kernel, error) : NULL;

  return resolved ? compile_resolved (processor, module, resolved, options, result, error) : NULL;
}

/* What LLVM's objects ask to be done when the program ends (the linker calls it by this name, meson.build): nothing. Functions that the
 * program has noted before LLVM was opened run behind that, and may be the first to launch a kernel. */
int __wrap___cxa_atexit (void (*function) (void *object), void *object, void *library);

int
__wrap___cxa_atexit (void (*function) (void *object), void *object, void *library)
{
  return 0;
}

__attribute__ ((visibility ("default"))) const IhopCompiler ihop_compiler = { compile, (gpointer) LLVMContextCreate };
