/* Full tiles told from those that the edge of the iterations cuts (Ancourt and Irigoin 1991). */
#pragma once
#include "transform/order/perfect_nest.h"
#include "transform/order/strip.h"

/* A band of loops cut into tiles. */
typedef struct
{
  IhopNest nest;
  gint64 size[IHOP_NEST_DEPTH];                     /* iterations of a tile in each loop; 0: the loop stays whole */
  IhopStrip strip[IHOP_NEST_DEPTH];
  gboolean depends_on_band[IHOP_NEST_DEPTH];        /* a bound of the loop needs an iterator of the band (a triangle) */
  gboolean lower_depends_on_band[IHOP_NEST_DEPTH];  /* its first value does */
  gboolean is_triangular;                           /* some loop's bound does */
  gboolean separate;                                /* full tiles get loops of their own */
  isl_set *domain;                                  /* the iterations, owned; NULL where nobody needs them */
} IhopTiling;

/* "if the tile is full, loops of constant length, else partial". The writing's iterators are the strips. NULL: the
 * condition cannot be written in C. */
const IhopNode *ihop_tile_separate (const IhopBoundWriter *writing, const IhopTiling *tiling,
                                    const IhopNode *partial);
