/* Types that functions declare for themselves: which of them can as well be declared in front of the function,
 * where kernels, which are functions of their own, see them, too. */
#include "clang_message.h"
#include "clang_reader.h"
#include "clang_walk.h"

using namespace clang;

namespace ihop {

/* Tags are names of another kind than all others. */
static std::string
kinded_name (const NamedDecl *decl)
{
  return (isa<TagDecl> (decl) ? "tag " : "") + decl->getName ().str ();
}

/* How often a function declares each name, in whatever block. */
class Names : public Walk
{
public:
  explicit Names (llvm::StringMap<unsigned> &counts) : counted (counts) {}

  bool
  on_decl (const Decl *decl) override
  {
    const auto *named = dyn_cast<NamedDecl> (decl);

    if (named && named->getIdentifier () && !isa<FieldDecl, LabelDecl> (named))
      counted[kinded_name (named)]++;
    return true;
  }

private:
  llvm::StringMap<unsigned> &counted;
};

/* What a type is made of that means something in its function alone, and the names that it declares. */
class Parts : public Walk
{
public:
  std::vector<const NamedDecl *> names;
  bool asks_function = false;
  unsigned nested = 0; /* names of types and enumerators inside of a struct */

  bool
  on_decl (const Decl *decl) override
  {
    const auto *named = dyn_cast<NamedDecl> (decl);

    if (named && named->getIdentifier () && !isa<FieldDecl, IndirectFieldDecl> (named))
      names.push_back (named);
    if (isa<TagDecl> (decl) && isa<RecordDecl> (decl->getLexicalDeclContext ())
        && (isa<EnumDecl> (decl) || named->getIdentifier ()))
      nested++;
    return true;
  }

  bool
  on_stmt (const Stmt *stmt) override
  {
    const auto *expr = dyn_cast<DeclRefExpr> (stmt);

    asks_function |= expr && !isa<EnumConstantDecl> (expr->getDecl ()) && expr->getDecl ()->getParentFunctionOrMethod ();
    return true;
  }
};

/* NULL: nothing speaks against it. */
const char *
Reader::why_it_stays (const NamedDecl *decl)
{
  Parts parts;

  parts.over (decl);
  if (isa<TagDecl> (decl) && decl->getIdentifier ())
    local_tags.insert (decl->getName ());
  tree->hides_names |= parts.nested > 0; /* C++ knows these names in the struct only */
  if (parts.asks_function)
    return N_ ("it is made with variables of the function");
  if (auto *named = dyn_cast<TypedefNameDecl> (decl))
    if (named->getUnderlyingType ()->isVariablyModifiedType ())
      return N_ ("its size is known only when the program runs");
  if (local_names.empty ())
    Names (local_names).over (reading);
  for (const NamedDecl *name : parts.names)
    if (local_names[kinded_name (name)] > 1 || name->getIdentifier ()->hadMacroDefinition ()
        || (moved_names.count (name->getName ()) && moved_names[name->getName ()] != reading)
        || !ast.getTranslationUnitDecl ()->lookup (name->getDeclName ()).empty ())
      return N_ ("something else in the file has that name");
  for (const NamedDecl *name : parts.names)
    moved_names[name->getName ()] = reading;
  return nullptr;
}

static std::string
spelled_name (const NamedDecl *decl)
{
  std::string name = decl->getIdentifier () ? decl->getName ().str () : "";
  const auto *tag = dyn_cast<TagDecl> (decl);

  return tag ? tag->getKindName ().str () + (name.empty () ? "" : " ") + name : name;
}

void
Reader::add_local_type (const NamedDecl *decl, IhopRange range, const char *instead)
{
  auto *type = static_cast<IhopLocalType *> (ihop_pool_alloc (pool, sizeof (IhopLocalType)));

  type->function = range_of (reading->getBeginLoc (), reading->getEndLoc ());
  type->range = range;
  type->instead = instead;
  type->stays = why_it_stays (decl);
  type->name = keep (spelled_name (decl));
  if (type->stays == nullptr && instead == nullptr)
    type->stays = N_ ("it has no name");
  else if (type->stays == nullptr && range.source != tree->source)
    type->stays = N_ ("it comes out of a macro");
  g_ptr_array_add (tree->local_types, type);
}

/* A declaration of types alone goes as a whole; from one of variables, what is in braces. */
void
Reader::note_local_types (const DeclStmt *stmt, const IhopNode *node)
{
  bool whole = true;

  if (reading == nullptr || !is_main (stmt->getBeginLoc ()))
    return;
  for (const Decl *decl : stmt->decls ())
    whole = whole && isa<TagDecl, TypedefNameDecl> (decl);
  for (const Decl *decl : stmt->decls ())
    {
      auto *tag = dyn_cast<TagDecl> (decl);
      auto *named = dyn_cast<NamedDecl> (decl);
      if (whole)
        add_local_type (named, node->range, "");
      else if (tag && tag->isCompleteDefinition ())
        add_local_type (named, range_of (decl->getBeginLoc (), decl->getEndLoc ()),
                        tag->getIdentifier () ? keep (spelled_name (tag)) : nullptr);
    }
}

} // namespace ihop
