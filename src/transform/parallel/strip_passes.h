/* A loop gone through strip by strip, one strip after another, with variables that have an element a
 * strip. Everything stays in its order; whether strips may run at once is the analysis' to say. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopBuild *build;
  const IhopHeader *header; /* of step 1 */
  gint64 size;              /* iterations a strip */
  IhopSymbol *strip;        /* counts the strips */
} IhopPasses;

IhopPasses ihop_passes (IhopBuild *build, const IhopHeader *header, gint64 size);
/* A new variable, "NAME_ENDING" after "like": an array with an element a strip. */
IhopSymbol *ihop_passes_array (const IhopPasses *self, const IhopSymbol *like,
                               const IhopType *element, const char *ending);
/* The strip's element of such an array. */
const IhopNode *ihop_passes_at (const IhopPasses *self, IhopSymbol *array);
/* The owner's loop over one strip, with this body. */
const IhopNode *ihop_passes_inner (const IhopPasses *self, const IhopNode *body);
/* A loop over all strips. Takes the statements. Each call has a counter of its own. */
const IhopNode *ihop_passes_over (const IhopPasses *self, GPtrArray *body);
/* "left = right;" is added to statements. */
void ihop_passes_set (const IhopPasses *self, GPtrArray *into, const IhopNode *left,
                      const IhopNode *right);
/* The number of iterations a strip, from a step's words. */
gboolean ihop_passes_size (IhopTransformStep *step, const char *word, gint64 *size);
enum { IHOP_PASSES_SIZE = 1024 };
