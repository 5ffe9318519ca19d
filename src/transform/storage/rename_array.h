/* The lives of an array. */
#pragma once
#include "transform/build/header.h"

/* In the loop, or in the whole body of a function (where header->loop is that), each life of the array's
 * values but the last gets an array of its own. "header" needs its name, loop and body. NULL after a
 * refusal. */
IhopRewrite *ihop_rename_array (IhopTransformStep *step, const IhopHeader *header,
                                IhopSymbol *symbol);
