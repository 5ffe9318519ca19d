/* Whether callers look at a parameter's memory. */
#pragma once
#include "gpugen/plan/work.h"

/* Whether a parameter's memory may be looked at after the function has returned, as far as its
 * callers show. */
gboolean ihop_live_after_calls (IhopWork *work, const IhopSymbol *parameter);
