/* What holds of a launch's arguments, since control has passed tests on the way to it. */
#include "clang_guards.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace ihop {

/* ---- Tests on the way ---- */

/* Whether control never comes to what stands behind the statement. */
static bool
leaves (const Stmt *stmt)
{
  if (auto *block = dyn_cast_or_null<CompoundStmt> (stmt))
    return !block->body_empty () && leaves (block->body_back ());
  return stmt && (isa<ReturnStmt> (stmt) || isa<ContinueStmt> (stmt) || isa<BreakStmt> (stmt));
}

void
push_guards (const Stmt *stmt, const Stmt *child, std::vector<Guard> &around)
{
  if (auto *branch = dyn_cast<IfStmt> (stmt); branch && (child == branch->getThen () || child == branch->getElse ()))
    around.push_back ({ branch->getCond (), child == branch->getThen (), child, 0 });
  if (auto *loop = dyn_cast<WhileStmt> (stmt); loop && child == loop->getBody ())
    around.push_back ({ loop->getCond (), true, child, 0 });
  if (auto *loop = dyn_cast<ForStmt> (stmt); loop && child == loop->getBody () && loop->getCond ())
    around.push_back ({ loop->getCond (), true, child, 0 });
  if (!isa<CompoundStmt> (stmt))
    return;
  unsigned behind = 0;
  for (const Stmt *before : stmt->children ())
    {
      behind++;
      if (before == child)
        return;
      auto *exit = dyn_cast<IfStmt> (before);
      if (exit && exit->getElse () == nullptr && leaves (exit->getThen ()))
        around.push_back ({ exit->getCond (), false, stmt, behind });
    }
}

/* ---- From the test to the launch ---- */

static bool
is_loop (const Stmt *stmt)
{
  return isa<ForStmt> (stmt) || isa<WhileStmt> (stmt) || isa<DoStmt> (stmt) || isa<CXXForRangeStmt> (stmt);
}

static bool
holds (const Stmt *stmt, const Stmt *wanted)
{
  bool found = stmt == wanted;

  for (const Stmt *child : stmt->children ())
    found = found || (child && holds (child, wanted));
  return found;
}

/* A call that may return twice, as setjmp does. */
static bool
comes_back (const Stmt *stmt)
{
  auto *call = dyn_cast<CallExpr> (stmt);

  return call && call->getDirectCallee () && call->getDirectCallee ()->hasAttr<ReturnsTwiceAttr> ();
}

/* Whether control may come into it past its start: to a label, or a case of a switch around it; or at another time, in a lambda. */
static bool
has_way_in (const Stmt *stmt, unsigned from = 0)
{
  bool found = isa<LabelStmt> (stmt) || isa<SwitchCase> (stmt) || isa<LambdaExpr> (stmt) || comes_back (stmt);
  unsigned number = 0;

  for (const Stmt *child : stmt->children ())
    if (number++ >= from && child)
      found = found || has_way_in (child);
  return found;
}

static bool
is_name_of (const Expr *expr, const ValueDecl *variable)
{
  auto *reference = dyn_cast<DeclRefExpr> (expr->IgnoreParens ());

  return reference && reference->getDecl () == variable;
}

static bool
sets (const Stmt *stmt, const ValueDecl *variable)
{
  auto *assignment = dyn_cast<BinaryOperator> (stmt);
  auto *step = dyn_cast<UnaryOperator> (stmt);
  bool found = (assignment && assignment->isAssignmentOp () && is_name_of (assignment->getLHS (), variable))
               || (step && step->isIncrementDecrementOp () && is_name_of (step->getSubExpr (), variable));

  for (const Stmt *child : stmt->children ())
    found = found || (child && sets (child, variable));
  return found;
}

/* Whether the variable may be set on the way from the start of a statement to the launch in it: in front of it, and anywhere in a loop
 * around both, which may have come round. */
