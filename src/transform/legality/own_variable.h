/* Variables that only their function can reach, for steps that keep them elsewhere. Each function returns FALSE (or
 * NULL) after a refusal. */
#pragma once
#include "transform/build/header.h"

/* The variable of this name where the loop stands. Refuses one that the loop's body declares, and one that an array's
 * extent depends on. */
IhopSymbol *ihop_require_variable (IhopTransformStep *step, const IhopHeader *header,
                                   const char *name);

/* Whether a variable is sure to have a value wherever its function can name it. */
gboolean ihop_variable_is_set (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *variable);

/* The variable of this name that the body declares at its top level; NULL: none. */
IhopSymbol *ihop_declared_in_body (const IhopNode *body, const char *name);

/* Refuses what is no automatic variable of the function, and one whose address may be known elsewhere. */
gboolean ihop_require_own_variable (IhopTransformStep *step, const IhopHeader *header,
                                    const IhopSymbol *symbol);
/* The same; and refuses what is no number, and the loop's own iterator. */
gboolean ihop_require_own_number (IhopTransformStep *step, const IhopHeader *header,
                                  const IhopSymbol *symbol);

/* Refuses a variable that the extent of an array depends on: extents are no part of the code that steps rebuild. */
gboolean ihop_require_no_extent (IhopTransformStep *step, const IhopHeader *header,
                                 const IhopSymbol *symbol);
/* Refuses what is no integer of at most 64 bits that wraps around at a power of two; _Bool does not. */
gboolean ihop_require_modular (IhopTransformStep *step, const IhopHeader *header,
                               const IhopSymbol *symbol);
/* Refuses a variable whose type is of variable length where what its length depends on may have been changed since it was
 * declared: new variables and parameters of that type would be of another length. "place": what is refused. */
gboolean ihop_require_kept_extents (IhopTransformStep *step, const IhopFunction *function, const IhopNode *place,
                                    const IhopSymbol *symbol);
