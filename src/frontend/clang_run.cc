#include "clang_limits.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;

namespace ihop {

/* The files of the disk, and above them those that exist in memory only. */
static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
file_system (const Run &run)
{
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem> (
    llvm::vfs::getRealFileSystem ());
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem> ();

  for (const VirtualFile &file : run.files)
    memory->addFile (file.path, 0, llvm::MemoryBuffer::getMemBufferCopy (file.text, file.path));
  overlay->pushOverlay (memory);
  return overlay;
}

static std::vector<const char *>
arguments (const Run &run)
{
  std::vector<const char *> list = { "clang", "-resource-dir", IHOP_CLANG_RESOURCE_DIR };

  for (const std::string &flag : run.flags)
    list.push_back (flag.c_str ());
  list.push_back ("--");
  list.push_back (run.path.c_str ());
  return list;
}

static bool
run_here (const Run &run, FrontendAction &action)
{
  auto system = file_system (run);
  auto consumer = diagnostics_collect (run.diags);
  auto engine = CompilerInstance::createDiagnostics (new DiagnosticOptions, consumer.get (), false);
  CreateInvocationOptions creation;
  creation.Diags = engine;
  creation.VFS = system;
  std::vector<const char *> list = arguments (run);
  std::shared_ptr<CompilerInvocation> invocation = createInvocation (list, creation);
  if (!invocation)
    return false;
  invocation->getFrontendOpts ().DisableFree = false;
  invocation->getPreprocessorOpts ().addRemappedFile (
    run.path, llvm::MemoryBuffer::getMemBufferCopy (run.text, run.path).release ());

  CompilerInstance compiler;
  compiler.setInvocation (invocation);
  compiler.createDiagnostics (consumer.get (), false);
  compiler.createFileManager (system);
  if (!compiler.createTarget ())
    return false;
  const FrontendInputFile &input = invocation->getFrontendOpts ().Inputs[0];
  bool began = action.BeginSourceFile (compiler, input);
  bool failed = !began;
  if (began)
    {
      Limits::here ()->follow (compiler);
      if (run.prepare)
        run.prepare (compiler);
      llvm::Error error = action.Execute ();
      failed = bool (error);
      llvm::consumeError (std::move (error));
      action.EndSourceFile ();
    }
  return !failed && !compiler.getDiagnostics ().hasErrorOccurred ();
}

bool
run_clang (const Run &run, FrontendAction &action)
{
  Limits limits (run);
  bool done = false;

  return limits.call ([&] { done = run_here (run, action); }) && done;
}

} // namespace ihop
