/* Sums in words that owners type, "2 * (n + 1) - m / 4": names, numbers, + - *, quotients by a number that is not 0, and
 * parentheses. */
#pragma once
#include "ir/expression.h"

/* A name, made from "pool"; NULL: it means nothing. */
typedef const IhopNode *(*IhopWordsName) (IhopPool *pool, const char *name, gpointer data);

typedef struct
{
  IhopPool *pool;
  const char *at;          /* how far the words have been read */
  IhopWordsName name;
  gpointer data;
  guint nesting;
  char *stranger;          /* the first name that means nothing, if that is why reading failed; owned */
} IhopWordsReader;

/* NULL: it cannot be read. */
const IhopNode *ihop_words_read_sum (IhopWordsReader *reader);
/* Reads on behind these letters, if they come next. */
gboolean ihop_words_accept (IhopWordsReader *reader, const char *letters);
gboolean ihop_words_are_read (IhopWordsReader *reader);
