/* Pragmas, which stand between statements. */
#include "clang_reader.h"
#include "clang/AST/Attr.h"
#include "clang/AST/PrettyPrinter.h"

using namespace clang;

namespace ihop {

/* Of what one macro makes, the order in which it makes it: "_Pragma ("target") for (…)". */
bool
Reader::comes_before (SourceLocation a, SourceLocation b)
{
  SourceLocation first = sources.getExpansionLoc (a), second = sources.getExpansionLoc (b);

  return first == second ? sources.isBeforeInTranslationUnit (a, b) : sources.isBeforeInTranslationUnit (first, second);
}

size_t
Reader::first_pragma (SourceLocation loc)
{
  auto found = std::lower_bound (seen.pragmas.begin (), seen.pragmas.end (), loc,
                                 [this] (const Pragma &pragma, SourceLocation where) {
                                   return comes_before (pragma.loc, where);
                                 });
  return found - seen.pragmas.begin ();
}

const IhopNode *
Reader::pragma (Pragma &found)
{
  IhopNode *node = ihop_node_new (pool, IHOP_PRAGMA, 0);

  found.claimed = true;
  node->text = keep (found.words);
  if (found.end.isValid ())
    node->range = chars (CharSourceRange::getCharRange (found.loc, found.end));
  node->place = node->range.source ? node->range : place_of (found.loc, found.loc);
  return node;
}

void
Reader::read_pragmas_before (size_t &next, SourceLocation loc, std::vector<const IhopNode *> &list)
{
  for (; next < seen.pragmas.size () && comes_before (seen.pragmas[next].loc, loc); next++)
    list.push_back (pragma (seen.pragmas[next]));
}

void
Reader::warn_pragmas (const FunctionDecl *decl)
{
  for (size_t i = first_pragma (decl->getBody ()->getBeginLoc ());
       i < seen.pragmas.size () && comes_before (seen.pragmas[i].loc, decl->getEndLoc ()); i++)
    {
      Pragma &lost = seen.pragmas[i];
      if (lost.claimed)
        continue;
      IhopDiag *diag = ihop_diags_add (
        diags, IHOP_WARNING, "IHOP-F010", place_of (lost.loc, lost.loc),
        "\"#pragma %s\" stands where no statement list is; it is ignored.", lost.words.c_str ());
      ihop_diag_remedy (diag, "move it before the statement that it stands in, or put braces around it and what "
                              "belongs to it");
    }
}

} // namespace ihop
