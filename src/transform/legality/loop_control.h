/* How control runs through a loop. */
#pragma once
#include "transform/build/header.h"

/* Refuses code that declares types: it cannot be rebuilt around other parts. */
gboolean ihop_storage_is_plain (IhopTransformStep *step, const IhopNode *node);
/* Refuses a loop that is left in the middle, or whose body is; and what is not plain. */
gboolean ihop_storage_runs_through (IhopTransformStep *step, const IhopHeader *header);
/* Refuses where the iterator's value after the loop is used. */
gboolean ihop_storage_counter_is_dead (IhopTransformStep *step, const IhopHeader *header);
/* Refuses a loop that calls what may not come back. */
gboolean ihop_storage_comes_back (IhopTransformStep *step, const IhopHeader *header);
