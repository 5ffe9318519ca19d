/* Addresses, loads and stores ("PTX ISA", 9.7.9). */
#include "simt/lower/emit_cluster.h"
#include "simt/run/frame.h"
#include <string.h>

/* --- addresses -------------------------------------------------------------------------------- */

/* A value or a base, or 32. */
static LLVMValueRef
base_of (IhopEmit *emit, const IhopPtxOperand *operand, gboolean vector)
{
  IhopPtxType type = { 'u', 64, 1 };
  gboolean is_small = FALSE;

  if (operand->kind == IHOP_PTX_REGISTER)
    {
      type.bits = g_array_index (emit->flow->function->registers, IhopPtxRegister, operand->reg).type.bits;
      is_small = type.bits < 64;
    }
  LLVMValueRef base = ihop_emit_operand (emit, operand, type, vector);
  /* Offsets into small windows: a pattern's base may be below 0. */
  return is_small ? LLVMBuildSExt (emit->builder, base, ihop_emit_like (ihop_emit_int (emit, 64), base), "") : base;
}

/* Where each row begins. */
static void
find_firsts (IhopEmit *emit, const IhopPtxOperand *operand, LLVMValueRef window, LLVMValueRef *firsts)
{
  IhopEmitByRows by_rows = { .number = 0 };

  emit->by_rows = &by_rows;
  for (; by_rows.number < ihop_emit_n_rows (emit); by_rows.number++)
    firsts[by_rows.number] = LLVMBuildAdd (emit->builder, base_of (emit, operand, FALSE), window, "");
  emit->by_rows = NULL;
}

IhopEmitAddress
ihop_emit_address (IhopEmit *emit, const IhopPtxOperand *operand, IhopPtxSpace space)
{
  IhopEmitAddress address = { .base = NULL };

  if (operand->kind != IHOP_PTX_ADDRESS || operand->n_items != 1)
    {
      ihop_emit_fail (emit, "an address is not as it should be");
      address.base = ihop_emit_constant (emit, 64, 0);
      return address;
    }
  IhopLanes lanes = ihop_lanes_of (emit->lanes, &operand->items[0]);
  if (space == IHOP_PTX_SPACE_PARAM && operand->items[0].kind == IHOP_PTX_SYMBOL
      && g_hash_table_contains (emit->local_offsets, operand->items[0].name))
    space = IHOP_PTX_SPACE_LOCAL; /* an argument of a call */
  address.base = base_of (emit, &operand->items[0], lanes.kind >= IHOP_LANES_ROWS);
  address.pattern = lanes.kind == IHOP_LANES_PATTERN ? lanes.pattern : NULL;
  address.rows = lanes.kind >= IHOP_LANES_ROWS && space != IHOP_PTX_SPACE_LOCAL ? lanes.rows : NULL;
  LLVMValueRef window = ihop_emit_window (emit, space);
  if (lanes.kind == IHOP_LANES_ROWS && address.rows)
    find_firsts (emit, &operand->items[0], window, address.firsts);
  if (ihop_emit_is_vector (window) && address.pattern)
    address = (IhopEmitAddress){ .base = ihop_emit_spread (emit, address.base, address.pattern) };
  ihop_emit_agree (emit, &address.base, &window);
  address.base = LLVMBuildAdd (emit->builder, address.base, window, "");
  return ihop_emit_address_move (emit, address, operand->offset);
}

IhopEmitAddress
ihop_emit_address_move (IhopEmit *emit, IhopEmitAddress address, gint64 bytes)
{
  if (bytes)
    address.base = LLVMBuildAdd (emit->builder, address.base, ihop_emit_constant_like (address.base, bytes), "");
  for (guint row = 0; bytes && row < IHOP_MOST_ROWS && address.firsts[row]; row++)
    address.firsts[row] = LLVMBuildAdd (emit->builder, address.firsts[row], ihop_emit_constant (emit, 64, bytes), "");
  return address;
}

