#include "clang_walk.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace ihop {

class Steps : public RecursiveASTVisitor<Steps>
{
public:
  explicit Steps (Walk &walk) : asked (walk) {}
  bool VisitDecl (Decl *decl) { return asked.on_decl (decl); }
  bool VisitStmt (Stmt *stmt) { return asked.on_stmt (stmt); }

private:
  Walk &asked;
};

void
Walk::over (const Decl *decl)
{
  Steps (*this).TraverseDecl (const_cast<Decl *> (decl));
}

void
Walk::over (TypeLoc type)
{
  Steps (*this).TraverseTypeLoc (type);
}

} // namespace ihop
