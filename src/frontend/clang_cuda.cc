/* Is a generated .cu valid? Asked of Clang under a small CUDA header of our own. */
#include "clang_limits.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/Support/Path.h"
#include <thread>

namespace ihop {

/* The text of cuda_stub.h; see meson.build. */
static const char stub_text[] =
#include "cuda_stub.inc"
  ;

static const char c_text[] =
#include "cuda_stub_c.inc"
  ;

/* In C++ glibc's headers declare every function of math.h four times more, for _Float32 to _Float64x: half of all that
 * Clang has to read before the program. This, instead of bits/floatn.h, says that there are no such types. */
static const char no_floats_text[] = R"(
#ifndef _BITS_FLOATN_H
#define _BITS_FLOATN_H
#include <features.h>
#define __HAVE_FLOAT16 0
#define __HAVE_FLOAT32 0
#define __HAVE_FLOAT64 0
#define __HAVE_FLOAT32X 0
#define __HAVE_FLOAT64X 0
#define __HAVE_FLOAT128 0
#define __HAVE_FLOAT128X 0
#define __HAVE_DISTINCT_FLOAT16 0
#define __HAVE_DISTINCT_FLOAT32 0
#define __HAVE_DISTINCT_FLOAT64 0
#define __HAVE_DISTINCT_FLOAT32X 0
#define __HAVE_DISTINCT_FLOAT64X 0
#define __HAVE_DISTINCT_FLOAT128 0
#define __HAVE_DISTINCT_FLOAT128X 0
#define __HAVE_FLOAT64X_LONG_DOUBLE 0
#define __HAVE_FLOAT128_UNLIKE_LDBL 0
#define __HAVE_FLOATN_NOT_TYPEDEF 0
#endif
)";

/* All names under which a program may ask for CUDA lead to the same header. Others that say something else in C++
 * (complex.h is that of std::complex there) say nothing: what uses them is refused. */
static std::vector<VirtualFile>
stub_files (const char *text, std::vector<VirtualFile> more = {})
{
  std::vector<VirtualFile> files;

  for (const char *name : { "cuda_runtime.h", "cuda_runtime_api.h", "cuda.h",
                            "device_launch_parameters.h" })
    files.push_back ({ std::string ("/ihop-cuda/") + name,
                       "#pragma once\n#include \"/ihop-cuda/stub.h\"\n" });
  files.push_back ({ "/ihop-cuda/stub.h", text });
  files.insert (files.end (), more.begin (), more.end ());
  return files;
}

/* What C++ makes of a declaration; FALSE: it has no number. */
static bool
number_of (clang::ASTContext &context, const clang::NamedDecl *decl, int64_t &number)
{
  clang::QualType type;

  if (auto *constant = clang::dyn_cast<clang::EnumConstantDecl> (decl))
    {
      number = constant->getInitVal ().extOrTrunc (64).getSExtValue ();
      return true;
    }
  if (auto *named = clang::dyn_cast<clang::TypeDecl> (decl))
    type = context.getTypeDeclType (named);
  else if (auto *variable = clang::dyn_cast<clang::VarDecl> (decl))
    type = variable->getType ();
  if (type.isNull () || type->isIncompleteType () || !type->isConstantSizeType ())
    return false;
  number = context.getTypeSizeInChars (type).getQuantity ();
  return true;
}

/* Clang takes "double A[n]" with n a parameter; nvcc and gcc do not in C++. And what the C says of sizes has to
 * hold. */
class Strict : public clang::ASTConsumer
{
public:
  explicit Strict (const GArray *const &numbers) : measures (numbers) {} /* which may come later */

  void
  HandleTranslationUnit (clang::ASTContext &context) override
  {
    check_parameters_in (*context.getTranslationUnitDecl (), context.getDiagnostics ());
    for (guint i = 0; measures && i < measures->len; i++)
      check_measure (context, g_array_index (measures, IhopMeasure, i));
  }

private:
  const GArray *const &measures;

  void
  check_measure (clang::ASTContext &context, const IhopMeasure &measure)
  {
    auto &engine = context.getDiagnostics ();
    unsigned id = engine.getCustomDiagID (clang::DiagnosticsEngine::Error,
                                          "%0 has another size or value in C++ than in C");
    int64_t number;

    for (clang::NamedDecl *decl :
         context.getTranslationUnitDecl ()->lookup (&context.Idents.get (measure.name)))
      if (clang::isa<clang::TagDecl> (decl) == bool (measure.is_tag) && number_of (context, decl, number)
          && number != measure.number)
        engine.Report (decl->getLocation (), id) << measure.name;
  }

