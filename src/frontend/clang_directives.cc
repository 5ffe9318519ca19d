/* Preprocessor lines, pragmas, and the calls of macros whose arguments are more than their nodes. */
#include "clang_directives.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace ihop {

/* Where a directive ends: at its line's end, after lines that a backslash or a comment joins. */
static unsigned
line_end (llvm::StringRef text, unsigned at)
{
  while (at < text.size () && text[at] != '\n')
    {
      if (text.substr (at).starts_with ("//"))
        {
          /* only a backslash goes on */
          while (at < text.size () && text[at] != '\n' && text[at] != '\\')
            at++;
          continue;
        }
      if (text.substr (at).starts_with ("/*"))
        {
          size_t close = text.find ("*/", at + 2);
          at = close == llvm::StringRef::npos ? text.size () : close + 2;
          continue;
        }
      if (text[at] == '\\')
        {
          at++;
          if (at < text.size () && text[at] == '\r')
            at++;
          if (at < text.size ())
            at++;
          continue;
        }
      at++;
    }
  while (at > 0 && text[at - 1] == '\r')
    at--;
  return at;
}

/* A directive's words: lines joined, comments gone. */
static std::string
words_of (llvm::StringRef text)
{
  std::string words;

  for (size_t i = 0; i < text.size (); i++)
    {
      llvm::StringRef rest = text.substr (i);
      if (rest.starts_with ("\\\n") || rest.starts_with ("\\\r\n"))
        {
          i += rest[1] == '\r' ? 2 : 1;
          words += ' ';
        }
      else if (rest.starts_with ("//"))
        break;
      else if (rest.starts_with ("/*"))
        {
          size_t close = rest.find ("*/", 2);
          if (close == llvm::StringRef::npos)
            break;
          i += close + 1;
          words += ' ';
        }
      else
        words += text[i];
    }
  return llvm::StringRef (words).trim ().str ();
}

class Watch : public PPCallbacks
{
public:
  Watch (SourceManager &source_manager, const LangOptions &options, Directives &directives)
    : sources (source_manager), lang (options), seen (directives)
  {
  }

  void
  PragmaDirective (SourceLocation loc, PragmaIntroducerKind introducer) override
  {
    if (sources.isInSystemHeader (sources.getExpansionLoc (loc)))
      return;
    if (introducer == PIK_HashPragma)
      add_pragma_line (loc);
    else if (introducer == PIK__Pragma)
      add_pragma_operator (loc);
  }

  void
  InclusionDirective (SourceLocation hash, const Token &, llvm::StringRef file, bool angled,
                      CharSourceRange, OptionalFileEntryRef, llvm::StringRef, llvm::StringRef,
                      const Module *, bool, SrcMgr::CharacteristicKind) override
  {
    std::string name = (angled ? "<" : "\"") + file.str () + (angled ? ">" : "\"");
    add_line (IHOP_DIRECTIVE_INCLUDE, hash, name);
  }

  void
  MacroDefined (const Token &name, const MacroDirective *) override
  {
    add_line (IHOP_DIRECTIVE_DEFINE, name.getLocation (), name.getIdentifierInfo ()->getName ());
    if (starts_raw_string (name.getIdentifierInfo ()->getName ()) && !is_system (name.getLocation ()))
      seen.asks_language = true;
  }

  void
  MacroUndefined (const Token &name, const MacroDefinition &, const MacroDirective *) override
  {
    add_line (IHOP_DIRECTIVE_UNDEF, name.getLocation (), name.getIdentifierInfo ()->getName ());
  }

  void
  MacroExpands (const Token &name, const MacroDefinition &definition, SourceRange range,
                const MacroArgs *) override
  {
    ask (name);
    const MacroInfo *info = definition.getMacroInfo ();
    if (name.getIdentifierInfo ()->isStr ("__LINE__"))
      note_line (name.getLocation ());
    if (info && info->tokens_empty () && range.getBegin ().isFileID ())
      seen.empty.push_back (range);
    if (info == nullptr || !info->isFunctionLike ())
      return;
    for (const Token &token : info->tokens ())
      if (token.isOneOf (tok::hash, tok::hashhash, tok::hashat))
        {
          seen.pasting.insert (sources.getExpansionLoc (range.getBegin ()));
          if (!is_system (info->getDefinitionLoc ()))
            seen.pasted_calls.push_back (sources.getExpansionRange (range).getAsRange ());
          return;
        }
  }

