/* Declarations of a block: where a variable is declared, and the block without it. */
#pragma once
#include "transform/build/build.h"

/* The variable is number k of the declaration that is child "child" of the block. FALSE: the block does not declare it. */
gboolean ihop_find_declarator (const IhopNode *block, const IhopSymbol *symbol, guint *child,
                               guint *k);

/* The block in which variable number k of that declaration is gone and "instead" (may be NULL) stands in its place; the
 * declaration is taken apart for that. */
const IhopNode *ihop_without_declarator (IhopBuild *build, const IhopNode *block, guint child,
                                         guint k, const IhopNode *instead);

/* The body without the declaration of a variable, if nothing else in it mentions the variable and its initializer has
 * no effect; else the body as it is. */
const IhopNode *ihop_without_variable (IhopBuild *build, const IhopNode *body,
                                       const IhopSymbol *symbol);
