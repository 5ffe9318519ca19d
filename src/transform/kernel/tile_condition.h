/* When a place of a tile stands for an element. */
#pragma once
#include "transform/kernel/tile_type.h"

/* Under which condition a place of the tile is in the set (touched or written); "place" is what it is called, one a dimension.
 * *condition NULL: it always is. FALSE after a refusal: it cannot be written. */
gboolean ihop_tile_condition (IhopBuild *build, const IhopTile *tile, isl_set *set, const IhopSum *const *place,
                              const IhopNode **condition);
