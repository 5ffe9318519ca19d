/* Tests that rows share memory with nothing. */
#pragma once
#include "transform/storage/flatten_rows.h"

/* flatten_disjoint.c: adds to "into" what has to be declared for the tests, and to "tests" (both of const
 * IhopNode *) the calls which say that the rows share memory with nothing. FALSE after a refusal. */
gboolean ihop_flatten_tests (IhopFlatten *self, GPtrArray *into, GPtrArray *tests);
/* A call of a function with this name that returns "type"; takes the arguments. */
const IhopNode *ihop_flatten_call (IhopFlatten *self, const char *name, const IhopType *type,
                                   GPtrArray *arguments);
/* "count * sizeof (element)" */
const IhopNode *ihop_flatten_bytes (IhopFlatten *self, const IhopNode *count,
                                    const IhopType *element);
