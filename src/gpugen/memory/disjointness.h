/* What is known to be distinct behind these tests. */
#pragma once
#include "gpugen/plan/work.h"

/* Whether buffers that change places are proved or tested to be different. */
gboolean ihop_variables_are_apart (IhopWork *work, const IhopSymbol *a, const IhopSymbol *b);
/* Ihop_touch_of behind the tests at the function's entry (plan->overlaps). */
IhopTouch ihop_variable_touch (IhopWork *work, const IhopNode *code, const IhopSymbol *symbol);
