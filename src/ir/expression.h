/* Sizes, bounds and conditions as nodes: made, added up, compared.
 *
 * What is worked out of a program ("n - 1 elements", "if n > m") is an expression of the same kind as the owner's, so
 * it may hold parts that the owner wrote, which print as the bytes they are. Expressions are immutable (tree.h) and
 * owned by the pool that they were made from; parts may belong to other pools that live at least as long. Nothing here
 * evaluates: "the same" and "known" mean as sums of products, for any values of the names, without overflow.
 *
 * Parentheses and implicit conversions are looked through; explicit casts, quotients, calls and what a macro stands for
 * are kept as they are, as one opaque factor. */
#pragma once
#include "ir/tree.h"

/* ---- Making. All of these take nodes that stay their owners', and return one that belongs to "pool". ---- */

const IhopNode *ihop_expression_number (IhopPool *pool, gint64 value);
const IhopNode *ihop_expression_name (IhopPool *pool, IhopSymbol *symbol);
/* A name that stands for no variable: "NULL". */
const IhopNode *ihop_expression_word (IhopPool *pool, const char *word);
/* As it stands: nothing is simplified. */
const IhopNode *ihop_expression_binary (IhopPool *pool, IhopOperator op, const IhopNode *left, const IhopNode *right);
/* "-node", as it stands. */
const IhopNode *ihop_expression_negative (IhopPool *pool, const IhopNode *node);
/* "condition ? yes : no" */
const IhopNode *ihop_expression_choice (IhopPool *pool, const IhopNode *condition, const IhopNode *yes,
                                        const IhopNode *no);
const IhopNode *ihop_expression_sizeof (IhopPool *pool, const IhopType *type);
const IhopNode *ihop_expression_size_of_value (IhopPool *pool, const IhopNode *value);
/* a + b, or a - b: "n - 2" and "1" make "n - 1". */
const IhopNode *ihop_expression_add (IhopPool *pool, const IhopNode *a, const IhopNode *b);
const IhopNode *ihop_expression_subtract (IhopPool *pool, const IhopNode *a, const IhopNode *b);
/* The larger one, where it is known which that is; else "a > b ? a : b". */
const IhopNode *ihop_expression_larger (IhopPool *pool, const IhopNode *a, const IhopNode *b);
/* "a || b"; NULL is a condition that always holds. */
const IhopNode *ihop_expression_or (IhopPool *pool, const IhopNode *a, const IhopNode *b);

/* The expression with other nodes for some of its names. "exchange" is asked for each REF: it returns the node itself,
 * what is to stand in its place, or NULL if there is nothing that could: then there is no expression, which is NULL. */
typedef const IhopNode *(*IhopExchangeName) (const IhopNode *name, gpointer data);
const IhopNode *ihop_expression_exchange (IhopPool *pool, const IhopNode *node, IhopExchangeName exchange,
                                          gpointer data);

/* ---- Asking. What adds up and takes away is in expression_sum.c. ---- */

/* Without parentheses and implicit conversions around it, but for what a macro stands for: its name says more. */
const IhopNode *ihop_expression_inside (const IhopNode *node);
/* A number that stands there as digits (a macro's does not). "value" may be NULL. */
gboolean ihop_expression_is_number (const IhopNode *node, gint64 *value);
/* b - a, where that is a number whatever the names stand for. */
gboolean ihop_expression_distance (const IhopNode *a, const IhopNode *b, gint64 *distance);
/* Whether both read the same, or both are NULL. */
gboolean ihop_expression_equal (const IhopNode *a, const IhopNode *b);
/* Whether values depend on a condition: "?:", a comparison, "&&" or "||" somewhere inside. */
gboolean ihop_expression_has_condition (const IhopNode *node);
gboolean ihop_expression_mentions (const IhopNode *node, const IhopSymbol *symbol);
/* All variables and parameters in it, each once; of IhopSymbol *. Caller unrefs. */
GPtrArray *ihop_expression_symbols (const IhopNode *node);
/* C text. Caller frees. For messages and for what is printed; nobody reads it again. */
char *ihop_expression_text (const IhopNode *node);
