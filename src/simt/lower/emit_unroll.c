#include "simt/lower/emit_unroll.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

/* What LLVM calls a loop is a node that names itself ("LLVM Language Reference", llvm.loop). */
static void
wish (IhopEmit *emit, LLVMValueRef jump, const char *what)
{
  const char *kind = "llvm.loop";
  LLVMMetadataRef text = LLVMMDStringInContext2 (emit->context, what, strlen (what)), itself = LLVMTemporaryMDNode (emit->context, NULL, 0);
  LLVMMetadataRef operands[] = { itself, LLVMMDNodeInContext2 (emit->context, &text, 1) };
  LLVMMetadataRef loop = LLVMMDNodeInContext2 (emit->context, operands, 2);

  LLVMMetadataReplaceAllUsesWith (itself, loop);
  LLVMSetMetadata (jump, LLVMGetMDKindIDInContext (emit->context, kind, strlen (kind)), LLVMMetadataAsValue (emit->context, loop));
}

void
ihop_emit_unroll (IhopEmit *emit, LLVMValueRef jump, guint *room, guint size)
{
  if (size > *room)
    return;
  *room -= size;
  wish (emit, jump, "llvm.loop.unroll.full");
}

void
ihop_emit_unroll_never (IhopEmit *emit, LLVMValueRef jump)
{
  wish (emit, jump, "llvm.loop.unroll.disable");
}
