/* What instructions of matrices ask of memory (ldmatrix, stmatrix, wmma.load, wmma.store): pieces of 16 bytes, of which lanes of a warp have
 * one each. A card asks so for ldmatrix and stmatrix, eight lanes at a time; of wmma PTX leaves open which lane asks for what: here
 * the rows of a matrix (its columns, where these are contiguous) are asked for piece after piece, 32 at a time. */
#include "simt/lower/emit_matrix.h"

static const IhopPtxType b32 = { 'b', 32, 1 };

/* Who ran before only the first lanes did. */
typedef struct
{
  LLVMValueRef mask, lanes_mask;
} Before;

static Before
limit (IhopEmit *emit, guint n_lanes)
{
  Before before = { emit->mask, emit->lanes_mask };

  if (n_lanes < IHOP_WARP)
    {
      emit->mask = LLVMBuildAnd (emit->builder, emit->mask, ihop_emit_constant (emit, 32, (1ull << n_lanes) - 1), "");
      emit->lanes_mask = ihop_emit_lanes (emit, emit->mask);
    }
  return before;
}

static void
unlimit (IhopEmit *emit, Before before)
{
  emit->mask = before.mask;
  emit->lanes_mask = before.lanes_mask;
}

void
ihop_matrix_load_pieces (IhopEmit *emit, LLVMValueRef starts, guint n_lanes, LLVMValueRef words[IHOP_PIECE_WORDS])
{
  const IhopEmitAddress address = { .base = starts };
  Before before = limit (emit, n_lanes);

  ihop_emit_count_access (emit, address);
  IhopEmitChecked checked = ihop_emit_check_begin (emit, address);
  ihop_emit_load_pieces (emit, address, ihop_emit_type (emit, b32), words, IHOP_PIECE_WORDS);
  ihop_emit_check_end_load (emit, &checked, words, IHOP_PIECE_WORDS);
  unlimit (emit, before);
}

void
ihop_matrix_store_pieces (IhopEmit *emit, LLVMValueRef starts, guint n_lanes, LLVMValueRef words[IHOP_PIECE_WORDS])
{
  const IhopEmitAddress address = { .base = starts };
  Before before = limit (emit, n_lanes);

  ihop_emit_count_access (emit, address);
  IhopEmitChecked checked = ihop_emit_check_begin (emit, address);
  ihop_emit_store_pieces (emit, address, 4, words, IHOP_PIECE_WORDS);
  ihop_emit_check_end_store (emit, &checked, words, IHOP_PIECE_WORDS);
  unlimit (emit, before);
}

/* --- whole matrices ----------------------------------------------------------------------------- */

static LLVMValueRef
wide_numbers (IhopEmit *emit, guint first, guint by, gboolean is_remainder, guint times)
{
  LLVMValueRef numbers[IHOP_WARP];

  for (guint lane = 0; lane < IHOP_WARP; lane++)
    numbers[lane] = ihop_emit_constant (emit, 64, (guint64) (is_remainder ? (first + lane) % by : (first + lane) / by) * times);
  return LLVMConstVector (numbers, IHOP_WARP);
}

/* Where the pieces from the first one on lie. */
static LLVMValueRef
starts_of (IhopEmit *emit, const IhopMatrixRuns *runs, guint first)
{
  guint each = runs->bytes / IHOP_PIECE;
  LLVMValueRef run = wide_numbers (emit, first, each, FALSE, 1), inside = wide_numbers (emit, first, each, TRUE, IHOP_PIECE);
  LLVMValueRef begins = LLVMBuildMul (emit->builder, run, ihop_emit_splat (emit, runs->stride), "");

  return LLVMBuildAdd (emit->builder, LLVMBuildAdd (emit->builder, ihop_emit_splat (emit, runs->base), begins, ""), inside, "");
}

/* The same pieces one behind the other in memory of our own. */
static IhopEmitAddress
own_place (IhopEmit *emit, LLVMValueRef own, guint first)
{
  LLVMValueRef base = LLVMBuildPtrToInt (emit->builder, own, ihop_emit_int (emit, 64), "");
  gint64 pattern[IHOP_WARP];

  for (guint lane = 0; lane < IHOP_WARP; lane++)
    pattern[lane] = (gint64) lane * IHOP_PIECE;
  return (IhopEmitAddress){ .base = LLVMBuildAdd (emit->builder, base, ihop_emit_constant (emit, 64, first * IHOP_PIECE), ""),
                            .pattern = ihop_lanes_pattern (emit->lanes, pattern) };
}

/* Room for whole requests: lanes that ask for nothing put zeros behind the end. */
LLVMValueRef
ihop_matrix_own_memory (IhopEmit *emit, const IhopMatrixRuns *runs)
{
  guint n = (runs->n * runs->bytes / IHOP_PIECE + IHOP_WARP - 1) / IHOP_WARP * IHOP_WARP;
  LLVMValueRef own = ihop_emit_slot (emit, LLVMArrayType2 (ihop_emit_int (emit, 8), n * IHOP_PIECE), "runs");

  LLVMSetAlignment (own, 64);
  return own;
}

void
ihop_matrix_load_runs (IhopEmit *emit, const IhopMatrixRuns *runs, LLVMValueRef own)
{
  guint n = runs->n * runs->bytes / IHOP_PIECE;

  for (guint first = 0; first < n; first += IHOP_WARP)
    {
      LLVMValueRef words[IHOP_PIECE_WORDS];
      ihop_matrix_load_pieces (emit, starts_of (emit, runs, first), MIN (n - first, IHOP_WARP), words);
      Before before = limit (emit, IHOP_WARP);
      emit->lanes_mask = NULL;
      ihop_emit_store_pieces (emit, own_place (emit, own, first), 4, words, IHOP_PIECE_WORDS);
      unlimit (emit, before);
    }
}

void
ihop_matrix_store_runs (IhopEmit *emit, const IhopMatrixRuns *runs, LLVMValueRef own)
{
  guint n = runs->n * runs->bytes / IHOP_PIECE;

  for (guint first = 0; first < n; first += IHOP_WARP)
    {
      LLVMValueRef words[IHOP_PIECE_WORDS];
      Before before = limit (emit, IHOP_WARP);
      emit->lanes_mask = NULL;
      ihop_emit_load_pieces (emit, own_place (emit, own, first), ihop_emit_type (emit, b32), words, IHOP_PIECE_WORDS);
      unlimit (emit, before);
      ihop_matrix_store_pieces (emit, starts_of (emit, runs, first), MIN (n - first, IHOP_WARP), words);
    }
}
