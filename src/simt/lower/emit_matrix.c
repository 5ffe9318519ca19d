/* wmma ("PTX ISA", 9.7.14.4): small matrices that a warp holds together (run/matrix.h says which lane holds what), from memory and to
 * it. Products are in emit_product.c. */
#include "simt/lower/emit_matrix.h"
#include "simt/run/matrix.h"
#include <stdio.h>
#include <string.h>

gboolean
ihop_matrix_shape (const IhopPtxInstruction *instruction, IhopMatrixShape *shape)
{
  for (guint i = 0; i < instruction->n_parts; i++)
    if (sscanf (instruction->parts[i], "m%un%uk%u", &shape->m, &shape->n, &shape->k) == 3)
      return shape->m * shape->k % IHOP_WARP == 0 && shape->n * shape->k % IHOP_WARP == 0 && shape->m * shape->n % IHOP_WARP == 0;
  return FALSE;
}

gboolean
ihop_matrix_type_is_known (IhopPtxType type)
{
  return type.lanes == 1 && type.bits >= 8 && type.bits <= 64 && strchr ("fhus", type.kind) && type.kind;
}

gboolean
ihop_matrix_asks_memory (const IhopPtxInstruction *instruction)
{
  if (g_str_equal (instruction->opcode, "wmma"))
    return ihop_ptx_has (instruction, "load") || ihop_ptx_has (instruction, "store");
  return g_str_equal (instruction->opcode, "ldmatrix") || g_str_equal (instruction->opcode, "stmatrix");
}

guint
ihop_matrix_operations (const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  IhopMatrixShape shape;

  return (type.kind == 'f' || type.kind == 'h') && ihop_matrix_shape (instruction, &shape) ? 2 * shape.m * shape.n * shape.k / IHOP_WARP : 0;
}

guint
ihop_matrix_n_registers (const IhopPtxOperand *list)
{
  return list->kind == IHOP_PTX_LIST ? list->n_items : 1;
}

static const IhopPtxOperand *
item_of (const IhopPtxOperand *list, guint i)
{
  return list->kind == IHOP_PTX_LIST ? &list->items[i] : list;
}

guint
ihop_matrix_register_bits (IhopMatrixPiece piece)
{
  return piece.type.bits == 64 ? 64 : 32;
}

/* --- registers in memory ------------------------------------------------------------------------- */

LLVMTypeRef
ihop_matrix_register_type (IhopEmit *emit, IhopMatrixPiece piece)
{
  return LLVMVectorType (ihop_emit_int (emit, ihop_matrix_register_bits (piece)), IHOP_WARP);
}

/* The same for all instructions, as kernels have thousands of them. */
LLVMValueRef
ihop_matrix_registers_for (IhopEmit *emit, guint part)
{
  if (emit->matrices[part] == NULL)
    emit->matrices[part]
      = ihop_emit_slot (emit, LLVMArrayType2 (LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP), IHOP_MATRIX_REGISTERS), "matrix");
  return emit->matrices[part];
}

LLVMValueRef
ihop_matrix_register_place (IhopEmit *emit, IhopMatrixPiece piece, LLVMValueRef registers, guint i)
{
  LLVMValueRef at = ihop_emit_constant (emit, 64, i);

  return LLVMBuildGEP2 (emit->builder, ihop_matrix_register_type (emit, piece), registers, &at, 1, "");
}

void
ihop_matrix_put (IhopEmit *emit, IhopMatrixPiece piece, const IhopPtxOperand *list, LLVMValueRef registers)
{
  const IhopPtxType bits = { 'b', ihop_matrix_register_bits (piece), 1 };

  for (guint i = 0; i < ihop_matrix_n_registers (list); i++)
    LLVMBuildStore (emit->builder, ihop_emit_operand (emit, item_of (list, i), bits, TRUE), ihop_matrix_register_place (emit, piece, registers, i));
}

void
ihop_matrix_take (IhopEmit *emit, IhopMatrixPiece piece, const IhopPtxOperand *list, LLVMValueRef registers)
{
  for (guint i = 0; i < ihop_matrix_n_registers (list); i++)
    {
      LLVMValueRef value = LLVMBuildLoad2 (emit->builder, ihop_matrix_register_type (emit, piece), ihop_matrix_register_place (emit, piece, registers, i), "");
      ihop_emit_set (emit, item_of (list, i), value, (IhopLanes){ IHOP_LANES_VARYING, NULL, 1 });
    }
}

/* --- between memory and registers ------------------------------------------------------------------ */

/* All lanes name the same: that of the first one. */
static LLVMValueRef
first_of (IhopEmit *emit, LLVMValueRef values)
{
  LLVMValueRef arguments[] = { emit->mask, ihop_emit_constant (emit, 1, 0) };

  if (!ihop_emit_is_vector (values))
    return values;
  return LLVMBuildExtractElement (emit->builder, values, ihop_emit_intrinsic (emit, "llvm.cttz", arguments, 2), "");
}

