/* ldmatrix, stmatrix, movmatrix ("PTX ISA", 9.7.14.5.15 to 17): tiles of 8 rows of 16 bytes, of which a lane holds 4 bytes, two elements of a
 * row. Lane 8 j + i names where row i of tile j begins. */
#include "simt/lower/emit.h"

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

/* --- which rows a lane looks at, and how far behind their starts, in bytes --------------------- */

static guint
own_row (guint lane, guint tile)
{
  return 8 * tile + lane / 4;
}

static guint
own_bytes (guint lane, guint which)
{
  return lane % 4 * 4;
}

/* Transposed: two elements of one column. */
static guint
upper_row (guint lane, guint tile)
{
  return 8 * tile + lane % 4 * 2;
}

static guint
lower_row (guint lane, guint tile)
{
  return upper_row (lane, tile) + 1;
}

static guint
column_bytes (guint lane, guint which)
{
  return lane / 4 * 2;
}

/* For each lane a place in one of the rows that lanes name. */
static IhopEmitAddress
place_in (IhopEmit *emit, LLVMValueRef starts, guint tile, guint (*row) (guint, guint), guint (*bytes) (guint, guint))
{
  LLVMValueRef rows = lane_numbers (emit, 32, row, tile);
  LLVMValueRef own = LLVMBuildShuffleVector (emit->builder, starts, LLVMGetPoison (LLVMTypeOf (starts)), rows, "");

  return (IhopEmitAddress){ .base = LLVMBuildAdd (emit->builder, own, lane_numbers (emit, 64, bytes, 0), "") };
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

/* --- the instructions -------------------------------------------------------------------------- */

static LLVMValueRef
loaded (IhopEmit *emit, LLVMValueRef starts, guint tile, gboolean is_transposed)
{
  LLVMTypeRef half = ihop_emit_int (emit, 16);

  if (!is_transposed)
    return ihop_emit_load (emit, place_in (emit, starts, tile, own_row, own_bytes), ihop_emit_int (emit, 32));
  return joined (emit, ihop_emit_load (emit, place_in (emit, starts, tile, upper_row, column_bytes), half),
                 ihop_emit_load (emit, place_in (emit, starts, tile, lower_row, column_bytes), half));
}

static const IhopPtxOperand *
register_of (const IhopPtxOperand *registers, guint tile)
{
  return registers->kind == IHOP_PTX_LIST ? &registers->items[tile] : registers;
}

static gboolean
is_possible (IhopEmit *emit, const IhopPtxInstruction *instruction, const IhopPtxOperand *registers)
{
  if (emit->result->sites)
    ihop_emit_fail (emit, "%s is neither counted nor checked", instruction->opcode);
  else if (n_tiles (instruction, registers) == 0)
    ihop_emit_fail (emit, "this kind of %s is not known", instruction->opcode);
  return emit->error == NULL;
}

/* All are read before any is set: the address may be one of them. */
static void
load (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *to = &instruction->operands[0];
  LLVMValueRef values[MOST_TILES];

  if (!is_possible (emit, instruction, to))
    return;
  LLVMValueRef starts = row_starts (emit, instruction, &instruction->operands[1]);
  for (guint tile = 0; tile < n_tiles (instruction, to); tile++)
    values[tile] = loaded (emit, starts, tile, ihop_ptx_has (instruction, "trans"));
  for (guint tile = 0; tile < n_tiles (instruction, to); tile++)
    ihop_emit_set (emit, register_of (to, tile), values[tile], varying);
}

static void
store (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *from = &instruction->operands[1];

  if (!is_possible (emit, instruction, from))
    return;
  LLVMValueRef starts = row_starts (emit, instruction, &instruction->operands[0]);
  for (guint tile = 0; tile < n_tiles (instruction, from); tile++)
    {
      LLVMValueRef value = ihop_emit_operand (emit, register_of (from, tile), b32, TRUE);
      if (ihop_ptx_has (instruction, "trans"))
        {
          ihop_emit_store (emit, place_in (emit, starts, tile, upper_row, column_bytes), half_of (emit, value, FALSE));
          ihop_emit_store (emit, place_in (emit, starts, tile, lower_row, column_bytes), half_of (emit, value, TRUE));
        }
      else
        ihop_emit_store (emit, place_in (emit, starts, tile, own_row, own_bytes), value);
    }
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
