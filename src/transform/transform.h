/* Loop transformations: each one file, each one row in the registry (DESIGN D5).
 *
 * A transformation builds a new tree and says where each of the new tree's innermost statements
 * comes from. One judge (judge.h) then asks whether every dependence of the old tree
 * still runs forwards in the order of the tree that was really built (D3). A transformation never
 * decides legality itself, except for "storage" ones, which bring a proof of their own.
 *
 * Text form of a step: "interchange kernel_gemm/i/j", "tile f/i/j 32 32". A script is a list of
 * steps, one a line, "#" begins a comment. Addresses are those of the tree before the step. */
#pragma once
#include "transform/build/step.h"

/* All transformations, in the order of the manual; ends with NULL. */
extern const IhopTransform *const ihop_transforms[];
const IhopTransform *ihop_transform_find (const char *name);
/* The one road that every step takes: parse, build, verify the tree, judge. Returns a new tree
 * (caller unrefs), or NULL with the refusal in diags. */
IhopTree *ihop_transform_run (IhopFacts *facts, const IhopTree *tree, const char *step,
                              IhopDiags *diags);
/* A whole script. A step that is refused ends it: returns NULL, and diags name the step's line.
 * "options" are for the facts made of each new tree. */
IhopTree *ihop_script_run (const IhopTree *tree, const char *script, const char *script_name,
                           const IhopFactsOptions *options, IhopDiags *diags);
/* The steps of a script without comments and empty lines, of char *. Caller unrefs. */
GPtrArray *ihop_script_steps (const char *script);
