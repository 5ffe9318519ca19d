/* What several steps that change storage have to ask besides. Each function called require returns FALSE after a
 * refusal. */
#pragma once
#include "transform/build/header.h"

/* Sums that are put together in another order are rounded differently: refuses unless the owner has said "reassociate",
 * and warns if so. "update": where; "name": the variable; "again": the name of the step that takes the word. */
gboolean ihop_require_reassociation (IhopTransformStep *step, const IhopHeader *header,
                                     const IhopNode *update, const char *name, gboolean reassociate,
                                     const char *again);

enum { IHOP_STACK_BYTES = 1 << 20 }; /* the largest array that a step declares in a function */
/* Refuses an array with an element an iteration that is known to be larger. */
gboolean ihop_require_stack_size (IhopTransformStep *step, const IhopHeader *header,
                                  const IhopType *element);
/* Refuses to declare an array of variable length in front of the loop where a jump may lead past it. */
gboolean ihop_require_declarable (IhopTransformStep *step, const IhopHeader *header,
                                  const IhopType *type);

/* Adds to a refusal how the loop can do without a declaration in its body: scalar-expand, array-expand. */
void ihop_remedy_declared (IhopDiag *diag, const char *loop, const IhopNode *declaration);
