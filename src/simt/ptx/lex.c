#include "simt/ptx/lex.h"
#include <stdlib.h>
#include <string.h>

static void
skip_comment (IhopLexer *lexer)
{
  if (lexer->at[1] == '/')
    {
      while (*lexer->at && *lexer->at != '\n')
        lexer->at++;
      return;
    }
  for (lexer->at += 2; *lexer->at && !(lexer->at[0] == '*' && lexer->at[1] == '/'); lexer->at++)
    lexer->line += *lexer->at == '\n';
  if (*lexer->at)
    lexer->at += 2;
}

/* TRUE: there was something to skip. */
static gboolean
skip_space (IhopLexer *lexer)
{
  const char *start = lexer->at;

  for (;;)
    if (*lexer->at == '\n' || *lexer->at == ' ' || *lexer->at == '\t' || *lexer->at == '\r')
      lexer->line += *lexer->at++ == '\n';
    else if (lexer->at[0] == '/' && (lexer->at[1] == '/' || lexer->at[1] == '*'))
      skip_comment (lexer);
    else
      return lexer->at != start;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$';
}

static const char *
interned (const char *start, const char *end)
{
  g_autofree char *text = g_strndup (start, end - start);

  return g_intern_string (text);
}

static void
read_word (IhopLexer *lexer)
{
  const char *start = lexer->at++;

  while (is_word (*lexer->at))
    lexer->at++;
  lexer->token.kind = IHOP_LEX_WORD;
  lexer->token.text = interned (start, lexer->at);
}

/* ".shared::cta" is one modifier. */
static void
read_dotted (IhopLexer *lexer)
{
  const char *start = ++lexer->at;

  while (is_word (*lexer->at) || (lexer->at[0] == ':' && lexer->at[1] == ':' && is_word (lexer->at[2])))
    lexer->at += *lexer->at == ':' ? 2 : 1;
  lexer->token.kind = IHOP_LEX_DOTTED;
  lexer->token.text = interned (start, lexer->at);
}

static gboolean
is_exact_float (const char *at)
{
  return at[0] == '0' && strchr ("fFdD", at[1]) && at[1] && g_ascii_isxdigit (at[2]);
}

/* 0f3F800000 and 0d3FF0000000000000: the very bits. */
static void
read_exact_float (IhopLexer *lexer)
{
  gboolean is_single = g_ascii_tolower (lexer->at[1]) == 'f';
  guint digits = 0;

  lexer->token.bits = 0;
  for (lexer->at += 2; g_ascii_isxdigit (*lexer->at) && digits < 16; lexer->at++, digits++)
    lexer->token.bits = lexer->token.bits << 4 | g_ascii_xdigit_value (*lexer->at);
  lexer->token.kind = digits != (is_single ? 8 : 16) ? IHOP_LEX_BAD
                      : is_single                    ? IHOP_LEX_FLOAT32
                                                     : IHOP_LEX_FLOAT;
}

static void
read_number (IhopLexer *lexer)
{
  const char *start = lexer->at;
  gboolean is_hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
  char *end, *end_of_float;

  if (is_exact_float (start))
    {
      read_exact_float (lexer);
      return;
    }
  if (start[0] == '0' && (start[1] == 'b' || start[1] == 'B'))
    lexer->token.bits = g_ascii_strtoull (start + 2, &end, 2);
  else
    lexer->token.bits = g_ascii_strtoull (start, &end, 0);
  lexer->token.kind = IHOP_LEX_INTEGER;
  if (!is_hexadecimal && (*end == '.' || *end == 'e' || *end == 'E'))
    {
      double value = g_ascii_strtod (start, &end_of_float);
      memcpy (&lexer->token.bits, &value, sizeof value);
      lexer->token.kind = IHOP_LEX_FLOAT;
      end = end_of_float;
    }
  else if (*end == 'U')
    end++;
  lexer->at = end;
}

static void
read_string (IhopLexer *lexer)
{
  const char *start = ++lexer->at;

  while (*lexer->at && *lexer->at != '"' && *lexer->at != '\n')
    lexer->at++;
  lexer->token.kind = *lexer->at == '"' ? IHOP_LEX_STRING : IHOP_LEX_BAD;
  lexer->token.text = interned (start, lexer->at);
  if (*lexer->at == '"')
    lexer->at++;
}

void
ihop_lexer_next (IhopLexer *lexer)
{
  gboolean after_space = skip_space (lexer);

  lexer->token = (IhopLexToken){ .line = lexer->line, .after_space = after_space };
  char c = *lexer->at;
  if (c == '\0')
    lexer->token.kind = IHOP_LEX_END;
  else if (g_ascii_isalpha (c) || ((c == '_' || c == '$' || c == '%') && is_word (lexer->at[1])) || c == '_')
    read_word (lexer);
  else if (c == '.' && is_word (lexer->at[1]))
    read_dotted (lexer);
  else if (g_ascii_isdigit (c))
    read_number (lexer);
  else if (c == '"')
    read_string (lexer);
  else
    {
      lexer->token.kind = strchr ("{}()[]<>,;:=+-*@!|", c) ? IHOP_LEX_SIGN : IHOP_LEX_BAD;
      lexer->token.sign = *lexer->at++;
    }
}

void
ihop_lexer_start (IhopLexer *lexer, const char *text)
{
  *lexer = (IhopLexer){ .at = text, .line = 1 };
  ihop_lexer_next (lexer);
}
