/* Expressions. */
#include "clang_reader.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace ihop {

IhopNode *
Reader::expression_new (IhopKind kind, unsigned n, const Expr *expr)
{
  IhopNode *node = ihop_node_new (pool, kind, n);

  node->type = type_of (expr->getType ());
  set_place (node, expr->getBeginLoc (), expr->getEndLoc ());
  return node;
}

const IhopNode *
Reader::expression_or_null (const Expr *expr)
{
  return expr ? expression (expr) : nullptr;
}

/* Called when the children are in place: what has a part that varies is not asked about, which
 * keeps this linear for ordinary code. */
void
Reader::set_constant (IhopNode *node, const Expr *expr)
{
  if (!expr->getType ()->isIntegralOrEnumerationType ())
    return;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !(node->child[i]->flags & IHOP_NODE_CONSTANT)
        && node->child[i]->kind != IHOP_FLOATING && node->kind != IHOP_SIZEOF)
      return;
  auto value = expr->getIntegerConstantExpr (ast);
  if (!value)
    return;
  node->flags = static_cast<IhopNodeFlags> (node->flags | IHOP_NODE_CONSTANT);
  node->integer = value->extOrTrunc (64).getSExtValue ();
}

/* __extension__, ConstantExpr and the like stand for what is inside them. */
const IhopNode *
Reader::expression_kind (const Expr *expr)
{
  switch (expr->getStmtClass ())
    {
    case Stmt::ConstantExprClass:
      return expression (cast<ConstantExpr> (expr)->getSubExpr ());
    case Stmt::OpaqueValueExprClass:
      return expression (cast<OpaqueValueExpr> (expr)->getSourceExpr ());
    case Stmt::DeclRefExprClass:
      return reference (cast<DeclRefExpr> (expr));
    case Stmt::MemberExprClass:
      return member (cast<MemberExpr> (expr));
    case Stmt::ArraySubscriptExprClass:
      return subscript (cast<ArraySubscriptExpr> (expr));
    case Stmt::UnaryOperatorClass:
      return unary (cast<UnaryOperator> (expr));
    case Stmt::BinaryOperatorClass:
    case Stmt::CompoundAssignOperatorClass:
      return binary (cast<BinaryOperator> (expr));
    case Stmt::ConditionalOperatorClass:
    case Stmt::BinaryConditionalOperatorClass:
      return conditional (cast<AbstractConditionalOperator> (expr));
    case Stmt::CallExprClass:
      return call (cast<CallExpr> (expr));
    case Stmt::CStyleCastExprClass:
    case Stmt::CXXFunctionalCastExprClass:
    case Stmt::CXXStaticCastExprClass:
    case Stmt::CXXReinterpretCastExprClass:
    case Stmt::CXXConstCastExprClass:
      return written_cast (cast<ExplicitCastExpr> (expr));
    case Stmt::ImplicitCastExprClass:
      return implicit_cast (cast<ImplicitCastExpr> (expr));
    case Stmt::ParenExprClass:
      return paren (expr, cast<ParenExpr> (expr)->getSubExpr ());
    case Stmt::UnaryExprOrTypeTraitExprClass:
      return size_or_align (cast<UnaryExprOrTypeTraitExpr> (expr));
    case Stmt::InitListExprClass:
      return init_list (cast<InitListExpr> (expr));
    case Stmt::CompoundLiteralExprClass:
      return compound (cast<CompoundLiteralExpr> (expr));
    case Stmt::GenericSelectionExprClass:
      return chosen (expr, cast<GenericSelectionExpr> (expr)->getResultExpr ());
    case Stmt::ChooseExprClass:
      return chosen (expr, cast<ChooseExpr> (expr)->getChosenSubExpr ());
    case Stmt::StmtExprClass:
      return statement_expression (cast<StmtExpr> (expr));
    default:
      return lang.CPlusPlus ? of_cxx (expr) : literal (expr);
    }
}

/* A macro's own text may have the macro's name in it, which means the thing of that name: printed
 * outside of the macro's call it would be the macro again. */
void
Reader::note_mask (IhopSymbol *symbol, const NamedDecl *decl, SourceLocation place)
{
  const IdentifierInfo *name = decl->getIdentifier ();

  if (!place.isMacroID () || name == nullptr || !name->hadMacroDefinition ())
    return;
  const MacroDefinition definition
    = seen.preprocessor->getMacroDefinitionAtLoc (name, sources.getExpansionLoc (place));
  const MacroInfo *macro = definition.getMacroInfo ();
  if (macro == nullptr)
    return;
  if (macro->isFunctionLike ())
    symbol->mask = MAX (symbol->mask, IHOP_MASK_CALL);
  else if (macro->getNumTokens () != 1
           || macro->getReplacementToken (0).getIdentifierInfo () != name)
    symbol->mask = IHOP_MASK_NAME;
}

