/* Launches: "kernel<<<grid, block>>> (…)" and "cudaLaunchKernel (kernel, grid, block, …)", and which numbers the text says for sizes and arguments. */
#include "clang_guards.h"
#include "clang_numbers.h"
#include "clang_reader.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace ihop {

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

/* All that call the function whose parameter this is; nullptr: others may, too. */
const std::vector<Program::Call> *
Program::all_calls (const ParmVarDecl *parameter) const
{
  auto *function = dyn_cast<FunctionDecl> (parameter->getDeclContext ());
  auto found = function ? calls.find (function->getCanonicalDecl ()) : calls.end ();
  bool all = found != calls.end () && !isa<CXXMethodDecl> (function) && (is_whole || function->getFormalLinkage () == Linkage::Internal)
             && names.lookup (function->getCanonicalDecl ()) == found->second.size ();

  return all ? &found->second : nullptr;
}

bool
Program::passed (const ParmVarDecl *parameter, int64_t &value) const
{
  enum { MOST_DEEP = 8 };
  unsigned index = parameter->getFunctionScopeIndex ();
  const std::vector<Call> *all = all_calls (parameter);
  bool same = all && depth < MOST_DEEP;

  depth++;
  for (size_t i = 0; same && i < all->size (); i++)
    {
      const Call &call = (*all)[i];
      int64_t number;
      same = call.caller && index < call.expr->getNumArgs () && call.caller->number (call.expr->getArg (index), number) && (i == 0 || number == value);
      value = number;
    }
  depth--;
  return same;
}

bool
Program::is_lent_steadily (const ParmVarDecl *parameter) const
{
  const std::vector<Call> *all = all_calls (parameter);
  unsigned index = parameter->getFunctionScopeIndex ();
  llvm::DenseMap<const VarDecl *, unsigned> lent;

  if (all == nullptr)
    return false;
  auto variable_of = [index] (const Call &call) -> const VarDecl * {
    auto *name = index < call.expr->getNumArgs () ? dyn_cast<DeclRefExpr> (call.expr->getArg (index)->IgnoreParenImpCasts ()) : nullptr;
    return name && call.caller ? dyn_cast<VarDecl> (name->getDecl ()) : nullptr;
  };
  for (const Call &call : *all)
    if (const VarDecl *variable = variable_of (call))
      lent[variable]++;
  for (const Call &call : *all)
    if (const VarDecl *variable = variable_of (call); variable == nullptr || !call.caller->changes_alone (variable, lent[variable]))
      return false;
  return true;
}

struct Found
{
  const CallExpr *call;
  const FunctionDecl *kernel;
  const Expr *grid, *block;
  unsigned n_arguments;                 /* that the call passes one by one */
  std::vector<Guard> guards;            /* tests that control has passed on the way to it */
};

/* The kernel that is passed as an address, or nullptr. */
static const FunctionDecl *
kernel_in (const Expr *expr)
{
  expr = expr->IgnoreParenCasts ();
  if (auto *address = dyn_cast<UnaryOperator> (expr); address && address->getOpcode () == UO_AddrOf)
    expr = address->getSubExpr ()->IgnoreParenCasts ();
  auto *name = dyn_cast<DeclRefExpr> (expr);
  auto *function = name ? dyn_cast<FunctionDecl> (name->getDecl ()) : nullptr;
  return function && function->hasAttr<CUDAGlobalAttr> () ? function : nullptr;
}

/* Which kernel the call launches, and how; kernel nullptr: it launches none that is known. */
static Found
launch_of (const CallExpr *call)
{
  const FunctionDecl *callee = call->getDirectCallee ();

  if (auto *launch = dyn_cast<CUDAKernelCallExpr> (call))
    {
      const CallExpr *config = launch->getConfig ();
      if (config->getNumArgs () >= 2)
        return { call, callee, config->getArg (0), config->getArg (1), call->getNumArgs (), {} };
    }
  else if (callee && callee->getIdentifier () && call->getNumArgs () >= 3
           && (callee->getName () == "cudaLaunchKernel" || callee->getName () == "cudaLaunchCooperativeKernel"))
    return { call, kernel_in (call->getArg (0)), call->getArg (1), call->getArg (2), 0, {} };
  return {};
}

static void
find_launches (const Stmt *stmt, std::vector<Guard> &around, std::vector<Found> &found)
{
  if (stmt == nullptr)
    return;
  if (auto *call = dyn_cast<CallExpr> (stmt))
    if (Found launch = launch_of (call); launch.kernel)
      {
        launch.guards = around;
        found.push_back (launch);
      }
  for (const Stmt *child : stmt->children ())
    {
      size_t before = around.size ();
      if (child)
        push_guards (stmt, child, around);
      find_launches (child, around, found);
      around.resize (before);
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

/* Which argument is in the quotient that a side of the grid is. */
static void
note_side (const Found &found, const Numbers &numbers, const Expr *expr, IhopLaunchSide &side)
{
  const Expr *what = nullptr;

  if (expr == nullptr || !numbers.quotient (expr, what, side))
    {
      side.by = 0;
      return;
    }
  for (unsigned i = 0; i < found.n_arguments; i++)
    {
      const Expr *passed = found.call->getArg (i);
      if (Numbers::is_of_32_bits (passed->getType ()) && Numbers::is_of_32_bits (what->getType ()) && numbers.are_same (what, passed))
        {
          side.argument = i;
          return;
        }
    }
  side.by = 0;
}

static void
note_launch (const Found &found, const Numbers &numbers, IhopPool *pool, IhopLaunch &launch)
{
  numbers.sizes (found.grid, launch.grid);
  numbers.sizes (found.block, launch.block);
  for (unsigned axis = 0; axis < 3; axis++)
    note_side (found, numbers, numbers.side (found.grid, axis), launch.side[axis]);
  launch.n_arguments = found.n_arguments;
  auto *argument = static_cast<IhopLaunchArgument *> (ihop_pool_alloc (pool, MAX (1, launch.n_arguments) * sizeof (IhopLaunchArgument)));
  for (unsigned i = 0; i < launch.n_arguments; i++)
    {
      const Expr *expr = found.call->getArg (i);
      int64_t number = 0;
      argument[i] = {};
      if (!expr->getType ()->isIntegralOrEnumerationType ())
        continue;
      argument[i].is_known = numbers.number (expr, number);
      argument[i].value = number;
      if (!argument[i].is_known)
        numbers.range (expr, argument[i].range);
    }
  launch.argument = argument;
  note_relations (found.call, found.n_arguments, found.guards, numbers, pool, launch);
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
      std::vector<Guard> around;
      find_launches (function->getBody (), around, found);
      Numbers &numbers = program.numbers_of (function);
      for (const Found &one : found)
        {
          std::vector<const ValueDecl *> assumed;
          const ValueDecl *variable;
          for (const Guard &guard : one.guards)
            if (guard.holds && is_passed (guard) && numbers.assume (guard.condition, variable))
              assumed.push_back (variable);
          IhopLaunch launch = {};
          launch.kernel = symbol_of (one.kernel);
          launch.place = place_of (one.call->getBeginLoc (), one.call->getEndLoc ());
          note_launch (one, numbers, pool, launch);
          g_array_append_val (tree->launches, launch);
          for (const ValueDecl *each : assumed)
            numbers.forget (each);
        }
    }
}

} // namespace ihop
