/* Statements of bodies and blocks. */
#pragma once
#include "transform/build/build.h"

/* The one loop that the body consists of, with or without braces; NULL: something else. */
const IhopNode *ihop_only_loop (const IhopNode *body);
/* The statements of a body: a block's children, or itself alone. Pragmas that mark loops are left
 * out. Of const IhopNode *; caller unrefs. */
GPtrArray *ihop_body_statements (const IhopNode *body);
/* Whether a block declares something itself. */
gboolean ihop_declares (const IhopNode *block);
/* Adds a statement to a list of statements. */
void ihop_append (GPtrArray *into, const IhopNode *statement);
/* Adds a loop's body to a list of statements: a block's statements one by one, unless it declares
 * something. */
void ihop_append_body (GPtrArray *into, const IhopNode *body);
/* A ";" where bodies came to no statement at all. */
void ihop_append_nothing (IhopBuild *build, GPtrArray *into);
/* The block a statement stands in, and where. FALSE: it is not in a block. */
gboolean ihop_sibling_of (const IhopFunction *function, const IhopNode *node,
                          const IhopNode **block, guint *position);
