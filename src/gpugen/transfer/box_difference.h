/* A box without a box inside it. */
#pragma once
#include "gpugen/plan/work.h"

/* What of "all" lies around "inner", as disjoint boxes (of const IhopBox *); NULL: not known where
 * inner lies in all, or whether it is ever so small that the boxes would overlap. */
GPtrArray *ihop_box_difference (IhopWork *work, const IhopBox *all, const IhopBox *inner);
