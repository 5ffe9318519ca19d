/* Launches: "kernel<<<grid, block>>> (…)", and which numbers the text says for sizes and arguments. */
#include "clang_reader.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace ihop {

class Numbers;

/* The host's functions, and who calls them. */
class Program
{
public:
  Program (const ASTContext &context, const std::vector<const FunctionDecl *> &functions);
  /* The number that all calls pass for it; FALSE: that is not known. */
  bool passed (const ParmVarDecl *parameter, int64_t &value) const;
  Numbers &numbers_of (const FunctionDecl *function) { return *known[function->getCanonicalDecl ()]; }

private:
  struct Call
  {
    const CallExpr *expr;
    const Numbers *caller; /* nullptr: what a variable outside of functions, or a member, begins with */
  };
  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<Numbers>> known;
  llvm::DenseMap<const FunctionDecl *, std::vector<Call>> calls;
  llvm::DenseMap<const FunctionDecl *, unsigned> names; /* how often each is named: by whom is not a call, it may be called */
  bool is_whole = false; /* it has a "main": what is not static is called from here, too */
  mutable unsigned depth = 0;

  void look (const Stmt *stmt, const Numbers *caller);
};

/* What the host's code says of its variables: a number that one is made with holds where nobody else could have set it. */
class Numbers
{
public:
  Numbers (const ASTContext &context, const Program &its) : ast (context), program (its) {}

  /* What an "if" around says that a variable is, for as long as "during" runs. */
  bool
  assume (const Expr *condition, const ValueDecl *&variable)
  {
    auto *binary = dyn_cast<BinaryOperator> (condition->IgnoreParenImpCasts ());
    auto *name = binary && binary->getOpcode () == BO_EQ ? dyn_cast<DeclRefExpr> (binary->getLHS ()->IgnoreParenImpCasts ()) : nullptr;
    int64_t value;

    if (name == nullptr || !is_only_read (name) || assumed.count (name->getDecl ()) || !number (binary->getRHS (), value))
      return false;
    variable = name->getDecl ();
    assumed[variable] = value;
    return true;
  }

  void forget (const ValueDecl *variable) { assumed.erase (variable); }

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
      return of_variable (reference, value) && fits (reference->getType (), value);
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
  const Program &program;
  llvm::DenseMap<const ValueDecl *, unsigned> mentions, reads;
  llvm::DenseMap<const ValueDecl *, int64_t> assumed;

  bool
  of_variable (const DeclRefExpr *reference, int64_t &value) const
  {
    if (auto known = assumed.find (reference->getDecl ()); known != assumed.end ())
      {
        value = known->second;
        return true;
      }
    if (auto *parameter = dyn_cast<ParmVarDecl> (reference->getDecl ()))
      return is_only_read (reference) && program.passed (parameter, value);
    const Expr *init = initial (reference);
    return init && number (init, value);
  }

  void
  note_read (const Expr *expr)
  {
    expr = expr->IgnoreParenImpCasts ();
    while (auto *member = dyn_cast<MemberExpr> (expr))
      expr = member->getBase ()->IgnoreParenImpCasts ();
    if (auto *reference = dyn_cast<DeclRefExpr> (expr))
      reads[reference->getDecl ()]++;
  }

  /* A local variable that holds for ever what it begins with. */
  bool
  is_only_read (const DeclRefExpr *reference) const
  {
    auto *variable = dyn_cast<VarDecl> (reference->getDecl ());

    return variable && variable->hasLocalStorage () && !variable->getType ().isVolatileQualified ()
           && !variable->getType ()->isReferenceType () && mentions.lookup (variable) == reads.lookup (variable);
  }

