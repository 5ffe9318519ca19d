/* Moves and conversions ("PTX ISA", 9.7.9). */
#include "simt/lower/emit_small.h"
#include "simt/run/frame.h"
#include <math.h>
#include <string.h>

static IhopLanes
made_of (LLVMValueRef value)
{
  return (IhopLanes){ ihop_emit_is_vector (value) ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 };
}

static LLVMValueRef
call (IhopEmit *emit, const char *name, LLVMValueRef value)
{
  return ihop_emit_intrinsic (emit, name, &value, 1);
}

/* --- mov -------------------------------------------------------------------------------------- */

/* mov.b64 d, {a, b} */
static void
pack (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type)
{
  const IhopPtxOperand *parts = &instruction->operands[1];
  guint bits = type.bits * type.lanes / MAX (parts->n_items, 1);
  const IhopPtxType part = { 'b', bits, 1 }, whole = { 'b', type.bits * type.lanes, 1 };
  gboolean vector = ihop_lanes_result (emit->lanes, instruction).kind == IHOP_LANES_VARYING;
  LLVMValueRef result = ihop_emit_constant (emit, whole.bits, 0);

  for (guint i = 0; i < parts->n_items; i++)
    {
      LLVMValueRef value = ihop_emit_operand (emit, &parts->items[i], part, vector);
      value = LLVMBuildZExt (emit->builder, value, ihop_emit_like (ihop_emit_type (emit, whole), value), "");
      value = LLVMBuildShl (emit->builder, value, ihop_emit_constant_like (value, bits * i), "");
      ihop_emit_agree (emit, &result, &value);
      result = LLVMBuildOr (emit->builder, result, value, "");
    }
  ihop_emit_set (emit, &instruction->operands[0], result, made_of (result));
}

/* mov.b64 {d, e}, a */
static void
unpack (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type)
{
  const IhopPtxOperand *parts = &instruction->operands[0];
  const IhopPtxType whole = { 'b', type.bits * type.lanes, 1 };
  guint bits = type.bits * type.lanes / MAX (parts->n_items, 1);
  gboolean vector = ihop_lanes_result (emit->lanes, instruction).kind == IHOP_LANES_VARYING;
  LLVMValueRef value = ihop_emit_operand (emit, &instruction->operands[1], whole, vector);

  for (guint i = 0; i < parts->n_items; i++)
    {
      LLVMValueRef part = LLVMBuildLShr (emit->builder, value, ihop_emit_constant_like (value, bits * i), "");
      part = LLVMBuildTrunc (emit->builder, part, ihop_emit_like (ihop_emit_int (emit, bits), part), "");
      ihop_emit_set (emit, &parts->items[i], part, made_of (part));
    }
}

static void
move (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);

  if (instruction->n_operands < 2)
    ihop_emit_fail (emit, "mov lacks operands");
  else if (instruction->operands[1].kind == IHOP_PTX_LIST)
    pack (emit, instruction, type);
  else if (instruction->operands[0].kind == IHOP_PTX_LIST)
    unpack (emit, instruction, type);
  else
    ihop_emit_set (emit, &instruction->operands[0],
                   ihop_emit_operand (emit, &instruction->operands[1], type, made.kind == IHOP_LANES_VARYING), made);
}

/* --- cvt -------------------------------------------------------------------------------------- */

static const char *
rounding (const IhopPtxInstruction *instruction)
{
  if (ihop_ptx_has (instruction, "rni"))
    return "llvm.roundeven";
  if (ihop_ptx_has (instruction, "rmi"))
    return "llvm.floor";
  if (ihop_ptx_has (instruction, "rpi"))
    return "llvm.ceil";
  return ihop_ptx_has (instruction, "rzi") ? "llvm.trunc" : NULL;
}

/* Numbers beyond the range become its ends, not-a-numbers 0. LLVM has this as one operation, but takes vectors of it apart,
 * seven instructions a lane; a plain conversion is poison only in the lanes that are not taken from it. */
