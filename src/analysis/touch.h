/* More on ihop_touch_of (effects.h). */
#pragma once
#include "analysis/effects.h"

/* The same under the condition that the overlap tests at the function's entry have passed: pairs of
 * which ihop_alias_judge says TESTABLE are taken not to overlap. For the side of the program that
 * runs after the tests. */
IhopTouch ihop_touch_of_tested (IhopFacts *facts, const IhopFunction *function,
                                const IhopNode *node, const IhopSymbol *object);
/* Whether running "node" may write or free the memory of a place of the function, "im->data" or "*p":
 * the object that it lies in, as memory is not told apart by members here. */
gboolean ihop_touch_changes (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                             const IhopNode *place);
/* Each of its parts that may: stored is the place written by an assignment or count; NULL: something
 * else does it, a call for one. */
typedef void (*IhopTouchFound) (const IhopNode *stored, gpointer data);
void ihop_touch_each_change (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                             const IhopNode *place, IhopTouchFound found, gpointer data);
