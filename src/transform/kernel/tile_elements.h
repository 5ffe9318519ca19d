/* Which elements of an array a piece of code touches, as a tile: a box of constant size that begins somewhere. */
#pragma once
#include "transform/kernel/tile_type.h"

/* The tile of group number "group" (from 1) of the references to the array in the body of this loop: references whose
 * elements begin at the same place are a group. NULL after a refusal: the elements are not known exactly, they are no box, or
 * something else in the code may touch them, too. */
IhopTile *ihop_tile_new (IhopBuild *build, const IhopHeader *header, IhopSymbol *array, guint group);
void ihop_tile_free (IhopTile *tile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopTile, ihop_tile_free)
