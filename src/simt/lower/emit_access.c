/* A warp's 32 places in memory as vector accesses, where they lie next to each other or are equal in groups, else as gathers
 * and scatters. */
#include "simt/lower/emit.h"
#include <string.h>

guint
ihop_emit_size (LLVMTypeRef element)
{
  switch (LLVMGetTypeKind (element))
    {
    case LLVMIntegerTypeKind:
      return LLVMGetIntTypeWidth (element) / 8;
    case LLVMHalfTypeKind:
      return 2;
    case LLVMFloatTypeKind:
      return 4;
    default:
      return 8;
    }
}

LLVMValueRef
ihop_emit_join (IhopEmit *emit, LLVMValueRef *parts, guint n)
{
  for (; n < IHOP_WARP; n *= 2)
    for (guint k = 0; k < IHOP_WARP / n / 2; k++)
      {
        LLVMValueRef places[IHOP_WARP];
        for (guint i = 0; i < 2 * n; i++)
          places[i] = ihop_emit_constant (emit, 32, i);
        parts[k] = LLVMBuildShuffleVector (emit->builder, parts[2 * k], parts[2 * k + 1], LLVMConstVector (places, 2 * n), "");
      }
  return parts[0];
}

static LLVMValueRef
place_of (IhopEmit *emit, IhopEmitAddress address, guint lane)
{
  gint64 bytes = address.pattern ? address.pattern[lane] : 0;

  return ihop_emit_pointer (emit, LLVMBuildAdd (emit->builder, address.base, ihop_emit_constant (emit, 64, bytes), ""));
}

/* How many lanes lie next to each other at a time, or hold the same place: 32, 16, 8, 4; else 1. */
static guint
group_length (const gint64 *pattern, guint size, gboolean is_equal_fine)
{
  for (guint n = IHOP_WARP; n >= 4; n /= 2)
    {
      gboolean fine = TRUE;
      for (guint first = 0; fine && first < IHOP_WARP; first += n)
        {
          gint64 step = pattern[first + 1] - pattern[first];
          fine = step == size || (step == 0 && is_equal_fine);
          for (guint i = 1; fine && i < n; i++)
            fine = pattern[first + i] - pattern[first + i - 1] == step;
        }
      if (fine)
        return n;
    }
  return 1;
}

/* Lanes that lie side by side, of which the lanes of the mask (NULL: all) are there, and no others are asked for. */
static LLVMValueRef
load_piece (IhopEmit *emit, LLVMTypeRef vector, LLVMValueRef place, LLVMValueRef mask)
{
  LLVMTypeRef types[] = { vector, LLVMTypeOf (place) };
  guint size = ihop_emit_size (LLVMGetElementType (vector));

  if (mask)
    {
      LLVMValueRef arguments[] = { place, ihop_emit_constant (emit, 32, size), mask, LLVMConstNull (vector) };
      return ihop_emit_call_overloaded (emit, "llvm.masked.load", types, 2, arguments, 4);
    }
  LLVMValueRef value = LLVMBuildLoad2 (emit->builder, vector, place, "");
  LLVMSetAlignment (value, size);
  return value;
}

static void
store_piece (IhopEmit *emit, LLVMValueRef value, LLVMValueRef place, LLVMValueRef mask)
{
  LLVMTypeRef types[] = { LLVMTypeOf (value), LLVMTypeOf (place) };
  guint size = ihop_emit_size (LLVMGetElementType (LLVMTypeOf (value)));
  LLVMValueRef arguments[] = { value, place, ihop_emit_constant (emit, 32, size), mask };

  if (mask)
    ihop_emit_call_overloaded (emit, "llvm.masked.store", types, 2, arguments, 4);
  else
    LLVMSetAlignment (LLVMBuildStore (emit->builder, value, place), size);
}

static LLVMValueRef
load_group (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, guint first, guint n)
{
  LLVMValueRef place = place_of (emit, address, first);
  guint size = ihop_emit_size (element);

  if (address.pattern[first + 1] == address.pattern[first])
    {
      LLVMValueRef value = LLVMBuildLoad2 (emit->builder, element, place, "");
      LLVMSetAlignment (value, size);
      return ihop_emit_slice (emit, ihop_emit_splat (emit, value), 0, n);
    }
  return load_piece (emit, LLVMVectorType (element, n), place, emit->lanes_mask ? ihop_emit_slice (emit, emit->lanes_mask, first, n) : NULL);
}

/* --- rows that lie next to each other ------------------------------------------------------------ */

/* Lanes of a row at a time that lie next to each other (or, of a load, are at one place), if the guess holds; 0: it says nothing. */
static guint
row_length (IhopEmit *emit, IhopEmitAddress address, guint size, gboolean is_equal_fine)
{
  guint length = ihop_lanes_row_length (emit->lanes);
  gint64 step = address.rows ? address.rows[1] : 0;

  if (address.rows == NULL || length < 4 || !(step == size || (step == 0 && is_equal_fine)))
    return 0;
  for (guint i = 0; i < IHOP_WARP; i++)
    if (address.rows[i] != step * (i % length))
      return 0;
  return length;
}

