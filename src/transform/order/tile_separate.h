/* A band of loops cut into tiles. */
#pragma once
#include "transform/order/perfect_nest.h"
#include "transform/order/strip.h"

typedef struct
{
  IhopNest nest;
  gint64 size[IHOP_NEST_DEPTH];
  IhopStrip strip[IHOP_NEST_DEPTH];
  gboolean leans[IHOP_NEST_DEPTH];       /* a bound needs an iterator of the band */
  gboolean lower_leans[IHOP_NEST_DEPTH]; /* the lower one does */
  gboolean is_slanted;                   /* some loop leans */
  gboolean separate;                     /* full tiles from those that the edge cuts */
  isl_set *domain;                       /* the iterations; NULL where nobody needs them */
} IhopTiling;

/* "if the tile is full, loops of constant length, else the loops given". The writing's iterators
 * are the strips. NULL: the condition cannot be written. */
const IhopNode *ihop_tile_separate (const IhopBoundWriter *writing, const IhopTiling *tiling,
                                    const IhopNode *partial);