  static void
  check_parameters_in (const clang::DeclContext &declarations, clang::DiagnosticsEngine &engine)
  {
    unsigned id = engine.getCustomDiagID (clang::DiagnosticsEngine::Error,
                                          "a parameter's type depends on another parameter");
    for (const clang::Decl *decl : declarations.decls ())
      if (auto *linkage = clang::dyn_cast<clang::LinkageSpecDecl> (decl)) /* extern "C" */
        check_parameters_in (*linkage, engine);
      else if (auto *function = clang::dyn_cast<clang::FunctionDecl> (decl))
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
    return std::make_unique<Strict> (measures);
  }

  explicit CheckAction (const GArray *numbers) : measures (numbers) {} /* NULL: none */

  /* A name of the program's that may mean one of those types, or a function or macro for them. */
  void
  EndSourceFileAction () override
  {
    for (const auto &entry : getCompilerInstance ().getPreprocessor ().getIdentifierTable ())
      if (entry.second->getBuiltinID () == 0 && may_mean_float (entry.first ()))
        names_floats = true;
  }

  bool names_floats = false;
  const GArray *measures;

private:
  /* What begins with two underscores is glibc's own, and so is off64_t. */
  static bool
  may_mean_float (llvm::StringRef name)
  {
    if (name.starts_with ("__") || name == "off64_t")
      return false;
    for (const char *part : { "f32", "f64", "f128", "FLT32", "FLT64", "FLT128", "_Float32", "_Float64", "_Float128" })
      if (name.contains_insensitive (part))
        return true;
    return false;
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
        "-Werror=reorder-init-list", "-Werror=c99-designator", "-Werror=return-type",
        "-Werror=gnu-imaginary-constant" };

  for (const std::string &flag : owner)
    if (!ihop_frontend_is_of_c (flag.c_str ()))
      flags.push_back (flag);
  return flags;
}

} // namespace ihop

/* ---- Ahead of time ---- */

namespace ihop {

/* A check that begins before anybody has a text for it: most of what Clang reads are headers, which stand in front of
 * any text. At the end of these it waits. The file is so many line ends until then, and the text is put in their
 * place: a valid one stays so with more of them behind it. */
class Ahead
{
public:
  explicit Ahead (const Run &asked);
  ~Ahead ();
  bool is_for (const Run &other) const;
  /* Whether the text is valid, with messages (NULL: nobody asks); FALSE where nothing is known, too. Once. */
  bool give (llvm::StringRef given, const GArray *measures, IhopDiags *messages);

private:
  enum : size_t { ROOM = 256 * 1024 };

  class Wait;
  class Action : public CheckAction
  {
  public:
    explicit Action (Ahead &its) : CheckAction (nullptr), owner (its) {}
    bool BeginSourceFileAction (clang::CompilerInstance &compiler) override;

  private:
    Ahead &owner;
  };

  std::string room = std::string (ROOM, '\n');
  IhopDiags *diags = ihop_diags_new ();
  Run run;
  Action action { *this };
  std::mutex lock;
  std::condition_variable changed;
  llvm::StringRef text;
  bool is_given = false, valid = false;
  std::thread thread;

  llvm::StringRef wait ();
};

/* Where the last of the headers ends, the file itself begins. */
class Ahead::Wait : public clang::PPCallbacks
{
public:
  Wait (Ahead &its, clang::Preprocessor &its_preprocessor) : owner (its), preprocessor (its_preprocessor) {}

