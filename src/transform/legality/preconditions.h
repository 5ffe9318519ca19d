/* What steps that change storage ask alike. Their proofs rest on one loop: what it touches, and
 * that control runs through it. */
#pragma once
#include "transform/build/header.h"

/* For a declaration in the body of a loop that stands in the way: how the loop can do without. */
void ihop_remedy_declared (IhopDiag *diag, const char *loop, const IhopNode *declaration);
/* A result that is rounded anew: refuses unless the owner has said "reassociate"; then says so in a
 * warning. "again" is the step with that word. */
gboolean ihop_require_reassociation (IhopTransformStep *step, const IhopHeader *header,
                                     const IhopNode *update, const char *name, gboolean reassociate,
                                     const char *again);

enum { IHOP_STACK_BYTES = 1 << 20 }; /* the largest array that a step declares in a function */

/* Refuses an array with an element an iteration that is known to be larger. */
gboolean ihop_require_stack_size (IhopTransformStep *step, const IhopHeader *header,
                                  const IhopType *element);
/* An array of variable length cannot be declared where a jump may lead past it. */
gboolean ihop_require_declarable (IhopTransformStep *step, const IhopHeader *header,
                                  const IhopType *type);