LLVMValueRef
ihop_emit_pointer (IhopEmit *emit, LLVMValueRef address)
{
  LLVMTypeRef type = LLVMPointerTypeInContext (emit->context, 0);

  return LLVMBuildIntToPtr (emit->builder, address, ihop_emit_like (type, address), "");
}

LLVMValueRef
ihop_emit_pointers (IhopEmit *emit, IhopEmitAddress address)
{
  LLVMValueRef all = address.pattern ? ihop_emit_spread (emit, address.base, address.pattern)
                                     : ihop_emit_splat (emit, address.base);

  return ihop_emit_pointer (emit, all);
}

/* --- instructions ------------------------------------------------------------------------------ */

/* A block's warps take turns only at barriers, so its shared memory changes under nobody's hands. */
static gboolean
is_ordered (const IhopPtxInstruction *instruction)
{
  if (ihop_ptx_space (instruction) == IHOP_PTX_SPACE_SHARED)
    return FALSE;
  return ihop_ptx_has (instruction, "volatile") || ihop_ptx_has (instruction, "relaxed")
         || ihop_ptx_has (instruction, "acquire") || ihop_ptx_has (instruction, "release")
         || ihop_ptx_has (instruction, "mmio");
}

static LLVMValueRef
load_one_ordered (IhopEmit *emit, LLVMValueRef place, LLVMTypeRef element)
{
  LLVMTypeRef integer = ihop_emit_int (emit, 8 * ihop_emit_size (element));
  LLVMValueRef value = LLVMBuildLoad2 (emit->builder, integer, place, "");

  LLVMSetAlignment (value, ihop_emit_size (element));
  LLVMSetOrdering (value, LLVMAtomicOrderingSequentiallyConsistent);
  LLVMSetVolatile (value, TRUE);
  return ihop_emit_fit (emit, value, element);
}

/* Places that others may write meanwhile are read each time, lane by lane. */
static LLVMValueRef
load_ordered (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element)
{
  LLVMTypeRef vector = LLVMVectorType (element, IHOP_WARP);

  if (!ihop_emit_is_vector (address.base) && address.pattern == NULL)
    return load_one_ordered (emit, ihop_emit_pointer (emit, address.base), element);
  LLVMValueRef slot = ihop_emit_slot (emit, vector, "loaded"), places = ihop_emit_pointers (emit, address);
  IhopEmitEach each = ihop_emit_each_begin (emit);
  ihop_emit_each_put (emit, &each, slot, load_one_ordered (emit, ihop_emit_each_pick (emit, &each, places), element));
  ihop_emit_each_end (emit, &each);
  return LLVMBuildLoad2 (emit->builder, vector, slot, "");
}

static void
store_ordered (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value)
{
  LLVMValueRef places = ihop_emit_pointers (emit, address);
  IhopEmitEach each = ihop_emit_each_begin (emit);
  LLVMValueRef one = ihop_emit_each_pick (emit, &each, value);
  guint size = ihop_emit_size (LLVMTypeOf (one));

  one = ihop_emit_fit (emit, one, ihop_emit_int (emit, 8 * size));
  LLVMValueRef store = LLVMBuildStore (emit->builder, one, ihop_emit_each_pick (emit, &each, places));
  LLVMSetAlignment (store, size);
  LLVMSetOrdering (store, LLVMAtomicOrderingSequentiallyConsistent);
  LLVMSetVolatile (store, TRUE);
  ihop_emit_each_end (emit, &each);
}

static void
set_loaded (IhopEmit *emit, const IhopPtxOperand *operand, IhopPtxType type, LLVMValueRef value)
{
  IhopLanes made = { ihop_emit_is_vector (value) ? IHOP_LANES_VARYING : IHOP_LANES_UNIFORM, NULL, 1 };

  if (operand->kind == IHOP_PTX_REGISTER && type.kind == 's')
    {
      LLVMTypeRef wide = ihop_emit_register_type (emit, operand->reg);
      if (LLVMGetTypeKind (wide) == LLVMIntegerTypeKind)
        value = LLVMBuildIntCast2 (emit->builder, value, ihop_emit_like (wide, value), TRUE, "");
    }
  ihop_emit_set (emit, operand, value, made);
}

