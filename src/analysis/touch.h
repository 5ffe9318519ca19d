/* More on ihop_touch_of (effects.h). */
#pragma once
#include "analysis/effects.h"

/* The same under the condition that the overlap tests at the function's entry have passed: pairs of
 * which ihop_alias_judge says TESTABLE are taken not to overlap. For the side of the program that
 * runs after the tests. */
IhopTouch ihop_touch_of_tested (IhopFacts *facts, const IhopFunction *function,
                                const IhopNode *node, const IhopSymbol *object);
