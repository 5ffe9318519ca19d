/* What a variable holds where a loop starts. */
#pragma once
#include "transform/build/step.h"

/* Whether a variable holds a value of that type as it is: the same type, or pointers (or an array) to the same of
 * which one only promises not to write through it. */
gboolean ihop_type_holds_unchanged (const IhopType *variable, const IhopType *value);
/* entry_value.c: what a variable of the function's own holds when the loop starts: a constant, or a sum of names that
 * were not changed since it was set, of the variable's own type. NULL: not known. */
const IhopNode *ihop_entry_value (IhopTransformStep *step, const IhopFunction *function,
                                  const IhopNode *loop, const IhopSymbol *symbol);
