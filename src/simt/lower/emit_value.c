/* Types, constants, and how one value becomes 32. */
#include "simt/lower/emit_unroll.h"
#include "simt/lower/emit_whole.h"
#include "simt/run/frame.h"
#include "simt/ptx/read.h"

void
ihop_emit_fail (IhopEmit *emit, const char *format, ...)
{
  va_list arguments;

  if (emit->error)
    return;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  emit->error = g_error_new (IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "%s, PTX line %u: %s",
                             emit->flow->function->name, emit->instruction ? emit->instruction->line : 0, text);
}

LLVMTypeRef
ihop_emit_int (IhopEmit *emit, guint bits)
{
  return LLVMIntTypeInContext (emit->context, bits);
}

LLVMTypeRef
ihop_emit_type (IhopEmit *emit, IhopPtxType type)
{
  if (type.kind == 'f' && type.lanes == 1 && type.bits == 32)
    return LLVMFloatTypeInContext (emit->context);
  if (type.kind == 'f' && type.lanes == 1 && type.bits == 64)
    return LLVMDoubleTypeInContext (emit->context);
  if (type.kind == 'f' && type.lanes == 1 && type.bits == 16)
    return LLVMHalfTypeInContext (emit->context);
  return ihop_emit_int (emit, MAX (type.bits * type.lanes, 1));
}

gboolean
ihop_emit_is_vector (LLVMValueRef value)
{
  return LLVMGetTypeKind (LLVMTypeOf (value)) == LLVMVectorTypeKind;
}

LLVMTypeRef
ihop_emit_like (LLVMTypeRef type, LLVMValueRef like)
{
  return ihop_emit_is_vector (like) ? LLVMVectorType (type, IHOP_WARP) : type;
}

LLVMValueRef
ihop_emit_constant (IhopEmit *emit, guint bits, guint64 value)
{
  return LLVMConstInt (ihop_emit_int (emit, bits), value, FALSE);
}

