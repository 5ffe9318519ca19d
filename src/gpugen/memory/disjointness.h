/* Which variables have memory of their own once the tests at a function's start have passed (plan->overlaps). */
#pragma once
#include "analysis/memory/alias.h"
#include "gpugen/plan/work.h"

/* Whether buffers that change places are proved or tested to be different. */
gboolean ihop_variables_are_apart (IhopWork *work, const IhopSymbol *a, const IhopSymbol *b);
/* Whether some kernel leaves elements as they were inside of the box that it writes: what is copied back holds more than was written. */
gboolean ihop_variable_has_gaps (const IhopWork *work, const IhopSymbol *symbol);
/* What ihop_alias_judge says of two variables with copies on the device, or ihop_alias_judge_blocks where gaps are copied. */
const IhopAliasAnswer *ihop_variables_judge (const IhopWork *work, const IhopDeviceVariable *a, const IhopDeviceVariable *b);
/* ihop_touch_of, behind the tests at the function's entry (plan->overlaps). */
IhopTouch ihop_variable_touch (IhopWork *work, const IhopNode *code, const IhopSymbol *symbol);
