/* Variables that every iteration may have a copy of its own of. */
#pragma once
#include "transform/build.h"

/* The proof is the analysis' (privatization, loops.h): each iteration sets the variable before it
 * reads it, and nobody reads it after the loop. NULL after a refusal. *inside: it is declared in
 * the loop's body, at its top level. */
IhopSymbol *ihop_private_of (IhopTransformStep *step, const IhopHeader *header, const char *name,
                             gboolean *inside);
