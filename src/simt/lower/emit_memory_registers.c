/* Registers of very large kernels. A value that lives over the ends of blocks becomes phi nodes of LLVM's, one a block with an entry for
 * each way there: more than a million in a kernel with a thousand blocks, and all that follows takes minutes. There are too few vector
 * registers for them anyhow: what lives over the end of a block of such a kernel has its place in memory from the start. */
#include "simt/lower/emit.h"

/* How many registers live at the blocks, all in all, times how many blocks there are: of a large kernel it is more than this. */
enum { LARGE = 300000 };

void
ihop_emit_find_memory_registers (IhopEmit *emit)
{
  const IhopFlow *flow = emit->flow;
  guint64 live = 0;

  emit->in_memory = ihop_bits_new (flow->function->registers->len);
  for (guint i = 0; i < flow->n_blocks; i++)
    {
      ihop_bits_unite (&emit->in_memory, &flow->blocks[i].live);
      for (guint reg = 0; reg < flow->function->registers->len; reg++)
        live += ihop_bits_has (&flow->blocks[i].live, reg);
    }
  emit->is_large = live * flow->n_blocks > LARGE;
}

/* As far as LLVM can tell somebody else knows its address: it makes no value of its own of the slot. */
static void
hold (IhopEmit *emit, LLVMValueRef slot)
{
  LLVMTypeRef pointer = LLVMPointerTypeInContext (emit->context, 0);
  LLVMTypeRef type = LLVMFunctionType (LLVMVoidTypeInContext (emit->context), &pointer, 1, FALSE);
  LLVMValueRef told = LLVMGetInlineAsm (type, "", 0, "r", 1, TRUE, FALSE, LLVMInlineAsmDialectATT, FALSE);
  LLVMValueRef next = LLVMGetNextInstruction (slot);
  LLVMBuilderRef behind = LLVMCreateBuilderInContext (emit->context);

  if (next)
    LLVMPositionBuilderBefore (behind, next);
  else
    LLVMPositionBuilderAtEnd (behind, LLVMGetInstructionParent (slot));
  LLVMBuildCall2 (behind, type, told, &slot, 1, "");
  LLVMDisposeBuilder (behind);
}

LLVMValueRef
ihop_emit_long_slot (IhopEmit *emit, LLVMTypeRef type, const char *name, gboolean is_long)
{
  LLVMValueRef slot = ihop_emit_slot (emit, type, name);

  if (emit->is_large && is_long)
    hold (emit, slot);
  return slot;
}