const IhopNode *
Reader::reference (const DeclRefExpr *expr)
{
  IhopNode *node = expression_new (IHOP_REF, 0, expr);

  node->symbol = symbol_of (expr->getDecl ());
  note_mask (node->symbol, expr->getDecl (), expr->getLocation ());
  if (expr->getDecl ()->getIdentifier () && local_tags.contains (expr->getDecl ()->getName ()))
    tree->hides_names = TRUE;
  if (node->symbol->kind == IHOP_SYMBOL_VARIABLE || node->symbol->kind == IHOP_SYMBOL_PARAMETER)
    node->type = node->symbol->type; /* it knows the extents as written */
  if (expr->getDecl ()->getType ()->isReferenceType ())
    return followed (node, expr);
  set_constant (node, expr);
  return node;
}

const IhopNode *
Reader::member (const MemberExpr *expr)
{
  IhopNode *node = expression_new (IHOP_MEMBER, 1, expr);

  node->child[0] = expression (expr->getBase ());
  node->symbol = symbol_of (expr->getMemberDecl ());
  note_mask (node->symbol, expr->getMemberDecl (), expr->getMemberLoc ());
  if (expr->isArrow ())
    node->flags = IHOP_NODE_ARROW;
  if (!expr->getMemberDecl ()->getType ()->isReferenceType ())
    return node;
  node->type = node->symbol->type;
  return followed (node, expr);
}

/* The element's type comes from the base, which knows extents as written. */
const IhopNode *
Reader::subscript (const ArraySubscriptExpr *expr)
{
  IhopNode *node = expression_new (IHOP_INDEX, 2, expr);

  node->child[0] = expression (expr->getBase ());
  node->child[1] = expression (expr->getIdx ());
  const IhopType *base = ihop_type_strip (node->child[0]->type);
  if (base->kind == IHOP_TYPE_ARRAY || base->kind == IHOP_TYPE_POINTER)
    node->type = base->target;
  return node;
}

static IhopOperator
unary_operator (UnaryOperatorKind kind)
{
  switch (kind)
    {
    case UO_PostInc:
      return IHOP_OP_POST_INC;
    case UO_PostDec:
      return IHOP_OP_POST_DEC;
    case UO_PreInc:
      return IHOP_OP_PRE_INC;
    case UO_PreDec:
      return IHOP_OP_PRE_DEC;
    case UO_AddrOf:
      return IHOP_OP_ADDRESS;
    case UO_Deref:
      return IHOP_OP_DEREF;
    case UO_Plus:
      return IHOP_OP_PLUS;
    case UO_Minus:
      return IHOP_OP_NEG;
    case UO_Not:
      return IHOP_OP_COMPL;
    case UO_LNot:
      return IHOP_OP_NOT;
    default:
      return IHOP_OP_NONE;
    }
}

const IhopNode *
Reader::unary (const UnaryOperator *expr)
{
  IhopOperator op = unary_operator (expr->getOpcode ());

  if (expr->getOpcode () == UO_Extension)
    return expression (expr->getSubExpr ());
  if (op == IHOP_OP_NONE)
    return opaque_expression (expr, "part of a complex number");
  IhopNode *node = expression_new (IHOP_UNARY, 1, expr);
  node->op = op;
  node->child[0] = expression (expr->getSubExpr ());
  set_constant (node, expr);
  return node;
}

static IhopOperator
binary_operator (BinaryOperatorKind kind)
{
  switch (kind)
    {
    case BO_Mul: case BO_MulAssign:
      return IHOP_OP_MUL;
    case BO_Div: case BO_DivAssign:
      return IHOP_OP_DIV;
    case BO_Rem: case BO_RemAssign:
      return IHOP_OP_MOD;
    case BO_Add: case BO_AddAssign:
      return IHOP_OP_ADD;
    case BO_Sub: case BO_SubAssign:
      return IHOP_OP_SUB;
    case BO_Shl: case BO_ShlAssign:
      return IHOP_OP_SHL;
    case BO_Shr: case BO_ShrAssign:
      return IHOP_OP_SHR;
    case BO_And: case BO_AndAssign:
      return IHOP_OP_AND;
    case BO_Xor: case BO_XorAssign:
      return IHOP_OP_XOR;
    case BO_Or: case BO_OrAssign:
      return IHOP_OP_OR;
    case BO_LT:
      return IHOP_OP_LT;
    case BO_GT:
      return IHOP_OP_GT;
    case BO_LE:
      return IHOP_OP_LE;
    case BO_GE:
      return IHOP_OP_GE;
    case BO_EQ:
      return IHOP_OP_EQ;
    case BO_NE:
      return IHOP_OP_NE;
    case BO_LAnd:
      return IHOP_OP_LAND;
    case BO_LOr:
      return IHOP_OP_LOR;
    case BO_Comma:
      return IHOP_OP_COMMA;
    default:
      return IHOP_OP_NONE;
    }
}