static gboolean
piece_of (const IhopPtxInstruction *instruction, IhopMatrixPiece *piece)
{
  IhopMatrixShape shape;

  if (!ihop_matrix_shape (instruction, &shape))
    return FALSE;
  piece->type = ihop_ptx_type (instruction, 0);
  piece->rows = ihop_ptx_has (instruction, "b") ? shape.k : shape.m;
  piece->columns = ihop_ptx_has (instruction, "a") ? shape.k : shape.n;
  return ihop_matrix_type_is_known (piece->type);
}

/* Where a piece lies: "place" is where its first row or column begins. */
typedef struct
{
  IhopMatrixPiece piece;
  IhopMatrixForm form;
  LLVMValueRef place, stride; /* pointer; i64, in elements */
} Place;

static gboolean
is_possible (const IhopPtxInstruction *instruction, const IhopPtxOperand *list, IhopMatrixPiece *piece)
{
  return instruction->n_operands >= 2 && piece_of (instruction, piece) && ihop_matrix_n_registers (list) <= IHOP_MATRIX_REGISTERS;
}

static Place
place_of (IhopEmit *emit, const IhopPtxInstruction *instruction, const IhopPtxOperand *list, const IhopPtxOperand *operand, IhopMatrixPiece piece)
{
  const IhopPtxType s32 = { 's', 32, 1 };
  gboolean by_columns = ihop_ptx_has (instruction, "col");
  IhopMatrixForm form = { piece.rows, piece.columns, piece.type.bits / 8, ihop_matrix_register_bits (piece) / 8, ihop_matrix_n_registers (list), by_columns };
  LLVMValueRef stride = ihop_emit_constant (emit, 32, by_columns ? piece.rows : piece.columns);
  IhopEmitAddress address = ihop_emit_address (emit, operand, ihop_ptx_space (instruction));
  LLVMValueRef pointer = first_of (emit, address.pattern || ihop_emit_is_vector (address.base) ? ihop_emit_pointers (emit, address)
                                                                                              : ihop_emit_pointer (emit, address.base));

  if (instruction->n_operands > 2)
    stride = first_of (emit, ihop_emit_operand (emit, &instruction->operands[2], s32, TRUE));
  return (Place){ piece, form, pointer, LLVMBuildSExt (emit->builder, stride, ihop_emit_int (emit, 64), "") };
}

static void
call_move (IhopEmit *emit, const Place *place, LLVMValueRef registers, gboolean is_store)
{
  LLVMValueRef arguments[] = { ihop_emit_constant (emit, 64, ihop_matrix_pack (place->form)), registers, place->place, place->stride };

  ihop_emit_call (emit, is_store ? IHOP_MATRIX_STORE : IHOP_MATRIX_LOAD, LLVMVoidTypeInContext (emit->context), arguments, 4);
}

/* Counted and checked code asks for rows or columns by pieces, and has them in memory of its own beside that. */
static void
move_asked (IhopEmit *emit, Place place, LLVMValueRef registers, gboolean is_store)
{
  guint n = place.form.is_by_columns ? place.piece.columns : place.piece.rows, length = place.piece.rows * place.piece.columns / n;
  LLVMTypeRef wide = ihop_emit_int (emit, 64);
  const IhopMatrixRuns runs = { LLVMBuildPtrToInt (emit->builder, place.place, wide, ""),
                                LLVMBuildMul (emit->builder, place.stride, ihop_emit_constant (emit, 64, place.form.bytes), ""), n,
                                length * place.form.bytes };
  LLVMValueRef own = ihop_matrix_own_memory (emit, &runs);

  place.place = own;
  place.stride = ihop_emit_constant (emit, 64, length);
  if (runs.bytes % IHOP_PIECE)
    ihop_emit_fail (emit, "matrices with rows of %u bytes are neither counted nor checked", runs.bytes);
  else if (is_store)
    {
      call_move (emit, &place, registers, TRUE);
      ihop_matrix_store_runs (emit, &runs, own);
    }
  else
    {
      ihop_matrix_load_runs (emit, &runs, own);
      call_move (emit, &place, registers, FALSE);
    }
}

static void
move (IhopEmit *emit, const IhopPtxInstruction *instruction, gboolean is_store)
{
  const IhopPtxOperand *list = &instruction->operands[is_store];
  LLVMValueRef registers = ihop_matrix_registers_for (emit, 0);
  IhopMatrixPiece piece;

  if (!is_possible (instruction, list, &piece))
    {
      ihop_emit_fail (emit, "this kind of wmma is not known");
      return;
    }
  Place place = place_of (emit, instruction, list, &instruction->operands[!is_store], piece);
  if (is_store)
    ihop_matrix_put (emit, piece, list, registers);
  if (emit->result->sites)
    move_asked (emit, place, registers, is_store);
  else
    call_move (emit, &place, registers, is_store);
  if (!is_store)
    ihop_matrix_take (emit, piece, list, registers);
}

static void
matrix (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  if (g_str_equal (instruction->opcode, "mma") || ihop_ptx_has (instruction, "mma"))
    ihop_matrix_multiply (emit, instruction);
  else
    move (emit, instruction, ihop_ptx_has (instruction, "store"));
}

const IhopEmitRow ihop_emit_matrices[] = { { "wmma", matrix }, { "mma", matrix }, { NULL, NULL } };
