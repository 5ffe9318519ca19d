/* Members of structs are kept in local variables: "im->data[i]" in a loop becomes "im_data[i]", with "double *im_data =
 * im->data;" in front of it; and so are numbers behind pointers: "*n" becomes "n_value". Analysis and generation then
 * treat them as any variable, and a kernel needs no copy of the struct (scalar replacement of loads; Callahan, Carr and
 * Kennedy 1990).
 *
 * A member is read once, at a place where it is certain to be there, instead of each time; that is the same as long as
 * nothing in between changes it. Where only a store through another pointer could, which depends on what callers pass,
 * a test at the function's entry can decide (IhopGuard). */
#pragma once
#include "analysis/program/facts.h"

/* A new tree in which these loops (of const IhopNode *) of the function read members in variables; the caller unrefs.
 * NULL: nothing was done. The tests that it rests on (of IhopGuard *) are added to "guards"; with NULL nothing that
 * needs one is done. */
IhopTree *ihop_unpack_run (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function,
                           const GPtrArray *loops, GPtrArray *guards);
