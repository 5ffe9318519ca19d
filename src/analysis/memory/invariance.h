/* Does an expression mean the same before a piece of code, in it and behind it? */
#pragma once
#include "analysis/program/facts.h"

/* The first part of the expression whose value running "region" may change, or that does more than give
 * a value; NULL: none. Symbols in "own" (a set, may be NULL) are left to the caller. Calls are followed
 * where they are pure, of numbers, and look at nothing else. */
const IhopNode *ihop_variant_part (IhopFacts *facts, const IhopFunction *function,
                                   const IhopNode *region, GHashTable *own,
                                   const IhopNode *expression);

/* The first part of an expression of which two evaluations need not come out alike, though nothing has
 * changed: a compiler may round a product and a sum at once or one after the other (a * b + c), in one
 * place so and in another otherwise, and a device has a libm of its own. NULL: none. What "own" holds
 * may be a product. */
const IhopNode *ihop_unrepeatable_part (GHashTable *own, const IhopNode *expression);
