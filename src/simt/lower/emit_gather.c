/* A warp's 32 places in memory one by one: gathers and scatters, with a mask. */
#include "simt/lower/emit.h"
#include <string.h>

LLVMValueRef
ihop_emit_call_overloaded (IhopEmit *emit, const char *name, LLVMTypeRef *types, guint n_types, LLVMValueRef *arguments, guint n)
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
  guint lanes = LLVMGetVectorSize (LLVMTypeOf (arguments[0]));
  LLVMValueRef mask = ihop_emit_slice (emit, ihop_emit_lanes (emit, arguments[n - 1]), 0, lanes);
  if (n == 2)
    {
      LLVMValueRef gathered[] = { arguments[0], align, mask, LLVMConstNull (types[0]) };
      result = ihop_emit_call_overloaded (emit, name, types, 2, gathered, 4);
      LLVMBuildRet (emit->builder, result);
    }
  else
    {
      LLVMValueRef scattered[] = { arguments[0], arguments[1], align, mask };
      ihop_emit_call_overloaded (emit, name, types, 2, scattered, 4);
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

/* Of n lanes 32; the others hold anything. */
static LLVMValueRef
widened (IhopEmit *emit, LLVMValueRef vector, guint n)
{
  LLVMValueRef places[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    places[i] = ihop_emit_constant (emit, 32, i % n);
  return LLVMBuildShuffleVector (emit->builder, vector, LLVMGetPoison (LLVMTypeOf (vector)), LLVMConstVector (places, IHOP_WARP), "");
}

/* Lanes that a warp of this block can have at most: 32, or a power of two that the only warp does not fill. */
static guint
n_present (IhopEmit *emit)
{
  const guint *block = emit->lanes->options.block;
  guint64 threads = (guint64) block[0] * block[1] * block[2];
  guint n = IHOP_WARP;

  while (n > 4 && threads <= n / 2)
    n /= 2;
  return n;
}

/* Vectors of pointers. A base and numbers beside it are told apart: then one instruction takes twice as many lanes. */
static LLVMValueRef
places_of (IhopEmit *emit, IhopEmitAddress address)
{
  if (ihop_emit_is_vector (address.base) || address.pattern == NULL)
    return ihop_emit_pointers (emit, address);
  LLVMValueRef beside = ihop_emit_pattern (ihop_emit_int (emit, 64), address.pattern);
  return LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 8), ihop_emit_pointer (emit, address.base), &beside, 1, "");
}

static LLVMValueRef
gather_from (IhopEmit *emit, LLVMValueRef places, LLVMTypeRef element)
{
  guint n = n_present (emit);
  LLVMValueRef arguments[] = { ihop_emit_slice (emit, places, 0, n), ihop_emit_bits (emit, ihop_emit_mask (emit)) };
  LLVMTypeRef types[] = { LLVMVectorType (element, n), LLVMTypeOf (arguments[0]) };
  LLVMValueRef value = call_helper (emit, "llvm.masked.gather", types, arguments, 2);

  return n == IHOP_WARP ? value : widened (emit, value, n);
}

/* Processors gather no bytes: words are, in which they lie. No aligned word is there in part. */
static LLVMValueRef
gather_small (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element)
{
  LLVMTypeRef word = ihop_emit_int (emit, 32), places = LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP);
  LLVMValueRef at = LLVMBuildPtrToInt (emit->builder, ihop_emit_pointers (emit, address), places, "");
  LLVMValueRef whole = LLVMBuildAnd (emit->builder, at, ihop_emit_constant_like (at, ~3ull), "");
  LLVMValueRef words = gather_from (emit, ihop_emit_pointer (emit, whole), word);
  LLVMValueRef bytes = LLVMBuildAnd (emit->builder, at, ihop_emit_constant_like (at, 3), "");
  LLVMValueRef bits = LLVMBuildShl (emit->builder, LLVMBuildTrunc (emit->builder, bytes, LLVMTypeOf (words), ""), ihop_emit_constant_like (words, 3), "");

  words = LLVMBuildTrunc (emit->builder, LLVMBuildLShr (emit->builder, words, bits, ""),
                          LLVMVectorType (ihop_emit_int (emit, 8 * ihop_emit_size (element)), IHOP_WARP), "");
  return LLVMBuildBitCast (emit->builder, words, LLVMVectorType (element, IHOP_WARP), "");
}

LLVMValueRef
ihop_emit_gather (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element)
{
  return ihop_emit_size (element) < 4 ? gather_small (emit, address, element) : gather_from (emit, places_of (emit, address), element);
}

/* Nor do they scatter bytes: those lanes that run store one after the other. */
static void
scatter_small (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value)
{
  LLVMValueRef places = ihop_emit_pointers (emit, address);
  guint size = ihop_emit_size (LLVMGetElementType (LLVMTypeOf (value)));
  IhopEmitEach each = ihop_emit_each_begin (emit);
  LLVMValueRef one = ihop_emit_each_pick (emit, &each, value);

  LLVMSetAlignment (LLVMBuildStore (emit->builder, one, ihop_emit_each_pick (emit, &each, places)), size);
  ihop_emit_each_end (emit, &each);
}

void
ihop_emit_scatter (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value)
{
  guint n = n_present (emit);

  if (ihop_emit_size (LLVMGetElementType (LLVMTypeOf (value))) < 4)
    {
      scatter_small (emit, address, value);
      return;
    }
  LLVMValueRef arguments[] = { ihop_emit_slice (emit, value, 0, n), ihop_emit_slice (emit, places_of (emit, address), 0, n),
                               ihop_emit_bits (emit, ihop_emit_mask (emit)) };
  LLVMTypeRef types[] = { LLVMTypeOf (arguments[0]), LLVMTypeOf (arguments[1]) };
  call_helper (emit, "llvm.masked.scatter", types, arguments, 3);
}
