/* Tests, run where the loop stands, that the rows of arrays of pointers share memory with nothing else that the loop
 * touches. */
#pragma once
#include "transform/storage/flatten_rows.h"

/* Adds to "into" the declarations that the tests need, and to "tests" the calls that make them (both of const IhopNode
 * *). FALSE after a refusal. */
gboolean ihop_flatten_tests (IhopFlatten *self, GPtrArray *into, GPtrArray *tests);
