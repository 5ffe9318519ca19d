/* What lanes ask for: in which memory it lies, and its cells. */
#pragma once
#include "simt/check/arena.h"
#include "simt/check/order.h"
#include "simt/ptx/ptx.h"

/* Cells of what lanes ask for. */
typedef struct
{
  IhopRegion *region;   /* NULL: the block's shared memory, or memory without cells */
  gboolean is_shared;
  gboolean has_cells;
  guint64 start, size;  /* of the whole memory */
  guint64 base;         /* the address of "cells" */
  IhopCell *cells;
  gboolean has_bytes;   /* a cell for each byte */
  gboolean is_written;  /* nobody has to ask */
} IhopCellMemory;

/* Who looks: the frame's warp, at the instruction with that number. */
IhopLook ihop_look_of (const IhopWarpFrame *frame, guint32 number);
/* The space that the instruction names. */
IhopPtxSpace ihop_look_space (const IhopLook *look);
/* Is it all in the lane's own local memory? */
gboolean ihop_look_is_local (const IhopLook *look, guint lane, guint64 address, gsize size);
/* FALSE: not all of it is memory of one kind that threads may use. Says in "look" what of that memory's cells is known. */
gboolean ihop_cell_memory_find (IhopLook *look, guint64 address, gsize size, IhopCellMemory *memory);
