/* Which numbers the host's code says of its variables: for clang_launch.cc. */
#pragma once
#include "clang_reader.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace ihop {

using namespace clang;

class Numbers;

/* The host's functions, and who calls them. */
class Program
{
public:
  Program (const ASTContext &context, const std::vector<const FunctionDecl *> &functions);
  /* The number that all calls pass for it; FALSE: that is not known. */
  bool passed (const ParmVarDecl *parameter, int64_t &value) const;
  /* Whether all calls pass variables of their functions for a reference, which nobody else can change meanwhile. */
  bool is_lent_steadily (const ParmVarDecl *parameter) const;
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
  const std::vector<Call> *all_calls (const ParmVarDecl *parameter) const;
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
        note (cast->getSubExpr (), reads);
    if (auto *made = dyn_cast<CXXConstructExpr> (stmt))
      if (made->getConstructor ()->isCopyOrMoveConstructor () && made->getNumArgs () >= 1)
        note (made->getArg (0), reads);
    if (auto *set = dyn_cast<BinaryOperator> (stmt); set && set->isAssignmentOp ())
      note (set->getLHS (), sets);
    if (auto *step = dyn_cast<UnaryOperator> (stmt); step && step->isIncrementDecrementOp ())
      note (step->getSubExpr (), sets);
    if (auto *loop = dyn_cast<ForStmt> (stmt))
      note_loop (loop);
    has_lambda = has_lambda || isa<LambdaExpr> (stmt);
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
      return of_member (member, value);
    auto *binary = dyn_cast<BinaryOperator> (expr);
    return binary && computed (binary, value) && fits (binary->getType (), value);
  }

  /* 0 for what is not known. */
  void
  sizes (const Expr *expr, guint64 (&size)[3]) const
  {
    for (unsigned axis = 0; axis < 3; axis++)
      {
        int64_t value;
        const Expr *one = side (expr, axis);
        size[axis] = one && number (one, value) && value > 0 ? guint64 (value) : 0;
      }
  }

  /* What the text gives for an axis of a dim3; nullptr: that is not known. */
  const Expr *
  side (const Expr *expr, unsigned axis, unsigned depth = 0) const
  {
    if (depth > 8 || expr == nullptr)
      return nullptr;
    expr = expr->IgnoreParens ();
    if (auto *whole = dyn_cast<FullExpr> (expr))
      return side (whole->getSubExpr (), axis, depth + 1);
    if (auto *made = dyn_cast<MaterializeTemporaryExpr> (expr))
      return side (made->getSubExpr (), axis, depth + 1);
    if (auto *cast = dyn_cast<CastExpr> (expr))
      return side (cast->getSubExpr (), axis, depth + 1);
    if (auto *reference = dyn_cast<DeclRefExpr> (expr))
      return side (initial (reference), axis, depth + 1);
    auto *made = dyn_cast<CXXConstructExpr> (expr);
    if (made && made->getConstructor ()->isCopyOrMoveConstructor () && made->getNumArgs () == 1)
      return side (made->getArg (0), axis, depth + 1);
    return made && made->getNumArgs () == 3 ? made->getArg (axis) : nullptr;
  }

  /* "(what + more) / by" with numbers for both, by > 0 and more >= 0; FALSE: it is no such quotient. */
  bool
  quotient (const Expr *expr, const Expr *&what, IhopLaunchSide &side) const
  {
    auto *binary = dyn_cast<BinaryOperator> (bare (expr));
    enum : int64_t { MOST = 1 << 20 };

    if (binary == nullptr || binary->getOpcode () != BO_Div || !number (binary->getRHS (), side.by) || side.by < 1 || side.by > MOST)
      return false;
    side.is_unsigned = binary->getType ()->isUnsignedIntegerType ();
    what = summand (bare (binary->getLHS ()), side.more);
    return side.more >= 0 && side.more <= MOST;
  }

  /* Whether both are one variable, or one member of it, which nobody changes: they have the same value then. */
  bool
  are_same (const Expr *a, const Expr *b) const
  {
    a = bare (a), b = bare (b);
    auto *member = dyn_cast<MemberExpr> (a), *other = dyn_cast<MemberExpr> (b);
    if (member && other && member->getMemberDecl () == other->getMemberDecl () && !member->isArrow () && !other->isArrow ())
      a = bare (member->getBase ()), b = bare (other->getBase ());
    else if (member || other)
      return false;
    auto *one = dyn_cast<DeclRefExpr> (a), *two = dyn_cast<DeclRefExpr> (b);
    return one && two && one->getDecl () == two->getDecl () && (is_only_read (one) || is_only_lent (one));
  }

  /* Without what leaves the value as it is, but for what is negative in one type and large in the other. */
  static const Expr *
  bare (const Expr *expr)
  {
    for (;;)
      {
        expr = expr->IgnoreParens ();
        auto *cast = dyn_cast<CastExpr> (expr);
        if (auto *whole = dyn_cast<FullExpr> (expr))
          expr = whole->getSubExpr ();
        else if (cast && is_harmless (cast) && is_of_32_bits (cast->getType ()) == is_of_32_bits (cast->getSubExpr ()->getType ()))
          expr = cast->getSubExpr ();
        else
          return expr;
      }
  }

  unsigned width (QualType type) const { return ast.getIntWidth (type); }

  static bool
  is_of_32_bits (QualType type)
  {
    auto *plain = type->getAs<BuiltinType> ();

    return plain && (plain->getKind () == BuiltinType::Int || plain->getKind () == BuiltinType::UInt);
  }

  /* What the loop says of its variable, which nothing else changes. */
  void
  note_loop (const ForStmt *loop)
  {
    auto *declared = dyn_cast_or_null<DeclStmt> (loop->getInit ());
    auto *variable = declared && declared->isSingleDecl () ? dyn_cast<VarDecl> (declared->getSingleDecl ()) : nullptr;
    auto *step = dyn_cast_or_null<UnaryOperator> (loop->getInc ());
    auto *counted = step && step->isIncrementOp () ? dyn_cast<DeclRefExpr> (step->getSubExpr ()->IgnoreParens ()) : nullptr;

    if (variable && counted && counted->getDecl () == variable && variable->getInit ())
      loops[variable] = loop;
  }

  /* What numbers a variable may have that a loop counts up; FALSE: it is none. */
  bool
  range (const Expr *expr, IhopLaunchRange &range) const
  {
    auto *reference = dyn_cast<DeclRefExpr> (bare (expr));
    auto found = reference ? loops.find (reference->getDecl ()) : loops.end ();

    if (found == loops.end () || !is_of_32_bits (reference->getType ()) || !reference->getType ()->isSignedIntegerType ()
        || mentions.lookup (reference->getDecl ()) != reads.lookup (reference->getDecl ()) + 1)
      return false;
    range.has_least = number (cast<VarDecl> (reference->getDecl ())->getInit (), range.least);
    auto *condition = dyn_cast_or_null<BinaryOperator> (found->second->getCond ());
    auto *left = condition && condition->getOpcode () == BO_LT ? dyn_cast<DeclRefExpr> (bare (condition->getLHS ())) : nullptr;
    range.has_most = left && left->getDecl () == reference->getDecl () && number (condition->getRHS (), range.most)
                     && condition->getRHS ()->getType ()->isSignedIntegerType ();
    range.most--;
    return range.has_least || range.has_most;
  }

  /* A variable is changed by its function alone, if that only hands it on as something to be read: so many times to "function". */
  bool
  changes_alone (const VarDecl *variable, unsigned lent) const
  {
    return !has_lambda && variable->hasLocalStorage () && !variable->getType ().isVolatileQualified ()
           && !variable->getType ()->isReferenceType ()
           && mentions.lookup (variable) == reads.lookup (variable) + sets.lookup (variable) + lent;
  }

