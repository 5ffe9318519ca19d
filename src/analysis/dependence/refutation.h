/* Whether a dependence can really happen.
 *
 * Two iterations meet under some values of the parameters; those must be values that the program can have. Parameters
 * that a caller or the input gives may have any that is known to be possible (context/provenance.h). Of those that code
 * works out in a way that is not followed, no particular value may be needed: whatever they are, the iterations must
 * meet, as long as the loops run often enough. That loops run at all, and more than once, is the one thing that is
 * believed. What is left is played through before it is told (refutation_run.h). */
#pragma once
#include "analysis/dependence/dependences.h"

/* Those pairs of an exact dependence that can happen whatever unknown code has worked out. NULL: there are none that are
 * sure to be possible, and *because names the variables on which it depends (caller frees; NULL: on none). */
__isl_give isl_map *ihop_refute (IhopScop *scop, const IhopCarried *carried, char **because);
