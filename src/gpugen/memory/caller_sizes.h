/* How much memory a parameter points to, where all callers allocate it with numbers that they also pass: "f (n, m, malloc (n * m))"
 * shows that p has n * m elements, in the function's own parameters. */
#pragma once
#include "analysis/program/callgraph.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* The number of elements, in the function's parameters; NULL: the callers do not agree, or one of them does not show it. */
const IhopNode *ihop_caller_sizes_find (IhopWork *work, const IhopDeviceVariable *variable);
/* "A", "&A[0]" and "(double *) A" are all of A. NULL: something else, or only a part. */
const IhopSymbol *ihop_caller_sizes_whole (const IhopNode *argument);
/* An expression of the caller, written with the callee's parameters that are given its numbers at this call and keep them; NULL: there
 * are no such parameters. The other direction is call_substitution.h. */
const IhopNode *ihop_caller_sizes_translate (IhopFacts *facts, const IhopCallSite *site, const IhopFunction *callee,
                                             const IhopNode *size);