private:
  const ASTContext &ast;
  const Program &program;
  llvm::DenseMap<const ValueDecl *, unsigned> mentions, reads, sets;
  llvm::DenseMap<const ValueDecl *, const ForStmt *> loops;
  bool has_lambda = false;
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

  static void
  note (const Expr *expr, llvm::DenseMap<const ValueDecl *, unsigned> &counts)
  {
    expr = expr->IgnoreParenImpCasts ();
    for (auto *member = dyn_cast<MemberExpr> (expr); member && !member->isArrow (); member = dyn_cast<MemberExpr> (expr))
      expr = member->getBase ()->IgnoreParenImpCasts ();
    if (auto *reference = dyn_cast<DeclRefExpr> (expr))
      counts[reference->getDecl ()]++;
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

  /* "threads.x" */
  bool
  of_member (const MemberExpr *member, int64_t &value) const
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

  /* Of "what + more" the first, if the second is a number. */
  const Expr *
  summand (const Expr *expr, int64_t &more) const
  {
    auto *binary = dyn_cast<BinaryOperator> (expr);
    int64_t number_there, further;

    more = 0;
    if (binary == nullptr || (binary->getOpcode () != BO_Add && binary->getOpcode () != BO_Sub))
      return expr;
    bool is_sum = binary->getOpcode () == BO_Add, is_turned = is_sum && number (binary->getLHS (), number_there);
    if (!is_turned && !number (binary->getRHS (), number_there))
      return expr;
    expr = summand (bare (is_turned ? binary->getRHS () : binary->getLHS ()), further);
    if (__builtin_add_overflow (further, is_sum ? number_there : -number_there, &more))
      more = -1;
    return expr;
  }

  /* A constant reference to what nobody changes while the function runs. */
  bool
  is_only_lent (const DeclRefExpr *reference) const
  {
    auto *parameter = dyn_cast<ParmVarDecl> (reference->getDecl ());

    return parameter && parameter->getType ()->isLValueReferenceType () && parameter->getType ().getNonReferenceType ().isConstQualified ()
           && mentions.lookup (parameter) == reads.lookup (parameter) && program.is_lent_steadily (parameter);
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

} // namespace ihop
