#include "clang_run.h"
#include "clang/Basic/Stack.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <pthread.h>
#include <csignal>

using namespace clang;

namespace ihop {

enum : size_t
{
  BIG_STACK = 256UL * 1024 * 1024,
  SMALL_STACK = 32UL * 1024 * 1024
};

/* A signal handler that wants a stack of its own finds none in a new thread unless it is given
 * one: without it a crash deep in the parser would end us without a word. */
static void *
thread_main (void *data)
{
  static thread_local char memory[64 * 1024];
  stack_t handlers = {}, before = {};
  bool ours = sigaltstack (nullptr, &before) == 0 && (before.ss_flags & SS_DISABLE);

  handlers.ss_sp = memory;
  handlers.ss_size = sizeof memory;
  if (ours) /* a sanitizer brings one, and wants it back */
    sigaltstack (&handlers, nullptr);
  (*static_cast<const std::function<void ()> *> (data)) ();
  if (ours)
    sigaltstack (&before, nullptr);
  return nullptr;
}

static bool
try_stack (const std::function<void ()> &work, size_t bytes)
{
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, bytes);
  int failed = pthread_create (&thread, &attributes, thread_main,
                               const_cast<std::function<void ()> *> (&work));
  pthread_attr_destroy (&attributes);
  if (failed)
    return false;
  pthread_join (thread, nullptr);
  return true;
}

/* A sandbox may not grant the big one. */
void
on_big_stack (const std::function<void ()> &work)
{
  if (!try_stack (work, BIG_STACK) && !try_stack (work, SMALL_STACK))
    work ();
}

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

bool
run_clang (const Run &run, FrontendAction &action)
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
      llvm::Error error = action.Execute ();
      failed = bool (error);
      llvm::consumeError (std::move (error));
      action.EndSourceFile ();
    }
  return !failed && !compiler.getDiagnostics ().hasErrorOccurred ();
}

} // namespace ihop
