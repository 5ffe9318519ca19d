/* A loop that goes several steps at a time, and what is left. */
#pragma once
#include "transform/build/header.h"

/* The loop over groups of "factor" iterations around "body". */
const IhopNode *ihop_unroll_main (IhopBuild *build, const IhopHeader *header, gint64 factor,
                                  const IhopNode *body);
/* The owner's loop over the iterations that fill no group; NULL: there are none. */
const IhopNode *ihop_unroll_rest (IhopBuild *build, const IhopHeader *header, gint64 factor);
/* What the iterator holds in copy t of the body. */
const IhopValues *ihop_unroll_values (IhopBuild *build, const IhopHeader *header, gint64 t);
/* Reads "LOOP FACTOR" and looks whether it can be done. */
gboolean ihop_unroll_read (IhopTransformStep *step, char **words, IhopHeader *header,
                           gint64 *factor);
