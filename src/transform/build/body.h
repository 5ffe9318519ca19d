/* Statements of bodies and blocks, and lists of statements (GPtrArray of const IhopNode *). */
#pragma once
#include "transform/build/build.h"

/* The one loop that the body consists of, with or without braces. NULL: it is anything else. */
const IhopNode *ihop_only_loop (const IhopNode *body);

/* The statements of a body: the children of a block, or the one statement. Pragmas that belong to loops and empty
 * statements are left out. The caller unrefs. */
GPtrArray *ihop_body_statements (const IhopNode *body);

/* Whether the block itself declares something: it cannot be dissolved into another one then. */
gboolean ihop_declares (const IhopNode *block);

/* The block that a statement stands in, and its index there. FALSE: it stands in none. */
gboolean ihop_sibling_of (const IhopFunction *function, const IhopNode *node,
                          const IhopNode **block, guint *position);

/* Adds a statement to a list. */
void ihop_append (GPtrArray *into, const IhopNode *statement);
/* Adds a body: the statements of a block one by one, unless it declares something. */
void ihop_append_body (GPtrArray *into, const IhopNode *body);
/* Adds ";" if the list is empty. */
void ihop_append_nothing (IhopBuild *build, GPtrArray *into);