static LLVMValueRef
to_integer (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType to, LLVMValueRef value)
{
  LLVMBuilderRef b = emit->builder;
  gboolean is_signed = to.kind == 's';
  LLVMTypeRef type = ihop_emit_like (ihop_emit_type (emit, to), value);
  LLVMTypeRef wide = to.bits < 32 ? ihop_emit_like (ihop_emit_int (emit, 32), value) : type;
  const char *round = rounding (instruction);
  guint64 most = is_signed ? (1ull << (to.bits - 1)) - 1 : G_MAXUINT64 >> (64 - to.bits);

  value = round ? call (emit, round, value) : value;
  LLVMValueRef above = ihop_emit_real_like (value, ldexp (1, to.bits - is_signed));
  LLVMValueRef least = ihop_emit_real_like (value, is_signed ? -ldexp (1, to.bits - 1) : 0);
  LLVMValueRef made = is_signed ? LLVMBuildFPToSI (b, value, wide, "") : LLVMBuildFPToUI (b, value, wide, "");
  made = LLVMBuildIntCast2 (b, made, type, is_signed, "");
  made = LLVMBuildSelect (b, LLVMBuildFCmp (b, LLVMRealOGE, value, above, ""), ihop_emit_constant_like (made, most), made, "");
  made = LLVMBuildSelect (b, LLVMBuildFCmp (b, LLVMRealOLE, value, least, ""),
                          ihop_emit_constant_like (made, is_signed ? most + 1 : 0), made, "");
  return LLVMBuildSelect (b, LLVMBuildFCmp (b, LLVMRealUNO, value, value, ""), LLVMConstNull (type), made, "");
}

static LLVMValueRef
to_float (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType to, IhopPtxType from, LLVMValueRef value)
{
  LLVMTypeRef type = ihop_emit_like (ihop_emit_type (emit, to), value);

  if (ihop_emit_is_directed (instruction))
    return ihop_emit_directed_conversion (emit, instruction, to, from, value);
  if (from.kind == 's')
    return LLVMBuildSIToFP (emit->builder, value, type, "");
  if (from.kind != 'f')
    return LLVMBuildUIToFP (emit->builder, value, type, "");
  if (to.bits == from.bits)
    return rounding (instruction) ? call (emit, rounding (instruction), value) : value;
  return LLVMBuildFPCast (emit->builder, value, type, "");
}

static LLVMValueRef
clamp (IhopEmit *emit, IhopPtxType to, IhopPtxType from, LLVMValueRef value)
{
  gboolean is_signed = from.kind == 's';
  guint64 most = to.kind == 's' ? (1ull << (to.bits - 1)) - 1 : to.bits == 64 ? G_MAXUINT64 : (1ull << to.bits) - 1;
  gint64 least = to.kind == 's' ? -(gint64) (1ull << (to.bits - 1)) : 0;
  LLVMValueRef x[] = { value, ihop_emit_constant_like (value, most) };

  if (to.bits < from.bits || (to.bits == from.bits && to.kind != from.kind))
    x[0] = to.kind == 'u' && is_signed && to.bits == from.bits ? value
                                                               : ihop_emit_intrinsic (emit, is_signed ? "llvm.smin" : "llvm.umin", x, 2);
  if (!is_signed)
    return x[0];
  x[1] = ihop_emit_constant_like (value, least);
  return ihop_emit_intrinsic (emit, "llvm.smax", x, 2);
}

static LLVMValueRef
to_width (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType to, IhopPtxType from, LLVMValueRef value)
{
  if (ihop_ptx_has (instruction, "sat"))
    value = clamp (emit, to, from, value);
  return LLVMBuildIntCast2 (emit->builder, value, ihop_emit_like (ihop_emit_type (emit, to), value), from.kind == 's', "");
}

static LLVMValueRef
saturate (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef value)
{
  LLVMTypeRef type = LLVMTypeOf (value), element = ihop_emit_is_vector (value) ? LLVMGetElementType (type) : type;
  LLVMValueRef zero = LLVMConstReal (element, 0), one = LLVMConstReal (element, 1);
  LLVMValueRef low[] = { value, ihop_emit_is_vector (value) ? ihop_emit_splat (emit, zero) : zero };

  if (!ihop_ptx_has (instruction, "sat"))
    return value;
  LLVMValueRef high[] = { ihop_emit_intrinsic (emit, "llvm.maxnum", low, 2),
                          ihop_emit_is_vector (value) ? ihop_emit_splat (emit, one) : one };
  return ihop_emit_intrinsic (emit, "llvm.minnum", high, 2);
}

static void
check_conversion (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType to, IhopPtxType from)
{
  if (to.kind == 0 || from.kind == 0 || from.lanes > 1)
    ihop_emit_fail (emit, "this conversion is not known");
}

