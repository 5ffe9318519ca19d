/* A loop that does several iterations in one, and the loop for what is left. */
#pragma once
#include "transform/build/header.h"

/* Reads the words LOOP FACTOR. FALSE after a refusal: the loop cannot be unrolled so. */
gboolean ihop_unroll_read (IhopTransformStep *step, char **words, IhopHeader *header,
                           gint64 *factor);

/* The loop over groups of "factor" iterations, around a body that does a group. */
const IhopNode *ihop_unroll_main (IhopBuild *build, const IhopHeader *header, gint64 factor,
                                  const IhopNode *body);
/* The value of the iterator in copy t of the body. */
const IhopValues *ihop_unroll_values (IhopBuild *build, const IhopHeader *header, gint64 t);
/* The owner's loop over the iterations that fill no group. NULL: there are none. */
const IhopNode *ihop_unroll_rest (IhopBuild *build, const IhopHeader *header, gint64 factor);
