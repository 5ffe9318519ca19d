/* Matrices that a warp holds together, in registers and in memory: what wmma's and mma's files
 * share. */
#pragma once
#include "simt/lower/emit.h"

/* The elements of a, b, c or d. */
typedef struct
{
  IhopPtxType type;
  guint rows, columns;
} IhopMatrixPiece;

typedef struct
{
  guint m, n, k;
} IhopMatrixShape;

enum
{
  IHOP_MATRIX_REGISTERS = 8
}; /* of one operand, at most */

/* "m16n16k16" among its parts. FALSE: there is none whose pieces each fill all lanes alike. */
gboolean ihop_matrix_shape (const IhopPtxInstruction *instruction, IhopMatrixShape *shape);
gboolean ihop_matrix_type_is_known (IhopPtxType type);
/* Operands that are lists of registers, or one. */
guint ihop_matrix_n_registers (const IhopPtxOperand *list);
guint ihop_matrix_register_bits (IhopMatrixPiece piece);
/* 32 of these registers. */
LLVMTypeRef ihop_matrix_register_type (IhopEmit *emit, IhopMatrixPiece piece);
/* Memory for registers of part 0 to 3: the same for all instructions, as kernels have thousands of
 * them. */
LLVMValueRef ihop_matrix_registers_for (IhopEmit *emit, guint part);
LLVMValueRef ihop_matrix_register_place (IhopEmit *emit, IhopMatrixPiece piece,
                                         LLVMValueRef registers, guint i);
/* From an operand to that memory and back. */
void ihop_matrix_put (IhopEmit *emit, IhopMatrixPiece piece, const IhopPtxOperand *list,
                      LLVMValueRef registers);
void ihop_matrix_take (IhopEmit *emit, IhopMatrixPiece piece, const IhopPtxOperand *list,
                       LLVMValueRef registers);
/* d = a * b + c, by wmma or by mma. */
void ihop_matrix_multiply (IhopEmit *emit, const IhopPtxInstruction *instruction);
