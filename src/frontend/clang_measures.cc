/* Numbers that declarations work out from what C and C++ have different answers for: sizes of arrays and records,
 * values of enumerators. Whoever reads the file as C++ holds its numbers against these. */
#include "clang_reader.h"
#include "clang_walk.h"

using namespace clang;

namespace ihop {

/* Whether it asks for a size, or has none: all else is the same in both. */
class Asks : public Walk
{
public:
  bool found = false;

  bool
  on_stmt (const Stmt *stmt) override
  {
    found |= isa<UnaryExprOrTypeTraitExpr> (stmt);
    return !found;
  }

  bool
  on_decl (const Decl *decl) override
  {
    const auto *record = dyn_cast<RecordDecl> (decl);

    found |= record && record->isCompleteDefinition () && record->field_empty ();
    return !found;
  }
};

static void
add_measure (IhopTree *tree, const NamedDecl *decl, int64_t number)
{
  IhopMeasure measure = { nullptr, isa<TagDecl> (decl), number };

  if (decl->getIdentifier () == nullptr)
    return;
  measure.name = ihop_pool_strdup (tree->pool, decl->getName ().str ().c_str ());
  g_array_append_val (tree->measures, measure);
}

void
Reader::note_measures (const Decl *decl)
{
  const auto *tag = dyn_cast<TagDecl> (decl);
  const auto *named = dyn_cast<TypedefNameDecl> (decl);
  const auto *variable = dyn_cast<VarDecl> (decl);
  Asks asks;

  if (tag && tag->isCompleteDefinition ())
    asks.over (tag);
  else if (named)
    asks.over (named->getTypeSourceInfo ()->getTypeLoc ());
  else if (variable && variable->getType ()->isArrayType () && variable->getTypeSourceInfo ())
    asks.over (variable->getTypeSourceInfo ()->getTypeLoc ());
  if (!asks.found)
    return;
  if (auto *enumeration = dyn_cast_or_null<EnumDecl> (tag))
    for (const EnumConstantDecl *constant : enumeration->enumerators ())
      add_measure (tree, constant, constant->getInitVal ().extOrTrunc (64).getSExtValue ());
  QualType type = tag ? ast.getTagDeclType (tag) : named ? named->getUnderlyingType () : variable->getType ();
  if (!type->isIncompleteType () && type->isConstantSizeType ())
    add_measure (tree, cast<NamedDecl> (decl), ast.getTypeSizeInChars (type).getQuantity ());
}

} // namespace ihop
