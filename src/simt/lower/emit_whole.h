/* Code that runs all warps of a block (emit_whole.c), beside that which runs one. */
#pragma once
#include "simt/lower/emit.h"
#include "simt/lower/regions.h"

struct IhopEmitWhole
{
  IhopRegions *regions;
  guint n_warps;
  gboolean is_backwards;     /* the last one runs first */
  LLVMValueRef first_frame;  /* of the block's first warp; the others lie behind it */
  LLVMValueRef turn;         /* slot of i32: warps that have run */
  LLVMValueRef *kept;        /* by register: slots for what lives between regions, one value or one a warp; NULL: nothing does */
  LLVMValueRef *next;        /* by register that all warps share: what the region makes of it */
  LLVMBasicBlockRef *heads;  /* by region */
  guint region;              /* that code is made for */
  guint room;                /* instructions that may still be written out for each warp (emit_unroll.h) */
  guint doubled;             /* instructions that have code for full warps beside the other one (emit_all.h) */
  LLVMBasicBlockRef some;    /* where that other code begins, and who is there */
  LLVMValueRef some_mask;
  LLVMBasicBlockRef latch;   /* where its warps end */
  LLVMBasicBlockRef wraps;   /* where they go when a sum wraps; NULL: none can */
};

/* NULL: this kernel is run warp by warp. */
IhopEmitWhole *ihop_emit_whole_new (IhopEmit *emit, gboolean is_backwards);
void ihop_emit_whole_free (IhopEmitWhole *whole);
/* The function's body, by emit->whole. */
void ihop_emit_whole (IhopEmit *emit);
/* Where code of emit->block jumps to for another block of the flow; also in code for one warp. */
LLVMBasicBlockRef ihop_emit_whole_target (IhopEmit *emit, guint block);
/* Number of the warp that runs. */
LLVMValueRef ihop_emit_whole_warp (IhopEmit *emit);
/* This warp has been handed over; all others follow. */
void ihop_emit_whole_wraps (IhopEmit *emit);

/* --- what lives between regions (emit_kept.c) ------------------------------------------------- */

/* The instruction in front of which a block of the flow is asked where to go. */
guint ihop_emit_kept_asked_at (const IhopFlowBlock *block);
/* What lives where the region ends. */
void ihop_emit_kept_behind (IhopEmit *emit, const IhopRegion *region, IhopBits *live);
/* Registers that the region sets. */
void ihop_emit_kept_sets (IhopEmit *emit, const IhopRegion *region, IhopBits *sets);
/* Do all warps hold the same in it? */
gboolean ihop_emit_kept_is_alike (IhopEmit *emit, guint reg);
/* Where this warp's value is kept. */
LLVMValueRef ihop_emit_kept_place (IhopEmit *emit, guint reg, LLVMValueRef warp);
/* From one place for the register to another one. */
void ihop_emit_kept_copy (IhopEmit *emit, guint reg, LLVMValueRef from, LLVMValueRef to);
