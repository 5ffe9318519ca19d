/* Copies of code for another place, with values put in the place of variables. */
#pragma once
#include "transform/build/build.h"

/* One variable and its value; no entry if symbol is NULL. Values live in the new tree's pool. */
IhopValues *ihop_values_new (IhopBuild *build, IhopSymbol *symbol, const IhopNode *value);
/* Room for n entries, to be filled in. */
IhopValues *ihop_values_alloc (IhopBuild *build, guint n);

/* A copy in which variables that the code declares are new ones, and those in "values" (may be NULL) stand for their
 * values. Every node knows its origin; the owner's bytes are kept where nothing in them has changed. */
const IhopNode *ihop_copy (IhopBuild *build, const IhopNode *node, const IhopValues *values);

/* The same for another scope: variables that the code declares get another name if "avoid" (a set of char *, or NULL)
 * has theirs. With "bare" none of the owner's bytes are kept, since macros may mean something else there, and messages
 * about the copy point at that range. */
const IhopNode *ihop_copy_to_scope (IhopBuild *build, const IhopNode *node,
                                    const IhopValues *values, GHashTable *avoid,
                                    const IhopRange *bare);

/* Refuses code that cannot stand twice, or elsewhere: labels, static variables, types of variable length, inline
 * assembly, cases of a switch around it. */
gboolean ihop_require_copyable (IhopTransformStep *step, const IhopNode *node);
