/* Scripts: a list of steps, one a line. "#" begins a comment. */
#pragma once
#include "analysis/program/facts.h"

/* Runs all steps, each on the tree that the one before has left. The first one that is refused ends the script: the
 * result is NULL, and diags name the step's line. script_name is for messages; options are those of the facts that are
 * computed for each tree. The caller unrefs the tree. */
IhopTree *ihop_script_run (const IhopTree *tree, const char *script, const char *script_name,
                           const IhopFactsOptions *options, IhopDiags *diags);

/* The steps (of char *) of a script without comments and empty lines. The caller unrefs. */
GPtrArray *ihop_script_steps (const char *script);
