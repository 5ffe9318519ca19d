/* Subscripts that go round: "t % 2", "1 - now", "(step + 2) % 3", as distances from a number, the phase, that goes round itself. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopFunction *function;
  const IhopLoopName *name; /* of the loop */
  GPtrArray *body;         /* of const IhopNode *: the statements of the loop's body, those of plain blocks among them */
  guint count;             /* of the places that subscripts name: 2 to 4 */
  const IhopNode *phase;   /* a variable, or a member of a struct */
  const IhopNode *first;   /* its value where the loop begins */
  guint update;            /* the statement of the body that sets it; body->len: it is the loop's own counter */
  guint shift;             /* by how much it goes on in an iteration, modulo count: 1 to count - 1 */
  gboolean is_exact;       /* it is one of 0 to count - 1 wherever it is read, … */
  gboolean is_natural;     /* … or at least not negative */
} IhopRotatingIndex;

/* Finds the phase of a subscript in the loop, and how it goes on. FALSE after a refusal. step, function, name, body and count are set. */
gboolean ihop_rotating_index_find (IhopRotatingIndex *self, const IhopNode *subscript);
/* How far a subscript is from what the phase was where the iteration began, modulo count: 0 to count - 1. FALSE, without a refusal: it is not the phase and
 * a constant. */
gboolean ihop_rotating_index_distance (const IhopRotatingIndex *self, const IhopNode *subscript, guint *distance);
