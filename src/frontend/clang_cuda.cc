/* Is a generated .cu valid? Asked of Clang under a small CUDA header of our own. */
#include "clang_run.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace ihop {

/* The text of cuda_stub.h; see meson.build. */
static const char stub_text[] =
#include "cuda_stub.inc"
  ;

/* All names under which a program may ask for CUDA lead to the same header. */
static std::vector<VirtualFile>
stub_files (void)
{
  std::vector<VirtualFile> files;

  for (const char *name : { "cuda_runtime.h", "cuda_runtime_api.h", "cuda.h",
                            "device_launch_parameters.h" })
    files.push_back ({ std::string ("/ihop-cuda/") + name,
                       "#pragma once\n#include \"/ihop-cuda/stub.h\"\n" });
  files.push_back ({ "/ihop-cuda/stub.h", stub_text });
  return files;
}

/* Clang takes "double A[n]" with n a parameter; nvcc and gcc do not in C++. */
class Strict : public clang::ASTConsumer
{
public:
  void
  HandleTranslationUnit (clang::ASTContext &context) override
  {
    auto &engine = context.getDiagnostics ();
    unsigned id = engine.getCustomDiagID (clang::DiagnosticsEngine::Error,
                                          "a parameter's type depends on another parameter");
    for (const clang::Decl *decl : context.getTranslationUnitDecl ()->decls ())
      if (auto *function = clang::dyn_cast<clang::FunctionDecl> (decl))
        for (const clang::ParmVarDecl *param : function->parameters ())
          if (param->getOriginalType ()->isVariablyModifiedType ())
            engine.Report (param->getLocation (), id);
  }
};

class CheckAction : public clang::ASTFrontendAction
{
public:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer (clang::CompilerInstance &, llvm::StringRef) override
  {
    return std::make_unique<Strict> ();
  }
};

/* The warnings made errors are extensions of Clang's that nvcc refuses (measured with 13.0). */
static std::vector<std::string>
cuda_flags (const std::vector<std::string> &owner)
{
  std::vector<std::string> flags
    = { "-xcuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "--cuda-path=/nonexistent",
        "-std=gnu++17", "-nostdinc++", "-isystem", "/ihop-cuda", "-include", "cuda_runtime.h",
        "-Wno-unknown-cuda-version", "-Wno-register", "-Werror=c11-extensions",
        "-Werror=reorder-init-list", "-Werror=c99-designator" };

  for (const std::string &flag : owner)
    if (!llvm::StringRef (flag).starts_with ("-std="))
      flags.push_back (flag);
  return flags;
}

} // namespace ihop

gboolean
ihop_frontend_check_cuda (const char *path, const char *text, gsize length,
                          const IhopFrontendOptions *options, IhopDiags *diags)
{
  std::vector<std::string> owner = ihop::flags_for (path, options, diags);
  ihop::Run run
    = { path, llvm::StringRef (text, length), ihop::cuda_flags (owner), ihop::stub_files (), diags };
  ihop::CheckAction action;
  bool valid = false;

  ihop::on_big_stack ([&] { valid = ihop::run_clang (run, action); });
  return valid;
}
