/* Statements of bodies and blocks. */
#pragma once
#include "transform/build/build.h"

/* The one loop that the body consists of, with or without braces; NULL: something else. */
const IhopNode *ihop_only_loop (const IhopNode *body);
/* The statements of a body: a block's children, or itself alone. Pragmas that mark loops are left
 * out. Of const IhopNode *; caller unrefs. */
GPtrArray *ihop_body_statements (const IhopNode *body);
gboolean ihop_is_mark (const IhopNode *node);
/* Marks that claim nothing: "GCC unroll 4". They stay as long as a loop stands behind them. */
gboolean ihop_is_hint (const IhopNode *node);
/* Whether a block declares something itself. */
gboolean ihop_declares (const IhopNode *block);
/* Adds a loop's body to a list of statements: a block's statements one by one, unless it declares
 * something. */
void ihop_append_body (GPtrArray *into, const IhopNode *body);
/* A ";" where bodies came to no statement at all. */
void ihop_append_nothing (IhopBuild *build, GPtrArray *into);
/* Refuses a body with a continue or break of its own loop, which cannot stand outside of it. */
gboolean ihop_has_no_jumps (IhopTransformStep *step, const IhopNode *body);
/* The block a statement stands in, and where. FALSE: it is not in a block. */
gboolean ihop_sibling_of (const IhopFunction *function, const IhopNode *node,
                          const IhopNode **block, guint *position);
