/* Functions of which another version can be written beside the owner's. */
#pragma once
#include "analysis/program/facts.h"

/* Whether it stands in the main file with a head that can be written anew, has all its parameters named, does not call
 * itself, does not ask for its own name, and is the one that its calls run. */
gboolean ihop_function_may_have_version (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function);
