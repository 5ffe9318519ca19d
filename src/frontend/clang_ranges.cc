/* From Clang's source locations to ranges of bytes in files. */
#include "clang_reader.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace ihop {

const char *
Reader::keep (llvm::StringRef text)
{
  return ihop_pool_strdup (pool, text.str ().c_str ());
}

/* The file's bytes as Clang read them; NULL for what is no file (macros pasted, -D). */
IhopSource *
Reader::source_of (FileID file)
{
  auto found = files.find (file);
  if (found != files.end ())
    return found->second;
  IhopSource *source = nullptr;
  if (file == sources.getMainFileID ())
    source = tree->source;
  else if (auto entry = sources.getFileEntryRefForID (file))
    if (auto buffer = sources.getBufferOrNone (file))
      {
        source = ihop_source_new (entry->getName ().str ().c_str (), buffer->getBufferStart (),
                                  buffer->getBufferSize ());
        g_ptr_array_add (tree->sources, source);
      }
  files[file] = source;
  return source;
}

IhopRange
Reader::chars (CharSourceRange range)
{
  IhopRange result = {};

  if (range.isInvalid () || range.getBegin ().isMacroID () || range.getEnd ().isMacroID ())
    return result;
  auto begin = sources.getDecomposedLoc (range.getBegin ());
  auto end = sources.getDecomposedLoc (range.getEnd ());
  if (begin.first != end.first || begin.second > end.second)
    return result;
  IhopSource *source = source_of (begin.first);
  if (source && end.second <= source->length)
    result = { source, begin.second, end.second };
  return result;
}

/* Whether these bytes are only a part of the arguments of a macro that pastes or quotes. */
bool
Reader::pastes (SourceLocation loc, IhopRange range)
{
  if (!loc.isMacroID () || seen.pasting.empty ())
    return false;
  CharSourceRange call = sources.getExpansionRange (loc);
  if (!seen.pasting.contains (call.getBegin ()))
    return false;
  return sources.getFileOffset (call.getBegin ()) < range.begin;
}

/* The bytes from the first token to the last, if they can be cut out of a file. */
IhopRange
Reader::range_of (SourceLocation begin, SourceLocation end)
{
  if (no_ranges || begin.isInvalid () || end.isInvalid ())
    return {};
  IhopRange range = chars (
    Lexer::makeFileCharRange (CharSourceRange::getTokenRange (begin, end), sources, lang));
  if (range.source && pastes (begin, range))
    return {};
  return range;
}

IhopRange
Reader::place_of (SourceLocation begin, SourceLocation end)
{
  if (begin.isInvalid ())
    return {};
  CharSourceRange first = sources.getExpansionRange (begin);
  CharSourceRange last = end.isValid () ? sources.getExpansionRange (end) : first;
  SourceLocation stop = last.getEnd ();
  if (last.isTokenRange ())
    stop = Lexer::getLocForEndOfToken (stop, 0, sources, lang);
  IhopRange range = chars (CharSourceRange::getCharRange (first.getBegin (), stop));
  if (range.source)
    return range;
  stop = Lexer::getLocForEndOfToken (first.getBegin (), 0, sources, lang);
  return chars (CharSourceRange::getCharRange (first.getBegin (), stop));
}

void
Reader::set_place (IhopNode *node, SourceLocation begin, SourceLocation end)
{
  node->range = range_of (begin, end);
  node->place = node->range.source ? node->range : place_of (begin, end);
}

/* The next token of a macro's body, as a location inside the same expansion. */
SourceLocation
Reader::semicolon_in_macro (SourceLocation end)
{
  /* A token that ends an expansion is followed by what follows the macro's call. */
  while (end.isMacroID ())
    {
      SourceLocation outer;
      unsigned length = Lexer::MeasureTokenLength (sources.getSpellingLoc (end), sources, lang);
      if (!sources.isAtEndOfImmediateMacroExpansion (end.getLocWithOffset (length), &outer))
        break;
      end = outer;
    }
  if (!end.isMacroID () || sources.isMacroArgExpansion (end))
    return {};
  SourceLocation spelled = sources.getImmediateSpellingLoc (end);
  if (spelled.isMacroID ())
    return {};
  auto token = Lexer::findNextToken (spelled, sources, lang);
  if (!token || token->isNot (tok::semi))
    return {};
  unsigned step = sources.getFileOffset (token->getLocation ()) - sources.getFileOffset (spelled);
  SourceLocation semicolon = end.getLocWithOffset (step);
  return sources.getFileID (semicolon) == sources.getFileID (end) ? semicolon : SourceLocation ();
}

/* The ";" behind a statement's last token; invalid if it is not to be found. */
SourceLocation
Reader::semicolon_after (SourceLocation end)
{
  if (end.isInvalid ())
    return end;
  auto token = Lexer::findNextToken (end, sources, lang);
  if (token)
    return token->is (tok::semi) ? token->getLocation () : SourceLocation ();
  return semicolon_in_macro (end);
}

std::string
Reader::spelling (SourceLocation loc)
{
  llvm::SmallString<64> buffer;

  return Lexer::getSpelling (sources.getSpellingLoc (loc), buffer, sources, lang).str ();
}

} // namespace ihop
