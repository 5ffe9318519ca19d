/* What a piece of code may do to memory (mod/ref analysis): ihop_touch_of (effects.h), with more known, and asked of single places. */
#pragma once
#include "analysis/memory/disjointness.h"
#include "analysis/memory/effects.h"

/* ihop_touch_of, with more taken for granted than is proved. */
IhopTouch ihop_touch_of_apart (IhopFacts *facts, const IhopFunction *function,
                               const IhopNode *node, const IhopSymbol *object, IhopGranted granted);
/* Whether running "node" may change what is read at a place of the function, "im->data" or "*p", or free its memory.
 * Memory is told apart by objects and by the types of what is stored (effective_types.h). */
gboolean ihop_touch_changes (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                             const IhopNode *place);
/* Each part of "node" that may do one of these things to such a place: the place that it reads or writes itself; NULL:
 * something else does it, a call for one. */
typedef void (*IhopTouchFound) (const IhopNode *accessed, gpointer data);
void ihop_touch_each (IhopFacts *facts, const IhopFunction *function, const IhopNode *node, const IhopNode *place,
                      IhopTouch how, IhopTouchFound found, gpointer data);
/* Each of its parts that may change it or free its memory: stored is the place written by an assignment or count; NULL: something
 * else does it, a call for one. */
void ihop_touch_each_change (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                             const IhopNode *place, IhopTouchFound found, gpointer data);
