/* How control runs through a loop. */
#pragma once
#include "transform/build/header.h"

/* Refuses code that declares types: it cannot be rebuilt around other parts. */
gboolean ihop_require_no_types (IhopTransformStep *step, const IhopNode *node);
/* Refuses a loop that is left in the middle, or whose body is; and what is not plain. */
gboolean ihop_require_single_exit (IhopTransformStep *step, const IhopHeader *header);
/* Refuses where the iterator's value after the loop is used. */
gboolean ihop_require_dead_counter (IhopTransformStep *step, const IhopHeader *header);
/* Refuses a loop that calls what may not come back. */
gboolean ihop_require_returning_calls (IhopTransformStep *step, const IhopHeader *header);
