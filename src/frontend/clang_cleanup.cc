/* What declarations do elsewhere than they stand. __attribute__ ((cleanup (f))) on a variable v is a call f (&v) wherever its scope is left: at the block's
 * end, and before return, break, continue and goto. The tree has these calls: each is an OPAQUE that has no text
 * of its own (ihop_node_is_cleanup), since the attribute stands in the declaration. */
#include "clang_reader.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace ihop {

IhopNode *
Reader::named (const ValueDecl *decl, IhopRange place)
{
  IhopNode *node = ihop_node_new (pool, IHOP_REF, 0);

  node->symbol = symbol_of (decl);
  node->type = node->symbol->type;
  node->place = place;
  return node;
}

const IhopNode *
Reader::cleanup (const VarDecl *decl)
{
  const FunctionDecl *function = decl->getAttr<CleanupAttr> ()->getFunctionDecl ();
  IhopRange place = place_of (decl->getBeginLoc (), decl->getEndLoc ());
  IhopNode *address = ihop_node_new (pool, IHOP_UNARY, 1), *call = ihop_node_new (pool, IHOP_CALL, 2);
  IhopNode *node = ihop_node_new (pool, IHOP_OPAQUE, 1);

  address->op = IHOP_OP_ADDRESS;
  address->type = type_of (ast.getPointerType (decl->getType ()));
  address->child[0] = named (decl, place);
  call->type = type_of (function->getReturnType ());
  call->child[0] = named (function, place);
  call->child[1] = address;
  node->text = keep ("the cleanup of " + decl->getName ().str ());
  node->spelling = "";
  node->child[0] = call;
  address->place = call->place = node->place = place;
  return node;
}

/* "void f (int n, int a[n++])" works lengths out before its body begins. Those that do more than that stand there, innermost last. */
void
Reader::add_lengths (std::vector<const IhopNode *> &list)
{
  for (const ParmVarDecl *parameter : reading->parameters ())
    for (QualType type = parameter->getOriginalType (); type->isArrayType () || type->isPointerType ();)
      {
        const auto *array = ast.getAsVariableArrayType (type);
        if (array && array->getSizeExpr () && array->getSizeExpr ()->HasSideEffects (ast))
          {
            IhopNode *node = ihop_node_new (pool, IHOP_OPAQUE, 1);
            node->text = keep ("a length of " + parameter->getName ().str ());
            node->spelling = "";
            node->child[0] = expression (array->getSizeExpr ());
            node->place = place_of (parameter->getBeginLoc (), parameter->getEndLoc ());
            list.push_back (node);
          }
        type = type->isArrayType () ? ast.getAsArrayType (type)->getElementType () : type->getPointeeType ();
      }
}

/* The calls for the scopes beyond "floor", the innermost first. */
void
Reader::add_cleanups (size_t floor, std::vector<const IhopNode *> &list)
{
  for (size_t i = cleanups.size (); i > floor; i--)
    list.push_back (cleanup (cleanups[i - 1]));
}

static const IhopNode *
list_without_bytes (IhopPool *pool, const std::vector<const IhopNode *> &list, IhopRange place)
{
  IhopNode *node = ihop_node_new (pool, IHOP_BLOCK, list.size ());

  std::copy (list.begin (), list.end (), node->child);
  node->place = place;
  return node;
}

/* A jump out of scopes: the calls stand before it. (In "return e;" e is worked out before them; they take
 * nothing away that e reads.) */
const IhopNode *
Reader::leaving (const IhopNode *jump, size_t floor)
{
  std::vector<const IhopNode *> list;

  if (cleanups.size () <= floor)
    return jump;
  add_cleanups (floor, list);
  list.push_back (jump);
  return list_without_bytes (pool, list, jump->place);
}

/* The end of the scopes beyond "floor" that the statement opened: "for (T v = …; …; …)". */
const IhopNode *
Reader::closing (const IhopNode *statement, size_t floor)
{
  std::vector<const IhopNode *> list = { statement };

  if (cleanups.size () <= floor)
    return statement;
  add_cleanups (floor, list);
  cleanups.resize (floor);
  return list_without_bytes (pool, list, statement->place);
}

/* The end of a block. The value of "({ …; e; })" is its last statement's, which stays the last. */
void
Reader::close_block (size_t floor, bool gives_value, std::vector<const IhopNode *> &list)
{
  std::vector<const IhopNode *> calls;

  if (cleanups.size () <= floor)
    return;
  add_cleanups (floor, calls);
  cleanups.resize (floor);
  list.insert (gives_value && !list.empty () ? list.end () - 1 : list.end (), calls.begin (), calls.end ());
}

} // namespace ihop
