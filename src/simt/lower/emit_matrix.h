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
/* Does it move a matrix between memory and registers, by pieces? */
gboolean ihop_matrix_asks_memory (const IhopPtxInstruction *instruction);
/* Operations of floating point that a thread's share of a product is; 0 for integers. */
guint ihop_matrix_operations (const IhopPtxInstruction *instruction);
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
/* --- what they ask of memory, counted and checked (emit_matrix_pieces.c) ----------------------- */

enum
{
  IHOP_PIECE = 16,
  IHOP_PIECE_WORDS = 4
};

/* Each of the first lanes asks for 16 bytes from its start on (32 of i64): their words, 32 of i32 each. */
void ihop_matrix_load_pieces (IhopEmit *emit, LLVMValueRef starts, guint n_lanes, LLVMValueRef words[IHOP_PIECE_WORDS]);
void ihop_matrix_store_pieces (IhopEmit *emit, LLVMValueRef starts, guint n_lanes, LLVMValueRef words[IHOP_PIECE_WORDS]);

/* Contiguous rows or columns of a matrix. */
typedef struct
{
  LLVMValueRef base, stride; /* i64: where the first one begins, bytes from one to the next */
  guint n, bytes;            /* how many there are, and how long each is: a multiple of 16 */
} IhopMatrixRuns;

/* Memory for all of them, one behind the other. */
LLVMValueRef ihop_matrix_own_memory (IhopEmit *emit, const IhopMatrixRuns *runs);
/* Into that memory, and out of it. */
void ihop_matrix_load_runs (IhopEmit *emit, const IhopMatrixRuns *runs, LLVMValueRef own);
void ihop_matrix_store_runs (IhopEmit *emit, const IhopMatrixRuns *runs, LLVMValueRef own);
/* d = a * b + c, by wmma or by mma. */
void ihop_matrix_multiply (IhopEmit *emit, const IhopPtxInstruction *instruction);
