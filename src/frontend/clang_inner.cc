/* Types that are declared inside of a struct or union: C knows them in the scope around it, C++ only inside. */
#include "clang_reader.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace ihop {

/* The names that a type declares and that C++ would keep inside: its tag, its enumerators, those of types in it. */
static void
add_names (const TagDecl *tag, llvm::StringSet<> &names)
{
  if (tag->getIdentifier ())
    names.insert (tag->getName ());
  for (const Decl *part : tag->decls ())
    if (auto *inner = dyn_cast<TagDecl> (part))
      add_names (inner, names);
    else if (auto *constant = dyn_cast<EnumConstantDecl> (part))
      names.insert (constant->getName ());
}

bool
Reader::is_named_outside (const TagDecl *tag, IhopRange around)
{
  llvm::StringSet<> names;

  add_names (tag, names);
  for (const Identifier &one : identifiers ())
    if ((one.offset < around.begin || one.offset >= around.end) && names.contains (one.name))
      return true;
  return false;
}

/* An attribute behind the "}" belongs to the type, and would be left where it was. */
static bool
has_attribute_behind (const TagDecl *tag)
{
  for (const Attr *attribute : tag->attrs ())
    if (!attribute->isImplicit () && attribute->getLocation ().isValid ()
        && !(attribute->getLocation () < tag->getBraceRange ().getBegin ()))
      return true;
  return false;
}

/* What it is called where it stood: an enumeration without a name gets one. */
static std::string
name_of (const TagDecl *tag, const IdentifierTable &names)
{
  std::string name = tag->getIdentifier () ? tag->getName ().str () : "";

  if (auto *enumeration = dyn_cast<EnumDecl> (tag); name.empty () && enumeration)
    {
      name = enumeration->enumerator_begin () == enumeration->enumerator_end ()
               ? "values" : enumeration->enumerator_begin ()->getName ().str ();
      do
        name += "_enum";
      while (names.find (name) != names.end ());
    }
  return tag->getKindName ().str () + " " + name;
}

void
Reader::add_inner_type (const TagDecl *tag, gsize before)
{
  IhopRange range = range_of (tag->getBeginLoc (), tag->getBraceRange ().getEnd ());
  IhopRange brace = range_of (tag->getBraceRange ().getBegin (), tag->getBraceRange ().getBegin ());

  if (range.source != tree->source || brace.source != tree->source || has_attribute_behind (tag))
    return;
  auto *type = static_cast<IhopInnerType *> (ihop_pool_alloc (pool, sizeof (IhopInnerType)));
  std::string name = name_of (tag, ast.Idents);
  std::string head (tree->source->text + range.begin, brace.begin - range.begin);
  type->before = before;
  type->range = range;
  type->instead = keep (name);
  type->head = keep (tag->getIdentifier () ? head : name + " ");
  g_ptr_array_add (tree->inner_types, type);
}

/* Types without a name stay where they are, but what stands in them does not. */
void
Reader::note_inner_of (const RecordDecl *record, IhopRange around, gsize before)
{
  for (const Decl *part : record->decls ())
    {
      auto *tag = dyn_cast<TagDecl> (part);
      if (tag == nullptr || !tag->isThisDeclarationADefinition ())
        continue;
      auto *inner = dyn_cast<RecordDecl> (tag);
      if (inner && inner->getIdentifier () == nullptr)
        note_inner_of (inner, around, before);
      else if (is_named_outside (tag, around))
        add_inner_type (tag, before);
    }
}

static bool
has_tags (const RecordDecl *record)
{
  for (const Decl *part : record->decls ())
    if (isa<TagDecl> (part))
      return true;
  return false;
}

void
Reader::note_inner_types ()
{
  gsize before = 0;
  std::vector<const RecordDecl *> waiting; /* what is declared with them says where the declaration begins */
  auto finish = [&] {
    for (const RecordDecl *record : waiting)
      note_inner_of (record, range_of (record->getBeginLoc (), record->getEndLoc ()), before);
    waiting.clear ();
  };

  for (const Decl *decl : ast.getTranslationUnitDecl ()->decls ())
    {
      if (!is_main (decl->getBeginLoc ()))
        continue;
      IhopRange range = range_of (decl->getBeginLoc (), decl->getEndLoc ());
      auto *record = dyn_cast<RecordDecl> (decl);
      if (!waiting.empty ())
        {
          IhopRange last = range_of (waiting.back ()->getBeginLoc (), waiting.back ()->getEndLoc ());
          if (range.source && range.begin <= last.begin)
            before = MIN (before, range.begin);
          else if (range.source == nullptr || range.begin >= last.end)
            finish ();
        }
      if (record && record->isThisDeclarationADefinition () && range.source == tree->source && has_tags (record))
        {
          if (waiting.empty ())
            before = range.begin;
          waiting.push_back (record);
        }
    }
  finish ();
}

} // namespace ihop
