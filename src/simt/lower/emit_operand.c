/* Registers, constants, special registers and symbols. */
#include "simt/lower/emit.h"
#include "simt/run/frame.h"
#include <string.h>

LLVMTypeRef
ihop_emit_register_type (IhopEmit *emit, guint reg)
{
  IhopPtxType type = g_array_index (emit->flow->function->registers, IhopPtxRegister, reg).type;

  if (type.kind == 'f' && type.bits == 16)
    return ihop_emit_int (emit, 16 * type.lanes);
  return ihop_emit_type (emit, type);
}

LLVMTypeRef
ihop_emit_slot_type (IhopEmit *emit, guint reg)
{
  LLVMTypeRef type = ihop_emit_register_type (emit, reg);
  IhopLanesKind kind = emit->lanes->registers[reg].kind;

  if (kind == IHOP_LANES_ROWS)
    return LLVMArrayType2 (type, ihop_emit_n_rows (emit));
  return kind == IHOP_LANES_VARYING ? LLVMVectorType (type, IHOP_WARP) : type;
}

LLVMValueRef
ihop_emit_register_slot (IhopEmit *emit, guint reg)
{
  if (emit->registers[reg] == NULL)
    emit->registers[reg]
      = ihop_emit_long_slot (emit, ihop_emit_slot_type (emit, reg), g_array_index (emit->flow->function->registers, IhopPtxRegister, reg).name,
                             ihop_bits_has (&emit->in_memory, reg));
  return emit->registers[reg];
}

static LLVMValueRef
load_register (IhopEmit *emit, guint reg)
{
  LLVMValueRef slot = ihop_emit_register_slot (emit, reg);

  return LLVMBuildLoad2 (emit->builder, ihop_emit_slot_type (emit, reg), slot, "");
}

static LLVMValueRef
load_row (IhopEmit *emit, guint reg, guint row)
{
  return LLVMBuildLoad2 (emit->builder, ihop_emit_register_type (emit, reg), ihop_emit_row_place (emit, reg, row), "");
}

static LLVMValueRef
lanes_of_rows (IhopEmit *emit, guint reg)
{
  LLVMValueRef values[IHOP_MOST_ROWS];

  for (guint row = 0; row < ihop_emit_n_rows (emit); row++)
    values[row] = load_row (emit, reg, row);
  return ihop_emit_spread_rows (emit, values, emit->lanes->registers[reg].rows);
}

LLVMValueRef
ihop_emit_register_lanes (IhopEmit *emit, guint reg)
{
  IhopLanes lanes = emit->lanes->registers[reg];

  if (lanes.kind == IHOP_LANES_ROWS)
    return lanes_of_rows (emit, reg);
  LLVMValueRef value = load_register (emit, reg);
  if (lanes.kind == IHOP_LANES_PATTERN)
    return ihop_emit_spread (emit, value, lanes.pattern);
  return ihop_emit_splat (emit, value);
}

LLVMValueRef
ihop_emit_guard (IhopEmit *emit, gint guard, gboolean is_negated)
{
  LLVMValueRef value = load_register (emit, guard);

  return is_negated ? LLVMBuildNot (emit->builder, value, "") : value;
}

/* --- special registers ------------------------------------------------------------------------ */

static LLVMValueRef
thread_index (IhopEmit *emit, guint axis, gboolean vector)
{
  const guint *block = emit->lanes->options.block;
  const char name[] = { '%', 't', 'i', 'd', '.', "xyz"[axis], '\0' };
  IhopLanes lanes = ihop_lanes_special (emit->lanes, name);
  guint inner = axis > 0 ? block[0] * (axis > 1 ? block[1] : 1) : 1;
  LLVMValueRef first = LLVMBuildMul (emit->builder,
                                     ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, warp), ihop_emit_int (emit, 32)),
                                     ihop_emit_constant (emit, 32, IHOP_WARP), "");
  gint64 numbers[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = i;
  if (lanes.kind == IHOP_LANES_VARYING)
    first = ihop_emit_spread (emit, first, numbers);
  LLVMValueRef index = LLVMBuildUDiv (emit->builder, first, ihop_emit_constant_like (first, inner), "");
  index = LLVMBuildURem (emit->builder, index, ihop_emit_constant_like (index, block[axis]), "");
  if (lanes.kind == IHOP_LANES_PATTERN && vector)
    return ihop_emit_spread (emit, index, lanes.pattern);
  return index;
}

