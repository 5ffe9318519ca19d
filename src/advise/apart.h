/* Steps that rest on a test.
 *
 * Two parameters that might point into the same memory tie everything together that is written through
 * one and read through the other: no step can be proved. What is generated can ask, though, before a
 * function has done anything, and run the original if they overlap (plan.h). So the search may look as
 * if the owner had asserted the pairs that can be tested; what it found then needs these tests, written
 * in a script as "apart FUNCTION A B". */
#pragma once
#include "gpugen/plan/plan.h"

/* "f: A, B" for each pair of names in the functions worked on that the program could test; of char *.
 * Caller unrefs. Nothing where overlaps are not to be tested (--alias). */
GPtrArray *ihop_apart_pairs (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *plan);
/* The options with these pairs asserted, in words that the caller keeps: a NULL-terminated vector
 * that goes with g_free, as its strings are others'. */
const char **ihop_apart_words (const IhopFactsOptions *options, const GPtrArray *pairs);
/* Those of the pairs without which one of the steps would be refused. Caller unrefs. */
GPtrArray *ihop_apart_needed (const IhopTree *tree, const GPtrArray *steps, const GPtrArray *pairs,
                              const IhopFactsOptions *options);
