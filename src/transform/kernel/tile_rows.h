/* Elements of tiled arrays as they are written: "A[i][j]", or "A[i * n + j]", where one subscript stands for several
 * (analysis/extract/delinearize.h). */
#pragma once
#include "transform/kernel/tile_type.h"

/* Subscripts of each reference in the code to the array: those of its type, or the rows that its only one is cut into, which
 * are then the tile's "rows". 0 after a refusal: it is no array, or has more than IHOP_TILE_RANK. */
guint ihop_tile_find_rank (IhopTile *tile);
/* Has the array's only subscript stand for a row's number and an element's, if the text multiplies by a constant length. FALSE: it
 * does not, or there are rows already. */
gboolean ihop_tile_cut_rows (IhopTile *tile);
/* Which elements a reference is, as subscripts. NULL: a row might be left. */
__isl_give isl_set *ihop_tile_elements (const IhopTile *tile, const IhopAccess *access);
/* Whether a reference has subscripts of that number and, where one stands for all, rows as long. */
gboolean ihop_tile_has_rank (const IhopTile *tile, const IhopAccess *access);
/* Where a reference is in the tile along dimension d. NULL: it is no sum of variables. */
IhopSum *ihop_tile_place (const IhopTile *tile, const IhopAccess *access, guint d);
/* The array's element of these subscripts. */
const IhopNode *ihop_tile_element (IhopBuild *build, const IhopTile *tile, const IhopSum *const *subscripts);
