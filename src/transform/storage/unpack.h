/* What the members of structs hold is kept in local variables: "im->data[i]" in a loop becomes
 * "im_data[i]", with "double *im_data = im->data;" before it; and so are numbers behind pointers: "*n" is "n_value". From there on analysis and generation
 * know it like any pointer, and a kernel needs no copy of the struct.
 *
 * A member is read once, at a place where it is certain to be there, instead of each time; that is
 * the same as long as nothing in between changes it. Where only what is written through other
 * pointers might (and nobody knows what a caller passes), that can be left to a test (IhopGuard). */
#pragma once
#include "analysis/program/facts.h"

/* The function with the members that these loops of it read in variables. guards: those needed (of
 * IhopGuard *) are added there; NULL: nothing that needs one is done. NULL: nothing was done.
 * Otherwise a new tree, which the caller unrefs. */
IhopTree *ihop_unpack_run (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function,
                           const GPtrArray *loops, GPtrArray *guards);