static bool
is_set_before (const Stmt *stmt, unsigned from, const CallExpr *launch, const ValueDecl *variable)
{
  unsigned number = 0;

  if (stmt == launch || is_loop (stmt))
    return sets (stmt, variable);
  for (const Stmt *child : stmt->children ())
    {
      if (number++ < from || child == nullptr)
        continue;
      if (holds (child, launch))
        return is_set_before (child, 0, launch, variable);
      if (sets (child, variable))
        return true;
    }
  return true;
}

/* A test that sets what it compares says nothing of it behind. */
static bool
has_effect (const Expr *condition)
{
  auto *binary = dyn_cast<BinaryOperator> (condition);
  bool found = binary && binary->isAssignmentOp ();

  if (auto *unary = dyn_cast<UnaryOperator> (condition))
    found = found || unary->isIncrementDecrementOp ();
  for (const Stmt *child : condition->children ())
    if (auto *part = dyn_cast_or_null<Expr> (child))
      found = found || has_effect (part);
  return found;
}

bool
is_passed (const Guard &guard)
{
  return !has_effect (guard.condition) && !has_way_in (guard.region, guard.from);
}

/* ---- Sums ---- */

/* factor * variable + … + constant */
struct Sum
{
  llvm::SmallVector<std::pair<const ValueDecl *, int64_t>, 4> terms;
  int64_t constant = 0;
};

static const int64_t MOST = int64_t (1) << 31;

static bool
is_small (int64_t number)
{
  return number >= -MOST && number <= MOST;
}

static bool
add_term (Sum &sum, const ValueDecl *variable, int64_t factor)
{
  for (auto &term : sum.terms)
    if (term.first == variable)
      {
        term.second += factor;
        return is_small (term.second);
      }
  sum.terms.push_back ({ variable, factor });
  return true;
}

/* sum + factor * expr, in signed integers: these do not wrap, and conversions to larger ones keep their values. FALSE: it is something else. */
static bool
add (const Expr *expr, int64_t factor, const Numbers &numbers, Sum &sum)
{
  int64_t number;

  expr = expr->IgnoreParens ();
  if (auto *whole = dyn_cast<FullExpr> (expr))
    return add (whole->getSubExpr (), factor, numbers, sum);
  if (!expr->getType ()->isSignedIntegerType ())
    return false;
  if (numbers.number (expr, number))
    {
      sum.constant += is_small (number) ? factor * number : 0;
      return is_small (number) && is_small (sum.constant);
    }
  if (auto *cast = dyn_cast<CastExpr> (expr))
    {
      bool keeps = cast->getCastKind () == CK_LValueToRValue || cast->getCastKind () == CK_NoOp
                   || (cast->getCastKind () == CK_IntegralCast && cast->getSubExpr ()->getType ()->isSignedIntegerType ()
                       && numbers.width (cast->getType ()) >= numbers.width (cast->getSubExpr ()->getType ()));
      return keeps && add (cast->getSubExpr (), factor, numbers, sum);
    }
  if (auto *reference = dyn_cast<DeclRefExpr> (expr))
    {
      auto *variable = dyn_cast<VarDecl> (reference->getDecl ());
      return variable && numbers.changes_alone (variable, 0) && add_term (sum, variable, factor);
    }
  auto *binary = dyn_cast<BinaryOperator> (expr);
  if (binary && (binary->getOpcode () == BO_Add || binary->getOpcode () == BO_Sub))
    return add (binary->getLHS (), factor, numbers, sum) && add (binary->getRHS (), binary->getOpcode () == BO_Add ? factor : -factor, numbers, sum);
  if (binary && binary->getOpcode () == BO_Mul && numbers.number (binary->getLHS (), number))
    return is_small (number) && is_small (factor * number) && add (binary->getRHS (), factor * number, numbers, sum);
  if (binary && binary->getOpcode () == BO_Mul && numbers.number (binary->getRHS (), number))
    return is_small (number) && is_small (factor * number) && add (binary->getLHS (), factor * number, numbers, sum);
  return false;
}

