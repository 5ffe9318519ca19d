/* How much memory a parameter points to, in the function's own words, as all callers show. */
#pragma once
#include "analysis/program/callgraph.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* How many elements, in the function's parameters; NULL: not known. */
const IhopNode *ihop_caller_sizes_find (IhopWork *work, const IhopDeviceVariable *variable);
/* "A", "&A[0]" and "(double *) A" are all of A. NULL: something else, or only a part. */
const IhopSymbol *ihop_caller_sizes_whole (const IhopNode *argument);
/* A size in the words of a caller, in the parameters that get these numbers at the call and keep them; NULL: there are none. */
const IhopNode *ihop_caller_sizes_translate (IhopFacts *facts, const IhopCallSite *site, const IhopFunction *callee,
                                             const IhopNode *size);
