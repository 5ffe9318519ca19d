/* The box of elements of one variable that a fragment's reads, writes, or both touch. */
#pragma once
#include "analysis/footprint/elements.h"
#include "analysis/footprint/which_accesses.h"

/* Of the footprint's rank, which is known. Of the first dimension of a parameter it also takes back the declared extent where what is
 * touched speaks against it (footprint->extents[0]), and it notes what may lie before the place pointed to, and whether all of a box of
 * writes is certain to be written. Owned by the facts. NULL: neither subscripts nor declarations bound it. */
const IhopBox *ihop_footprint_box (IhopFootprintWork *work, IhopFlat which);
