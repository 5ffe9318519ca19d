/* Declarations of variables among statements. */
#include "clang_reader.h"
#include "clang/AST/Attr.h"
#include "clang/AST/PrettyPrinter.h"

using namespace clang;

namespace ihop {

/* Bytes from the specifiers to the declarator; see declaration () for where these are of no use. */
const IhopNode *
Reader::variable (const VarDecl *decl)
{
  IhopNode *node = ihop_node_new (pool, IHOP_VARIABLE, 1);

  node->symbol = symbol_of (decl);
  if (decl->getType ()->isReferenceType () && decl->getInit ())
    node->child[0] = address_of (decl->getInit (), decl->getType ()->getPointeeType ());
  else if (lang.CPlusPlus && decl->getInit () && decl->needsDestruction (ast) == QualType::DK_cxx_destructor)
    node->child[0] = opaque_expression (decl->getInit (), "an object with a destructor");
  else
    node->child[0] = expression_or_null (decl->getInit ());
  if (mentions_expression (decl->getType ()) || ihop_type_is_folded (node->symbol->declared_type))
    node->flags = IHOP_NODE_RESOLVED;
  set_place (node, decl->getBeginLoc (), decl->getEndLoc ());
  return node;
}

/* What printing the variables alone would lose. */
static bool
needs_spelling (const DeclStmt *stmt)
{
  for (const Decl *decl : stmt->decls ())
    {
      auto *variable = dyn_cast<VarDecl> (decl);
      if (variable == nullptr || variable->hasAttrs ()
          || variable->getStorageClass () == SC_Register)
        return true;
    }
  return false;
}

/* Clang's printer takes "__label__ out;" for the label itself. */
std::string
Reader::declaration_text (const DeclStmt *stmt)
{
  std::string labels;

  for (const Decl *decl : stmt->decls ())
    if (auto *label = dyn_cast<LabelDecl> (decl))
      labels += (labels.empty () ? "__label__ " : ", ") + label->getName ().str ();
  return labels.empty () ? llvm::StringRef (pretty (stmt)).rtrim ().str () : labels + ";";
}

/* The tags that a declaration of variables defines, for when these are printed on their own. An
 * unnamed struct is printed with each variable's type. */
const char *
Reader::tags_text (const DeclStmt *stmt)
{
  std::string text;
  llvm::raw_string_ostream out (text);
  PrintingPolicy policy (lang);

  policy.IncludeTagDefinition = true;
  for (const Decl *decl : stmt->decls ())
    {
      auto *tag = dyn_cast<TagDecl> (decl);
      if (tag == nullptr || !tag->isCompleteDefinition ()
          || (isa<RecordDecl> (tag) && tag->getIdentifier () == nullptr))
        continue;
      tag->print (out, policy);
      out << "; ";
    }
  out.flush ();
  return text.empty () ? nullptr : keep (llvm::StringRef (text).rtrim ());
}

/* In "int a, *b" neither variable can be cut out, nor where a struct is defined on the way. */
const IhopNode *
Reader::declaration (const DeclStmt *stmt)
{
  std::vector<const IhopNode *> list;

  for (const Decl *decl : stmt->decls ())
    if (auto *found = dyn_cast<VarDecl> (decl))
      {
        list.push_back (variable (found));
        if (found->hasAttr<CleanupAttr> ())
          cleanups.push_back (found);
      }
  const char *tags = list.empty () ? nullptr : tags_text (stmt);
  for (const IhopNode *node : list)
    if (list.size () > 1 || tags)
      const_cast<IhopNode *> (node)->range = {};
  IhopNode *node = statement_new (IHOP_DECLARATION, list.size (), stmt, stmt->getEndLoc ());
  std::copy (list.begin (), list.end (), node->child);
  if (needs_spelling (stmt))
    node->spelling = keep (declaration_text (stmt));
  node->text = tags;
  note_local_types (stmt, node);
  return node;
}

} // namespace ihop
