/* Is the text nested so deeply that Clang would run out of stack, or out of patience?
 *
 * Clang counts brackets and stops at 256. It does not count what nests without brackets: "- - - x",
 * "x = x = x", "a ? b : c ? d : …", "if (a) if (b) …", "else if" after "else if". Its parser
 * recurses for each of these (2.5 KiB a level), and looking a name up takes a step for each scope.
 * So we count them as the tokens come, macros expanded: too much is refused here, in the owner's words. */
#include "clang_limits.h"

using namespace clang;

namespace ihop {

enum : unsigned
{
  MAX_OPERATORS = 20000,
  MAX_CONTROL = 4000
};

static bool
is_control (tok::TokenKind kind)
{
  switch (kind)
    {
    case tok::kw_if: case tok::kw_else: case tok::kw_for: case tok::kw_while: case tok::kw_do:
    case tok::kw_switch: case tok::kw_case: case tok::kw_default:
      return true;
    default:
      return false;
    }
}

static bool
is_operator (tok::TokenKind kind)
{
  return tok::getPunctuatorSpelling (kind) || kind == tok::kw_sizeof;
}

bool
Depth::take (const Token &token)
{
  tok::TokenKind kind = token.getKind ();

  if (ended && kind != tok::kw_else) /* only "else" goes on with a statement that has ended */
    drop (levels.back ());
  ended = false;
  switch (kind)
    {
    case tok::l_paren: case tok::l_square: case tok::l_brace:
      levels.push_back ({});
      break;
    case tok::r_paren: case tok::r_square: case tok::r_brace:
      close ();
      ended = kind == tok::r_brace;
      break;
    case tok::semi:
      forget_operators ();
      ended = true;
      break;
    case tok::comma:
      forget_operators ();
      break;
    default:
      levels.back ().control += is_control (kind);
      all.control += is_control (kind);
      levels.back ().operators += is_operator (kind);
      all.operators += is_operator (kind);
    }
  return all.operators <= MAX_OPERATORS && all.control <= MAX_CONTROL;
}

void
Depth::forget_operators ()
{
  all.operators -= levels.back ().operators;
  levels.back ().operators = 0;
}

void
Depth::drop (Open &level)
{
  all.operators -= level.operators;
  all.control -= level.control;
  level = {};
}

void
Depth::close ()
{
  drop (levels.back ());
  if (levels.size () > 1)
    levels.pop_back ();
}

} // namespace ihop
