/* tex, suld and sust ("PTX ISA", 9.7.10 and 9.7.11): the engine's functions answer a whole warp (run/texture.h). */
#include "simt/lower/emit.h"
#include "simt/run/frame.h"
#include "simt/run/texture.h"

enum { MOST = 4 };

/* Dimensions by name. */
static gboolean
form_of (const IhopPtxInstruction *instruction, guint32 *form)
{
  const struct
  {
    const char *name;
    guint32 form;
  } forms[] = { { "1d", 1 }, { "2d", 2 }, { "3d", 3 }, { "a1d", 1 | IHOP_TEXTURE_LAYERED }, { "a2d", 2 | IHOP_TEXTURE_LAYERED },
                { "cube", 3 | IHOP_TEXTURE_CUBE }, { "acube", 3 | IHOP_TEXTURE_CUBE | IHOP_TEXTURE_LAYERED } };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (ihop_ptx_has (instruction, forms[i].name))
      {
        *form = forms[i].form;
        return TRUE;
      }
  return FALSE;
}

/* A place for so many values of each lane. */
static LLVMValueRef
new_lists (IhopEmit *emit, guint bits)
{
  return ihop_emit_slot (emit, LLVMArrayType2 (LLVMVectorType (ihop_emit_int (emit, bits), IHOP_WARP), MOST), "lists");
}

static LLVMValueRef
list_place (IhopEmit *emit, LLVMValueRef lists, guint bits, guint number)
{
  LLVMValueRef at = ihop_emit_constant (emit, 64, number);

  return LLVMBuildGEP2 (emit->builder, LLVMVectorType (ihop_emit_int (emit, bits), IHOP_WARP), lists, &at, 1, "");
}

static void
put_list (IhopEmit *emit, LLVMValueRef lists, guint bits, guint number, const IhopPtxOperand *operand)
{
  const IhopPtxType type = { 'b', bits, 1 };

  LLVMBuildStore (emit->builder, ihop_emit_operand (emit, operand, type, TRUE), list_place (emit, lists, bits, number));
}

/* [object, {x, y}]: handles and coordinates. */
static gboolean
put_place (IhopEmit *emit, const IhopPtxOperand *place, LLVMValueRef objects, LLVMValueRef coordinates)
{
  if (place->kind != IHOP_PTX_ADDRESS || place->n_items != 2 || place->items[0].kind != IHOP_PTX_REGISTER)
    {
      ihop_emit_fail (emit, "textures and surfaces are known as objects only, not as references");
      return FALSE;
    }
  put_list (emit, objects, 64, 0, &place->items[0]);
  const IhopPtxOperand *list = &place->items[1];
  for (guint i = 0; i < MIN (list->kind == IHOP_PTX_LIST ? list->n_items : 1, MOST); i++)
    put_list (emit, coordinates, 32, i, list->kind == IHOP_PTX_LIST ? &list->items[i] : list);
  return TRUE;
}

static void
take_lists (IhopEmit *emit, const IhopPtxOperand *to, LLVMValueRef lists, guint bits)
{
  for (guint i = 0; i < MIN (to->kind == IHOP_PTX_LIST ? to->n_items : 1, MOST); i++)
    {
      LLVMTypeRef type = LLVMVectorType (ihop_emit_int (emit, bits), IHOP_WARP);
      LLVMValueRef value = LLVMBuildLoad2 (emit->builder, type, list_place (emit, lists, bits, i), "");
      ihop_emit_set (emit, to->kind == IHOP_PTX_LIST ? &to->items[i] : to, value, (IhopLanes){ IHOP_LANES_VARYING, NULL, 1 });
    }
}

static void
texture (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  LLVMValueRef objects = new_lists (emit, 64), coordinates = new_lists (emit, 32), channels = new_lists (emit, 32);
  guint32 form;

  if (!form_of (instruction, &form) || instruction->n_operands < 2 || ihop_ptx_type (instruction, 0).bits != 32)
    {
      ihop_emit_fail (emit, "this kind of tex is not known");
      return;
    }
  if (!put_place (emit, &instruction->operands[1], objects, coordinates))
    return;
  if (ihop_ptx_type (instruction, 1).kind != 'f')
    form |= IHOP_TEXTURE_INTEGERS;
  LLVMValueRef arguments[] = { ihop_emit_constant (emit, 32, form), objects, coordinates, emit->mask, channels };
  ihop_emit_call (emit, IHOP_TEXTURE_SYMBOL, LLVMVoidTypeInContext (emit->context), arguments, G_N_ELEMENTS (arguments));
  take_lists (emit, &instruction->operands[0], channels, 32);
}

/* The launch ends where a place is outside that must not be. */
static void
stop_if (IhopEmit *emit, LLVMValueRef is_bad)
{
  LLVMBasicBlockRef bad = LLVMAppendBasicBlockInContext (emit->context, emit->function, "outside");
  LLVMBasicBlockRef fine = LLVMAppendBasicBlockInContext (emit->context, emit->function, "inside");

  LLVMBuildCondBr (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntNE, is_bad, ihop_emit_constant (emit, 32, 0), ""), bad, fine);
  LLVMPositionBuilderAtEnd (emit->builder, bad);
  ihop_emit_leave (emit, IHOP_WARP_TRAPS);
  LLVMPositionBuilderAtEnd (emit->builder, fine);
}

static void
surface (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  gboolean is_store = g_str_equal (instruction->opcode, "sust");
  LLVMValueRef objects = new_lists (emit, 64), coordinates = new_lists (emit, 32), values = new_lists (emit, 64);
  guint32 form;

  if (!form_of (instruction, &form) || instruction->n_operands < 2 || !ihop_ptx_has (instruction, "b"))
    {
      ihop_emit_fail (emit, "this kind of %s is not known", instruction->opcode);
      return;
    }
  const IhopPtxOperand *list = &instruction->operands[is_store];
  guint n = list->kind == IHOP_PTX_LIST ? list->n_items : 1, bytes = ihop_ptx_type_size (ihop_ptx_type (instruction, 0));
  form |= (is_store ? IHOP_SURFACE_STORES : 0) | (ihop_ptx_has (instruction, "clamp") ? IHOP_SURFACE_CLAMPS : 0)
          | (ihop_ptx_has (instruction, "trap") ? IHOP_SURFACE_TRAPS : 0);
  if (!put_place (emit, &instruction->operands[!is_store], objects, coordinates))
    return;
  for (guint i = 0; is_store && i < MIN (n, MOST); i++)
    put_list (emit, values, 64, i, list->kind == IHOP_PTX_LIST ? &list->items[i] : list);
  LLVMValueRef arguments[] = { ihop_emit_constant (emit, 32, form), ihop_emit_constant (emit, 32, MIN (n, MOST)),
                               ihop_emit_constant (emit, 32, bytes), objects, coordinates, emit->mask, values };
  LLVMValueRef is_bad = ihop_emit_call (emit, IHOP_SURFACE_SYMBOL, ihop_emit_int (emit, 32), arguments, G_N_ELEMENTS (arguments));
  if (form & IHOP_SURFACE_TRAPS)
    stop_if (emit, is_bad);
  if (!is_store)
    take_lists (emit, list, values, 64);
}

const IhopEmitRow ihop_emit_textures[] = { { "tex", texture }, { "suld", surface }, { "sust", surface }, { NULL, NULL } };