/* ---- Relations ---- */

/* A launch whose guards are looked at. */
struct Passing
{
  const CallExpr *call;
  unsigned n_arguments;
  const Numbers &numbers;
  std::vector<IhopLaunchRelation> found;
};

/* Which argument is the variable, or that and a number. */
static bool
find_argument (const Passing &passing, const ValueDecl *variable, unsigned &argument, int64_t &more)
{
  for (argument = 0; argument < passing.n_arguments; argument++)
    {
      Sum sum;
      if (add (passing.call->getArg (argument), 1, passing.numbers, sum) && sum.terms.size () == 1 && sum.terms[0].first == variable
          && sum.terms[0].second == 1)
        {
          more = sum.constant;
          return true;
        }
    }
  return false;
}

/* sum >= 0, or sum == 0, at the guard. */
static void
note_sum (Passing &passing, const Guard &guard, const Sum &sum, bool is_equation)
{
  IhopLaunchRelation relation = {};

  relation.constant = sum.constant;
  relation.is_equation = is_equation;
  for (const auto &[variable, factor] : sum.terms)
    {
      unsigned argument;
      int64_t more;
      if (factor == 0)
        continue;
      if (relation.n_terms == G_N_ELEMENTS (relation.term) || !find_argument (passing, variable, argument, more) || !is_small (more)
          || is_set_before (guard.region, guard.from, passing.call, variable))
        return;
      relation.term[relation.n_terms++] = { argument, factor };
      relation.constant -= factor * more;
      if (!is_small (relation.constant))
        return;
    }
  if (relation.n_terms)
    passing.found.push_back (relation);
}

static void
note_comparison (Passing &passing, const Guard &guard, const BinaryOperator *comparison)
{
  BinaryOperatorKind op = guard.holds ? comparison->getOpcode () : BinaryOperator::negateComparisonOp (comparison->getOpcode ());
  bool is_turned = op == BO_LT || op == BO_LE, is_strict = op == BO_LT || op == BO_GT;
  Sum sum;

  if (op == BO_NE || op == BO_Cmp || !add (comparison->getLHS (), is_turned ? -1 : 1, passing.numbers, sum)
      || !add (comparison->getRHS (), is_turned ? 1 : -1, passing.numbers, sum))
    return;
  sum.constant -= is_strict;
  note_sum (passing, guard, sum, op == BO_EQ);
}

/* All parts of "a && b" hold, and none of "a || b" if that does not. */
static void
note_condition (Passing &passing, const Guard &guard)
{
  const Expr *condition = guard.condition->IgnoreParenImpCasts ();
  auto *binary = dyn_cast<BinaryOperator> (condition);
  auto *turned = dyn_cast<UnaryOperator> (condition);

  if (turned && turned->getOpcode () == UO_LNot)
    note_condition (passing, { turned->getSubExpr (), !guard.holds, guard.region, guard.from });
  else if (binary && binary->getOpcode () == (guard.holds ? BO_LAnd : BO_LOr))
    for (const Expr *part : { binary->getLHS (), binary->getRHS () })
      note_condition (passing, { part, guard.holds, guard.region, guard.from });
  else if (binary && binary->isComparisonOp ())
    note_comparison (passing, guard, binary);
}

void
note_relations (const CallExpr *call, unsigned n_arguments, const std::vector<Guard> &guards, const Numbers &numbers, IhopPool *pool,
                IhopLaunch &launch)
{
  Passing passing = { call, n_arguments, numbers, {} };

  for (const Guard &guard : guards)
    if (is_passed (guard))
      note_condition (passing, guard);
  launch.n_relations = (guint) passing.found.size ();
  auto *relations = static_cast<IhopLaunchRelation *> (ihop_pool_alloc (pool, MAX (1, passing.found.size ()) * sizeof (IhopLaunchRelation)));
  std::copy (passing.found.begin (), passing.found.end (), relations);
  launch.relation = relations;
}

} // namespace ihop