static LLVMValueRef
repeated (LLVMValueRef constant)
{
  LLVMValueRef all[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    all[i] = constant;
  return LLVMConstVector (all, IHOP_WARP);
}

LLVMValueRef
ihop_emit_constant_like (LLVMValueRef like, guint64 value)
{
  LLVMTypeRef type = LLVMTypeOf (like);

  if (LLVMGetTypeKind (type) != LLVMVectorTypeKind)
    return LLVMConstInt (type, value, FALSE);
  return repeated (LLVMConstInt (LLVMGetElementType (type), value, FALSE));
}

LLVMValueRef
ihop_emit_real_like (LLVMValueRef like, double value)
{
  LLVMTypeRef type = LLVMTypeOf (like);
  LLVMValueRef all[IHOP_WARP];

  if (LLVMGetTypeKind (type) != LLVMVectorTypeKind)
    return LLVMConstReal (type, value);
  for (guint i = 0; i < IHOP_WARP; i++)
    all[i] = LLVMConstReal (LLVMGetElementType (type), value);
  return LLVMConstVector (all, IHOP_WARP);
}

LLVMValueRef
ihop_emit_splat (IhopEmit *emit, LLVMValueRef value)
{
  LLVMTypeRef type = LLVMTypeOf (value), index = ihop_emit_int (emit, 32);
  LLVMTypeRef vector = LLVMVectorType (type, IHOP_WARP);

  if (ihop_emit_is_vector (value))
    return value;
  if (LLVMIsConstant (value))
    return repeated (value);
  LLVMValueRef one = LLVMBuildInsertElement (emit->builder, LLVMGetPoison (vector), value,
                                             LLVMConstInt (index, 0, FALSE), "");
  return LLVMBuildShuffleVector (emit->builder, one, LLVMGetPoison (vector),
                                 LLVMConstNull (LLVMVectorType (index, IHOP_WARP)), "");
}

LLVMValueRef
ihop_emit_pattern (LLVMTypeRef element, const gint64 *pattern)
{
  LLVMValueRef numbers[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = LLVMConstInt (element, pattern[i], TRUE);
  return LLVMConstVector (numbers, IHOP_WARP);
}

LLVMValueRef
ihop_emit_spread (IhopEmit *emit, LLVMValueRef base, const gint64 *pattern)
{
  return LLVMBuildAdd (emit->builder, ihop_emit_splat (emit, base),
                       ihop_emit_pattern (LLVMTypeOf (base), pattern), "");
}

static LLVMTypeRef
element_of (LLVMValueRef value)
{
  LLVMTypeRef type = LLVMTypeOf (value);

  return LLVMGetTypeKind (type) == LLVMVectorTypeKind ? LLVMGetElementType (type) : type;
}

static guint
bits_of (LLVMTypeRef element)
{
  switch (LLVMGetTypeKind (element))
    {
    case LLVMIntegerTypeKind:
      return LLVMGetIntTypeWidth (element);
    case LLVMHalfTypeKind:
      return 16;
    case LLVMFloatTypeKind:
      return 32;
    default:
      return 64;
    }
}

LLVMValueRef
ihop_emit_fit (IhopEmit *emit, LLVMValueRef value, LLVMTypeRef element)
{
  LLVMTypeRef from = element_of (value);
  guint have = bits_of (from), want = bits_of (element);

  if (from == element)
    return value;
  if (have != want)
    {
      LLVMTypeRef integer = ihop_emit_like (ihop_emit_int (emit, have), value);
      value = LLVMBuildBitCast (emit->builder, value, integer, "");
      value = LLVMBuildIntCast2 (emit->builder, value, ihop_emit_like (ihop_emit_int (emit, want), value), FALSE, "");
    }
  return LLVMBuildBitCast (emit->builder, value, ihop_emit_like (element, value), "");
}

void
ihop_emit_agree (IhopEmit *emit, LLVMValueRef *a, LLVMValueRef *b)
{
  if (ihop_emit_is_vector (*a) || ihop_emit_is_vector (*b))
    {
      *a = ihop_emit_splat (emit, *a);
      *b = ihop_emit_splat (emit, *b);
    }
}

LLVMValueRef
ihop_emit_intrinsic (IhopEmit *emit, const char *name, LLVMValueRef *arguments, guint n)
{
  LLVMTypeRef type = LLVMTypeOf (arguments[0]);
  guint id = LLVMLookupIntrinsicID (name, strlen (name));
  LLVMValueRef declaration = LLVMGetIntrinsicDeclaration (emit->code, id, &type, 1);

  return LLVMBuildCall2 (emit->builder, LLVMGlobalGetValueType (declaration), declaration, arguments, n, "");
}

LLVMValueRef
ihop_emit_call (IhopEmit *emit, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, guint n)
{
  LLVMTypeRef types[12];

  g_assert (n <= G_N_ELEMENTS (types));
  for (guint i = 0; i < n; i++)
    types[i] = LLVMTypeOf (arguments[i]);
  LLVMTypeRef type = LLVMFunctionType (result, types, n, FALSE);
  LLVMValueRef function = LLVMGetNamedFunction (emit->code, name);
  if (function == NULL)
    function = LLVMAddFunction (emit->code, name, type);
  return LLVMBuildCall2 (emit->builder, type, function, arguments, n, "");
}

LLVMValueRef
ihop_emit_site (IhopEmit *emit)
{
  const IhopPtxInstruction *all = (const IhopPtxInstruction *) emit->flow->function->instructions->data;

  return ihop_emit_constant (emit, 32, emit->instruction - all);
}

#define IS_FIELD(offset, field)                                                                    \
  ((offset) >= G_STRUCT_OFFSET (IhopWarpFrame, field)                                              \
   && (offset) < G_STRUCT_OFFSET (IhopWarpFrame, field) + sizeof ((IhopWarpFrame *) NULL)->field)

/* The same for all warps of a block while it runs. */
static gboolean
is_of_block (gsize offset)
{
  return IS_FIELD (offset, block) || IS_FIELD (offset, grid) || IS_FIELD (offset, params) || IS_FIELD (offset, shared)
         || IS_FIELD (offset, symbols) || IS_FIELD (offset, dynamic_shared) || IS_FIELD (offset, workspace);
}

LLVMValueRef
ihop_emit_frame (IhopEmit *emit, gsize offset, LLVMTypeRef type)
{
  LLVMValueRef at = ihop_emit_constant (emit, 64, offset);
  LLVMValueRef frame = emit->whole && is_of_block (offset) ? emit->whole->first_frame : emit->frame;

  if (emit->whole && IS_FIELD (offset, warp))
    return ihop_emit_whole_warp (emit);
  LLVMValueRef place = LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 8), frame, &at, 1, "");
  LLVMValueRef value = LLVMBuildLoad2 (emit->builder, type, place, "");
  if (is_of_block (offset) || IS_FIELD (offset, lanes) || IS_FIELD (offset, local))
    ihop_emit_stays (emit, value);
  return value;
}

