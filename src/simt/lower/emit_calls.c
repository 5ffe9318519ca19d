/* Calls of what a card's library has ("vprintf", "malloc"), one lane after the other, and traps. */
#include "simt/lower/emit.h"
#include "simt/run/frame.h"
#include <string.h>

enum { MAX_ARGUMENTS = 8 };

/* Parameters of calls are variables in local memory: their values as i64, lane by lane; a structure as several. Gives how many
 * values there are then. */
static guint
add_argument (IhopEmit *emit, const IhopPtxOperand *operand, LLVMValueRef *values, guint n)
{
  const IhopPtxVariable *variable = ihop_ptx_variable_find (emit->flow->function->variables, operand->name);
  LLVMTypeRef wide = LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP);
  guint size = variable ? variable->size : 8;

  for (guint at = 0; at < size && n < MAX_ARGUMENTS; at += 8)
    {
      LLVMValueRef offset = ihop_emit_symbol (emit, operand->name, at);
      IhopEmitAddress address = { LLVMBuildAdd (emit->builder, ihop_emit_window (emit, IHOP_PTX_SPACE_LOCAL),
                                                ihop_emit_splat (emit, offset), ""), NULL };
      LLVMValueRef value = ihop_emit_load (emit, address, ihop_emit_int (emit, 8 * MIN (size - at, 8)));
      values[n++] = LLVMBuildZExtOrBitCast (emit->builder, value, wide, "");
    }
  return n;
}

static void
keep_result (IhopEmit *emit, const IhopPtxOperand *operand, LLVMValueRef value)
{
  const IhopPtxVariable *variable = ihop_ptx_variable_find (emit->flow->function->variables, operand->name);
  LLVMValueRef offset = ihop_emit_symbol (emit, operand->name, 0);
  IhopEmitAddress address = { LLVMBuildAdd (emit->builder, ihop_emit_window (emit, IHOP_PTX_SPACE_LOCAL),
                                            ihop_emit_splat (emit, offset), ""), NULL };
  guint size = variable ? MIN (variable->size, 8) : 8;

  value = LLVMBuildTruncOrBitCast (emit->builder, value, LLVMVectorType (ihop_emit_int (emit, 8 * size), IHOP_WARP), "");
  ihop_emit_store (emit, address, value);
}

/* guint64 f (frame, lane, a, b, …), all arguments 64 bits. */
LLVMValueRef
ihop_emit_call_lanes (IhopEmit *emit, const char *function, LLVMValueRef *values, guint n)
{
  LLVMTypeRef wide = ihop_emit_int (emit, 64);
  LLVMTypeRef vector = LLVMVectorType (wide, IHOP_WARP);
  LLVMValueRef slot = ihop_emit_slot (emit, vector, "called"), arguments[MAX_ARGUMENTS + 2];
  g_autofree char *name = g_strconcat ("ihop_warp_", function, NULL);
  IhopEmitEach each = ihop_emit_each_begin (emit);

  arguments[0] = emit->frame;
  arguments[1] = each.number;
  for (guint i = 0; i < n; i++)
    arguments[i + 2] = ihop_emit_each_pick (emit, &each, values[i]);
  LLVMValueRef result = ihop_emit_call (emit, name, wide, arguments, n + 2);
  ihop_emit_each_put (emit, &each, slot, result);
  ihop_emit_each_end (emit, &each);
  return LLVMBuildLoad2 (emit->builder, vector, slot, "");
}

/* The warp ends, and with it the launch; what stands behind is never run. */
static void
end_here (IhopEmit *emit, guint status)
{
  LLVMBasicBlockRef behind = LLVMAppendBasicBlockInContext (emit->context, emit->function, "behind");

  ihop_emit_leave (emit, status);
  LLVMPositionBuilderAtEnd (emit->builder, behind);
}

/* call (result), name, (arguments); */
static void
call (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  guint at = ihop_flow_n_results (instruction);
  const char *name = at < instruction->n_operands ? instruction->operands[at].name : NULL;
  const IhopWarpService *row = name ? ihop_warp_service (name) : NULL;
  const IhopPtxOperand *given = at + 1 < instruction->n_operands ? &instruction->operands[at + 1] : NULL;
  LLVMValueRef values[MAX_ARGUMENTS];
  guint n = 0;

  if (row == NULL || (given && given->n_items > MAX_ARGUMENTS))
    {
      ihop_emit_fail (emit, "calls of %s are not known", name ? name : "function pointers");
      return;
    }
  for (guint i = 0; given && i < given->n_items; i++)
    n = add_argument (emit, &given->items[i], values, n);
  LLVMValueRef result = ihop_emit_call_lanes (emit, name, values, n);
  if (g_str_equal (name, "__assertfail"))
    {
      end_here (emit, IHOP_WARP_ASSERTS);
      return;
    }
  if (at == 1 && instruction->operands[0].n_items == 1)
    keep_result (emit, &instruction->operands[0].items[0], result);
}

static void
trap (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  end_here (emit, ihop_ptx_has (instruction, "stack") ? IHOP_WARP_OVERFLOWS : IHOP_WARP_TRAPS);
}

/* fns: the n-th bit that is set, which the engine looks for. */
static void
find_nth (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxType word = { 'u', 32, 1 };
  LLVMValueRef values[3];

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      values[i] = ihop_emit_operand (emit, &instruction->operands[i + 1], word, TRUE);
      values[i] = LLVMBuildZExt (emit->builder, values[i], ihop_emit_like (ihop_emit_int (emit, 64), values[i]), "");
    }
  LLVMValueRef found = ihop_emit_call_lanes (emit, "fns", values, G_N_ELEMENTS (values));
  found = LLVMBuildTrunc (emit->builder, found, ihop_emit_like (ihop_emit_int (emit, 32), found), "");
  ihop_emit_set (emit, &instruction->operands[0], found, (IhopLanes){ IHOP_LANES_VARYING, NULL, 1 });
}

const IhopEmitRow ihop_emit_calls[] = { { "fns", find_nth }, { "call", call }, { "trap", trap }, { NULL, NULL } };