const IhopNode *
Reader::binary (const BinaryOperator *expr)
{
  bool assigns = expr->isAssignmentOp ();
  IhopNode *node = expression_new (assigns ? IHOP_ASSIGN : IHOP_BINARY, 2, expr);

  node->op = binary_operator (expr->getOpcode ());
  node->child[0] = expression (expr->getLHS ());
  node->child[1] = expression (expr->getRHS ());
  if (!assigns)
    set_constant (node, expr);
  return node;
}

const IhopNode *
Reader::conditional (const AbstractConditionalOperator *expr)
{
  IhopNode *node = expression_new (IHOP_CONDITIONAL, 3, expr);

  if (auto *binary_form = dyn_cast<BinaryConditionalOperator> (expr))
    node->child[0] = expression (binary_form->getCommon ());
  else
    {
      node->child[0] = expression (expr->getCond ());
      node->child[1] = expression (expr->getTrueExpr ());
    }
  node->child[2] = expression (expr->getFalseExpr ());
  set_constant (node, expr);
  return node;
}

const IhopNode *
Reader::call (const CallExpr *expr)
{
  IhopNode *node = expression_new (IHOP_CALL, expr->getNumArgs () + 1, expr);

  node->child[0] = expression (expr->getCallee ());
  for (unsigned i = 0; i < expr->getNumArgs (); i++)
    node->child[i + 1] = argument (expr->getDirectCallee (), i, expr->getArg (i));
  set_constant (node, expr);
  return result_of (node, expr);
}

/* A cast that is written swallows the implicit ones that Clang puts below it to get there. */
const IhopNode *
Reader::written_cast (const ExplicitCastExpr *expr)
{
  IhopNode *node = expression_new (IHOP_CAST, 1, expr);
  const Expr *inside = expr->getSubExpr ();

  while (auto *part = dyn_cast<ImplicitCastExpr> (inside))
    {
      if (!part->isPartOfExplicitCast ())
        break;
      inside = part->getSubExpr ();
    }
  node->type = type_of (expr->getTypeInfoAsWritten (), expr->getType ());
  if (expr->getTypeAsWritten ()->isReferenceType ())
    {
      node->child[0] = address_of (inside, inside->getType ());
      return followed (node, expr);
    }
  node->child[0] = expression (inside);
  if (mentions_expression (expr->getTypeAsWritten ()))
    node->flags = IHOP_NODE_RESOLVED;
  set_constant (node, expr);
  return node;
}

static bool
changes_value (CastKind kind)
{
  switch (kind)
    {
    case CK_IntegralCast:
    case CK_IntegralToFloating:
    case CK_FloatingToIntegral:
    case CK_FloatingCast:
    case CK_IntegralToBoolean:
    case CK_FloatingToBoolean:
    case CK_PointerToBoolean:
    case CK_PointerToIntegral:
    case CK_IntegralToPointer:
    case CK_NullToPointer:
    case CK_BitCast:
    case CK_FloatingRealToComplex:
    case CK_FloatingComplexToReal:
    case CK_FloatingComplexCast:
    case CK_FloatingComplexToIntegralComplex:
    case CK_IntegralRealToComplex:
    case CK_IntegralComplexToReal:
    case CK_IntegralComplexCast:
    case CK_IntegralComplexToFloatingComplex:
      return true;
    default:
      return false;
    }
}

const IhopNode *
Reader::implicit_cast (const ImplicitCastExpr *expr)
{
  const IhopNode *inside = expression (expr->getSubExpr ());

  if (!changes_value (expr->getCastKind ()))
    return inside;
  IhopNode *node = expression_new (IHOP_CAST, 1, expr);
  /* To Clang every variable extent makes a type of its own; where both are constants after all, they are one. */
  if (expr->getCastKind () == CK_BitCast && ihop_type_equal (node->type, inside->type))
    return inside;
  node->flags = IHOP_NODE_IMPLICIT;
  node->child[0] = inside;
  set_constant (node, expr);
  return node;
}

const IhopNode *
Reader::paren (const Expr *expr, const Expr *inside)
{
  IhopNode *node = expression_new (IHOP_PAREN, 1, expr);

  node->child[0] = expression (inside);
  node->type = node->child[0]->type;
  set_constant (node, expr);
  return node;
}

/* _Generic and __builtin_choose_expr: the bytes hold more than the choice (the expression whose
 * type decides, the other choices), so nothing inside may be exchanged in the bytes. */
const IhopNode *
Reader::chosen (const Expr *expr, const Expr *choice)
{
  no_ranges++;
  const IhopNode *inside = expression (choice);
  no_ranges--;
  IhopNode *node = expression_new (IHOP_PAREN, 1, expr);
  node->child[0] = inside;
  node->type = inside->type;
  node->flags = IHOP_NODE_RESOLVED;
  set_constant (node, expr);
  return node;
}

} // namespace ihop
