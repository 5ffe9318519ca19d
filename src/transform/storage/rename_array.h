/* Renaming of arrays: values that have nothing to do with each other get arrays of their own (webs of definitions and
 * uses; Cytron and Ferrante 1987). */
#pragma once
#include "transform/build/header.h"

/* In the loop, or in the whole body of a function where header->loop is that, each web of the array's values but the
 * last gets an array of its own. The header needs name, loop and body only. NULL after a refusal. */
IhopRewrite *ihop_rename_array (IhopTransformStep *step, const IhopHeader *header,
                                IhopSymbol *symbol);