/* Into 16 bits, through a double that holds the number exactly, so that it is rounded once; of two
 * sources the first becomes the upper half. */
static void
convert_to_small (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType to, IhopPtxType from)
{
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);
  gboolean vector = made.kind != IHOP_LANES_UNIFORM;
  LLVMValueRef parts[2];

  for (guint k = 0; k < to.lanes; k++)
    {
      const IhopPtxOperand *operand = &instruction->operands[to.lanes - k];
      const IhopPtxType bits = { 'b', from.bits, 1 };
      LLVMValueRef value = ihop_emit_operand (emit, operand, from.kind == 'h' ? bits : from, vector);
      value = from.kind == 'h' ? ihop_emit_small_open (emit, value, from, 0) : value;
      if (from.kind != 'h' && rounding (instruction))
        value = call (emit, rounding (instruction), value);
      LLVMTypeRef wide = ihop_emit_like (ihop_emit_type (emit, (IhopPtxType){ 'f', 64, 1 }), value);
      value = from.kind == 's'                       ? LLVMBuildSIToFP (emit->builder, value, wide, "")
              : from.kind != 'f' && from.kind != 'h' ? LLVMBuildUIToFP (emit->builder, value, wide, "")
                                                     : LLVMBuildFPCast (emit->builder, value, wide, "");
      value = ihop_emit_small_relu (emit, instruction, saturate (emit, instruction, value));
      parts[k] = ihop_emit_is_directed (instruction) ? ihop_emit_small_close_directed (emit, instruction, value, to)
                                                     : ihop_emit_small_close (emit, value, to);
    }
  made = (IhopLanes){ vector ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 };
  ihop_emit_set (emit, &instruction->operands[0], ihop_emit_small_join (emit, parts, to.lanes), made);
}

/* Signed small integers in larger registers are widened with their sign. */
static void
convert (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  IhopPtxType to = ihop_ptx_type (instruction, 0), from = ihop_ptx_type (instruction, 1);
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);

  check_conversion (emit, instruction, to, from);
  if (emit->error)
    return;
  if (ihop_emit_is_small (to))
    {
      if (ihop_ptx_has (instruction, "satfinite") || (from.kind != 'f' && from.bits > 32 && from.kind != 'h'))
        ihop_emit_fail (emit, "this conversion is not known");
      convert_to_small (emit, instruction, to, from);
      return;
    }
  const IhopPtxType bits = { 'b', 16, 1 };
  LLVMValueRef value = ihop_emit_operand (emit, &instruction->operands[1], from.kind == 'h' ? bits : from, made.kind == IHOP_LANES_VARYING);
  if (from.kind == 'h')
    {
      value = ihop_emit_small_open (emit, value, from, 0);
      from = (IhopPtxType){ 'f', 32, 1 };
    }
  if (ihop_lanes_widens (emit->lanes, instruction))
    value = ihop_emit_widen (emit, &instruction->operands[1], value, from);
  if (to.kind == 'f')
    value = saturate (emit, instruction, to_float (emit, instruction, to, from, value));
  else if (from.kind == 'f')
    value = to_integer (emit, instruction, to, value);
  else
    value = to_width (emit, instruction, to, from, value);
  if (to.kind == 's' && instruction->operands[0].kind == IHOP_PTX_REGISTER)
    {
      LLVMTypeRef type = ihop_emit_register_type (emit, instruction->operands[0].reg);
      value = LLVMBuildIntCast2 (emit->builder, value, ihop_emit_like (type, value), TRUE, "");
    }
  ihop_emit_set (emit, &instruction->operands[0], value, made);
}

/* --- cvta, isspacep --------------------------------------------------------------------------- */

/* The address where a space begins, for each lane: its own for local memory. */
LLVMValueRef
ihop_emit_window (IhopEmit *emit, IhopPtxSpace space)
{
  gint64 numbers[IHOP_WARP];
  LLVMTypeRef address = ihop_emit_int (emit, 64);

  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = (gint64) i * emit->local_size;
  if (space == IHOP_PTX_SPACE_SHARED)
    return ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, shared), address);
  if (space == IHOP_PTX_SPACE_LOCAL)
    return ihop_emit_spread (emit, ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, local), address), numbers);
  if (space == IHOP_PTX_SPACE_PARAM)
    return ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, params), address);
  return ihop_emit_constant (emit, 64, 0);
}

