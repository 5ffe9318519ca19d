/* One constant a file; the order is that of the manual. */
#pragma once
#include "transform/build.h"

#define IHOP_ALL_TRANSFORMS(X) X (interchange)

#define IHOP_DECLARE(name) extern const IhopTransform ihop_transform_##name;
IHOP_ALL_TRANSFORMS (IHOP_DECLARE)
#undef IHOP_DECLARE
