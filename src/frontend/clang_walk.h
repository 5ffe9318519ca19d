/* A walk over all that a declaration or a type is made of. Each class made from Clang's RecursiveASTVisitor takes ten
 * seconds to compile: there is one of them, behind functions that who wants to walk writes anew. */
#pragma once
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"

namespace ihop {

class Walk
{
public:
  virtual ~Walk () = default;
  void over (const clang::Decl *decl);
  void over (clang::TypeLoc type);
  /* What is met, before its parts. FALSE: the walk ends. */
  virtual bool on_decl (const clang::Decl *) { return true; }
  virtual bool on_stmt (const clang::Stmt *) { return true; }
};

} // namespace ihop
