/* ldmatrix, stmatrix, movmatrix ("PTX ISA", 9.7.14.5.15 to 17): tiles of 8 rows of 16 bytes, of which a lane holds 4 bytes, two elements of a
 * row. Lane 8 j + i names where row i of tile j begins. */
#include "simt/lower/emit_matrix.h"

static const IhopPtxType b32 = { 'b', 32, 1 };
static const IhopLanes varying = { IHOP_LANES_VARYING, NULL, 1 };

enum { MOST_TILES = 4 };

/* "x1", "x2" or "x4" tiles of elements of 16 bits; 0: another kind. */
static guint
n_tiles (const IhopPtxInstruction *instruction, const IhopPtxOperand *registers)
{
  guint n = registers->kind == IHOP_PTX_LIST ? registers->n_items : 1;
  gboolean is_said = ihop_ptx_has (instruction, n == 1 ? "x1" : n == 2 ? "x2" : "x4");

  return is_said && n <= MOST_TILES && n != 3 && ihop_ptx_has (instruction, "m8n8") && ihop_ptx_has (instruction, "b16") ? n : 0;
}

static LLVMValueRef
lane_numbers (IhopEmit *emit, guint bits, guint (*of) (guint lane, guint which), guint which)
{
  LLVMValueRef numbers[IHOP_WARP];

  for (guint lane = 0; lane < IHOP_WARP; lane++)
    numbers[lane] = ihop_emit_constant (emit, bits, of (lane, which));
  return LLVMConstVector (numbers, IHOP_WARP);
}

static LLVMValueRef
row_starts (IhopEmit *emit, const IhopPtxInstruction *instruction, const IhopPtxOperand *place)
{
  IhopEmitAddress address = ihop_emit_address (emit, place, ihop_ptx_space (instruction));

  return LLVMBuildPtrToInt (emit->builder, ihop_emit_pointers (emit, address), LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP), "");
}

/* --- two elements as one register, and back ---------------------------------------------------- */

static LLVMValueRef
joined (IhopEmit *emit, LLVMValueRef low, LLVMValueRef high)
{
  LLVMTypeRef words = LLVMVectorType (ihop_emit_int (emit, 32), IHOP_WARP);
  LLVMValueRef upper = LLVMBuildZExt (emit->builder, high, words, "");

  return LLVMBuildOr (emit->builder, LLVMBuildZExt (emit->builder, low, words, ""),
                      LLVMBuildShl (emit->builder, upper, ihop_emit_constant_like (upper, 16), ""), "");
}

static LLVMValueRef
half_of (IhopEmit *emit, LLVMValueRef value, gboolean is_upper)
{
  LLVMValueRef moved = LLVMBuildLShr (emit->builder, value, ihop_emit_constant_like (value, is_upper ? 16 : 0), "");

  return LLVMBuildTrunc (emit->builder, moved, LLVMVectorType (ihop_emit_int (emit, 16), IHOP_WARP), "");
}

/* --- rows of 16 bytes, by lane that names them ------------------------------------------------------ */

/* What the lane is given of a tile: a word of one of its rows. Transposed, of two rows one below the other a word whose one half is in
 * the lane's column. */
static guint
row_of (guint lane, guint tile)
{
  return 8 * tile + lane / 4;
}

static guint
upper_row_of (guint lane, guint tile)
{
  return 8 * tile + lane % 4 * 2;
}

static guint
lower_row_of (guint lane, guint tile)
{
  return upper_row_of (lane, tile) + 1;
}

static guint
word_of (guint lane)
{
  return lane % 4;
}

static guint
column_word_of (guint lane)
{
  return lane / 4 / 2;
}

static LLVMValueRef
shuffled (IhopEmit *emit, LLVMValueRef values, guint (*from) (guint, guint), guint which)
{
  return LLVMBuildShuffleVector (emit->builder, values, LLVMGetPoison (LLVMTypeOf (values)), lane_numbers (emit, 32, from, which), "");
}

/* For each lane one word of the row that a lane named. */
static LLVMValueRef
picked (IhopEmit *emit, LLVMValueRef words[IHOP_PIECE_WORDS], guint tile, guint (*row) (guint, guint), guint (*word) (guint))
{
  LLVMValueRef result = shuffled (emit, words[0], row, tile);

  for (guint w = 1; w < IHOP_PIECE_WORDS; w++)
    {
      LLVMValueRef is_it[IHOP_WARP];
      for (guint lane = 0; lane < IHOP_WARP; lane++)
        is_it[lane] = ihop_emit_constant (emit, 1, word (lane) == w);
      result = LLVMBuildSelect (emit->builder, LLVMConstVector (is_it, IHOP_WARP), shuffled (emit, words[w], row, tile), result, "");
    }
  return result;
}

/* The half of each lane's column. */
static LLVMValueRef
column_half (IhopEmit *emit, LLVMValueRef words)
{
  LLVMValueRef is_upper[IHOP_WARP];

  for (guint lane = 0; lane < IHOP_WARP; lane++)
    is_upper[lane] = ihop_emit_constant (emit, 1, lane / 4 % 2);
  return LLVMBuildSelect (emit->builder, LLVMConstVector (is_upper, IHOP_WARP), half_of (emit, words, TRUE), half_of (emit, words, FALSE), "");
}

static LLVMValueRef
loaded (IhopEmit *emit, LLVMValueRef words[IHOP_PIECE_WORDS], guint tile, gboolean is_transposed)
{
  if (!is_transposed)
    return picked (emit, words, tile, row_of, word_of);
  return joined (emit, column_half (emit, picked (emit, words, tile, upper_row_of, column_word_of)),
                 column_half (emit, picked (emit, words, tile, lower_row_of, column_word_of)));
}

