/* Launches: "kernel<<<grid, block>>> (…)", and which numbers the text says for sizes and arguments. */
#include "clang_reader.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace ihop {

/* What the host's code says of its variables: a number that one is made with holds where nobody else could have set it. */
class Numbers
{
public:
  explicit Numbers (const ASTContext &context) : ast (context) {}

  /* Counts each mention of a variable, and those that only read it. */
  void
  look (const Stmt *stmt)
  {
    if (stmt == nullptr)
      return;
    if (auto *reference = dyn_cast<DeclRefExpr> (stmt))
      mentions[reference->getDecl ()]++;
    if (auto *cast = dyn_cast<ImplicitCastExpr> (stmt))
      if (cast->getCastKind () == CK_LValueToRValue)
        note_read (cast->getSubExpr ());
    if (auto *made = dyn_cast<CXXConstructExpr> (stmt))
      if (made->getConstructor ()->isCopyOrMoveConstructor () && made->getNumArgs () >= 1)
        note_read (made->getArg (0));
    for (const Stmt *child : stmt->children ())
      look (child);
  }

  bool
  number (const Expr *expr, int64_t &value) const
  {
    Expr::EvalResult result;

    expr = expr->IgnoreParens ();
    if (!expr->isValueDependent () && expr->getType ()->isIntegralOrEnumerationType () && expr->EvaluateAsInt (result, ast)
        && result.Val.getInt ().isRepresentableByInt64 ())
      {
        value = result.Val.getInt ().getExtValue ();
        return true;
      }
    if (auto *cast = dyn_cast<CastExpr> (expr))
      return is_harmless (cast) && number (cast->getSubExpr (), value) && fits (cast->getType (), value);
    if (auto *whole = dyn_cast<FullExpr> (expr))
      return number (whole->getSubExpr (), value);
    if (auto *usual = dyn_cast<CXXDefaultArgExpr> (expr))
      return number (usual->getExpr (), value);
    if (auto *reference = dyn_cast<DeclRefExpr> (expr))
      {
        const Expr *init = initial (reference);
        return init && number (init, value) && fits (reference->getType (), value);
      }
    if (auto *member = dyn_cast<MemberExpr> (expr))
      return side (member, value);
    auto *binary = dyn_cast<BinaryOperator> (expr);
    return binary && computed (binary, value) && fits (binary->getType (), value);
  }

  /* 0 for what is not known. */
  void
  sizes (const Expr *expr, guint64 (&size)[3], unsigned depth = 0) const
  {
    size[0] = size[1] = size[2] = 0;
    if (depth > 8)
      return;
    expr = expr->IgnoreParens ();
    if (auto *whole = dyn_cast<FullExpr> (expr))
      return sizes (whole->getSubExpr (), size, depth + 1);
    if (auto *made = dyn_cast<MaterializeTemporaryExpr> (expr))
      return sizes (made->getSubExpr (), size, depth + 1);
    if (auto *cast = dyn_cast<CastExpr> (expr))
      return sizes (cast->getSubExpr (), size, depth + 1);
    if (auto *reference = dyn_cast<DeclRefExpr> (expr))
      {
        if (const Expr *init = initial (reference))
          sizes (init, size, depth + 1);
        return;
      }
    auto *made = dyn_cast<CXXConstructExpr> (expr);
    if (made == nullptr)
      return;
    if (made->getConstructor ()->isCopyOrMoveConstructor () && made->getNumArgs () == 1)
      return sizes (made->getArg (0), size, depth + 1);
    if (made->getNumArgs () == 3)
      for (unsigned i = 0; i < 3; i++)
        one (made->getArg (i), size[i]);
  }

private:
  const ASTContext &ast;
  llvm::DenseMap<const ValueDecl *, unsigned> mentions, reads;

  void
  note_read (const Expr *expr)
  {
    expr = expr->IgnoreParenImpCasts ();
    while (auto *member = dyn_cast<MemberExpr> (expr))
      expr = member->getBase ()->IgnoreParenImpCasts ();
    if (auto *reference = dyn_cast<DeclRefExpr> (expr))
      reads[reference->getDecl ()]++;
  }

  /* What a local variable is made with, if that is what it holds for ever. */
  const Expr *
  initial (const DeclRefExpr *reference) const
  {
    auto *variable = dyn_cast<VarDecl> (reference->getDecl ());

    if (variable == nullptr || !variable->hasLocalStorage () || isa<ParmVarDecl> (variable)
        || variable->getType ().isVolatileQualified () || variable->getType ()->isReferenceType ()
        || mentions.lookup (variable) != reads.lookup (variable))
      return nullptr;
    return variable->getInit ();
  }

  static bool
  is_harmless (const CastExpr *cast)
  {
    switch (cast->getCastKind ())
      {
      case CK_LValueToRValue: case CK_NoOp: case CK_IntegralCast:
        return true;
      default:
        return false;
      }
  }

