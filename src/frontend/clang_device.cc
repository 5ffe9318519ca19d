/* CUDA's own: which functions are kernels, where variables live, and expressions that only C++ has. */
#include "clang_directives.h"
#include "clang_run.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/FrontendActions.h"

using namespace clang;

namespace ihop {

void
Reader::note_space (IhopSymbol *symbol, const VarDecl *decl)
{
  if (decl->hasAttr<CUDASharedAttr> ())
    symbol->space = IHOP_SPACE_SHARED;
  else if (decl->hasAttr<CUDAConstantAttr> ())
    symbol->space = IHOP_SPACE_CONSTANT;
  else if (decl->hasAttr<CUDADeviceAttr> () || decl->hasAttr<HIPManagedAttr> ())
    symbol->space = IHOP_SPACE_DEVICE;
}

void
Reader::note_kernel (IhopSymbol *symbol, const FunctionDecl *decl)
{
  const CUDALaunchBoundsAttr *bounds = decl->getAttr<CUDALaunchBoundsAttr> ();
  const Expr *most = bounds ? bounds->getMaxThreads () : nullptr;
  Expr::EvalResult result;

  symbol->is_kernel = decl->hasAttr<CUDAGlobalAttr> ();
  if (most && !most->isValueDependent () && most->EvaluateAsInt (result, ast)
      && result.Val.getInt ().getActiveBits () <= 31)
    symbol->most_threads = static_cast<guint> (result.Val.getInt ().getZExtValue ());
}

/* threadIdx.x and its like are properties of objects in Clang's headers; to C they are members. */
static const MSPropertyRefExpr *
property_of (const Expr *expr)
{
  auto *pseudo = dyn_cast<PseudoObjectExpr> (expr);

  return pseudo ? dyn_cast<MSPropertyRefExpr> (pseudo->getSyntacticForm ()) : nullptr;
}

/* Of structs that are copied byte by byte "=" is an operator of theirs. */
static bool
is_plain_assignment (const CXXOperatorCallExpr *call)
{
  auto *method = dyn_cast_or_null<CXXMethodDecl> (call->getDirectCallee ());

  return call->getOperator () == OO_Equal && method && method->isTrivial () && call->getNumArgs () == 2;
}

/* What stands for what is inside it, and what has another class than the same thing in C. */
const IhopNode *
Reader::of_cxx (const Expr *expr)
{
  if (auto *truth = dyn_cast<CXXBoolLiteralExpr> (expr))
    {
      IhopNode *node = expression_new (IHOP_INTEGER, 0, expr);
      node->text = truth->getValue () ? "true" : "false";
      set_constant (node, expr);
      return node;
    }
  if (auto *property = property_of (expr))
    {
      IhopNode *node = expression_new (IHOP_MEMBER, 1, expr);
      node->child[0] = expression (property->getBaseExpr ());
      node->symbol = symbol_of (property->getPropertyDecl ());
      return node;
    }
  if (auto *call = dyn_cast<CXXOperatorCallExpr> (expr); call && is_plain_assignment (call))
    {
      IhopNode *node = expression_new (IHOP_ASSIGN, 2, expr);
      node->child[0] = expression (call->getArg (0));
      node->child[1] = expression (call->getArg (1));
      return node;
    }
  if (auto *made = dyn_cast<CXXConstructExpr> (expr))
    return construction (made);
  if (auto *object = dyn_cast<CXXThisExpr> (expr))
    return this_object (object);
  if (auto *call = dyn_cast<CallExpr> (expr))
    if (const IhopNode *node = own_call (call))
      return node;
  if (auto *member = dyn_cast<CXXMemberCallExpr> (expr))
    return call (member);
  if (auto *whole = dyn_cast<FullExpr> (expr))
    return expression (whole->getSubExpr ());
  if (auto *made = dyn_cast<MaterializeTemporaryExpr> (expr))
    return expression (made->getSubExpr ());
  if (auto *bound = dyn_cast<CXXBindTemporaryExpr> (expr))
    return is_system (bound->getTemporary ()->getDestructor ()->getLocation ()) ? expression (bound->getSubExpr ())
                                                                               : opaque_expression (bound, "an object with a destructor");
  if (auto *usual = dyn_cast<CXXDefaultArgExpr> (expr))
    return expression (usual->getExpr ());
  if (auto *usual = dyn_cast<CXXDefaultInitExpr> (expr))
    return expression (usual->getExpr ());
  if (isa<CXXScalarValueInitExpr> (expr) && !expr->getType ()->isIntegralOrEnumerationType ())
    return empty_value (expr);
  if (auto *parameter = dyn_cast<SubstNonTypeTemplateParmExpr> (expr))
    return expression (parameter->getReplacement ());
  return literal (expr);
}

/* A template is the functions that were made of it. */
void
Reader::read_device_function (const FunctionDecl *decl)
{
  bool is_ours = decl->hasAttr<CUDAGlobalAttr> () || decl->hasAttr<CUDADeviceAttr> ();

  if (is_ours && !decl->isDependentContext () && decl->doesThisDeclarationHaveABody () && !is_system (decl->getLocation ()))
    read_function (decl);
}

void
Reader::read_device_in (const DeclContext *declarations)
{
  for (const Decl *decl : declarations->decls ())
    if (isa<LinkageSpecDecl, NamespaceDecl> (decl))
      read_device_in (cast<DeclContext> (decl));
    else if (auto *record = dyn_cast<CXXRecordDecl> (decl); record && !record->isImplicit ())
      read_device_in (record);
    else if (auto *classes = dyn_cast<ClassTemplateDecl> (decl))
      {
        for (const ClassTemplateSpecializationDecl *one : classes->specializations ())
          if (!one->isExplicitSpecialization ())
            read_device_in (one);
      }
    else if (auto *function = dyn_cast<FunctionDecl> (decl))
      read_device_function (function);
    else if (auto *made = dyn_cast<FunctionTemplateDecl> (decl))
      {
        for (const FunctionDecl *one : made->specializations ())
          if (const FunctionDecl *definition = one->getDefinition ())
            if (one->getTemplateSpecializationKind () != TSK_ExplicitSpecialization)
              read_device_function (definition);
      }
    else if (auto *variable = dyn_cast<VarDecl> (decl);
             variable && !is_system (decl->getLocation ()) && !variable->isInvalidDecl ()
             && (variable->hasAttr<CUDADeviceAttr> () || variable->hasAttr<CUDAConstantAttr> ()
                 || variable->hasAttr<CUDASharedAttr> ()))
      g_ptr_array_add (tree->globals, symbol_of (variable));
}

void
Reader::read_device ()
{
  read_skipped ();
  read_lines ();
  find_other_names ();
  read_device_in (ast.getTranslationUnitDecl ());
  read_launches ();
}

class DeviceConsumer : public ASTConsumer
{
public:
  DeviceConsumer (IhopTree *its, IhopDiags *messages, Directives &directives)
    : tree (its), diags (messages), seen (directives) {}

