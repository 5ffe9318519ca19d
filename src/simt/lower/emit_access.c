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

/* --- masked accesses -------------------------------------------------------------------------- */

static LLVMValueRef
call_overloaded (IhopEmit *emit, const char *name, LLVMTypeRef *types, guint n_types, LLVMValueRef *arguments, guint n)
{
  LLVMValueRef declaration
    = LLVMGetIntrinsicDeclaration (emit->code, LLVMLookupIntrinsicID (name, strlen (name)), types, n_types);

  return LLVMBuildCall2 (emit->builder, LLVMGlobalGetValueType (declaration), declaration, arguments, n, "");
}

/* A function of this module with the intrinsic in it. Where a processor has no gathers of its own LLVM
 * makes a hundred instructions of one, which a kernel with many of them should not hold again and
 * again; whether it is put where it is called, whoever optimises decides. */
static LLVMValueRef
helper (IhopEmit *emit, const char *name, LLVMTypeRef *types, LLVMValueRef *arguments, guint n)
{
  LLVMTypeRef parameters[4];
  guint id = LLVMLookupIntrinsicID (name, strlen (name));
  LLVMValueRef intrinsic = LLVMGetIntrinsicDeclaration (emit->code, id, types, 2);
  gsize length;
  g_autofree char *own = g_strconcat ("ihop_", LLVMGetValueName2 (intrinsic, &length), NULL);
  LLVMValueRef function = LLVMGetNamedFunction (emit->code, own);

  if (function)
    return function;
  for (guint i = 0; i < n; i++)
    parameters[i] = LLVMTypeOf (arguments[i]);
  LLVMTypeRef result = LLVMGetReturnType (LLVMGlobalGetValueType (intrinsic));
  function = LLVMAddFunction (emit->code, own, LLVMFunctionType (result, parameters, n, FALSE));
  LLVMSetLinkage (function, LLVMInternalLinkage);
  return function;
}

/* Its mask comes last, as bits. */
static void
fill_helper (IhopEmit *emit, LLVMValueRef function, const char *name, LLVMTypeRef *types)
{
  LLVMBasicBlockRef here = LLVMGetInsertBlock (emit->builder);
  guint n = LLVMCountParams (function);
  LLVMValueRef arguments[4], result;

  LLVMPositionBuilderAtEnd (emit->builder, LLVMAppendBasicBlockInContext (emit->context, function, "all"));
  LLVMGetParams (function, arguments);
  LLVMValueRef align = ihop_emit_constant (emit, 32, ihop_emit_size (LLVMGetElementType (types[0])));
  LLVMValueRef mask = ihop_emit_lanes (emit, arguments[n - 1]);
  if (n == 2)
    {
      LLVMValueRef gathered[] = { arguments[0], align, mask, LLVMConstNull (types[0]) };
      result = call_overloaded (emit, name, types, 2, gathered, 4);
      LLVMBuildRet (emit->builder, result);
    }
  else
    {
      LLVMValueRef scattered[] = { arguments[0], arguments[1], align, mask };
      call_overloaded (emit, name, types, 2, scattered, 4);
      LLVMBuildRetVoid (emit->builder);
    }
  LLVMPositionBuilderAtEnd (emit->builder, here);
}

static LLVMValueRef
call_helper (IhopEmit *emit, const char *name, LLVMTypeRef *types, LLVMValueRef *arguments, guint n)
{
  LLVMValueRef function = helper (emit, name, types, arguments, n);

  if (LLVMCountBasicBlocks (function) == 0)
    fill_helper (emit, function, name, types);
  return LLVMBuildCall2 (emit->builder, LLVMGlobalGetValueType (function), function, arguments, n, "");
}

static LLVMValueRef
gather (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element)
{
  LLVMValueRef places = ihop_emit_pointers (emit, address);
  LLVMTypeRef types[] = { LLVMVectorType (element, IHOP_WARP), LLVMTypeOf (places) };
  LLVMValueRef arguments[] = { places, ihop_emit_bits (emit, ihop_emit_mask (emit)) };

  return call_helper (emit, "llvm.masked.gather", types, arguments, 2);
}

static void
scatter (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value)
{
  LLVMValueRef places = ihop_emit_pointers (emit, address);
  LLVMTypeRef types[] = { LLVMTypeOf (value), LLVMTypeOf (places) };
  LLVMValueRef arguments[] = { value, places, ihop_emit_bits (emit, ihop_emit_mask (emit)) };

  call_helper (emit, "llvm.masked.scatter", types, arguments, 3);
}