void
ihop_emit_stays (IhopEmit *emit, LLVMValueRef load)
{
  guint kind = LLVMGetMDKindIDInContext (emit->context, "invariant.load", strlen ("invariant.load"));

  LLVMSetMetadata (load, kind, LLVMMetadataAsValue (emit->context, LLVMMDNodeInContext2 (emit->context, NULL, 0)));
}

LLVMValueRef
ihop_emit_slot (IhopEmit *emit, LLVMTypeRef type, const char *name)
{
  LLVMBuilderRef first = LLVMCreateBuilderInContext (emit->context);
  LLVMBasicBlockRef block = LLVMGetEntryBasicBlock (emit->function);
  LLVMValueRef before = LLVMGetFirstInstruction (block);

  if (before)
    LLVMPositionBuilderBefore (first, before);
  else
    LLVMPositionBuilderAtEnd (first, block);
  LLVMValueRef slot = LLVMBuildAlloca (first, type, name);
  LLVMDisposeBuilder (first);
  return slot;
}

LLVMValueRef
ihop_emit_lanes (IhopEmit *emit, LLVMValueRef bits)
{
  return LLVMBuildBitCast (emit->builder, bits, LLVMVectorType (ihop_emit_int (emit, 1), IHOP_WARP), "");
}

LLVMValueRef
ihop_emit_bits (IhopEmit *emit, LLVMValueRef lanes)
{
  return LLVMBuildBitCast (emit->builder, ihop_emit_splat (emit, lanes), ihop_emit_int (emit, 32), "");
}

LLVMValueRef
ihop_emit_mask (IhopEmit *emit)
{
  return emit->lanes_mask ? emit->lanes_mask : repeated (ihop_emit_constant (emit, 1, 1));
}

/* --- one lane after the other ----------------------------------------------------------------- */

IhopEmitEach
ihop_emit_each_begin (IhopEmit *emit)
{
  LLVMTypeRef word = ihop_emit_int (emit, 32);
  IhopEmitEach each = { .loop = LLVMAppendBasicBlockInContext (emit->context, emit->function, "lane"),
                        .end = LLVMAppendBasicBlockInContext (emit->context, emit->function, "lanes"),
                        .left = ihop_emit_slot (emit, word, "left") };

  LLVMBuildStore (emit->builder, emit->mask, each.left);
  each.before = LLVMBuildBr (emit->builder, each.loop);
  LLVMPositionBuilderAtEnd (emit->builder, each.loop);
  LLVMValueRef arguments[] = { LLVMBuildLoad2 (emit->builder, word, each.left, ""), ihop_emit_constant (emit, 1, 0) };
  each.number = ihop_emit_intrinsic (emit, "llvm.cttz", arguments, 2);
  return each;
}

void
ihop_emit_each_end (IhopEmit *emit, IhopEmitEach *each)
{
  LLVMValueRef left = LLVMBuildLoad2 (emit->builder, ihop_emit_int (emit, 32), each->left, "");
  LLVMValueRef one = ihop_emit_constant (emit, 32, 1);

  left = LLVMBuildAnd (emit->builder, left, LLVMBuildSub (emit->builder, left, one, ""), "");
  LLVMBuildStore (emit->builder, left, each->left);
  LLVMValueRef more = LLVMBuildICmp (emit->builder, LLVMIntNE, left, ihop_emit_constant (emit, 32, 0), "");
  LLVMBuildCondBr (emit->builder, more, each->loop, each->end);
  LLVMPositionBuilderAtEnd (emit->builder, each->end);
}

