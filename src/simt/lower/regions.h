/* Parallel regions: parts of a kernel's control flow that all warps of a block begin together and end together, so that one
 * warp after the other can run the whole of each, and what decides where the block goes on is asked once ("Improving
 * performance of OpenCL on CPUs", Karrenberg and Hack, 2012; COX, 2021). A region ends at a barrier, where the block ends, or
 * where a branch that is the same for all warps decides to which barrier they go. */
#pragma once
#include "simt/lower/alike.h"

typedef enum
{
  IHOP_REGION_GOES, /* on to one other region */
  IHOP_REGION_ASKS, /* the branch at the end of a block decides */
  IHOP_REGION_ENDS  /* all threads end */
} IhopRegionEnd;

typedef struct
{
  guint entry;        /* block of the flow */
  IhopBits blocks;
  IhopRegionEnd how;
  guint at;           /* GOES: the entry of the other; ASKS: the block */
  gboolean is_barrier; /* GOES: all must have come before any goes on */
} IhopRegion;

typedef struct
{
  IhopRegion *regions;
  guint n;
  guint *of_entry; /* by block: number of the region that begins there; G_MAXUINT: none */
  IhopBits cuts;   /* blocks that a region ASKS */
  IhopAlike *alike;
} IhopRegions;

/* NULL: the kernel has no such regions, as warps or lanes may be at several places while some wait. */
IhopRegions *ihop_regions_new (IhopLanesTable *lanes);
void ihop_regions_free (IhopRegions *regions);
