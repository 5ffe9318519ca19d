/* How control runs into, through and out of a loop. Each function returns FALSE after a refusal. */
#pragma once
#include "transform/build/header.h"

/* Refuses code that declares types: it cannot be rebuilt around other parts. */
gboolean ihop_require_no_types (IhopTransformStep *step, const IhopNode *node);
/* Refuses a loop with a jump into it or out of it, a body that is left by a continue, and types declared inside. */
gboolean ihop_require_single_exit (IhopTransformStep *step, const IhopHeader *header);
/* Refuses a loop with calls that may not return. */
gboolean ihop_require_returning_calls (IhopTransformStep *step, const IhopHeader *header);
/* Refuses a loop whose iterator's value is used behind it. */
gboolean ihop_require_dead_counter (IhopTransformStep *step, const IhopHeader *header);