/* Where each row begins if the guess is right, told by the lane in its middle: lanes at both ends are those that stand aside where an index
 * stops at an edge. What that lane holds where it does not run may be anything, but one number. */
static IhopEmitAddress
guessed (IhopEmit *emit, IhopEmitAddress address, guint length)
{
  address.base = LLVMBuildFreeze (emit->builder, address.base, "");
  for (guint row = 0; row < IHOP_WARP / length; row++)
    {
      guint middle = row * length + length / 2;
      LLVMValueRef place = LLVMBuildExtractElement (emit->builder, address.base, ihop_emit_constant (emit, 32, middle), "");
      address.firsts[row] = LLVMBuildSub (emit->builder, place, ihop_emit_constant (emit, 64, address.rows[middle]), "");
    }
  return address;
}

/* Is the guess right for all lanes that run? The code that is made next is for that. */
static LLVMValueRef
holds (IhopEmit *emit, IhopEmitAddress address, guint length)
{
  LLVMValueRef places[IHOP_WARP], all = ihop_emit_constant (emit, 32, G_MAXUINT32);
  gint64 numbers[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    {
      guint middle = i / length * length + length / 2;
      places[i] = ihop_emit_constant (emit, 32, middle);
      numbers[i] = address.rows[i] - address.rows[middle];
    }
  LLVMValueRef from = LLVMBuildShuffleVector (emit->builder, address.base, LLVMGetPoison (LLVMTypeOf (address.base)),
                                              LLVMConstVector (places, IHOP_WARP), "");
  LLVMValueRef guess = LLVMBuildAdd (emit->builder, from, ihop_emit_pattern (ihop_emit_int (emit, 64), numbers), "");
  LLVMValueRef right = ihop_emit_bits (emit, LLVMBuildICmp (emit->builder, LLVMIntEQ, address.base, guess, ""));
  right = LLVMBuildOr (emit->builder, right, LLVMBuildNot (emit->builder, emit->mask, ""), "");
  return LLVMBuildICmp (emit->builder, LLVMIntEQ, right, all, "");
}

static LLVMValueRef
row_place (IhopEmit *emit, IhopEmitAddress address, guint row, guint length)
{
  LLVMValueRef at = ihop_emit_constant (emit, 32, row * length);

  return ihop_emit_pointer (emit, address.firsts[row] ? address.firsts[row] : LLVMBuildExtractElement (emit->builder, address.base, at, ""));
}

/* A row of which no lane runs says nothing of its place: then another one is read. */
static LLVMValueRef
safe_place (IhopEmit *emit, LLVMTypeRef element, LLVMValueRef place, LLVMValueRef mask)
{
  guint n = LLVMGetVectorSize (LLVMTypeOf (mask));
  LLVMTypeRef bits = ihop_emit_int (emit, n);
  LLVMValueRef some = LLVMBuildICmp (emit->builder, LLVMIntNE, LLVMBuildBitCast (emit->builder, mask, bits, ""), LLVMConstNull (bits), "");

  return LLVMBuildSelect (emit->builder, some, place, ihop_emit_slot (emit, element, "nowhere"), "");
}

/* "mask": of 32 lanes, or NULL. A place that lanes share is read for all of them. */
static LLVMValueRef
load_rows (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, guint length, LLVMValueRef mask)
{
  LLVMValueRef parts[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP / length; i++)
    {
      LLVMValueRef place = row_place (emit, address, i, length), some = mask ? ihop_emit_slice (emit, mask, i * length, length) : NULL;
      if (address.rows[1])
        parts[i] = load_piece (emit, LLVMVectorType (element, length), place, some);
      else
        {
          LLVMValueRef shared = LLVMBuildLoad2 (emit->builder, element, some ? safe_place (emit, element, place, some) : place, "");
          LLVMSetAlignment (shared, ihop_emit_size (element));
          parts[i] = ihop_emit_slice (emit, ihop_emit_splat (emit, shared), 0, length);
        }
    }
  return ihop_emit_join (emit, parts, length);
}

static void
store_rows (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value, guint length, LLVMValueRef mask)
{
  for (guint i = 0; i < IHOP_WARP / length; i++)
    store_piece (emit, ihop_emit_slice (emit, value, i * length, length), row_place (emit, address, i, length),
                 mask ? ihop_emit_slice (emit, mask, i * length, length) : NULL);
}


typedef struct
{
  LLVMBasicBlockRef other, join;
} Guess;

/* The ways part: what is made next is for a guess that holds, what is made behind "otherwise" for one that does not. */
static Guess
begin_guess (IhopEmit *emit, IhopEmitAddress address, guint length)
{
  LLVMBasicBlockRef right = LLVMAppendBasicBlockInContext (emit->context, emit->function, "rows");
  Guess guess = { LLVMAppendBasicBlockInContext (emit->context, emit->function, "scattered"),
                  LLVMAppendBasicBlockInContext (emit->context, emit->function, "accessed") };

  LLVMBuildCondBr (emit->builder, holds (emit, address, length), right, guess.other);
  LLVMPositionBuilderAtEnd (emit->builder, right);
  return guess;
}

/* Returns the block that has ended. */
static LLVMBasicBlockRef
go_to (IhopEmit *emit, LLVMBasicBlockRef to, LLVMBasicBlockRef next)
{
  LLVMBasicBlockRef from = LLVMGetInsertBlock (emit->builder);

  LLVMBuildBr (emit->builder, to);
  LLVMPositionBuilderAtEnd (emit->builder, next);
  return from;
}

static LLVMValueRef
load_guessed (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, guint length)
{
  IhopEmitAddress rows = guessed (emit, address, length);
  Guess guess = begin_guess (emit, rows, length);
  LLVMValueRef values[2];
  LLVMBasicBlockRef from[2];

  values[0] = load_rows (emit, rows, element, length, emit->lanes_mask);
  from[0] = go_to (emit, guess.join, guess.other);
  values[1] = ihop_emit_gather (emit, address, element);
  from[1] = go_to (emit, guess.join, guess.join);
  LLVMValueRef value = LLVMBuildPhi (emit->builder, LLVMTypeOf (values[0]), "");
  LLVMAddIncoming (value, values, from, 2);
  return value;
}

static void
store_guessed (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value, guint length)
{
  IhopEmitAddress rows = guessed (emit, address, length);
  Guess guess = begin_guess (emit, rows, length);

  store_rows (emit, rows, value, length, emit->lanes_mask);
  go_to (emit, guess.join, guess.other);
  ihop_emit_scatter (emit, address, value);
  go_to (emit, guess.join, guess.join);
}

/* --- all kinds of places -------------------------------------------------------------------------- */

gboolean
ihop_emit_is_scattered (IhopEmit *emit, IhopEmitAddress address, guint size)
{
  if (ihop_emit_is_vector (address.base))
    return row_length (emit, address, size, TRUE) == 0;
  return address.pattern && group_length (address.pattern, size, emit->lanes_mask == NULL) == 1;
}

LLVMValueRef
ihop_emit_load (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element)
{
  LLVMValueRef parts[IHOP_WARP];

  if (ihop_emit_is_vector (address.base))
    {
      guint length = row_length (emit, address, ihop_emit_size (element), TRUE);
      if (length && address.firsts[0])
        return load_rows (emit, address, element, length, emit->lanes_mask);
      return length ? load_guessed (emit, address, element, length) : ihop_emit_gather (emit, address, element);
    }
  if (address.pattern == NULL)
    {
      LLVMValueRef value = LLVMBuildLoad2 (emit->builder, element, ihop_emit_pointer (emit, address.base), "");
      LLVMSetAlignment (value, ihop_emit_size (element));
      return value;
    }
  /* A place that some lanes share is read for all of them: one must be sure to be active. */
  guint n = group_length (address.pattern, ihop_emit_size (element), emit->lanes_mask == NULL);
  if (n == 1)
    return ihop_emit_gather (emit, address, element);
  for (guint i = 0; i < IHOP_WARP / n; i++)
    parts[i] = load_group (emit, address, element, i * n, n);
  return ihop_emit_join (emit, parts, n);
}

static void
store_group (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value, guint first, guint n)
{
  store_piece (emit, ihop_emit_slice (emit, value, first, n), place_of (emit, address, first),
               emit->lanes_mask ? ihop_emit_slice (emit, emit->lanes_mask, first, n) : NULL);
}

/* All lanes store to one place: which of them wins is not said, so the last does. */
static void
store_one (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value)
{
  if (ihop_emit_is_vector (value))
    {
      LLVMValueRef arguments[] = { emit->mask, ihop_emit_constant (emit, 1, 1) };
      LLVMValueRef above = ihop_emit_intrinsic (emit, "llvm.ctlz", arguments, 2);
      LLVMValueRef last = LLVMBuildSub (emit->builder, ihop_emit_constant (emit, 32, 31), above, "");
      value = LLVMBuildExtractElement (emit->builder, value, last, "");
    }
  LLVMValueRef store = LLVMBuildStore (emit->builder, value, ihop_emit_pointer (emit, address.base));
  LLVMSetAlignment (store, ihop_emit_size (LLVMTypeOf (value)));
}

void
ihop_emit_store (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value)
{
  if (!ihop_emit_is_vector (address.base) && address.pattern == NULL)
    {
      store_one (emit, address, value);
      return;
    }
  value = ihop_emit_splat (emit, value);
  guint size = ihop_emit_size (LLVMGetElementType (LLVMTypeOf (value)));
  guint n = address.pattern ? group_length (address.pattern, size, FALSE) : 1;
  guint length = address.pattern ? 0 : row_length (emit, address, size, FALSE);
  if (length && address.firsts[0])
    store_rows (emit, address, value, length, emit->lanes_mask);
  else if (length)
    store_guessed (emit, address, value, length);
  else if (n == 1)
    ihop_emit_scatter (emit, address, value);
  for (guint i = 0; n > 1 && i < IHOP_WARP / n; i++)
    store_group (emit, address, value, i * n, n);
}