  void
  HandleTranslationUnit (ASTContext &context) override
  {
    if (context.getDiagnostics ().hasErrorOccurred ())
      return;
    Reader (context, tree, diags, seen).read_device ();
  }

private:
  IhopTree *tree;
  IhopDiags *diags;
  Directives &seen;
};

class DeviceAction : public ASTFrontendAction
{
public:
  DeviceAction (IhopTree *its, IhopDiags *messages) : tree (its), diags (messages) {}

  std::unique_ptr<ASTConsumer>
  CreateASTConsumer (CompilerInstance &compiler, llvm::StringRef) override
  {
    seen.preprocessor = &compiler.getPreprocessor ();
    compiler.getPreprocessor ().addPPCallbacks (
      directives_watch (compiler.getSourceManager (), compiler.getLangOpts (), seen));
    return std::make_unique<DeviceConsumer> (tree, diags, seen);
  }

private:
  IhopTree *tree;
  IhopDiags *diags;
  Directives seen;
};

/* The words that ihop_cuda_build compiles a device's code with; here nothing but the reading counts. */
static std::vector<std::string>
device_flags (const std::string &headers, const std::vector<std::string> &owner)
{
  std::vector<std::string> flags
    = { "-xcuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "--cuda-device-only", "--offload-arch=sm_80",
        "-Xclang", "-target-sdk-version=12.4", "-Wno-unknown-cuda-version", "-Wno-register", "-isystem", headers, "-isystem", headers + "/own", "-include", "ihop_cuda.h" };

  for (const std::string &flag : owner)
    if (!ihop_frontend_is_of_c (flag.c_str ()) || flag.find ("++") != std::string::npos) /* "-std=gnu17", "-ansi"; not "-std=c++14" */
      flags.push_back (flag);
  return flags;
}

} // namespace ihop

IhopTree *
ihop_frontend_parse_device (const char *path, const char *headers, const IhopFrontendOptions *options, IhopDiags *diags)
{
  g_autofree char *text = nullptr;
  g_autoptr (GError) error = nullptr;
  gsize length = 0;

  if (!g_file_get_contents (path, &text, &length, &error))
    {
      ihop_diags_add_at (diags, IHOP_ERROR, "IHOP-F002", path, 0, 0, "The file cannot be read: %s.", error->message);
      return nullptr;
    }
  std::vector<std::string> owner = ihop::flags_for (path, options, diags);
  ihop::Run run = { path, llvm::StringRef (text, length), ihop::device_flags (headers, owner), {}, diags };
  IhopSource *source = ihop_source_new (path, text, length);
  IhopTree *tree = ihop_tree_new (source);
  ihop_source_unref (source);
  tree->launches = g_array_new (FALSE, TRUE, sizeof (IhopLaunch));
  ihop::DeviceAction action (tree, diags);
  if (ihop::run_clang (run, action))
    return tree;
  ihop_tree_unref (tree);
  if (!ihop_diags_has (diags, IHOP_ERROR))
    ihop_diags_add_at (diags, IHOP_ERROR, "IHOP-F001", path, 0, 0, "Clang could not be started with these flags.");
  return nullptr;
}
