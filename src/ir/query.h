/* Questions about nodes that every room asks. */
#pragma once
#include "ir/tree.h"

/* Whether the expression is the symbol's name and nothing else; parentheses and implicit conversions are looked through. */
gboolean ihop_node_is_ref (const IhopNode *node, const IhopSymbol *symbol);
/* The node without the conversions around it that C makes by itself; parentheses stay. */
const IhopNode *ihop_node_unconverted (const IhopNode *node);
/* The symbol that the expression is the name of, which is looked for as in ihop_node_is_ref; NULL: it is no name, or NULL. */
const IhopSymbol *ihop_node_named (const IhopNode *node);
/* Whether the symbol, which may be a field, is named somewhere in it. */
gboolean ihop_node_mentions (const IhopNode *node, const IhopSymbol *symbol);
/* How often. */
guint ihop_node_count_mentions (const IhopNode *node, const IhopSymbol *symbol);
/* The comparison that says the same with its sides exchanged: ">" for "<". Other operators stay as they are. */
IhopOperator ihop_operator_mirrored (IhopOperator op);
/* "f (x).re": a part of what a call returns, which is a value and no place in memory. */
gboolean ihop_node_is_part_of_result (const IhopNode *node);
/* Whether two expressions are the same, symbol by symbol, without parentheses. Calls are never the same. Both may be
 * NULL. */
gboolean ihop_same_expression (const IhopNode *a, const IhopNode *b);
/* The value of an integer constant expression. FALSE: it is none. */
gboolean ihop_constant_of (const IhopNode *node, gint64 *value);