IhopEmitEach
ihop_emit_all_lanes_begin (IhopEmit *emit)
{
  IhopEmitEach each = { .loop = LLVMAppendBasicBlockInContext (emit->context, emit->function, "lane"),
                        .end = LLVMAppendBasicBlockInContext (emit->context, emit->function, "lanes"),
                        .left = ihop_emit_slot (emit, ihop_emit_int (emit, 32), "lane") };

  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, 0), each.left);
  each.before = LLVMBuildBr (emit->builder, each.loop);
  LLVMPositionBuilderAtEnd (emit->builder, each.loop);
  each.number = LLVMBuildLoad2 (emit->builder, ihop_emit_int (emit, 32), each.left, "");
  return each;
}

void
ihop_emit_all_lanes_end (IhopEmit *emit, IhopEmitEach *each, guint step)
{
  LLVMValueRef lane = LLVMBuildLoad2 (emit->builder, ihop_emit_int (emit, 32), each->left, "");
  LLVMValueRef next = LLVMBuildAdd (emit->builder, lane, ihop_emit_constant (emit, 32, step), "");

  LLVMBuildStore (emit->builder, next, each->left);
  LLVMValueRef more = LLVMBuildICmp (emit->builder, LLVMIntULT, next, ihop_emit_constant (emit, 32, IHOP_WARP), "");
  ihop_emit_unroll_never (emit, LLVMBuildCondBr (emit->builder, more, each->loop, each->end));
  LLVMPositionBuilderAtEnd (emit->builder, each->end);
}

static LLVMValueRef
element_in (IhopEmit *emit, const IhopEmitEach *each, LLVMValueRef slot, LLVMTypeRef element)
{
  return LLVMBuildGEP2 (emit->builder, element, slot, (LLVMValueRef *) &each->number, 1, "");
}

/* Known in front of the loop, so that it can be put into memory there. */
static gboolean
is_from_before (IhopEmit *emit, const IhopEmitEach *each, LLVMValueRef value)
{
  LLVMBasicBlockRef block = LLVMIsAInstruction (value) ? LLVMGetInstructionParent (value) : NULL;

  return each->before && block != each->loop && block != LLVMGetInsertBlock (emit->builder);
}

/* Puts a vector into memory in front of the loop, each vector once while there is room to remember it. */
static LLVMValueRef
slot_before (IhopEmit *emit, IhopEmitEach *each, LLVMValueRef vector)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (each->vectors) && each->vectors[i] && each->vectors[i] != vector)
    i++;
  if (i < G_N_ELEMENTS (each->vectors) && each->vectors[i])
    return each->slots[i];
  LLVMValueRef slot = ihop_emit_slot (emit, LLVMTypeOf (vector), "picked");
  LLVMBuilderRef before = LLVMCreateBuilderInContext (emit->context);
  LLVMPositionBuilderBefore (before, each->before);
  LLVMBuildStore (before, vector, slot);
  LLVMDisposeBuilder (before);
  if (i < G_N_ELEMENTS (each->vectors))
    each->vectors[i] = vector, each->slots[i] = slot;
  return slot;
}

/* From memory, where the vector is put once: LLVM would put it there for each lane anew. */
LLVMValueRef
ihop_emit_each_pick (IhopEmit *emit, IhopEmitEach *each, LLVMValueRef value)
{
  if (!ihop_emit_is_vector (value))
    return value;
  LLVMTypeRef element = LLVMGetElementType (LLVMTypeOf (value));
  gboolean is_bit = LLVMGetTypeKind (element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth (element) == 1;
  if (is_bit || LLVMIsConstant (value) || !is_from_before (emit, each, value))
    return LLVMBuildExtractElement (emit->builder, value, each->number, "");
  LLVMValueRef slot = slot_before (emit, each, value);
  return LLVMBuildLoad2 (emit->builder, element, element_in (emit, each, slot, element), "");
}

void
ihop_emit_each_put (IhopEmit *emit, const IhopEmitEach *each, LLVMValueRef slot, LLVMValueRef value)
{
  LLVMBuildStore (emit->builder, value, element_in (emit, each, slot, LLVMTypeOf (value)));
}
