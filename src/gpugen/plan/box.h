/* Boxes of elements, compared and put together. */
#pragma once
#include "analysis/footprint/footprint.h"

/* The smallest box around both; NULL: not known (then all). */
const IhopBox *ihop_box_hull (IhopPool *pool, const IhopBox *a, const IhopBox *b);
gboolean ihop_box_equal (const IhopBox *a, const IhopBox *b);
