/* Running Clang over a text in memory. */
#pragma once
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "frontend/clang_message.h"
extern "C" {
#include "frontend/frontend.h"
}

namespace ihop {

/* A file that exists for Clang only. */
struct VirtualFile
{
  std::string path;
  llvm::StringRef text;
};

struct Run
{
  std::string path;
  llvm::StringRef text;
  std::vector<std::string> flags; /* as Clang's driver takes them, without the file */
  std::vector<VirtualFile> files;
  IhopDiags *diags;
  std::function<void (clang::CompilerInstance &)> prepare = {}; /* before the first token; may be empty */
};

/* Runs the action, within limits (clang_limits.h), on a thread of its own. FALSE: Clang found errors or was stopped
 * (this is in diags), or could not start. */
bool run_clang (const Run &run, clang::FrontendAction &action);
/* Collects Clang's messages; see clang_diag.cc for which. */
std::unique_ptr<clang::DiagnosticConsumer> diagnostics_collect (IhopDiags *diags);

/* How C is read: the owner's flags, and old C allowed. */
std::vector<std::string> parse_flags (const std::vector<std::string> &owner);
/* The owner's flags as far as they matter for parsing; see clang_flags.cc. */
std::vector<std::string> flags_for (const char *path, const IhopFrontendOptions *options,
                                    IhopDiags *diags);

} // namespace ihop