static LLVMValueRef
lane_masks (IhopEmit *emit, const char *which)
{
  LLVMValueRef numbers[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    {
      guint32 own = 1u << i, below = own - 1;
      guint32 value = g_str_equal (which, "eq")   ? own
                      : g_str_equal (which, "lt") ? below
                      : g_str_equal (which, "le") ? below | own
                      : g_str_equal (which, "gt") ? ~(below | own)
                                                  : ~below;
      numbers[i] = ihop_emit_constant (emit, 32, value);
    }
  return LLVMConstVector (numbers, IHOP_WARP);
}

/* Clocks count nanoseconds: no card is here to have cycles. */
static LLVMValueRef
clock_value (IhopEmit *emit)
{
  const char *name = "llvm.readcyclecounter";
  LLVMValueRef declaration
    = LLVMGetIntrinsicDeclaration (emit->code, LLVMLookupIntrinsicID (name, strlen (name)), NULL, 0);

  return LLVMBuildCall2 (emit->builder, LLVMGlobalGetValueType (declaration), declaration, NULL, 0, "");
}

LLVMValueRef
ihop_emit_special (IhopEmit *emit, const char *name, gboolean vector)
{
  LLVMTypeRef word = ihop_emit_int (emit, 32);
  const char *dot = strrchr (name, '.');
  guint axis = dot && dot[1] >= 'x' && dot[1] <= 'z' ? dot[1] - 'x' : 0;
  gint64 numbers[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = i;
  if (g_str_has_prefix (name, "%tid."))
    return thread_index (emit, axis, vector);
  if (g_str_has_prefix (name, "%ntid."))
    return ihop_emit_constant (emit, 32, emit->lanes->options.block[axis]);
  if (g_str_has_prefix (name, "%ctaid."))
    return ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, block) + 4 * axis, word);
  if (g_str_has_prefix (name, "%nctaid."))
    return ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, grid) + 4 * axis, word);
  if (g_str_equal (name, "%laneid"))
    return vector ? ihop_emit_spread (emit, ihop_emit_constant (emit, 32, 0), numbers)
                  : ihop_emit_constant (emit, 32, 0);
  if (g_str_equal (name, "%warpid"))
    return ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, warp), word);
  if (g_str_equal (name, "%nwarpid"))
    return ihop_emit_constant (emit, 32, 64);
  if (g_str_has_prefix (name, "%lanemask_"))
    return lane_masks (emit, name + strlen ("%lanemask_"));
  if (g_str_equal (name, "%dynamic_smem_size"))
    return ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, dynamic_shared), word);
  if (g_str_equal (name, "%total_smem_size"))
    return LLVMBuildAdd (emit->builder,
                         ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, dynamic_shared), word),
                         ihop_emit_constant (emit, 32, emit->result->shared_size), "");
  if (g_str_equal (name, "%clock64") || g_str_equal (name, "%globaltimer"))
    return clock_value (emit);
  if (g_str_equal (name, "%clock") || g_str_equal (name, "%clock_hi") || g_str_equal (name, "%globaltimer_lo"))
    return LLVMBuildTrunc (emit->builder, clock_value (emit), word, "");
  if (g_str_equal (name, "%envreg1") || g_str_equal (name, "%envreg2"))
    return ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, workspace) + (name[7] == '2' ? 4 : 0), word);
  if (g_str_equal (name, "%smid") || g_str_equal (name, "%gridid"))
    return ihop_emit_constant (emit, 32, 0);
  if (g_str_equal (name, "%nsmid"))
    return ihop_emit_constant (emit, 32, 1);
  ihop_emit_fail (emit, "the special register %s is not known", name);
  return ihop_emit_constant (emit, 32, 0);
}

/* --- symbols ---------------------------------------------------------------------------------- */

