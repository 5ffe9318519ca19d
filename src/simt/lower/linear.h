/* Registers as sums of others: what compilers make two address registers of, as "a[i]" and "a[i + 1]", often differs by a number only. */
#pragma once
#include "simt/lower/flow.h"

/* By how much the second register is larger than the first, as far as one can tell from the instructions that set them: where none of their sums
 * wraps, and all are worked out anew when what they are made of changes. So code that takes the answer has to ask whether it holds.
 * FALSE: nothing is known. */
gboolean ihop_linear_distance (const IhopFlow *flow, guint from, guint to, gint64 *distance);
