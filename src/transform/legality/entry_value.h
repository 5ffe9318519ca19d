/* What a variable holds where a loop starts, as the text in front of it says. */
#pragma once
#include "transform/build/step.h"

/* The value of one of the function's own variables when the loop starts: a constant, or a sum of variables that have
 * not changed since, of the variable's own type. NULL: not known. */
const IhopNode *ihop_entry_value (IhopTransformStep *step, const IhopFunction *function,
                                  const IhopNode *loop, const IhopSymbol *symbol);

/* Whether a variable of the one type holds a value of the other without conversion: the types are the same, or are
 * pointers (the value may be an array) to the same type that differ in const only. */
gboolean ihop_type_holds_unchanged (const IhopType *variable, const IhopType *value);
