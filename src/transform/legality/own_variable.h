/* Variables that only their function can reach. */
#pragma once
#include "transform/build/header.h"

/* A variable of the function's own that nobody has the address of. FALSE after a refusal. */
gboolean ihop_require_own_variable (IhopTransformStep *step, const IhopHeader *header,
                                    const IhopSymbol *symbol);
/* The same, and an integer or floating one. */
gboolean ihop_require_own_number (IhopTransformStep *step, const IhopHeader *header,
                                  const IhopSymbol *symbol);
/* Refuses a variable that the extent of an array depends on: extents are no part of the code that
 * steps rebuild. */
gboolean ihop_require_no_extent (IhopTransformStep *step, const IhopHeader *header,
                                 const IhopSymbol *symbol);
/* The variable of this name where the loop stands; not one as above. NULL after a refusal. */
IhopSymbol *ihop_require_variable (IhopTransformStep *step, const IhopHeader *header,
                                   const char *name);
/* Refuses integers that do not wrap around at a power of two (_Bool), or are too wide. */
gboolean ihop_require_modular (IhopTransformStep *step, const IhopHeader *header,
                               const IhopSymbol *symbol);