static void
convert_address (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxType u64 = { 'u', 64, 1 };
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);
  LLVMValueRef value = ihop_emit_operand (emit, &instruction->operands[1], u64, made.kind == IHOP_LANES_VARYING);
  LLVMValueRef window = ihop_emit_window (emit, ihop_ptx_space (instruction));

  ihop_emit_agree (emit, &value, &window);
  value = ihop_ptx_has (instruction, "to") ? LLVMBuildSub (emit->builder, value, window, "")
                                           : LLVMBuildAdd (emit->builder, value, window, "");
  ihop_emit_set (emit, &instruction->operands[0], value, made);
}

/* How many bytes a window has, as i64: shared memory goes on with what the launch adds. */
static LLVMValueRef
window_size (IhopEmit *emit, IhopPtxSpace space)
{
  if (space != IHOP_PTX_SPACE_SHARED)
    return ihop_emit_constant (emit, 64, space == IHOP_PTX_SPACE_LOCAL ? emit->local_size : emit->result->param_size);
  LLVMValueRef added = ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, dynamic_shared), ihop_emit_int (emit, 32));
  return LLVMBuildAdd (emit->builder, LLVMBuildZExt (emit->builder, added, ihop_emit_int (emit, 64), ""),
                       ihop_emit_constant (emit, 64, emit->result->shared_size), "");
}

static LLVMValueRef
is_inside (IhopEmit *emit, LLVMValueRef value, IhopPtxSpace space)
{
  LLVMValueRef begin = ihop_emit_window (emit, space), size = window_size (emit, space);

  ihop_emit_agree (emit, &value, &begin);
  LLVMValueRef offset = LLVMBuildSub (emit->builder, value, begin, "");
  ihop_emit_agree (emit, &offset, &size);
  return LLVMBuildICmp (emit->builder, LLVMIntULT, offset, size, "");
}

/* Constants lie in global memory here: they are told apart by the module's variables. */
static LLVMValueRef
is_constant (IhopEmit *emit, LLVMValueRef value)
{
  LLVMValueRef inside = LLVMConstNull (ihop_emit_like (ihop_emit_int (emit, 1), value));
  const GArray *variables = emit->module->variables;

  for (guint i = 0; i < variables->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (variables, IhopPtxVariable, i);
      if (variable->space != IHOP_PTX_SPACE_CONST || variable->is_extern)
        continue;
      LLVMValueRef begin = ihop_emit_symbol (emit, variable->name, 0);
      ihop_emit_agree (emit, &value, &begin);
      LLVMValueRef offset = LLVMBuildSub (emit->builder, value, begin, "");
      LLVMValueRef is_here = LLVMBuildICmp (emit->builder, LLVMIntULT, offset, ihop_emit_constant_like (offset, variable->size), "");
      inside = LLVMBuildOr (emit->builder, inside, is_here, "");
    }
  return inside;
}

/* What is in no other space. A lane's own memory is nobody else's, but the address of it that another lane has is in no window on a
 * card, either; and what all lanes share is in nobody's own memory. */
static LLVMValueRef
is_global (IhopEmit *emit, LLVMValueRef value)
{
  LLVMValueRef elsewhere = LLVMBuildOr (emit->builder, is_constant (emit, value), is_inside (emit, value, IHOP_PTX_SPACE_SHARED), "");

  if (ihop_emit_is_vector (value))
    elsewhere = LLVMBuildOr (emit->builder, elsewhere, is_inside (emit, value, IHOP_PTX_SPACE_LOCAL), "");
  return LLVMBuildNot (emit->builder, elsewhere, "");
}

static void
ask_space (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxType u64 = { 'u', 64, 1 };
  IhopPtxSpace space = ihop_ptx_space (instruction);
  IhopLanes made = ihop_lanes_result (emit->lanes, instruction);
  LLVMValueRef value = ihop_emit_operand (emit, &instruction->operands[1], u64, made.kind == IHOP_LANES_VARYING);

  LLVMValueRef inside = space == IHOP_PTX_SPACE_CONST    ? is_constant (emit, value)
                        : space == IHOP_PTX_SPACE_GLOBAL ? is_global (emit, value)
                                                         : is_inside (emit, value, space);
  ihop_emit_set (emit, &instruction->operands[0], inside, made_of (inside));
}

const IhopEmitRow ihop_emit_conversions[] = { { "mov", move },
                                              { "cvt", convert },
                                              { "cvta", convert_address },
                                              { "isspacep", ask_space },
                                              { NULL, NULL } };
