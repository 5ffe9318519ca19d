/* Is the text nested so deeply that Clang would run out of stack, or out of patience?
 *
 * Clang counts brackets and stops at 256. It does not count what nests without brackets: "- - - x",
 * "x = x = x", "a ? b : c ? d : …", "if (a) if (b) …", "else if" after "else if". Its parser
 * recurses for each of these (2.5 KiB a level), and looking a name up takes a step for each scope.
 * So we count them first, in the raw tokens: too much is refused here, in the owner's words. */
#include "clang_run.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace ihop {

enum : unsigned
{
  MAX_OPERATORS = 20000,
  MAX_CONTROL = 4000
};

/* What is open at one level of brackets. */
struct Open
{
  unsigned operators = 0, control = 0;
};

class Depth
{
public:
  /* Returns FALSE at the token that is too deep. */
  bool
  take (const Token &token)
  {
    bool is_else = is_word (token, "else");
    if (ended && !is_else) /* only "else" goes on with a statement that has ended */
      drop (levels.back ());
    ended = false;
    switch (token.getKind ())
      {
      case tok::l_paren: case tok::l_square: case tok::l_brace:
        levels.push_back ({});
        break;
      case tok::r_paren: case tok::r_square: case tok::r_brace:
        close ();
        ended = token.is (tok::r_brace);
        break;
      case tok::semi:
        forget_operators ();
        ended = true;
        break;
      case tok::comma:
        forget_operators ();
        break;
      case tok::raw_identifier:
        take_word (token, is_else);
        break;
      default:
        if (tok::getPunctuatorSpelling (token.getKind ()))
          levels.back ().operators++, all.operators++;
        break;
      }
    return all.operators <= MAX_OPERATORS && all.control <= MAX_CONTROL;
  }

private:
  std::vector<Open> levels = std::vector<Open> (1);
  Open all;
  bool ended = false;

  static bool
  is_word (const Token &token, llvm::StringRef word)
  {
    return token.is (tok::raw_identifier) && token.getRawIdentifier () == word;
  }

  void
  take_word (const Token &token, bool is_else)
  {
    static const char *const words[] = { "if", "for", "while", "do", "switch", "case", "default" };
    bool counts = is_else;

    for (const char *word : words)
      counts |= is_word (token, word);
    levels.back ().control += counts;
    all.control += counts;
    if (is_word (token, "sizeof"))
      levels.back ().operators++, all.operators++;
  }

  void
  forget_operators ()
  {
    all.operators -= levels.back ().operators;
    levels.back ().operators = 0;
  }

  void
  drop (Open &level)
  {
    all.operators -= level.operators;
    all.control -= level.control;
    level = {};
  }

  void
  close ()
  {
    drop (levels.back ());
    if (levels.size () > 1)
      levels.pop_back ();
  }
};

bool
is_too_deep (llvm::StringRef text, size_t *where)
{
  LangOptions lang;
  /* the lexer wants a NUL behind the text; text in memory has it, as sources keep one */
  Lexer lexer (SourceLocation::getFromRawEncoding (1), lang, text.begin (), text.begin (),
               text.end ());
  Depth depth;
  Token token;

  for (lexer.LexFromRawLexer (token); token.isNot (tok::eof); lexer.LexFromRawLexer (token))
    if (!depth.take (token))
      {
        *where = token.getLocation ().getRawEncoding () - 1;
        return true;
      }
  return false;
}

} // namespace ihop