/* What the launch has given stays as it is while its kernel runs. */
static void
note_param (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef value)
{
  const IhopPtxOperand *address = &instruction->operands[1];
  gboolean is_param = ihop_ptx_space (instruction) == IHOP_PTX_SPACE_PARAM && address->n_items == 1
                      && address->items[0].kind == IHOP_PTX_SYMBOL
                      && ihop_ptx_variable_find (emit->flow->function->params, address->items[0].name);

  if (is_param && LLVMIsALoadInst (value))
    ihop_emit_stays (emit, value);
}

static LLVMTypeRef
memory_type (IhopEmit *emit, IhopPtxType type)
{
  return type.kind == 'f' && type.bits >= 32 && type.lanes == 1 ? ihop_emit_type (emit, type)
                                                                : ihop_emit_int (emit, type.bits * type.lanes);
}

static void
load (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  const IhopPtxOperand *to = &instruction->operands[0];
  guint n = to->kind == IHOP_PTX_LIST ? to->n_items : 1;
  IhopEmitAddress address = ihop_emit_address (emit, &instruction->operands[1], ihop_ptx_space (instruction));
  LLVMTypeRef element = memory_type (emit, type);
  LLVMValueRef values[8], clustered = ihop_emit_cluster_load (emit, instruction, address, element);

  if (clustered)
    {
      set_loaded (emit, to, type, clustered);
      return;
    }
  ihop_emit_count_access (emit, address);
  IhopEmitChecked checked = ihop_emit_check_begin (emit, address);
  /* All are read before any is set: the address may be one of them. */
  if (!is_ordered (instruction))
    ihop_emit_load_pieces (emit, address, element, values, MIN (n, 8));
  else
    for (guint i = 0; i < MIN (n, 8); i++)
      values[i] = load_ordered (emit, ihop_emit_address_move (emit, address, i * ihop_emit_size (element)), element);
  ihop_emit_check_end_load (emit, &checked, values, MIN (n, 8));
  for (guint i = 0; i < MIN (n, 8); i++)
    note_param (emit, instruction, values[i]);
  for (guint i = 0; i < MIN (n, 8); i++)
    set_loaded (emit, to->kind == IHOP_PTX_LIST ? &to->items[i] : to, type, values[i]);
}

static void
store (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  const IhopPtxOperand *from = &instruction->operands[1];
  guint n = from->kind == IHOP_PTX_LIST ? from->n_items : 1;
  IhopEmitAddress address = ihop_emit_address (emit, &instruction->operands[0], ihop_ptx_space (instruction));
  LLVMTypeRef element = memory_type (emit, type);
  const IhopPtxType bits = { LLVMGetTypeKind (element) == LLVMIntegerTypeKind ? 'b' : 'f', type.bits * type.lanes, 1 };
  LLVMValueRef values[8];

  ihop_emit_count_access (emit, address);
  for (guint i = 0; i < MIN (n, 8); i++)
    {
      const IhopPtxOperand *operand = from->kind == IHOP_PTX_LIST ? &from->items[i] : from;
      gboolean vector = ihop_lanes_of (emit->lanes, operand).kind > IHOP_LANES_UNIFORM;
      values[i] = ihop_emit_operand (emit, operand, bits, vector);
    }
  IhopEmitChecked checked = ihop_emit_check_begin (emit, address);
  if (!is_ordered (instruction))
    ihop_emit_store_pieces (emit, address, ihop_emit_size (element), values, MIN (n, 8));
  else
    for (guint i = 0; i < MIN (n, 8); i++)
      store_ordered (emit, ihop_emit_address_move (emit, address, i * ihop_emit_size (element)), values[i]);
  ihop_emit_check_end_store (emit, &checked, values, MIN (n, 8));
}

