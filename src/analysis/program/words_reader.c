#include "analysis/program/words_reader.h"
#include <errno.h>
#include <string.h>

enum { MOST_NESTED = 64 };

static void
skip (IhopWordsReader *reader)
{
  while (g_ascii_isspace (*reader->at))
    reader->at++;
}

gboolean
ihop_words_accept (IhopWordsReader *reader, const char *letters)
{
  skip (reader);
  if (!g_str_has_prefix (reader->at, letters))
    return FALSE;
  reader->at += strlen (letters);
  return TRUE;
}

gboolean
ihop_words_are_read (IhopWordsReader *reader)
{
  skip (reader);
  return *reader->at == '\0';
}

static const IhopNode *
read_name (IhopWordsReader *reader)
{
  gsize length = strspn (reader->at, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_");
  g_autofree char *name = g_strndup (reader->at, length);
  const IhopNode *node = length ? reader->name (reader->pool, name, reader->data) : NULL;

  if (node)
    reader->at += length;
  else if (length && reader->stranger == NULL)
    reader->stranger = g_steal_pointer (&name);
  return node;
}

static const IhopNode *
read_number (IhopWordsReader *reader)
{
  char *end;

  errno = 0;
  gint64 number = g_ascii_strtoll (reader->at, &end, 0);
  reader->at = end;
  return errno ? NULL : ihop_expression_number (reader->pool, number);
}

static const IhopNode *
read_factor (IhopWordsReader *reader)
{
  gboolean is_inside = ihop_words_accept (reader, "("), is_negative = !is_inside && ihop_words_accept (reader, "-");
  const IhopNode *node;

  if (!is_inside && !is_negative)
    return g_ascii_isdigit (*reader->at) ? read_number (reader) : read_name (reader);
  if (reader->nesting == MOST_NESTED)
    return NULL;
  reader->nesting++;
  node = is_inside ? ihop_words_read_sum (reader) : read_factor (reader);
  reader->nesting--;
  if (node == NULL || (is_inside && !ihop_words_accept (reader, ")")))
    return NULL;
  return is_inside ? node : ihop_expression_binary (reader->pool, IHOP_OP_SUB, ihop_expression_number (reader->pool, 0), node);
}

static const IhopNode *
read_product (IhopWordsReader *reader)
{
  const IhopNode *product = read_factor (reader);
  gint64 number;

  while (product)
    {
      gboolean times = ihop_words_accept (reader, "*");
      if (!times && !ihop_words_accept (reader, "/"))
        break;
      const IhopNode *factor = read_factor (reader);
      if (factor == NULL || (!times && (!ihop_expression_is_number (factor, &number) || number == 0)))
        return NULL;
      product = ihop_expression_binary (reader->pool, times ? IHOP_OP_MUL : IHOP_OP_DIV, product, factor);
    }
  return product;
}

const IhopNode *
ihop_words_read_sum (IhopWordsReader *reader)
{
  const IhopNode *sum = read_product (reader);

  while (sum)
    {
      gboolean plus = ihop_words_accept (reader, "+");
      if (!plus && !ihop_words_accept (reader, "-"))
        break;
      const IhopNode *next = read_product (reader);
      sum = next ? ihop_expression_binary (reader->pool, plus ? IHOP_OP_ADD : IHOP_OP_SUB, sum, next) : NULL;
    }
  return sum;
}