static LLVMValueRef
module_variable (IhopEmit *emit, guint number, gint64 offset)
{
  LLVMTypeRef address = ihop_emit_int (emit, 64), pointer = LLVMPointerTypeInContext (emit->context, 0);
  LLVMValueRef table = ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, symbols), pointer);
  LLVMValueRef at = ihop_emit_constant (emit, 64, 8 * number);
  LLVMValueRef place = LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 8), table, &at, 1, "");
  const IhopPtxVariable *variable = &g_array_index (emit->module->variables, IhopPtxVariable, number);

  if (variable->is_extern)
    ihop_emit_fail (emit, "%s is defined in no part of the program", variable->name);
  return LLVMBuildAdd (emit->builder, LLVMBuildLoad2 (emit->builder, address, place, ""),
                       ihop_emit_constant (emit, 64, offset), "");
}

static gboolean
offset_in (GHashTable *offsets, const char *name, gint64 *offset)
{
  gpointer found = g_hash_table_lookup (offsets, name);

  *offset += found ? GPOINTER_TO_UINT (found) - 1 : 0;
  return found != NULL;
}

LLVMValueRef
ihop_emit_symbol (IhopEmit *emit, const char *name, gint64 offset)
{
  const GArray *params = emit->flow->function->params, *variables = emit->module->variables;
  gsize at = 0;

  if (offset_in (emit->shared_offsets, name, &offset) || offset_in (emit->local_offsets, name, &offset))
    return ihop_emit_constant (emit, 64, offset);
  for (guint i = 0; i < params->len; i++)
    {
      const IhopPtxVariable *param = &g_array_index (params, IhopPtxVariable, i);
      at = (at + param->align - 1) / param->align * param->align;
      if (g_str_equal (param->name, name))
        return ihop_emit_constant (emit, 64, at + offset);
      at += param->size;
    }
  for (guint i = 0; i < variables->len; i++)
    if (g_str_equal (g_array_index (variables, IhopPtxVariable, i).name, name))
      return module_variable (emit, i, offset);
  if (ihop_ptx_function_value (emit->module, name))
    return ihop_emit_constant (emit, 64, ihop_ptx_function_value (emit->module, name));
  ihop_emit_fail (emit, "there is no variable %s", name);
  return ihop_emit_constant (emit, 64, 0);
}

/* --- operands --------------------------------------------------------------------------------- */

static LLVMValueRef
number (IhopEmit *emit, const IhopPtxOperand *operand, LLVMTypeRef element)
{
  gboolean is_float = LLVMGetTypeKind (element) == LLVMFloatTypeKind
                      || LLVMGetTypeKind (element) == LLVMDoubleTypeKind || LLVMGetTypeKind (element) == LLVMHalfTypeKind;
  double value;
  float single;
  guint32 bits = operand->bits;

  if (operand->kind == IHOP_PTX_FLOAT32)
    {
      memcpy (&single, &bits, sizeof single);
      return is_float ? ihop_emit_fit (emit, LLVMConstBitCast (ihop_emit_constant (emit, 32, bits),
                                                               LLVMFloatTypeInContext (emit->context)), element)
                      : LLVMConstInt (element, bits, FALSE);
    }
  memcpy (&value, &operand->bits, sizeof value);
  if (operand->kind == IHOP_PTX_FLOAT && is_float)
    return LLVMGetTypeKind (element) == LLVMDoubleTypeKind
             ? LLVMConstBitCast (ihop_emit_constant (emit, 64, operand->bits), element)
             : LLVMConstReal (element, value);
  if (is_float)
    return LLVMConstReal (element, (double) (gint64) operand->bits);
  return LLVMConstInt (element, operand->bits, FALSE);
}

/* What the row that is being done has of a register. */
static LLVMValueRef
row_register (IhopEmit *emit, guint reg)
{
  IhopLanes lanes = emit->lanes->registers[reg];
  guint row = emit->by_rows->number;

  return lanes.kind == IHOP_LANES_ROWS ? load_row (emit, reg, row) : ihop_emit_row_of (emit, load_register (emit, reg), lanes, row);
}