LLVMValueRef
ihop_emit_slice (IhopEmit *emit, LLVMValueRef vector, guint first, guint n)
{
  LLVMValueRef places[IHOP_WARP];

  if (n == IHOP_WARP)
    return vector;
  for (guint i = 0; i < n; i++)
    places[i] = ihop_emit_constant (emit, 32, first + i);
  return LLVMBuildShuffleVector (emit->builder, vector, LLVMGetPoison (LLVMTypeOf (vector)), LLVMConstVector (places, n), "");
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
      return call_overloaded (emit, "llvm.masked.load", types, 2, arguments, 4);
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
    call_overloaded (emit, "llvm.masked.store", types, 2, arguments, 4);
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

/* Are all lanes there, and is the guess right? The code that is made next is for that. */
static LLVMValueRef
holds (IhopEmit *emit, IhopEmitAddress address, guint length)
{
  LLVMValueRef places[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    places[i] = ihop_emit_constant (emit, 32, i / length * length);
  LLVMValueRef first = LLVMBuildShuffleVector (emit->builder, address.base, LLVMGetPoison (LLVMTypeOf (address.base)),
                                               LLVMConstVector (places, IHOP_WARP), "");
  LLVMValueRef guess = LLVMBuildAdd (emit->builder, first, ihop_emit_pattern (ihop_emit_int (emit, 64), address.rows), "");
  LLVMValueRef right = ihop_emit_bits (emit, LLVMBuildICmp (emit->builder, LLVMIntEQ, address.base, guess, ""));
  right = LLVMBuildAnd (emit->builder, right, emit->mask, "");
  return LLVMBuildICmp (emit->builder, LLVMIntEQ, right, ihop_emit_constant (emit, 32, G_MAXUINT32), "");
}

static LLVMValueRef
row_place (IhopEmit *emit, IhopEmitAddress address, guint row, guint length)
{
  LLVMValueRef at = ihop_emit_constant (emit, 32, row * length);

  return ihop_emit_pointer (emit, address.firsts[row] ? address.firsts[row] : LLVMBuildExtractElement (emit->builder, address.base, at, ""));
}

/* "mask": of 32 lanes, or NULL. A place that lanes share is read for all of them. */
static LLVMValueRef
load_rows (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, guint length, LLVMValueRef mask)
{
  LLVMValueRef parts[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP / length; i++)
    {
      LLVMValueRef place = row_place (emit, address, i, length);
      if (address.rows[1])
        parts[i] = load_piece (emit, LLVMVectorType (element, length), place, mask ? ihop_emit_slice (emit, mask, i * length, length) : NULL);
      else
        {
          LLVMValueRef shared = LLVMBuildLoad2 (emit->builder, element, place, "");
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

/* Of a place that lanes share one must be sure to be there. */
static gboolean
is_sure (IhopEmit *emit, IhopEmitAddress address)
{
  return address.firsts[0] && (address.rows[1] || emit->lanes_mask == NULL);
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
  Guess guess = begin_guess (emit, address, length);
  LLVMValueRef values[2];
  LLVMBasicBlockRef from[2];

  values[0] = load_rows (emit, address, element, length, NULL);
  from[0] = go_to (emit, guess.join, guess.other);
  values[1] = gather (emit, address, element);
  from[1] = go_to (emit, guess.join, guess.join);
  LLVMValueRef value = LLVMBuildPhi (emit->builder, LLVMTypeOf (values[0]), "");
  LLVMAddIncoming (value, values, from, 2);
  return value;
}

static void
store_guessed (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value, guint length)
{
  Guess guess = begin_guess (emit, address, length);

  store_rows (emit, address, value, length, NULL);
  go_to (emit, guess.join, guess.other);
  scatter (emit, address, value);
  go_to (emit, guess.join, guess.join);
}

/* --- all kinds of places -------------------------------------------------------------------------- */

LLVMValueRef
ihop_emit_load (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element)
{
  LLVMValueRef parts[IHOP_WARP];

  if (ihop_emit_is_vector (address.base))
    {
      guint length = row_length (emit, address, ihop_emit_size (element), TRUE);
      if (length && is_sure (emit, address))
        return load_rows (emit, address, element, length, emit->lanes_mask);
      return length ? load_guessed (emit, address, element, length) : gather (emit, address, element);
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
    return gather (emit, address, element);
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
  if (length && is_sure (emit, address))
    store_rows (emit, address, value, length, emit->lanes_mask);
  else if (length)
    store_guessed (emit, address, value, length);
  else if (n == 1)
    scatter (emit, address, value);
  for (guint i = 0; n > 1 && i < IHOP_WARP / n; i++)
    store_group (emit, address, value, i * n, n);
}
