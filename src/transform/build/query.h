/* Questions about expressions and pieces of code. */
#pragma once
#include "ir/query.h"

/* A part that could fault or have an effect if the expression were evaluated where the program does not: a call, an
 * assignment, a quotient, what is behind a pointer or a subscript. NULL: none. */
const IhopNode *ihop_may_fault (const IhopNode *expression);

gboolean ihop_mentions (const IhopNode *node, const IhopSymbol *symbol);
/* The mentions, of const IhopNode *, in the order of the text; the caller unrefs. */
GPtrArray *ihop_mentions_of (const IhopNode *node, const IhopSymbol *symbol);
/* Whether the code sets the variable by its name. */
gboolean ihop_writes (const IhopNode *node, const IhopSymbol *symbol);

/* The first part of the code that is the same expression as "reference". NULL: none. */
const IhopNode *ihop_reference_in (const IhopNode *node, const IhopNode *reference);

