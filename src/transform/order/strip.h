/* A loop cut into strips. */
#pragma once
#include "transform/build/header.h"

typedef struct
{
  IhopSymbol *strip;      /* counts the strips' first values */
  const IhopNode *bound;  /* of the loop inside, relation as the owner's */
  gint64 stride;          /* from strip to strip */
} IhopStrip;

/* "name" of the new iterator, or NULL. */
IhopStrip ihop_strip (IhopBuild *build, const IhopHeader *header, gint64 size, const char *name);
const IhopNode *ihop_strip_outer (IhopBuild *build, const IhopHeader *header,
                                  const IhopStrip *strip, const IhopNode *body);
const IhopNode *ihop_strip_inner (IhopBuild *build, const IhopHeader *header,
                                  const IhopStrip *strip, const IhopNode *body);
