/* Literals, initializers, sizeof, and the expressions that we only know the name of. */
#include "clang_reader.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace ihop {

std::string
Reader::pretty (const Stmt *stmt)
{
  std::string text;
  llvm::raw_string_ostream out (text);
  PrintingPolicy policy (lang);

  stmt->printPretty (out, nullptr, policy, 0, "\n", &ast);
  return text;
}

/* A string may be written in pieces: "a" "b". */
static std::string
string_spelling (const StringLiteral *literal, const SourceManager &sources,
                 const LangOptions &lang)
{
  std::string text;

  for (unsigned i = 0; i < literal->getNumConcatenated (); i++)
    {
      llvm::SmallString<64> buffer;
      text += i ? " " : "";
      text += Lexer::getSpelling (sources.getSpellingLoc (literal->getStrTokenLoc (i)), buffer,
                                  sources, lang)
                .str ();
    }
  return text;
}

const IhopNode *
Reader::literal (const Expr *expr)
{
  if (isa<IntegerLiteral> (expr) || isa<CharacterLiteral> (expr))
    {
      IhopNode *node = expression_new (IHOP_INTEGER, 0, expr);
      node->text = keep (spelling (expr->getBeginLoc ()));
      set_constant (node, expr);
      return node;
    }
  if (auto *number = dyn_cast<FloatingLiteral> (expr))
    {
      IhopNode *node = expression_new (IHOP_FLOATING, 0, expr);
      node->text = keep (spelling (expr->getBeginLoc ()));
      node->number = number->getValueAsApproximateDouble ();
      return node;
    }
  if (auto *string = dyn_cast<StringLiteral> (expr))
    {
      IhopNode *node = expression_new (IHOP_STRING, 0, expr);
      node->text = keep (string_spelling (string, sources, lang));
      return node;
    }
  if (auto *name = dyn_cast<PredefinedExpr> (expr))
    {
      IhopNode *node = expression_new (IHOP_STRING, 0, expr);
      node->text = keep (name->getIdentKindName ());
      return node;
    }
  if (isa<ImaginaryLiteral> (expr))
    {
      IhopNode *node = expression_new (IHOP_OPAQUE_EXPR, 0, expr);
      node->text = "imaginary number";
      node->spelling = keep (spelling (expr->getBeginLoc ()));
      return node;
    }
  return opaque_expression (expr, expr->getStmtClassName ());
}

const IhopNode *
Reader::size_or_align (const UnaryExprOrTypeTraitExpr *expr)
{
  if (expr->getKind () != UETT_SizeOf)
    return opaque_expression (expr, "alignof");
  IhopNode *node = expression_new (IHOP_SIZEOF, 1, expr);
  if (expr->isArgumentType ())
    {
      node->argument_type = type_of (expr->getArgumentTypeInfo (), expr->getArgumentType ());
      if (mentions_expression (expr->getArgumentType ()))
        node->flags = IHOP_NODE_RESOLVED;
    }
  else
    node->child[0] = expression (expr->getArgumentExpr ());
  set_constant (node, expr);
  return node;
}

static bool
names_places (const InitListExpr *written)
{
  for (const Expr *element : written->inits ())
    if (isa<DesignatedInitExpr> (element))
      return true;
  return false;
}

/* The semantic form: one place for each element of the aggregate, designators resolved. */
const IhopNode *
Reader::init_list (const InitListExpr *expr)
{
  if (auto *semantic = expr->getSemanticForm ())
    expr = semantic;
  IhopNode *node = expression_new (IHOP_INIT_LIST, expr->getNumInits (), expr);
  for (unsigned i = 0; i < expr->getNumInits (); i++)
    {
      const Expr *element = expr->getInit (i);
      if (element && !isa<ImplicitValueInitExpr, NoInitExpr> (element))
        node->child[i] = expression (element);
    }
  if (auto *field = expr->getInitializedFieldInUnion ())
    node->symbol = symbol_of (field);
  if (auto *written = expr->getSyntacticForm ())
    {
      set_place (node, written->getBeginLoc (), written->getEndLoc ());
      node->flags = names_places (written) ? IHOP_NODE_DESIGNATED : node->flags;
    }
  else if (expr->getLBraceLoc ().isInvalid () || spelling (expr->getLBraceLoc ()) != "{")
    node->range = {}; /* braces that the owner left out */
  return node;
}

