/* Rows in a while or do loop. How often it runs is not known before it, and need not be: one round, that is one iteration
 * of it, is looked at. What that touches is said by parameters that nothing in a round changes, so that it is the same in all
 * rounds; and the first one is certain to run where the loop's test, asked once more in front of it, holds. */
#pragma once
#include "transform/storage/flatten_rows.h"

/* Reads the loop of this name: its head where it counts, or as one whose rounds are looked at. FALSE after a refusal. */
gboolean ihop_flatten_header (IhopTransformStep *step, const char *word, IhopHeader *header);
/* What the loop asks before its first round, and may be asked once more before that: nothing changes by it. NULL: nothing,
 * its first round runs in any case. */
const IhopNode *ihop_flatten_rounds_test (const IhopHeader *header);
