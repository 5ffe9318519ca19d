/* Objects and references of C++ as C says them: a reference is a pointer that is followed wherever it is named, an object
 * whose function is called is its first argument ("this"), and a constructor is a function that sets one. */
#include "clang_reader.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace ihop {

/* "&expr", as pointer to "pointee", which may be more const than the expression is. */
const IhopNode *
Reader::address_of (const Expr *expr, QualType pointee)
{
  const IhopNode *inside = expression (expr);

  if (inside->kind == IHOP_UNARY && inside->op == IHOP_OP_DEREF && (inside->flags & IHOP_NODE_IMPLICIT))
    return inside->child[0];
  IhopNode *node = expression_new (IHOP_UNARY, 1, expr);
  node->op = IHOP_OP_ADDRESS;
  node->flags = IHOP_NODE_IMPLICIT;
  node->type = type_of (ast.getPointerType (pointee));
  node->child[0] = inside;
  return node;
}

/* What a reference leads to, which is what the expression names. */
const IhopNode *
Reader::followed (const IhopNode *pointer, const Expr *expr)
{
  IhopNode *node = expression_new (IHOP_UNARY, 1, expr);

  node->op = IHOP_OP_DEREF;
  node->flags = IHOP_NODE_IMPLICIT;
  node->child[0] = pointer;
  return node;
}

/* A value of a type without anything in it: what a constructor is to set. */
const IhopNode *
Reader::empty_value (const Expr *expr)
{
  return expression_new (IHOP_INIT_LIST, 0, expr);
}

/* What a library does with a reference is told by its type: groups of threads are lent, numbers may be changed. */
bool
Reader::takes_address (const FunctionDecl *callee, QualType type)
{
  if (!type->isReferenceType ())
    return false;
  QualType pointee = type->getPointeeType ();
  return !is_system (callee->getLocation ()) || (!pointee.isConstQualified () && !pointee->isRecordType ());
}

const IhopNode *
Reader::argument (const FunctionDecl *callee, unsigned i, const Expr *expr)
{
  QualType type = callee && i < callee->getNumParams () ? callee->getParamDecl (i)->getType () : QualType ();

  if (type.isNull () || !takes_address (callee, type))
    return expression (expr);
  return address_of (expr, type->getPointeeType ());
}

/* The value of a call, which is where it leads if it gives a reference. */
const IhopNode *
Reader::result_of (IhopNode *call, const CallExpr *expr)
{
  const FunctionDecl *callee = expr->getDirectCallee ();

  if (!callee || !callee->getReturnType ()->isReferenceType () || is_system (callee->getLocation ()))
    return call;
  call->type = type_of (callee->getReturnType ());
  return followed (call, expr);
}

/* "object.f (…)" of the owner's; the arguments of an operator begin with the object. */
const IhopNode *
Reader::method_call (const CallExpr *expr, const CXXMethodDecl *method)
{
  auto *callee = dyn_cast<MemberExpr> (expr->getCallee ()->IgnoreParens ());
  unsigned first = callee ? 0 : 1, n = expr->getNumArgs () - first;

  if (method->isVirtual ())
    return opaque_expression (expr, "a call of a virtual function");
  IhopNode *node = expression_new (IHOP_CALL, n + 2, expr);
  node->child[0] = expression (expr->getCallee ());
  QualType object = method->getThisType ()->getPointeeType ();
  if (callee && callee->isArrow ())
    node->child[1] = expression (callee->getBase ());
  else
    node->child[1] = address_of (callee ? callee->getBase () : expr->getArg (0), object);
  for (unsigned i = 0; i < n; i++)
    node->child[i + 2] = argument (method, i, expr->getArg (first + i));
  return result_of (node, expr);
}

/* nullptr: it is none of the owner's functions. */
const IhopNode *
Reader::own_call (const CallExpr *expr)
{
  const FunctionDecl *callee = expr->getDirectCallee ();
  auto *method = dyn_cast_or_null<CXXMethodDecl> (callee);

  if (callee == nullptr || is_system (callee->getLocation ()))
    return nullptr;
  if (method && method->isImplicitObjectMemberFunction () && (isa<CXXMemberCallExpr> (expr) || isa<CXXOperatorCallExpr> (expr)))
    return method_call (expr, method);
  return call (expr);
}