  void
  Defined (const Token &name, const MacroDefinition &, SourceRange) override
  {
    ask (name);
  }

  void
  SourceRangeSkipped (SourceRange range, SourceLocation) override
  {
    if (seen.may_ask_language && is_linkage (range))
      seen.may_ask_language = false;
    if (range.isValid () && !sources.isInSystemHeader (range.getBegin ()))
      seen.skipped.push_back (range);
  }

  void
  If (SourceLocation loc, SourceRange, ConditionValueKind) override
  {
    add_conditional (loc);
  }
  void
  Elif (SourceLocation loc, SourceRange, ConditionValueKind, SourceLocation) override
  {
    add_conditional (loc);
  }
  void
  Ifdef (SourceLocation loc, const Token &name, const MacroDefinition &) override
  {
    ask (name);
    add_conditional (loc);
  }
  void
  Ifndef (SourceLocation loc, const Token &name, const MacroDefinition &) override
  {
    ask (name);
    add_conditional (loc);
  }
  void
  Elifdef (SourceLocation loc, const Token &name, const MacroDefinition &) override
  {
    ask (name);
    add_conditional (loc);
  }
  void
  Elifdef (SourceLocation loc, SourceRange, SourceLocation) override
  {
    add_conditional (loc);
  }
  void
  Elifndef (SourceLocation loc, const Token &name, const MacroDefinition &) override
  {
    ask (name);
    add_conditional (loc);
  }
  void
  Elifndef (SourceLocation loc, SourceRange, SourceLocation) override
  {
    add_conditional (loc);
  }
  void
  Else (SourceLocation loc, SourceLocation) override
  {
    add_conditional (loc);
  }
  void
  Endif (SourceLocation loc, SourceLocation) override
  {
    add_conditional (loc);
  }

private:
  SourceManager &sources;
  const LangOptions &lang;
  Directives &seen;

  /* What was asked before and has not been found harmless by now is not. */
  void
  ask (const Token &name)
  {
    const IdentifierInfo *identifier = name.getIdentifierInfo ();

    if (identifier == nullptr)
      return;
    seen.asks_openmp |= identifier->isStr ("_OPENMP");
    if (!is_language (identifier->getName ()) || is_system (name.getLocation ()))
      return;
    seen.asks_language |= seen.may_ask_language;
    seen.may_ask_language = true;
  }

  /* Macros that one of C, C++ and CUDA has and another one has not. */
  static bool
  is_language (llvm::StringRef name)
  {
    return name == "__cplusplus" || name == "__CUDACC__" || name == "__NVCC__" || name == "__CUDA_ARCH__"
           || name == "__CUDA__" || name.starts_with ("__STDC_") || name == "__STRICT_ANSI__"
           || name == "__GNUG__" || name.starts_with ("__cpp_");
  }

  /* A macro of such a name in front of a string is no macro where raw strings are known. */
  static bool
  starts_raw_string (llvm::StringRef name)
  {
    return name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R";
  }

  bool
  is_system (SourceLocation loc)
  {
    loc = sources.getExpansionLoc (loc);
    return sources.isInSystemHeader (loc) || sources.isWrittenInBuiltinFile (loc);
  }

  /* "#ifdef __cplusplus extern "C" { #endif" and its other half: nothing that a program means. */
  bool
  is_linkage (SourceRange range)
  {
    auto begin = sources.getDecomposedLoc (range.getBegin ()), end = sources.getDecomposedLoc (range.getEnd ());
    llvm::StringRef text = sources.getBufferData (begin.first);

    if (begin.first != end.first || !text.substr (end.second).starts_with ("endif"))
      return false;
    size_t from = line_end (text, begin.second), to = text.rfind ('#', end.second);
    std::string words;
    for (char c : to == llvm::StringRef::npos || to < from ? llvm::StringRef () : text.slice (from, to))
      if (!isspace (c))
        words += c;
    return words == "extern\"C\"{" || words == "}" || words == "};";
  }

  /* What GCC and Clang count: the line where the outermost macro's call ends. */
  void
  note_line (SourceLocation loc)
  {
    loc = sources.getExpansionRange (loc).getEnd ();
    if (sources.getFileID (loc) != sources.getMainFileID ())
      return;
    seen.line_uses.push_back (
      { sources.getSpellingLineNumber (loc), sources.getPresumedLoc (loc).getLine () });
  }

