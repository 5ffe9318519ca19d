/* What the files of the reader share. After an error every function returns at once; the first
 * error is kept. */
#pragma once
#include "simt/ptx/lex.h"
#include "simt/ptx/construct.h"

/* Between two braces. */
typedef struct
{
  GHashTable *registers; /* name → index + 1 */
  GHashTable *variables; /* name → the variable's name, which no other one of the function has */
} IhopReaderScope;

typedef struct
{
  IhopLexer lexer;
  IhopPtxModule *module;
  IhopPtxFunction *function; /* whose body is being read */
  GPtrArray *scopes;         /* of IhopReaderScope, innermost last */
  guint depth;               /* of open braces, operands' too */
  guint file, source_line;   /* of the last .loc */
  GError *error;
} IhopPtxReader;

void ihop_reader_fail (IhopPtxReader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean ihop_reader_is_sign (const IhopPtxReader *reader, char sign);
gboolean ihop_reader_is_dotted (const IhopPtxReader *reader, const char *text);
/* TRUE and past it, if it is there. */
gboolean ihop_reader_take_sign (IhopPtxReader *reader, char sign);
void ihop_reader_expect_sign (IhopPtxReader *reader, char sign);
/* A word, or NULL and an error. */
const char *ihop_reader_word (IhopPtxReader *reader);
/* An integer, perhaps negative. */
gint64 ihop_reader_integer (IhopPtxReader *reader);
/* Past everything up to and with this sign. */
void ihop_reader_skip_past (IhopPtxReader *reader, char sign);

/* Behind the state space: attributes, type, name, dimensions, initial value; not the sign behind. */
IhopPtxVariable ihop_reader_variable (IhopPtxReader *reader, IhopPtxSpace space);
IhopPtxSpace ihop_reader_space_of (const char *dotted);

/* "{ … }": a function's body. */
void ihop_reader_body (IhopPtxReader *reader);
/* One instruction, past its semicolon. */
void ihop_reader_instruction (IhopPtxReader *reader);
/* Index of a register that is in scope, or -1. */
gint ihop_reader_register (const IhopPtxReader *reader, const char *name);
/* The name of the variable that is meant here; "name" itself where the function declares none. */
const char *ihop_reader_variable_name (const IhopPtxReader *reader, const char *name);