  void
  FileChanged (clang::SourceLocation, FileChangeReason reason, clang::SrcMgr::CharacteristicKind,
               clang::FileID left) override
  {
    clang::SourceManager &sources = preprocessor.getSourceManager ();

    if (reason != ExitFile || left != preprocessor.getPredefinesFileID ())
      return;
    llvm::StringRef text = owner.wait (), file = sources.getBufferData (sources.getMainFileID ());
    std::copy (text.begin (), text.end (), const_cast<char *> (file.data ()));
  }

private:
  Ahead &owner;
  clang::Preprocessor &preprocessor;
};

bool
Ahead::Action::BeginSourceFileAction (clang::CompilerInstance &compiler)
{
  compiler.getPreprocessor ().addPPCallbacks (std::make_unique<Wait> (owner, compiler.getPreprocessor ()));
  return true;
}

static Run
quick_run (const Run &run, llvm::StringRef text, IhopDiags *diags)
{
  Run quick = run;

  quick.text = text;
  quick.diags = diags;
  quick.files.push_back ({ "/ihop-cuda/bits/floatn.h", no_floats_text });
  return quick;
}

Ahead::Ahead (const Run &asked)
  : run (quick_run (asked, room, diags)), thread ([this] { valid = run_clang (run, action); })
{
}

llvm::StringRef
Ahead::wait ()
{
  std::unique_lock<std::mutex> hold (lock);

  Limits::here ()->begin_waiting ();
  changed.wait (hold, [this] { return is_given; });
  Limits::here ()->end_waiting ();
  return text;
}

bool
Ahead::give (llvm::StringRef given, const GArray *measures, IhopDiags *messages)
{
  {
    std::lock_guard<std::mutex> hold (lock);
    text = given.substr (0, ROOM);
    action.measures = measures;
    is_given = true;
    changed.notify_one ();
  }
  thread.join ();
  if (!valid || action.names_floats || given.size () > ROOM)
    return false;
  if (messages)
    ihop_diags_copy (messages, diags);
  return true;
}

Ahead::~Ahead ()
{
  if (thread.joinable ())
    give ({}, nullptr, nullptr);
  g_ptr_array_unref (diags);
}

/* What a file is called makes it neither valid nor invalid; from where it includes others may. */
bool
Ahead::is_for (const Run &other) const
{
  return run.flags == other.flags && llvm::sys::path::parent_path (run.path) == llvm::sys::path::parent_path (other.path);
}

static std::unique_ptr<Ahead> waiting;
static std::mutex waiting_lock;

static std::unique_ptr<Ahead>
take_waiting ()
{
  std::lock_guard<std::mutex> hold (waiting_lock);

  return std::move (waiting);
}

/* FALSE: not known to be valid. */
static bool
check_ahead (const Run &run, const GArray *measures)
{
  std::unique_ptr<Ahead> ahead = take_waiting ();

  return ahead && ahead->is_for (run) && ahead->give (run.text, measures, run.diags);
}

} // namespace ihop

/* ---- */

/* Without the types that hardly any program names. TRUE: that answer holds with them, too. */
static gboolean
check_quickly (const ihop::Run &run, const GArray *measures, gboolean *is_valid)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  ihop::CheckAction action (measures);

  *is_valid = ihop::run_clang (ihop::quick_run (run, run.text, diags), action);
  if (action.names_floats)
    return FALSE;
  ihop_diags_copy (run.diags, diags);
  return TRUE;
}

static ihop::Run
run_for (const char *path, llvm::StringRef text, const IhopFrontendOptions *options, IhopDiags *diags)
{
  return { path, text, ihop::cuda_flags (ihop::flags_for (path, options, diags)),
           ihop::stub_files (ihop::stub_text, { { "/ihop-cuda/complex.h", "#pragma once\n" } }), diags };
}

void
ihop_frontend_expect_cuda (const char *path, const IhopFrontendOptions *options)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  auto ahead = std::make_unique<ihop::Ahead> (run_for (path, "", options, diags));
  std::lock_guard<std::mutex> hold (ihop::waiting_lock);

  std::swap (ihop::waiting, ahead);
}

void
ihop_frontend_forget_cuda (void)
{
  ihop::take_waiting ();
}

gboolean
ihop_frontend_check_cuda (const char *path, const char *text, gsize length, const GArray *measures,
                          const IhopFrontendOptions *options, IhopDiags *diags)
{
  ihop::Run run = run_for (path, llvm::StringRef (text, length), options, diags);
  ihop::CheckAction action (measures);
  gboolean is_valid;

  if (ihop::check_ahead (run, measures))
    return TRUE;
  return check_quickly (run, measures, &is_valid) ? is_valid : ihop::run_clang (run, action);
}

gboolean
ihop_frontend_check_c (const char *path, const char *text, gsize length, const IhopFrontendOptions *options,
                       IhopDiags *diags)
{
  std::vector<std::string> owner = ihop::flags_for (path, options, diags);
  std::vector<std::string> flags = ihop::parse_flags (owner);
  flags.insert (flags.end (), { "-isystem", "/ihop-cuda" });
  ihop::Run run = { path, llvm::StringRef (text, length), flags, ihop::stub_files (ihop::c_text), diags };
  clang::SyntaxOnlyAction action;

  return ihop::run_clang (run, action);
}
