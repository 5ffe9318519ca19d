/* Declarations: where a variable is declared, and blocks without it. */
#pragma once
#include "transform/build/build.h"

/* The body without a variable's declaration, if nothing else in it mentions the variable and its
 * initializer does nothing; else the body as it is. */
const IhopNode *ihop_without_variable (IhopBuild *build, const IhopNode *body,
                                       const IhopSymbol *symbol);
/* A declaration in a block taken apart: the block without variable number k of the declaration
 * "child", and "instead" (may be NULL) in its place. */
const IhopNode *ihop_without_declarator (IhopBuild *build, const IhopNode *block, guint child,
                                         guint k, const IhopNode *instead);
/* Where a block declares a variable; FALSE: it does not. */
gboolean ihop_find_declarator (const IhopNode *block, const IhopSymbol *symbol, guint *child,
                               guint *k);
