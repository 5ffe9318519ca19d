/* Expressions among the words of a step: a parser by recursive descent for sums, products and quotients. */
#include "transform/build/parse_expression.h"
#include "transform/build/args.h"
#include "transform/build/make.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include <string.h>

enum { NESTING = 32 };

typedef struct
{
  IhopBuild *build;
  const IhopNode *place;
  const char *at;
  guint nesting;
  IhopMessage *trouble; /* the first; owned */
} Parser;

static const IhopNode *parse_sum (Parser *parser);

static const IhopNode *
fail (Parser *parser, const char *what, const char *where)
{
  if (parser->trouble == NULL)
    parser->trouble = ihop_message ("%s at \"%s\"", ihop_argument_phrase (what), where);
  return NULL;
}

static gboolean
take (Parser *parser, char letter)
{
  while (g_ascii_isspace (*parser->at))
    parser->at++;
  if (*parser->at != letter)
    return FALSE;
  parser->at++;
  return TRUE;
}

static const IhopNode *
parse_name (Parser *parser)
{
  const char *start = parser->at;

  while (g_ascii_isalnum (*parser->at) || *parser->at == '_')
    parser->at++;
  g_autofree char *name = g_strndup (start, parser->at - start);
  IhopBuild *build = parser->build;
  IhopSymbol *symbol = ihop_args_variable (build->step, build->function, parser->place, name);
  if (symbol == NULL || !ihop_type_is_integer (symbol->type))
    return fail (parser, symbol ? N_ ("no integer") : N_ ("no variable of this name"), name);
  return ihop_make_ref (build, symbol);
}

static const IhopNode *
parse_atom (Parser *parser)
{
  const IhopNode *inside;
  char *end;

  if (take (parser, '('))
    {
      if (++parser->nesting > NESTING)
        return fail (parser, N_ ("nested too deeply"), parser->at);
      inside = parse_sum (parser);
      return take (parser, ')') ? inside : fail (parser, N_ ("\")\" is missing"), parser->at);
    }
  if (take (parser, '-'))
    {
      if (++parser->nesting > NESTING)
        return fail (parser, N_ ("nested too deeply"), parser->at);
      inside = parse_atom (parser);
      return inside ? ihop_make_binary (parser->build, IHOP_OP_SUB,
                                        ihop_make_integer (parser->build, 0), inside)
                    : NULL;
    }
  if (g_ascii_isalpha (*parser->at) || *parser->at == '_')
    return parse_name (parser);
  gint64 value = g_ascii_strtoll (parser->at, &end, 10);
  if (!g_ascii_isdigit (*parser->at) || value > G_MAXINT32)
    return fail (parser, N_ ("expected a name or a number"), parser->at);
  parser->at = end;
  return ihop_make_integer (parser->build, value);
}

static const IhopNode *
parse_product (Parser *parser)
{
  const IhopNode *left = parse_atom (parser);

  while (left)
    {
      IhopOperator op = take (parser, '*')   ? IHOP_OP_MUL
                        : take (parser, '/') ? IHOP_OP_DIV
                        : take (parser, '%') ? IHOP_OP_MOD
                                             : IHOP_OP_NONE;
      if (op == IHOP_OP_NONE)
        break;
      take (parser, ' ');
      const char *divisor = parser->at;
      const IhopNode *right = parse_atom (parser);
      gint64 value = 1;
      if (right && op != IHOP_OP_MUL && (!ihop_constant_of (right, &value) || value == 0))
        return fail (parser, N_ ("what is divided by must be a number, and not 0,"), divisor);
      left = right ? ihop_make_binary (parser->build, op, left, right) : NULL;
    }
  return left;
}

static const IhopNode *
parse_sum (Parser *parser)
{
  const IhopNode *left = parse_product (parser);

  while (left)
    {
      IhopOperator op = take (parser, '+')   ? IHOP_OP_ADD
                        : take (parser, '-') ? IHOP_OP_SUB
                                             : IHOP_OP_NONE;
      if (op == IHOP_OP_NONE)
        break;
      const IhopNode *right = parse_product (parser);
      left = right ? ihop_make_binary (parser->build, op, left, right) : NULL;
    }
  return left;
}

static IhopOperator
take_relation (Parser *parser)
{
  if (take (parser, '<'))
    return take (parser, '=') ? IHOP_OP_LE : IHOP_OP_LT;
  if (take (parser, '>'))
    return take (parser, '=') ? IHOP_OP_GE : IHOP_OP_GT;
  return IHOP_OP_NONE;
}

/* FALSE after a refusal that says what could not be read. */
static gboolean
ends_well (Parser *parser, const char *text, gboolean is_read)
{
  take (parser, ' ');
  if (is_read && *parser->at)
    fail (parser, N_ ("cannot read on"), parser->at);
  if (parser->trouble)
    ihop_refuse (parser->build->step, IHOP_T_ARGUMENTS, parser->place, "\"%s\" cannot be read: %s", text,
                 parser->trouble);
  gboolean fine = parser->trouble == NULL;
  ihop_message_unref (parser->trouble);
  return fine;
}

const IhopNode *
ihop_args_expression (IhopBuild *build, const IhopNode *place, const char *text)
{
  Parser parser = { .build = build, .place = place, .at = text };
  const IhopNode *sum = parse_sum (&parser);

  return ends_well (&parser, text, sum != NULL) ? sum : NULL;
}

gboolean
ihop_args_condition (IhopBuild *build, const IhopNode *place, const char *text,
                     const IhopNode **left, IhopOperator *relation, const IhopNode **right)
{
  Parser parser = { .build = build, .place = place, .at = text };

  *right = NULL;
  *left = parse_sum (&parser);
  *relation = *left ? take_relation (&parser) : IHOP_OP_NONE;
  if (*left && *relation == IHOP_OP_NONE)
    fail (&parser, "expected <, <=, > or >=", parser.at);
  else if (*left)
    *right = parse_sum (&parser);
  return ends_well (&parser, text, *right != NULL);
}
