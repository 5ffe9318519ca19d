/* What lives from one region of a whole block to the next (emit_whole.c): kept once where all warps hold the same, else for each warp. */
#include "simt/lower/emit_whole.h"

static const IhopPtxInstruction *
instruction_at (IhopEmit *emit, guint i)
{
  return &g_array_index (emit->flow->function->instructions, IhopPtxInstruction, i);
}

guint
ihop_emit_kept_asked_at (const IhopFlowBlock *block)
{
  return block->end > block->first ? block->end - 1 : block->first;
}

void
ihop_emit_kept_behind (IhopEmit *emit, const IhopRegion *region, IhopBits *live)
{
  memset (live->words, 0, live->n_words * sizeof *live->words);
  if (region->how == IHOP_REGION_GOES)
    ihop_bits_copy (live, &emit->flow->blocks[region->at].live);
  else if (region->how == IHOP_REGION_ASKS)
    ihop_flow_live_before (emit->flow, region->at, ihop_emit_kept_asked_at (&emit->flow->blocks[region->at]), live);
}

static void
add_register (guint reg, gpointer data)
{
  ihop_bits_add (data, reg);
}

void
ihop_emit_kept_sets (IhopEmit *emit, const IhopRegion *region, IhopBits *sets)
{
  IHOP_BITS_EACH (b, &region->blocks)
    for (guint i = emit->flow->blocks[b].first; i < emit->flow->blocks[b].end; i++)
      ihop_flow_sets (instruction_at (emit, i), add_register, sets);
}

gboolean
ihop_emit_kept_is_alike (IhopEmit *emit, guint reg)
{
  return ihop_bits_has (&emit->whole->regions->alike->registers, reg);
}

static void
make_kept (IhopEmit *emit, guint reg)
{
  IhopEmitWhole *whole = emit->whole;
  LLVMTypeRef type = ihop_emit_slot_type (emit, reg);

  if (whole->kept[reg])
    return;
  whole->kept[reg] = ihop_emit_slot (emit, ihop_emit_kept_is_alike (emit, reg) ? type : LLVMArrayType2 (type, whole->n_warps), "kept");
  if (ihop_emit_kept_is_alike (emit, reg))
    whole->next[reg] = ihop_emit_slot (emit, type, "next");
}

LLVMValueRef
ihop_emit_kept_place (IhopEmit *emit, guint reg, LLVMValueRef warp)
{
  LLVMValueRef indices[] = { ihop_emit_constant (emit, 32, 0), warp };

  make_kept (emit, reg);
  if (ihop_emit_kept_is_alike (emit, reg))
    return emit->whole->kept[reg];
  return LLVMBuildInBoundsGEP2 (emit->builder, LLVMArrayType2 (ihop_emit_slot_type (emit, reg), emit->whole->n_warps), emit->whole->kept[reg],
                                indices, 2, "");
}

void
ihop_emit_kept_copy (IhopEmit *emit, guint reg, LLVMValueRef from, LLVMValueRef to)
{
  LLVMBuildStore (emit->builder, LLVMBuildLoad2 (emit->builder, ihop_emit_slot_type (emit, reg), from, ""), to);
}
