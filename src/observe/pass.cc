// The plugin: what Clang loads (-fpass-plugin). Its arguments come through the environment:
// IHOP_OBSERVE_MODE ("accesses" or "trips"), IHOP_OBSERVE_NAMES (where the list of names goes), IHOP_OBSERVE_RANGE
// ("first,limit" of this file's numbers) and IHOP_OBSERVE_INLINE (bitcode of inline.c).
#include "observe/pass.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ihop {

namespace {

const char *
setting (const char *name)
{
  const char *value = getenv (name);

  if (!value)
    report_fatal_error (Twine (name) + " is not set", false);
  return value;
}

// Globals are told to the runtime, so that it can name them, before main.
void
tell_globals (Module &module, Names &names, Runtime &runtime)
{
  std::vector<GlobalVariable *> variables;

  for (GlobalVariable &variable : module.globals ())
    if (variable.hasInitializer () && !variable.isConstant () && !variable.isThreadLocal ()
        && !variable.getName ().starts_with ("llvm."))
      variables.push_back (&variable);
  if (variables.empty ())
    return;
  Function *begin = Function::Create (FunctionType::get (Type::getVoidTy (module.getContext ()), false),
                                      GlobalValue::InternalLinkage, "ihop_observe_globals", module);
  IRBuilder<> builder (BasicBlock::Create (module.getContext (), "", begin));
  for (GlobalVariable *variable : variables)
    builder.CreateCall (runtime.global (),
                        { builder.CreatePtrToInt (variable, builder.getInt64Ty ()),
                          builder.getInt64 (module.getDataLayout ().getTypeAllocSize (variable->getValueType ())),
                          builder.getInt32 (names.global (*variable)) });
  builder.CreateRetVoid ();
  appendToGlobalCtors (module, begin, 102);
}

// The functions that are to be inlined become the module's own.
void
link_inline (Module &module)
{
  SMDiagnostic error;
  std::unique_ptr<Module> inlined = parseIRFile (setting ("IHOP_OBSERVE_INLINE"), error, module.getContext ());

  if (!inlined)
    report_fatal_error ("the runtime's bitcode cannot be read", false);
  inlined->setTargetTriple (module.getTargetTriple ());
  inlined->setDataLayout (module.getDataLayout ());
  std::vector<std::string> own;
  for (Function &function : *inlined)
    if (!function.isDeclaration ())
      own.push_back (function.getName ().str ());
  if (Linker::linkModules (module, std::move (inlined), Linker::LinkOnlyNeeded))
    report_fatal_error ("the runtime's bitcode cannot be linked", false);
  for (const std::string &name : own)
    if (Function *function = module.getFunction (name))
      function->setLinkage (GlobalValue::InternalLinkage);
}

class Pass : public PassInfoMixin<Pass> {
public:
  PreservedAnalyses run (Module &module, ModuleAnalysisManager &manager);
  static bool isRequired () { return true; }
};

PreservedAnalyses
Pass::run (Module &module, ModuleAnalysisManager &manager)
{
  FunctionAnalysisManager &functions_manager = manager.getResult<FunctionAnalysisManagerModuleProxy> (module).getManager ();
  unsigned first = 1, limit = 1;
  std::vector<Function *> functions;

  sscanf (setting ("IHOP_OBSERVE_RANGE"), "%u,%u", &first, &limit);
  bool trips_only = StringRef (setting ("IHOP_OBSERVE_MODE")) == "trips";
  Names names (first, limit);
  Runtime runtime (module);
  for (Function &function : module)
    if (!function.isDeclaration () && !function.hasFnAttribute (Attribute::Naked))
      functions.push_back (&function);
  for (Function *function : functions)
    {
      names.read (*function);
      DominatorTree tree (*function);
      LoopInfo loops (tree);
      if (trips_only)
        {
          count_loops (*function, loops, tree, names, runtime);
          continue;
        }
      std::set<const AllocaInst *> unwatched = unwatched_scalars (*function, loops);
      watch_loops (*function, loops, tree, names, runtime);
      Sites sites = find_accesses (*function, tree, unwatched, names, runtime);
      prepare (*function, sites, functions_manager);
      watch_accesses (*function, sites, runtime);
    }
  if (!trips_only)
    {
      tell_globals (module, names, runtime);
      link_inline (module);
    }
  if (names.is_full ())
    report_fatal_error ("this file has more places than can be watched", false);
  if (!names.write (setting ("IHOP_OBSERVE_NAMES")))
    report_fatal_error ("the list of names cannot be written", false);
  StripDebugInfo (module); // nobody needs it any more, and the compiler would carry it through all that is inlined
  return PreservedAnalyses::none ();
}

}

}

extern "C" PassPluginLibraryInfo
llvmGetPassPluginInfo ()
{
  return { LLVM_PLUGIN_API_VERSION, "ihop-observe", "1", [] (PassBuilder &builder) {
            builder.registerPipelineStartEPCallback (
              [] (ModulePassManager &manager, OptimizationLevel) { manager.addPass (ihop::Pass ()); });
          } };
}