/* A copy of what is copied byte by byte is what is copied. */
const IhopNode *
Reader::construction (const CXXConstructExpr *expr)
{
  const CXXConstructorDecl *made = expr->getConstructor ();
  unsigned n = expr->getNumArgs ();

  if (!made->getParent ()->hasTrivialDestructor ())
    return opaque_expression (expr, "an object with a destructor");
  if (made->isTrivial () && n == 1 && made->isCopyOrMoveConstructor ())
    return expression (expr->getArg (0));
  if (made->isTrivial () && n == 0)
    return empty_value (expr);
  if (!made->isUserProvided () || is_system (made->getLocation ()))
    return opaque_expression (expr, expr->getStmtClassName ());
  IhopNode *node = expression_new (IHOP_CALL, n + 2, expr);
  IhopNode *name = expression_new (IHOP_REF, 0, expr);
  IhopNode *object = expression_new (IHOP_UNARY, 1, expr);
  name->symbol = symbol_of (made);
  name->type = name->symbol->type;
  object->op = IHOP_OP_ADDRESS;
  object->flags = IHOP_NODE_IMPLICIT;
  object->type = type_of (made->getThisType ());
  object->child[0] = empty_value (expr);
  node->child[0] = name;
  node->child[1] = object;
  for (unsigned i = 0; i < n; i++)
    node->child[i + 2] = argument (made, i, expr->getArg (i));
  return node;
}

IhopSymbol *
Reader::object_of (const CXXMethodDecl *method)
{
  IhopSymbol *&symbol = objects[method->getCanonicalDecl ()];

  if (symbol)
    return symbol;
  symbol = static_cast<IhopSymbol *> (ihop_pool_alloc (pool, sizeof (IhopSymbol)));
  symbol->kind = IHOP_SYMBOL_PARAMETER;
  symbol->name = "this";
  symbol->type = symbol->declared_type = type_of (method->getThisType ());
  return symbol;
}

const IhopNode *
Reader::this_object (const CXXThisExpr *expr)
{
  auto *method = dyn_cast_or_null<CXXMethodDecl> (reading);

  if (method == nullptr)
    return opaque_expression (expr, "this");
  IhopNode *node = expression_new (IHOP_REF, 0, expr);
  node->symbol = object_of (method);
  return node;
}

/* ": member (value)" is "this->member = value;". */
const IhopNode *
Reader::initialization (const CXXConstructorDecl *made, const CXXCtorInitializer *initializer)
{
  IhopNode *statement = ihop_node_new (pool, IHOP_EXPRESSION, 1);
  const Expr *value = initializer->getInit ();
  const FieldDecl *field = initializer->isMemberInitializer () ? initializer->getMember () : nullptr;

  if (field == nullptr)
    {
      statement->child[0] = expression (value);
      return statement;
    }
  IhopNode *object = expression_new (IHOP_REF, 0, value), *member = expression_new (IHOP_MEMBER, 1, value);
  IhopNode *set = expression_new (IHOP_ASSIGN, 2, value);
  object->symbol = object_of (made);
  object->type = object->symbol->type;
  member->symbol = symbol_of (field);
  member->type = set->type = member->symbol->type;
  member->flags = IHOP_NODE_ARROW;
  member->child[0] = object;
  set->child[0] = member;
  set->child[1] = field->getType ()->isReferenceType () ? address_of (value, field->getType ()->getPointeeType ()) : expression (value);
  statement->child[0] = set;
  return statement;
}

/* What a function does; of a constructor its initializers are the beginning. */
const IhopNode *
Reader::body_of (const FunctionDecl *decl)
{
  auto *made = dyn_cast<CXXConstructorDecl> (decl);

  if (made == nullptr || made->getNumCtorInitializers () == 0)
    return statement (decl->getBody ());
  IhopNode *node = ihop_node_new (pool, IHOP_BLOCK, made->getNumCtorInitializers () + 1);
  unsigned i = 0;
  for (const CXXCtorInitializer *initializer : made->inits ())
    node->child[i++] = initialization (made, initializer);
  node->child[i] = statement (decl->getBody ());
  return node;
}

} // namespace ihop
