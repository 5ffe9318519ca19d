#include "simt/lower/emit_unroll.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

/* What LLVM calls a loop is a node that names itself ("LLVM Language Reference", llvm.loop). */
void
ihop_emit_unroll (IhopEmit *emit, LLVMValueRef jump, guint *room, guint size)
{
  const char *wish = "llvm.loop.unroll.full", *kind = "llvm.loop";

  if (size > *room)
    return;
  *room -= size;
  LLVMMetadataRef text = LLVMMDStringInContext2 (emit->context, wish, strlen (wish)), itself = LLVMTemporaryMDNode (emit->context, NULL, 0);
  LLVMMetadataRef operands[] = { itself, LLVMMDNodeInContext2 (emit->context, &text, 1) };
  LLVMMetadataRef loop = LLVMMDNodeInContext2 (emit->context, operands, 2);
  LLVMMetadataReplaceAllUsesWith (itself, loop);
  LLVMSetMetadata (jump, LLVMGetMDKindIDInContext (emit->context, kind, strlen (kind)), LLVMMetadataAsValue (emit->context, loop));
}
