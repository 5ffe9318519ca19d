#include "simt/lower/emit_all.h"
#include "simt/lower/emit_whole.h"

/* Instructions for which it makes a difference who is there: they take a mask, or ask whether sums have wrapped. */
static gboolean
takes_mask (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  static const char *const opcodes[] = { "ld", "st", "atom", "red", NULL };

  return g_strv_contains (opcodes, instruction->opcode) || (ihop_flow_n_results (instruction) && ihop_lanes_widens (emit->lanes, instruction));
}

static gboolean
is_worth_it (IhopEmit *emit, const IhopFlowBlock *block)
{
  for (guint i = block->first; i < block->end; i++)
    if (takes_mask (emit, &g_array_index (emit->flow->function->instructions, IhopPtxInstruction, i)))
      return TRUE;
  return FALSE;
}

/* Not in code for one warp, in which lanes of others may wait at barriers, and which is for kernels that are no matter of speed. */
gboolean
ihop_emit_all_begin (IhopEmit *emit)
{
  const IhopFlowBlock *block = &emit->flow->blocks[emit->block];
  guint size = emit->whole ? (block->end - block->first) * emit->whole->n_warps : 0;

  if (emit->whole == NULL || emit->lanes_mask == NULL || emit->whole->doubled + size > IHOP_DOUBLED || !is_worth_it (emit, block))
    return FALSE;
  emit->whole->doubled += size;
  LLVMBasicBlockRef all = LLVMAppendBasicBlockInContext (emit->context, emit->function, "all");
  LLVMValueRef full = ihop_emit_constant (emit, 32, G_MAXUINT32);
  emit->whole->some = LLVMAppendBasicBlockInContext (emit->context, emit->function, "some");
  emit->whole->some_mask = emit->mask;
  LLVMBuildCondBr (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntEQ, emit->mask, full, ""), all, emit->whole->some);
  LLVMPositionBuilderAtEnd (emit->builder, all);
  emit->mask = full;
  emit->lanes_mask = NULL;
  emit->is_all = TRUE;
  return TRUE;
}

void
ihop_emit_all_end (IhopEmit *emit)
{
  LLVMPositionBuilderAtEnd (emit->builder, emit->whole->some);
  emit->instruction = NULL;
  emit->mask = emit->whole->some_mask;
  emit->lanes_mask = ihop_emit_lanes (emit, emit->mask);
  emit->is_all = FALSE;
}
