/* Questions about expressions and code. */
#pragma once
#include "ir/tree.h"

/* A part that could fault or change something if it were evaluated where it is not now: behind a
 * pointer, a quotient, a call. NULL: none. */
const IhopNode *ihop_may_fault (const IhopNode *expression);
gboolean ihop_mentions (const IhopNode *node, const IhopSymbol *symbol);
gboolean ihop_writes (const IhopNode *node, const IhopSymbol *symbol);
/* Whether two expressions are the same, symbol by symbol. */
gboolean ihop_same_expression (const IhopNode *a, const IhopNode *b);
/* The first part of a piece of code that spells this reference, or NULL. */
const IhopNode *ihop_reference_in (const IhopNode *node, const IhopNode *reference);
/* The mentions of a variable in a piece of code, of const IhopNode *; caller unrefs. */
GPtrArray *ihop_mentions_of (const IhopNode *node, const IhopSymbol *symbol);
gboolean ihop_constant_of (const IhopNode *node, gint64 *value);
