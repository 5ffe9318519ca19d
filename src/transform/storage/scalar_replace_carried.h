/* Values that one iteration writes and the next one reads. */
#pragma once
#include "transform/legality/loop_analysis.h"

/* The value that one iteration writes and the next one reads stays in a variable. NULL after a
 * refusal. */
IhopRewrite *ihop_replace_carried (IhopStudy *study, const IhopSymbol *symbol);
