/* Loops over warps, written out: in each copy the warp's number is known, so that a condition on the thread's number is known for whole
 * warps ("t < 128"), and the others know which lanes it lets in. */
#pragma once
#include "simt/lower/emit.h"

/* Instructions of PTX, each counted once a warp, that a kernel may have written out: more would take long to compile. */
enum { IHOP_UNROLLED = 2048 };

/* The loop that "jump" closes, of "size" instructions in all its rounds, if there is room for it; "room" becomes less. */
void ihop_emit_unroll (IhopEmit *emit, LLVMValueRef jump, guint *room, guint size);
/* The loop that "jump" closes is not written out. */
void ihop_emit_unroll_never (IhopEmit *emit, LLVMValueRef jump);
