/* Is a generated .cu valid? Asked of Clang under a small CUDA header of our own. */
#include "clang_ahead.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/FrontendActions.h"

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
                            "device_launch_parameters.h", "cooperative_groups.h" })
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

static Run
quick_run (const Run &run, llvm::StringRef text, IhopDiags *diags)
{
  Run quick = run;

  quick.text = text;
  quick.diags = diags;
  quick.files.push_back ({ "/ihop-cuda/bits/floatn.h", no_floats_text });
  return quick;
}

/* The check of a CUDA source, waiting for its text. */
struct CudaAhead
{
  CheckAction action { nullptr };
  Ahead run;

  explicit CudaAhead (const Run &asked) : run (quick_run (asked, "", nullptr), "", action) {}

  bool
  is_valid (const Run &asked, const GArray *measures)
  {
    g_autoptr (GPtrArray) messages = ihop_diags_new ();
    action.measures = measures;
    if (!run.is_for (quick_run (asked, "", nullptr)) || !run.give (asked.text, messages) || action.names_floats)
      return false;
    ihop_diags_copy (asked.diags, messages);
    return true;
  }
};

/* A product says first by whom it was made: its lines have other numbers then, which make it neither valid nor
 * invalid. */
static llvm::StringRef
without_headline (llvm::StringRef text)
{
  if (!text.starts_with ("/*"))
    return text;
  return text.substr (std::min (text.find ("*/"), text.size () - 2) + strlen ("*/")).ltrim ();
}

/* The check of a C source that begins as the owner's does. */
struct CAhead
{
  clang::SyntaxOnlyAction action;
  std::string front;
  Ahead run;

  CAhead (const Run &asked, llvm::StringRef its_front) : front (its_front), run (asked, its_front, action) {}

  bool
  is_valid (const Run &asked)
  {
    llvm::StringRef text = asked.text.starts_with (front) ? asked.text : without_headline (asked.text);
    g_autoptr (GPtrArray) messages = ihop_diags_new ();
    if (!run.is_for (asked) || !run.give (text, messages) || (messages->len > 0 && text.size () < asked.text.size ()))
      return false;
    ihop_diags_copy (asked.diags, messages);
    return true;
  }
};

static WaitingRoom<CudaAhead> waiting_cuda;
static WaitingRoom<CAhead> waiting_c;

/* FALSE: not known to be valid. */
static bool
check_ahead (const Run &run, const GArray *measures)
{
  std::unique_ptr<CudaAhead> ahead = waiting_cuda.take ();

  return ahead && ahead->is_valid (run, measures);
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

  ihop::waiting_cuda.put (std::make_unique<ihop::CudaAhead> (run_for (path, "", options, diags)));
}

void
ihop_frontend_forget_cuda (void)
{
  ihop::waiting_cuda.take ();
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

static ihop::Run
c_run_for (const char *path, llvm::StringRef text, const IhopFrontendOptions *options, IhopDiags *diags)
{
  std::vector<std::string> flags = ihop::parse_flags (ihop::flags_for (path, options, diags));

  flags.insert (flags.end (), { "-isystem", "/ihop-cuda" });
  return { path, text, flags, ihop::stub_files (ihop::c_text), diags };
}

void
ihop_frontend_expect_c (const char *path, const char *like, const IhopFrontendOptions *options)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  llvm::StringRef front = ihop::front_of (like);

  if (!front.empty ())
    ihop::waiting_c.put (std::make_unique<ihop::CAhead> (c_run_for (path, "", options, diags), front));
}

void
ihop_frontend_forget_c (void)
{
  ihop::waiting_c.take ();
}

gboolean
ihop_frontend_check_c (const char *path, const char *text, gsize length, const IhopFrontendOptions *options,
                       IhopDiags *diags)
{
  ihop::Run run = c_run_for (path, llvm::StringRef (text, length), options, diags);
  std::unique_ptr<ihop::CAhead> ahead = ihop::waiting_c.take ();
  clang::SyntaxOnlyAction action;

  if (ahead && ahead->is_valid (run))
    return TRUE;
  return ihop::run_clang (run, action);
}
