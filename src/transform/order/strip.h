/* A loop cut into strips: an outer loop over first values, "stride" apart, and an inner one over a strip (Loveman
 * 1977). */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopSymbol *strip;      /* the new iterator: the first value of a strip */
  const IhopNode *bound;  /* of the inner loop, whose relation is the owner's */
  gint64 stride;          /* from strip to strip; negative for a loop that counts down */
} IhopStrip;

/* Strips of "size" iterations; "name" of the new iterator, or NULL. */
IhopStrip ihop_strip (IhopBuild *build, const IhopHeader *header, gint64 size, const char *name);
/* The loop over strips, and the one over a strip, around a body. */
const IhopNode *ihop_strip_outer (IhopBuild *build, const IhopHeader *header,
                                  const IhopStrip *strip, const IhopNode *body);
const IhopNode *ihop_strip_inner (IhopBuild *build, const IhopHeader *header,
                                  const IhopStrip *strip, const IhopNode *body);