  void
  add_conditional (SourceLocation keyword)
  {
    add_line (IHOP_DIRECTIVE_CONDITIONAL, keyword, "");
  }

  /* "loc" is the "#" or any token behind it. */
  void
  add_line (IhopDirectiveKind kind, SourceLocation loc, llvm::StringRef name)
  {
    if (!loc.isFileID () || sources.getFileID (loc) != sources.getMainFileID ())
      return;
    llvm::StringRef text = sources.getBufferData (sources.getMainFileID ());
    text = text.take_front (sources.getFileOffset (loc) + 2);
    size_t hash = text.drop_back (1).rfind ('#'), digraph = text.rfind ("%:");
    size_t begin = hash == llvm::StringRef::npos ? digraph
                   : digraph == llvm::StringRef::npos ? hash : std::max (hash, digraph);
    if (begin == llvm::StringRef::npos)
      return;
    text = sources.getBufferData (sources.getMainFileID ());
    Line line = { kind, unsigned (begin), line_end (text, begin), name.str () };
    if (kind == IHOP_DIRECTIVE_CONDITIONAL)
      line.name = words_of (text.slice (begin + (text[begin] == '%' ? 2 : 1), line.end));
    seen.lines.push_back (line);
  }

  void
  add_pragma_line (SourceLocation hash)
  {
    auto place = sources.getDecomposedLoc (hash);
    llvm::StringRef text = sources.getBufferData (place.first);
    unsigned end = line_end (text, place.second);
    std::string words = words_of (text.slice (place.second + (text[place.second] == '%' ? 2 : 1), end));
    Pragma pragma;
    pragma.loc = hash;
    pragma.end = hash.getLocWithOffset (end - place.second);
    pragma.words = llvm::StringRef (words).drop_front (strlen ("pragma")).trim ().str ();
    add_line (IHOP_DIRECTIVE_PRAGMA, hash, pragma.words);
    seen.pragmas.push_back (pragma);
  }

  /* _Pragma ("words"), written out or by a macro that has it so, or MACRO (words) for a macro that
   * makes the string of its argument. */
  void
  add_pragma_operator (SourceLocation loc)
  {
    auto place = sources.getDecomposedLoc (sources.getSpellingLoc (loc));
    llvm::StringRef text = sources.getBufferData (place.first).substr (place.second);
    Pragma pragma;
    pragma.loc = loc;
    size_t length = quoted_words (text, pragma.words);
    if (length && loc.isFileID ())
      pragma.end = loc.getLocWithOffset (length);
    if (length == 0)
      pragma.words = argument_words (loc);
    if (!pragma.words.empty ())
      seen.pragmas.push_back (pragma);
  }

  /* How long "_Pragma ( "…" )" is at the text's start, 0 if it is not there. */
  static size_t
  quoted_words (llvm::StringRef text, std::string &words)
  {
    size_t open = text.find_first_not_of (" \t", strlen ("_Pragma"));
    if (open == llvm::StringRef::npos || text[open] != '(')
      return 0;
    size_t quote = text.find_first_not_of (" \t", open + 1);
    if (quote == llvm::StringRef::npos || text[quote] != '"')
      return 0;
    size_t at = quote + 1;
    for (; at < text.size () && text[at] != '"' && text[at] != '\n'; at++)
      {
        at += text[at] == '\\';
        if (at < text.size ())
          words += text[at];
      }
    size_t close = text.find_first_not_of (" \t", at + 1);
    return close == llvm::StringRef::npos || text[close] != ')' ? 0 : close + 1;
  }

  std::string
  argument_words (SourceLocation loc)
  {
    if (!loc.isMacroID ())
      return "";
    CharSourceRange call = sources.getExpansionRange (loc);
    llvm::StringRef text = Lexer::getSourceText (call, sources, lang);
    size_t open = text.find ('(');
    if (open == llvm::StringRef::npos || !text.ends_with (")"))
      return "";
    return words_of (text.slice (open + 1, text.size () - 1));
  }
};

std::unique_ptr<PPCallbacks>
directives_watch (SourceManager &sources, const LangOptions &lang, Directives &seen)
{
  return std::make_unique<Watch> (sources, lang, seen);
}

} // namespace ihop
