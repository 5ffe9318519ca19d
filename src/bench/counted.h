/* What programs that were run have counted, as figures of their cases. Files that are not there, or say nothing, add none. */
#pragma once
#include "bench/case.h"

/* What the emulated device has counted (IHOP_EMU_REPORT): launches, copies, bytes; and the fewest that could have moved. */
void ihop_counted_by_device (IhopCase *result, const char *path);
/* Sectors of memory that its warps would touch, kernel by kernel (IHOP_EMU_SECTORS). */
void ihop_counted_sectors (IhopCase *result, const char *path);
/* Of a CUDA program with IHOP_EVENTS: "ihop: 200 launches 0.001 s, 7 copies 0.0002 s 1492032 bytes". */
void ihop_counted_events (IhopCase *result, const char *path);
