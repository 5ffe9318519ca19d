/* Conditions that are tested at a function's start, beside memory that must not overlap: where one fails, the function runs as it
 * was. */
#pragma once
#include "gpugen/plan/work.h"

/* Whether a test is one of the function that is being planned. */
gboolean ihop_entry_test_is_ours (const IhopWork *work, const IhopOverlapTest *test);
/* Adds a condition, once. */
void ihop_entry_condition_add (IhopWork *work, const IhopNode *condition);
/* Adds the conditions of all kernels that write through the pointer, or that touch its memory ("reads_too"): what they do stays in
 * its box only if these hold. FALSE: one of them cannot be tested at the start. */
gboolean ihop_entry_conditions_add_of_kernels (IhopWork *work, const IhopSymbol *pointer, gboolean reads_too);
/* Adds what sizes of variables rest on: those of buffers that change places, those that are counted from the place pointed to,
 * and those that allocations are asked for. */
void ihop_entry_conditions_add_of_sizes (IhopWork *work);
/* Takes out the function's conditions: all is measured anew. */
void ihop_entry_conditions_forget (IhopWork *work);
