/* Copies of code for another place. */
#pragma once
#include "transform/build/build.h"

/* copy.c: a copy of code for another place. Variables declared in it become new ones; "values"
 * (may be NULL) are put in the place of variables. */
IhopValues *ihop_values_new (IhopBuild *build, IhopSymbol *symbol, const IhopNode *value);
const IhopNode *ihop_copy (IhopBuild *build, const IhopNode *node, const IhopValues *values);
/* Room for n values, to be filled in. */
IhopValues *ihop_values_alloc (IhopBuild *build, guint n);
/* For another scope: variables declared in the code that have a name in "avoid" (a set of char *, or
 * NULL) get another. With "bare" none of the owner's bytes are kept (macros may mean something
 * else there), and messages point at that place. */
const IhopNode *ihop_copy_to_scope (IhopBuild *build, const IhopNode *node,
                                    const IhopValues *values, GHashTable *avoid,
                                    const IhopRange *bare);
/* Why code cannot be copied with these variables exchanged (labels, statics, inline assembly …):
 * FALSE after a refusal. */
gboolean ihop_require_copyable (IhopTransformStep *step, const IhopNode *node);
