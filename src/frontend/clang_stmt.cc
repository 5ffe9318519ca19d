/* Statements. */
#include "clang_reader.h"
#include "clang/AST/Attr.h"
#include "clang/AST/PrettyPrinter.h"

using namespace clang;

namespace ihop {

enum
{
  /* How deep a tree may nest. The walks of all rooms recurse; this fits an ordinary stack. */
  MAX_DEPTH = 1500
};

/* Counts one level for as long as it lives. */
struct Level
{
  unsigned &depth;
  explicit Level (unsigned &counter) : depth (counter) { depth++; }
  ~Level () { depth--; }
};

IhopNode *
Reader::statement_new (IhopKind kind, unsigned n, const Stmt *stmt, SourceLocation end)
{
  IhopNode *node = ihop_node_new (pool, kind, n);

  last_end = end;
  if (end.isValid ())
    set_place (node, stmt->getBeginLoc (), end);
  else /* its ";" is not to be found: the bytes would not be the whole statement */
    node->place = place_of (stmt->getBeginLoc (), stmt->getEndLoc ());
  return node;
}

const IhopNode *
Reader::too_deep (const Stmt *stmt, bool is_expression)
{
  IhopNode *node = ihop_node_new (pool, is_expression ? IHOP_OPAQUE_EXPR : IHOP_OPAQUE, 0);

  set_place (node, stmt->getBeginLoc (), stmt->getEndLoc ());
  node->text = "code nested too deeply";
  if (!told_depth)
    ihop_diags_add (diags, IHOP_WARNING, "IHOP-F004", node->place,
                    "Code is nested more than %d levels deep here; what lies deeper is left alone.",
                    MAX_DEPTH);
  told_depth = true;
  last_end = stmt->getEndLoc ();
  if (is_expression)
    node->type = type_of (cast<Expr> (stmt)->getType ());
  else
    node->range = {};
  return node;
}

const IhopNode *
Reader::statement (const Stmt *stmt)
{
  Level level (depth);

  return depth > MAX_DEPTH ? too_deep (stmt, false) : statement_kind (stmt);
}

const IhopNode *
Reader::expression (const Expr *expr)
{
  Level level (depth);

  return depth > MAX_DEPTH ? too_deep (expr, true) : expression_kind (expr);
}

const IhopNode *
Reader::simple (IhopKind kind, const Stmt *stmt)
{
  return statement_new (kind, 0, stmt, semicolon_after (stmt->getEndLoc ()));
}

/* "if (int k = f ())", which C has not. */
static bool
declares_in_head (const Stmt *stmt)
{
  if (auto *choice = dyn_cast<IfStmt> (stmt))
    return choice->hasInitStorage () || choice->hasVarStorage ();
  if (auto *loop = dyn_cast<WhileStmt> (stmt))
    return loop->hasVarStorage ();
  if (auto *loop = dyn_cast<ForStmt> (stmt))
    return loop->getConditionVariable () != nullptr;
  if (auto *choice = dyn_cast<SwitchStmt> (stmt))
    return choice->hasInitStorage () || choice->hasVarStorage ();
  return false;
}

const IhopNode *
Reader::statement_kind (const Stmt *stmt)
{
  if (lang.CPlusPlus && declares_in_head (stmt))
    return opaque (stmt, "declaration in a head");
  switch (stmt->getStmtClass ())
    {
    case Stmt::CompoundStmtClass:
      return block (cast<CompoundStmt> (stmt));
    case Stmt::DeclStmtClass:
      return declaration (cast<DeclStmt> (stmt));
    case Stmt::IfStmtClass:
      return if_statement (cast<IfStmt> (stmt));
    case Stmt::ForStmtClass:
      return for_statement (cast<ForStmt> (stmt));
    case Stmt::WhileStmtClass:
      return while_statement (cast<WhileStmt> (stmt));
    case Stmt::DoStmtClass:
      return do_statement (cast<DoStmt> (stmt));
    case Stmt::SwitchStmtClass:
      return switch_statement (cast<SwitchStmt> (stmt));
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
      return case_statement (cast<SwitchCase> (stmt));
    case Stmt::LabelStmtClass:
      return label_statement (cast<LabelStmt> (stmt));
    case Stmt::GotoStmtClass:
    case Stmt::IndirectGotoStmtClass:
      return goto_statement (stmt);
    case Stmt::BreakStmtClass:
      return leaving (simple (IHOP_BREAK, stmt), break_floor);
    case Stmt::ContinueStmtClass:
      return leaving (simple (IHOP_CONTINUE, stmt), continue_floor);
    case Stmt::ReturnStmtClass:
      return return_statement (cast<ReturnStmt> (stmt));
    case Stmt::NullStmtClass:
      return statement_new (IHOP_EMPTY, 0, stmt, stmt->getEndLoc ());
    case Stmt::AttributedStmtClass:
      return attributed (cast<AttributedStmt> (stmt));
    case Stmt::GCCAsmStmtClass:
    case Stmt::MSAsmStmtClass:
      return opaque (stmt, "inline assembly");
    default:
      break;
    }
  auto *expr = dyn_cast<Expr> (stmt);
  if (expr == nullptr)
    return opaque (stmt, stmt->getStmtClassName ());
  const IhopNode *inside = expression (expr);
  IhopNode *node = statement_new (IHOP_EXPRESSION, 1, stmt, semicolon_after (stmt->getEndLoc ()));
  node->child[0] = inside;
  return node;
}

/* Where it begins behind pragmas that Clang takes for its attributes. */
static SourceLocation
begin_of (const Stmt *stmt)
{
  while (auto *attributed = dyn_cast<AttributedStmt> (stmt))
    stmt = attributed->getSubStmt ();
  return stmt->getBeginLoc ();
}

/* A statement behind a head. Pragmas between the two make it a list, which has no bytes of its own: braces
 * come with it wherever it is printed anew. A scop begins in one list and ends in another then: that is none. */
const IhopNode *
Reader::substatement (const Stmt *stmt, SourceLocation head)
{
  std::vector<const IhopNode *> list;
  size_t next = first_pragma (head);

  for (; next < seen.pragmas.size () && comes_before (seen.pragmas[next].loc, begin_of (stmt)); next++)
    if (!llvm::StringRef (seen.pragmas[next].words).starts_with ("scop")
        && !llvm::StringRef (seen.pragmas[next].words).starts_with ("endscop"))
      list.push_back (pragma (seen.pragmas[next]));
  const IhopNode *inside = statement (stmt);
  if (list.empty ())
    return inside;
  IhopNode *node = ihop_node_new (pool, IHOP_BLOCK, list.size () + 1);
  std::copy (list.begin (), list.end (), node->child);
  node->child[list.size ()] = inside;
  node->place = list[0]->place;
  return node;
}

/* Pragmas stand between the statements; those inside a statement are that statement's affair. */
const IhopNode *
Reader::block (const CompoundStmt *stmt)
{
  std::vector<const IhopNode *> list;
  size_t next = first_pragma (stmt->getLBracLoc ()), floor = cleanups.size ();
  bool is_value = std::exchange (gives_value, false);

  if (reading && stmt == reading->getBody ())
    add_lengths (list);
  for (const Stmt *child : stmt->body ())
    {
      read_pragmas_before (next, begin_of (child), list);
      while (next < seen.pragmas.size ()
             && comes_before (seen.pragmas[next].loc, child->getEndLoc ()))
        next++;
      list.push_back (statement (child));
    }
  read_pragmas_before (next, stmt->getRBracLoc (), list);
  close_block (floor, is_value, list);
  IhopNode *node = statement_new (IHOP_BLOCK, list.size (), stmt, stmt->getRBracLoc ());
  std::copy (list.begin (), list.end (), node->child);
  return node;
}

const IhopNode *
Reader::if_statement (const IfStmt *stmt)
{
  const IhopNode *condition = expression (stmt->getCond ());
  const IhopNode *then = substatement (stmt->getThen (), stmt->getRParenLoc ());
  const IhopNode *otherwise = stmt->getElse () ? substatement (stmt->getElse (), stmt->getElseLoc ()) : nullptr;
  IhopNode *node = statement_new (IHOP_IF, 3, stmt, last_end);

  node->child[0] = condition;
  node->child[1] = then;
  node->child[2] = otherwise;
  return node;
}

/* What "break" and "continue" leave begins here. */
const IhopNode *
Reader::loop_body (const Stmt *stmt, SourceLocation head)
{
  size_t break_before = std::exchange (break_floor, cleanups.size ());
  size_t continue_before = std::exchange (continue_floor, cleanups.size ());
  const IhopNode *body = substatement (stmt, head);

  break_floor = break_before;
  continue_floor = continue_before;
  return body;
}

const IhopNode *
Reader::for_statement (const ForStmt *stmt)
{
  size_t floor = cleanups.size ();
  const IhopNode *init = stmt->getInit () ? statement (stmt->getInit ()) : nullptr;
  const IhopNode *condition = expression_or_null (stmt->getCond ());
  const IhopNode *step = expression_or_null (stmt->getInc ());
  const IhopNode *body = loop_body (stmt->getBody (), stmt->getRParenLoc ());
  IhopNode *node = statement_new (IHOP_FOR, 4, stmt, last_end);

  node->child[0] = init;
  node->child[1] = condition;
  node->child[2] = step;
  node->child[3] = body;
  return closing (node, floor);
}

const IhopNode *
Reader::while_statement (const WhileStmt *stmt)
{
  const IhopNode *condition = expression (stmt->getCond ());
  const IhopNode *body = loop_body (stmt->getBody (), stmt->getRParenLoc ());
  IhopNode *node = statement_new (IHOP_WHILE, 2, stmt, last_end);

  node->child[0] = condition;
  node->child[1] = body;
  return node;
}

const IhopNode *
Reader::do_statement (const DoStmt *stmt)
{
  const IhopNode *body = loop_body (stmt->getBody (), stmt->getDoLoc ());
  const IhopNode *condition = expression (stmt->getCond ());
  IhopNode *node = statement_new (IHOP_DO, 2, stmt, semicolon_after (stmt->getRParenLoc ()));

  node->child[0] = body;
  node->child[1] = condition;
  return node;
}

const IhopNode *
Reader::switch_statement (const SwitchStmt *stmt)
{
  const IhopNode *condition = expression (stmt->getCond ());
  size_t break_before = std::exchange (break_floor, cleanups.size ());
  const IhopNode *body = statement (stmt->getBody ());
  IhopNode *node = statement_new (IHOP_SWITCH, 2, stmt, last_end);

  break_floor = break_before;

  node->child[0] = condition;
  node->child[1] = body;
  return node;
}

const IhopNode *
Reader::case_statement (const SwitchCase *stmt)
{
  auto *value = dyn_cast<CaseStmt> (stmt);
  const IhopNode *low = value ? expression (value->getLHS ()) : nullptr;
  const IhopNode *high = value ? expression_or_null (value->getRHS ()) : nullptr;
  const IhopNode *inside = substatement (stmt->getSubStmt (), stmt->getColonLoc ());
  IhopNode *node = statement_new (IHOP_CASE, 3, stmt, last_end);

  node->child[0] = low;
  node->child[1] = high;
  node->child[2] = inside;
  return node;
}

const IhopNode *
Reader::label_statement (const LabelStmt *stmt)
{
  const IhopNode *inside = substatement (stmt->getSubStmt (), stmt->getBeginLoc ());
  IhopNode *node = statement_new (IHOP_LABEL, 1, stmt, last_end);

  node->symbol = symbol_of (stmt->getDecl ());
  node->child[0] = inside;
  return node;
}

const IhopNode *
Reader::goto_statement (const Stmt *stmt)
{
  auto *computed = dyn_cast<IndirectGotoStmt> (stmt);
  const IhopNode *target = computed ? expression (computed->getTarget ()) : nullptr;
  IhopNode *node
    = statement_new (IHOP_GOTO, computed ? 1 : 0, stmt, semicolon_after (stmt->getEndLoc ()));

  if (computed)
    node->child[0] = target;
  else
    node->symbol = symbol_of (cast<GotoStmt> (stmt)->getLabel ());
  /* Where it goes to is not looked up: a call that is not made takes nothing away. */
  return leaving (node, 0);
}

const IhopNode *
Reader::return_statement (const ReturnStmt *stmt)
{
  QualType type = reading ? reading->getReturnType () : QualType ();
  bool is_reference = !type.isNull () && type->isReferenceType () && stmt->getRetValue ();
  const IhopNode *value = is_reference ? address_of (stmt->getRetValue (), type->getPointeeType ()) : expression_or_null (stmt->getRetValue ());
  IhopNode *node = statement_new (IHOP_RETURN, 1, stmt, semicolon_after (stmt->getEndLoc ()));

  node->child[0] = value;
  return leaving (node, 0);
}

/* An attribute says nothing that we need, except that it stands alone in "[[fallthrough]];". */
const IhopNode *
Reader::attributed (const AttributedStmt *stmt)
{
  if (isa<NullStmt> (stmt->getSubStmt ()))
    {
      IhopNode *node = statement_new (IHOP_OPAQUE, 0, stmt, stmt->getEndLoc ());
      node->text = "attribute";
      node->spelling = keep (llvm::StringRef (pretty (stmt)).rtrim ());
      return node;
    }
  return statement (stmt->getSubStmt ());
}

const IhopNode *
Reader::opaque (const Stmt *stmt, const char *what)
{
  std::vector<const IhopNode *> list;

  for (const Stmt *child : stmt->children ())
    if (auto *expr = dyn_cast_or_null<Expr> (child))
      list.push_back (expression (expr));
  IhopNode *node
    = statement_new (IHOP_OPAQUE, list.size (), stmt, semicolon_after (stmt->getEndLoc ()));
  std::copy (list.begin (), list.end (), node->child);
  node->text = keep (what);
  node->spelling = keep (llvm::StringRef (pretty (stmt)).rtrim ());
  return node;
}

} // namespace ihop