  const Expr *
  initial (const DeclRefExpr *reference) const
  {
    bool steady = is_only_read (reference) && !isa<ParmVarDecl> (reference->getDecl ());

    return steady ? cast<VarDecl> (reference->getDecl ())->getInit () : nullptr;
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

Program::Program (const ASTContext &context, const std::vector<const FunctionDecl *> &functions)
{
  for (const FunctionDecl *function : functions)
    {
      auto numbers = std::make_unique<Numbers> (context, *this);
      numbers->look (function->getBody ());
      look (function->getBody (), numbers.get ());
      is_whole = is_whole || function->isMain ();
      if (auto *constructor = dyn_cast<CXXConstructorDecl> (function))
        for (const CXXCtorInitializer *member : constructor->inits ())
          look (member->getInit (), nullptr);
      known[function->getCanonicalDecl ()] = std::move (numbers);
    }
  for (const Decl *decl : context.getTranslationUnitDecl ()->decls ())
    if (auto *variable = dyn_cast<VarDecl> (decl); variable && variable->hasInit () && !variable->getType ()->isDependentType ())
      look (variable->getInit (), nullptr);
}

void
Program::look (const Stmt *stmt, const Numbers *caller)
{
  if (stmt == nullptr)
    return;
  if (auto *reference = dyn_cast<DeclRefExpr> (stmt))
    if (auto *function = dyn_cast<FunctionDecl> (reference->getDecl ()))
      names[function->getCanonicalDecl ()]++;
  if (auto *call = dyn_cast<CallExpr> (stmt))
    if (const FunctionDecl *function = call->getDirectCallee ())
      calls[function->getCanonicalDecl ()].push_back ({ call, caller });
  for (const Stmt *child : stmt->children ())
    look (child, caller);
}

bool
Program::passed (const ParmVarDecl *parameter, int64_t &value) const
{
  enum { MOST_DEEP = 8 };
  auto *function = dyn_cast<FunctionDecl> (parameter->getDeclContext ());
  unsigned index = parameter->getFunctionScopeIndex ();
  auto found = function ? calls.find (function->getCanonicalDecl ()) : calls.end ();
  bool same = found != calls.end () && depth < MOST_DEEP && !isa<CXXMethodDecl> (function)
              && (is_whole || function->getFormalLinkage () == Linkage::Internal)
              && names.lookup (function->getCanonicalDecl ()) == found->second.size ();

  depth++;
  for (size_t i = 0; same && i < found->second.size (); i++)
    {
      const Call &call = found->second[i];
      int64_t number;
      same = call.caller && index < call.expr->getNumArgs () && call.caller->number (call.expr->getArg (index), number) && (i == 0 || number == value);
      value = number;
    }
  depth--;
  return same;
}

struct Found
{
  const CUDAKernelCallExpr *call;
  std::vector<const Expr *> conditions; /* of each "if" around in whose first branch it stands */
};

static void
find_launches (const Stmt *stmt, std::vector<const Expr *> &around, std::vector<Found> &found)
{
  if (stmt == nullptr)
    return;
  if (auto *launch = dyn_cast<CUDAKernelCallExpr> (stmt))
    found.push_back ({ launch, around });
  for (const Stmt *child : stmt->children ())
    {
      auto *branch = dyn_cast<IfStmt> (stmt);
      bool is_first = branch && child == branch->getThen ();
      if (is_first)
        around.push_back (branch->getCond ());
      find_launches (child, around, found);
      if (is_first)
        around.pop_back ();
    }
}

static void
bodies_in (const DeclContext *declarations, const SourceManager &sources, std::vector<const FunctionDecl *> &bodies)
{
  for (const Decl *decl : declarations->decls ())
    {
      if (decl->getLocation ().isInvalid () || sources.isInSystemHeader (sources.getExpansionLoc (decl->getLocation ())))
        continue;
      if (isa<LinkageSpecDecl, NamespaceDecl, CXXRecordDecl> (decl))
        bodies_in (cast<DeclContext> (decl), sources, bodies);
      else if (auto *function = dyn_cast<FunctionDecl> (decl); function && !function->isDependentContext ()
                                                               && function->doesThisDeclarationHaveABody ())
        bodies.push_back (function);
      else if (auto *made = dyn_cast<FunctionTemplateDecl> (decl))
        for (const FunctionDecl *one : made->specializations ())
          if (one->doesThisDeclarationHaveABody ())
            bodies.push_back (one);
    }
}

static void
note_launch (const CUDAKernelCallExpr *call, const Numbers &numbers, IhopPool *pool, IhopLaunch &launch)
{
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
}

/* In the order of the file, as templates' functions stand where Clang has made them. */
void
Reader::read_launches ()
{
  std::vector<const FunctionDecl *> functions;

  bodies_in (ast.getTranslationUnitDecl (), sources, functions);
  Program program (ast, functions);
  for (const FunctionDecl *function : functions)
    {
      std::vector<Found> found;
      std::vector<const Expr *> around;
      find_launches (function->getBody (), around, found);
      Numbers &numbers = program.numbers_of (function);
      for (const Found &one : found)
        {
          const FunctionDecl *kernel = one.call->getDirectCallee ();
          if (kernel == nullptr || one.call->getConfig ()->getNumArgs () < 2)
            continue;
          std::vector<const ValueDecl *> assumed;
          const ValueDecl *variable;
          for (const Expr *condition : one.conditions)
            if (numbers.assume (condition, variable))
              assumed.push_back (variable);
          IhopLaunch launch = {};
          launch.kernel = symbol_of (kernel);
          launch.place = place_of (one.call->getBeginLoc (), one.call->getEndLoc ());
          note_launch (one.call, numbers, pool, launch);
          g_array_append_val (tree->launches, launch);
          for (const ValueDecl *each : assumed)
            numbers.forget (each);
        }
    }
}

} // namespace ihop
