/* What owners say of how much memory there is: "size p = n * m", so many elements of what p points to; a sum as
 * words_reader.h reads it. */
#pragma once
#include "analysis/program/facts.h"

/* The variable of this name that a function sees; NULL: none, or several. */
typedef IhopSymbol *(*IhopSizeName) (const char *name, gpointer data);

/* Whether words, without a function's name in front, are of this kind. */
gboolean ihop_size_is_said (const char *words);
/* What the owner says of a pointer in a function, made from "pool"; NULL: nothing, or what means nothing there. */
const IhopNode *ihop_size_said (const IhopFacts *facts, IhopPool *pool, const IhopFunction *function,
                                const IhopSymbol *pointer, IhopSizeName name, gpointer data);
/* Why such words can mean nothing in any function of the trees (of IhopTree *), or in the one of that name, which may be NULL:
 * a sentence without its full stop. NULL: they can. Caller frees. */
char *ihop_size_fault (const GPtrArray *trees, const char *function, const char *words);