/* Lanes that have no more than "left" bytes to copy get zeros beyond, and read nothing there. */
static LLVMValueRef
load_as_far (IhopEmit *emit, IhopEmitAddress from, guint at, LLVMValueRef left)
{
  LLVMValueRef mask = emit->mask, lanes = emit->lanes_mask;
  const IhopEmitAddress spread = { LLVMBuildPtrToInt (emit->builder, ihop_emit_pointers (emit, from),
                                                      LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP), ""), NULL };
  LLVMValueRef has = LLVMBuildICmp (emit->builder, LLVMIntUGT, left, ihop_emit_constant_like (left, at), "");

  emit->lanes_mask = LLVMBuildAnd (emit->builder, ihop_emit_mask (emit), has, "");
  LLVMValueRef value = ihop_emit_load (emit, spread, ihop_emit_int (emit, 32));
  emit->mask = mask;
  emit->lanes_mask = lanes;
  return value;
}

/* cp.async: copies at once, which every wait for it permits. */
static void
copy (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxType u32 = { 'u', 32, 1 };
  const IhopPtxOperand *operands = instruction->operands;

  if (ihop_ptx_has (instruction, "commit_group") || ihop_ptx_has (instruction, "wait_group") || ihop_ptx_has (instruction, "wait_all"))
    return;
  if (ihop_ptx_has (instruction, "async") && ihop_ptx_has (instruction, "mbarrier") && !ihop_ptx_has (instruction, "bulk"))
    {
      ihop_emit_mbarrier_copied (emit, instruction);
      return;
    }
  if (ihop_ptx_has (instruction, "async") && ihop_ptx_has (instruction, "bulk"))
    {
      if (!ihop_ptx_has (instruction, "prefetch"))
        ihop_emit_mbarrier_bulk (emit, instruction);
      return;
    }
  if (!ihop_ptx_has (instruction, "async") || instruction->n_operands < 3 || operands[2].kind != IHOP_PTX_INTEGER || operands[2].bits > 16)
    {
      ihop_emit_fail (emit, "this kind of cp is not known");
      return;
    }
  IhopEmitAddress to = ihop_emit_address (emit, &operands[0], IHOP_PTX_SPACE_SHARED);
  IhopEmitAddress from = ihop_emit_address (emit, &operands[1], IHOP_PTX_SPACE_GLOBAL);
  LLVMValueRef left = instruction->n_operands > 3 ? ihop_emit_operand (emit, &operands[3], u32, TRUE) : NULL;
  ihop_emit_count_access (emit, from);
  if (ihop_emit_check_copy (emit, to, from, left))
    return;
  for (guint at = 0; at < operands[2].bits; at += 4)
    {
      IhopEmitAddress place = ihop_emit_address_move (emit, from, at);
      LLVMValueRef value = left ? load_as_far (emit, place, at, left) : ihop_emit_load (emit, place, ihop_emit_int (emit, 32));
      ihop_emit_store (emit, ihop_emit_address_move (emit, to, at), value);
    }
}

static void
fence (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  ihop_emit_check_fence (emit);
  LLVMBuildFence (emit->builder, LLVMAtomicOrderingSequentiallyConsistent, FALSE, "");
}

static void
nothing (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
}

const IhopEmitRow ihop_emit_memory[]
  = { { "ld", load },          { "ldu", load },         { "st", store },          { "membar", fence },     { "cp", copy },
      { "fence", fence },      { "prefetch", nothing }, { "prefetchu", nothing }, { "discard", nothing },
      { "pmevent", nothing },  { "griddepcontrol", nothing }, /* a grid begins when the one before it has ended */
       { "nanosleep", nothing }, { "applypriority", nothing }, { NULL, NULL } };