LLVMValueRef
ihop_emit_operand (IhopEmit *emit, const IhopPtxOperand *operand, IhopPtxType type, gboolean vector)
{
  LLVMTypeRef element = ihop_emit_type (emit, type);
  LLVMValueRef value;

  switch (operand->kind)
    {
    case IHOP_PTX_REGISTER:
      value = vector ? ihop_emit_register_lanes (emit, operand->reg)
              : emit->by_rows ? row_register (emit, operand->reg)
                              : load_register (emit, operand->reg);
      if (operand->is_negated)
        value = LLVMBuildNot (emit->builder, value, "");
      break;
    case IHOP_PTX_INTEGER:
    case IHOP_PTX_FLOAT:
    case IHOP_PTX_FLOAT32:
      value = number (emit, operand, element);
      break;
    case IHOP_PTX_SPECIAL:
      value = ihop_emit_special (emit, operand->name, vector);
      if (emit->by_rows && !vector)
        value = ihop_emit_row_of (emit, value, ihop_lanes_special (emit->lanes, operand->name), emit->by_rows->number);
      break;
    case IHOP_PTX_SYMBOL:
      value = ihop_emit_symbol (emit, operand->name, operand->offset);
      break;
    default:
      ihop_emit_fail (emit, "an operand is not as it should be");
      value = LLVMConstNull (element);
    }
  value = ihop_emit_fit (emit, value, element);
  return vector ? ihop_emit_splat (emit, value) : value;
}

/* A register that keeps a value for each row: from an instruction that has been done for each, or from one that all rows share. */
static void
set_rows (IhopEmit *emit, guint reg, LLVMValueRef value, IhopLanes made)
{
  const IhopPtxInstruction *instruction = emit->instruction;
  gboolean is_guarded = instruction->guard >= 0 && !ihop_flow_has_effect (instruction);

  for (guint row = 0; row < ihop_emit_n_rows (emit); row++)
    {
      LLVMValueRef own = made.kind == IHOP_LANES_ROWS ? emit->by_rows->values[row] : ihop_emit_row_of (emit, value, made, row);
      if (is_guarded)
        own = LLVMBuildSelect (emit->builder, ihop_emit_guard (emit, instruction->guard, instruction->is_guard_negated), own,
                               load_row (emit, reg, row), "");
      LLVMBuildStore (emit->builder, own, ihop_emit_row_place (emit, reg, row));
    }
}

/* The results of all rows as what the register holds. */
static LLVMValueRef
joined_rows (IhopEmit *emit, IhopLanes made)
{
  return ihop_emit_spread_rows (emit, emit->by_rows->values, made.rows);
}

void
ihop_emit_set (IhopEmit *emit, const IhopPtxOperand *operand, LLVMValueRef value, IhopLanes made)
{
  const IhopPtxInstruction *instruction = emit->instruction;

  if (operand->kind == IHOP_PTX_SINK)
    return;
  if (operand->kind != IHOP_PTX_REGISTER)
    {
      ihop_emit_fail (emit, "a result is no register");
      return;
    }
  LLVMValueRef slot = ihop_emit_register_slot (emit, operand->reg);
  IhopLanesKind kind = emit->lanes->registers[operand->reg].kind;
  gboolean is_vector = kind == IHOP_LANES_VARYING;
  value = ihop_emit_fit (emit, value, ihop_emit_register_type (emit, operand->reg));
  if (emit->by_rows)
    {
      emit->by_rows->values[emit->by_rows->number] = value;
      if (emit->by_rows->number + 1 < ihop_emit_n_rows (emit))
        return;
      ihop_emit_by_rows_require (emit);
      value = is_vector ? joined_rows (emit, made) : value;
    }
  if (kind == IHOP_LANES_ROWS && made.kind != IHOP_LANES_VARYING)
    {
      set_rows (emit, operand->reg, value, made);
      return;
    }
  if (!is_vector && ihop_emit_is_vector (value))
    {
      ihop_emit_fail (emit, "a register that all lanes share was to get a value for each lane");
      return;
    }
  if (is_vector && !ihop_emit_is_vector (value))
    value = made.kind == IHOP_LANES_PATTERN ? ihop_emit_spread (emit, value, made.pattern) : ihop_emit_splat (emit, value);
  if (instruction->guard >= 0 && !ihop_flow_has_effect (instruction))
    {
      LLVMValueRef guard = ihop_emit_guard (emit, instruction->guard, instruction->is_guard_negated);
      value = LLVMBuildSelect (emit->builder, is_vector ? ihop_emit_splat (emit, guard) : guard, value,
                               load_register (emit, operand->reg), "");
    }
  if (is_vector && emit->lanes_mask && ihop_bits_has (&emit->kept, operand->reg))
    value = LLVMBuildSelect (emit->builder, emit->lanes_mask, value, load_register (emit, operand->reg), "");
  LLVMBuildStore (emit->builder, value, slot);
}
