/* PTX text as tokens ("PTX ISA", chapter 4). */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_LEX_END,
  IHOP_LEX_WORD,    /* add, %r1, $L__BB0_2, _ */
  IHOP_LEX_DOTTED,  /* .global, without its dot */
  IHOP_LEX_INTEGER,
  IHOP_LEX_FLOAT,   /* bits of a double */
  IHOP_LEX_FLOAT32, /* 0f…: bits of a float */
  IHOP_LEX_STRING,
  IHOP_LEX_SIGN,    /* one character */
  IHOP_LEX_BAD
} IhopLexKind;

typedef struct
{
  IhopLexKind kind;
  guint line;       /* from 1 */
  const char *text; /* WORD, DOTTED, STRING: interned */
  guint64 bits;     /* INTEGER and the FLOATs */
  char sign;
  gboolean after_space; /* something stands between it and the token before */
} IhopLexToken;

typedef struct
{
  const char *at; /* a text that ends with NUL; not owned */
  guint line;
  IhopLexToken token; /* the current one */
} IhopLexer;

void ihop_lexer_start (IhopLexer *lexer, const char *text);
void ihop_lexer_next (IhopLexer *lexer);
