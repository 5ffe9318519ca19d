/* Calls that stand for an expression: "at (y, x)" for "y * width + x", "clamp (x, 0, n - 1)" for a choice.
 *
 * C programs name their subscripts and conditions by small functions; what asks for a call's value reads the expression
 * instead. Symbolic execution of the called function's body: assignments to its parameters and variables replace what
 * they stand for, each way through an "if" is one arm of a "?:". */
#pragma once
#include "analysis/program/facts.h"

/* The expression, over the arguments and file-scope numbers that the caller knows by the same names: it has the call's
 * value wherever the call stands, and no effect. NULL: the function loops, has effects, reads memory, calls itself, or is too long; or an argument has an
 * effect. Belongs to the facts. */
const IhopNode *ihop_call_formula (IhopFacts *facts, const IhopFunction *caller, const IhopNode *call);