const IhopNode *
Reader::compound (const CompoundLiteralExpr *expr)
{
  IhopNode *node = expression_new (IHOP_COMPOUND, 1, expr);

  node->type = type_of (expr->getTypeSourceInfo (), expr->getType ());
  node->child[0] = expression (expr->getInitializer ());
  if (mentions_expression (expr->getTypeSourceInfo ()->getType ()))
    node->flags = IHOP_NODE_RESOLVED;
  return node;
}

/* An arm of an if that could be an arm of "?:"; nullptr: it could not. */
static const Expr *
arm (const Stmt *stmt)
{
  const Expr *expr = dyn_cast_or_null<Expr> (stmt);

  return expr && expr->getType ()->isVoidType () ? expr : nullptr;
}

/* "({ if (c) ; else f (); })", as assert is written in GNU C, says what "c ? (void) 0 : f ()" says. nullptr: it is
 * not that. */
const IhopNode *
Reader::choice_expression (const StmtExpr *expr)
{
  const CompoundStmt *block = expr->getSubStmt ();
  const IfStmt *choice = block->size () == 1 ? dyn_cast<IfStmt> (block->body_front ()) : nullptr;

  if (choice == nullptr || !isa<NullStmt> (choice->getThen ()) || arm (choice->getElse ()) == nullptr)
    return nullptr;
  IhopNode *node = expression_new (IHOP_CONDITIONAL, 3, expr);
  IhopNode *nothing = expression_new (IHOP_CAST, 1, expr), *zero = expression_new (IHOP_INTEGER, 0, expr);
  nothing->range = zero->range = {};
  zero->type = type_of (ast.IntTy);
  zero->flags = IHOP_NODE_CONSTANT;
  nothing->child[0] = zero;
  node->child[0] = expression (choice->getCond ());
  node->child[1] = nothing;
  node->child[2] = expression (arm (choice->getElse ()));
  return node;
}

const IhopNode *
Reader::statement_expression (const StmtExpr *expr)
{
  if (const IhopNode *choice = choice_expression (expr))
    return choice;
  SourceLocation before = last_end;
  gives_value = true;
  const IhopNode *inside = statement (expr->getSubStmt ());
  IhopNode *node = expression_new (IHOP_OPAQUE_EXPR, 1, expr);

  last_end = before;
  node->text = "statement expression";
  node->child[0] = inside;
  return node;
}

/* Names for people; Clang's class name for what nobody meets. */
static const char *
known_name (const Expr *expr, const char *otherwise)
{
  switch (expr->getStmtClass ())
    {
    case Stmt::VAArgExprClass:
      return "va_arg";
    case Stmt::OffsetOfExprClass:
      return "offsetof";
    case Stmt::AddrLabelExprClass:
      return "address of a label";
    case Stmt::AtomicExprClass:
      return "atomic operation";
    case Stmt::ShuffleVectorExprClass:
    case Stmt::ConvertVectorExprClass:
    case Stmt::ExtVectorElementExprClass:
      return "vector operation";
    case Stmt::TypeTraitExprClass:
      return "question about types";
    default:
      return otherwise;
    }
}

const IhopNode *
Reader::opaque_expression (const Expr *expr, const char *what)
{
  std::vector<const IhopNode *> list;

  for (const Stmt *child : expr->children ())
    if (auto *part = dyn_cast_or_null<Expr> (child))
      list.push_back (expression (part));
  IhopNode *node = expression_new (IHOP_OPAQUE_EXPR, list.size (), expr);
  std::copy (list.begin (), list.end (), node->child);
  node->text = keep (known_name (expr, what));
  node->spelling = keep (pretty (expr));
  if (expr->getType ()->isIntegralOrEnumerationType ())
    if (auto value = expr->getIntegerConstantExpr (ast))
      {
        node->flags = IHOP_NODE_CONSTANT;
        node->integer = value->extOrTrunc (64).getSExtValue ();
      }
  return node;
}

} // namespace ihop