  /* Whether the type holds the number, so that none of it is lost. */
  bool
  fits (QualType type, int64_t value) const
  {
    if (!type->isIntegralOrEnumerationType ())
      return false;
    unsigned bits = ast.getIntWidth (type);
    if (type->isUnsignedIntegerOrEnumerationType ())
      return value >= 0 && (bits >= 63 || value < int64_t (1) << bits);
    return bits >= 64 || (value >= -(int64_t (1) << (bits - 1)) && value < int64_t (1) << (bits - 1));
  }

  void
  one (const Expr *expr, guint64 &size) const
  {
    int64_t value;

    if (number (expr, value) && value > 0)
      size = guint64 (value);
  }

  /* "threads.x" */
  bool
  side (const MemberExpr *member, int64_t &value) const
  {
    guint64 size[3];
    llvm::StringRef name = member->getMemberDecl ()->getName ();
    auto *reference = dyn_cast<DeclRefExpr> (member->getBase ()->IgnoreParenImpCasts ());

    if (reference == nullptr || name.size () != 1 || name[0] < 'x' || name[0] > 'z')
      return false;
    sizes (reference, size);
    value = int64_t (size[name[0] - 'x']);
    return value > 0;
  }

  bool
  computed (const BinaryOperator *binary, int64_t &value) const
  {
    int64_t left, right;

    if (!number (binary->getLHS (), left) || !number (binary->getRHS (), right))
      return false;
    switch (binary->getOpcode ())
      {
      case BO_Add:
        return !__builtin_add_overflow (left, right, &value);
      case BO_Sub:
        return !__builtin_sub_overflow (left, right, &value);
      case BO_Mul:
        return !__builtin_mul_overflow (left, right, &value);
      case BO_Div:
        value = right > 0 && left >= 0 ? left / right : 0;
        return right > 0 && left >= 0;
      case BO_Rem:
        value = right > 0 && left >= 0 ? left % right : 0;
        return right > 0 && left >= 0;
      default:
        return false;
      }
  }
};

static void
find_launches (const Stmt *stmt, std::vector<const CUDAKernelCallExpr *> &found)
{
  if (stmt == nullptr)
    return;
  if (auto *launch = dyn_cast<CUDAKernelCallExpr> (stmt))
    found.push_back (launch);
  for (const Stmt *child : stmt->children ())
    find_launches (child, found);
}

static void
bodies_in (const DeclContext *declarations, const SourceManager &sources, std::vector<const Stmt *> &bodies)
{
  for (const Decl *decl : declarations->decls ())
    {
      if (decl->getLocation ().isInvalid () || sources.isInSystemHeader (sources.getExpansionLoc (decl->getLocation ())))
        continue;
      if (isa<LinkageSpecDecl, NamespaceDecl, CXXRecordDecl> (decl))
        bodies_in (cast<DeclContext> (decl), sources, bodies);
      else if (auto *function = dyn_cast<FunctionDecl> (decl); function && !function->isDependentContext ()
                                                               && function->doesThisDeclarationHaveABody ())
        bodies.push_back (function->getBody ());
      else if (auto *made = dyn_cast<FunctionTemplateDecl> (decl))
        for (const FunctionDecl *one : made->specializations ())
          if (one->doesThisDeclarationHaveABody ())
            bodies.push_back (one->getBody ());
    }
}

/* In the order of the file, as templates' functions stand where Clang has made them. */
void
Reader::read_launches ()
{
  std::vector<const Stmt *> bodies;

  bodies_in (ast.getTranslationUnitDecl (), sources, bodies);
  for (const Stmt *body : bodies)
    {
      std::vector<const CUDAKernelCallExpr *> found;
      find_launches (body, found);
      if (found.empty ())
        continue;
      Numbers numbers (ast);
      numbers.look (body);
      for (const CUDAKernelCallExpr *call : found)
        {
          const FunctionDecl *kernel = call->getDirectCallee ();
          if (kernel == nullptr || call->getConfig ()->getNumArgs () < 2)
            continue;
          IhopLaunch launch = {};
          launch.kernel = symbol_of (kernel);
          launch.place = place_of (call->getBeginLoc (), call->getEndLoc ());
          numbers.sizes (call->getConfig ()->getArg (0), launch.grid);
          numbers.sizes (call->getConfig ()->getArg (1), launch.block);
          launch.n_arguments = call->getNumArgs ();
          auto *known = static_cast<gboolean *> (ihop_pool_alloc (pool, MAX (1, launch.n_arguments) * sizeof (gboolean)));
          auto *value = static_cast<gint64 *> (ihop_pool_alloc (pool, MAX (1, launch.n_arguments) * sizeof (gint64)));
          for (unsigned i = 0; i < launch.n_arguments; i++)
            {
              int64_t number = 0;
              const Expr *argument = call->getArg (i);
              known[i] = argument->getType ()->isIntegralOrEnumerationType () && numbers.number (argument, number);
              value[i] = number;
            }
          launch.is_known = known;
          launch.argument = value;
          g_array_append_val (tree->launches, launch);
        }
    }
}

} // namespace ihop