/* Who holds word "which" of the row that the lane names, and, transposed, its lower and its upper half. */
static guint
holder_of (guint lane, guint which)
{
  return lane % 8 * 4 + which;
}

static guint
lower_holder_of (guint lane, guint which)
{
  return 8 * which + lane % 8 / 2;
}

static guint
upper_holder_of (guint lane, guint which)
{
  return lower_holder_of (lane, which) + 4;
}

/* Of a register that holds a tile by columns: elements of two rows one below the other. */
static LLVMValueRef
row_half (IhopEmit *emit, LLVMValueRef value, guint (*holder) (guint, guint), guint which)
{
  LLVMValueRef is_lower[IHOP_WARP];

  for (guint lane = 0; lane < IHOP_WARP; lane++)
    is_lower[lane] = ihop_emit_constant (emit, 1, lane % 2);
  LLVMValueRef both = shuffled (emit, value, holder, which);
  return LLVMBuildSelect (emit->builder, LLVMConstVector (is_lower, IHOP_WARP), half_of (emit, both, TRUE), half_of (emit, both, FALSE), "");
}

static LLVMValueRef
stored_word (IhopEmit *emit, LLVMValueRef value, guint which, gboolean is_transposed)
{
  if (!is_transposed)
    return shuffled (emit, value, holder_of, which);
  return joined (emit, row_half (emit, value, lower_holder_of, which), row_half (emit, value, upper_holder_of, which));
}

/* Lanes 8 j to 8 j + 7 name the rows of tile j. */
static LLVMValueRef
of_tiles (IhopEmit *emit, LLVMValueRef *values, guint n, guint which, gboolean is_transposed)
{
  LLVMValueRef result = stored_word (emit, values[0], which, is_transposed);

  for (guint tile = 1; tile < n; tile++)
    {
      LLVMValueRef is_own[IHOP_WARP];
      for (guint lane = 0; lane < IHOP_WARP; lane++)
        is_own[lane] = ihop_emit_constant (emit, 1, lane / 8 == tile);
      result = LLVMBuildSelect (emit->builder, LLVMConstVector (is_own, IHOP_WARP), stored_word (emit, values[tile], which, is_transposed), result, "");
    }
  return result;
}

/* --- the instructions -------------------------------------------------------------------------- */

static const IhopPtxOperand *
register_of (const IhopPtxOperand *registers, guint tile)
{
  return registers->kind == IHOP_PTX_LIST ? &registers->items[tile] : registers;
}

static gboolean
is_possible (IhopEmit *emit, const IhopPtxInstruction *instruction, const IhopPtxOperand *registers)
{
  if (n_tiles (instruction, registers) == 0)
    ihop_emit_fail (emit, "this kind of %s is not known", instruction->opcode);
  return emit->error == NULL;
}

/* All are read before any is set: the address may be one of them. */
static void
load (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *to = &instruction->operands[0];
  LLVMValueRef words[IHOP_PIECE_WORDS], values[MOST_TILES];

  if (!is_possible (emit, instruction, to))
    return;
  ihop_matrix_load_pieces (emit, row_starts (emit, instruction, &instruction->operands[1]), 8 * n_tiles (instruction, to), words);
  for (guint tile = 0; tile < n_tiles (instruction, to); tile++)
    values[tile] = loaded (emit, words, tile, ihop_ptx_has (instruction, "trans"));
  for (guint tile = 0; tile < n_tiles (instruction, to); tile++)
    ihop_emit_set (emit, register_of (to, tile), values[tile], varying);
}

static void
store (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *from = &instruction->operands[1];
  LLVMValueRef values[MOST_TILES], words[IHOP_PIECE_WORDS];
  guint n = n_tiles (instruction, from);

  if (!is_possible (emit, instruction, from))
    return;
  for (guint tile = 0; tile < n; tile++)
    values[tile] = ihop_emit_operand (emit, register_of (from, tile), b32, TRUE);
  for (guint w = 0; w < IHOP_PIECE_WORDS; w++)
    words[w] = of_tiles (emit, values, n, w, ihop_ptx_has (instruction, "trans"));
  ihop_matrix_store_pieces (emit, row_starts (emit, instruction, &instruction->operands[0]), 8 * n, words);
}

/* Element (i, j) of a tile is half j % 2 of what lane 4 i + j / 2 holds. */
static guint
transposed_place (guint lane, guint which)
{
  guint row = lane % 4 * 2 + which, column = lane / 4;

  return (4 * row + column / 2) + IHOP_WARP * (column % 2);
}

static void
transpose (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  LLVMValueRef halves[2];

  if (!ihop_ptx_has (instruction, "m8n8") || !ihop_ptx_has (instruction, "trans") || !ihop_ptx_has (instruction, "b16"))
    {
      ihop_emit_fail (emit, "this kind of movmatrix is not known");
      return;
    }
  LLVMValueRef value = ihop_emit_operand (emit, &instruction->operands[1], b32, TRUE);
  for (guint i = 0; i < 2; i++)
    halves[i] = LLVMBuildShuffleVector (emit->builder, half_of (emit, value, FALSE), half_of (emit, value, TRUE),
                                        lane_numbers (emit, 32, transposed_place, i), "");
  ihop_emit_set (emit, &instruction->operands[0], joined (emit, halves[0], halves[1]), varying);
}

const IhopEmitRow ihop_emit_tiles[] = { { "ldmatrix", load }, { "stmatrix", store }, { "movmatrix", transpose }, { NULL, NULL } };
