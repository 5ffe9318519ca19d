/* One block of a grid while it runs: its warps, their memory, and its barriers. */
#pragma once
#include "simt/run/grid.h"

typedef struct IhopBlock IhopBlock;

typedef enum
{
  IHOP_BLOCK_DONE,
  IHOP_BLOCK_MOVES,  /* to be given another turn */
  IHOP_BLOCK_SPINS,  /* all its warps wait for what others write */
  IHOP_BLOCK_FAILS   /* see ihop_block_failure */
} IhopBlockState;

/* "grid" is kept by the caller. */
IhopBlock *ihop_block_new (const IhopGrid *grid);
void ihop_block_free (IhopBlock *block);
/* It becomes this block of the grid, from its start. */
void ihop_block_start (IhopBlock *block, guint64 number);
/* Runs each warp that can run until it waits, yields or ends. */
IhopBlockState ihop_block_turn (IhopBlock *block);
/* It has waited for too long for what others write: it fails. */
void ihop_block_give_up (IhopBlock *block);
/* How it failed, and the line of the PTX text. */
IhopWarpStatus ihop_block_failure (const IhopBlock *block, guint *line);
