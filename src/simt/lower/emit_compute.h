/* What arithmetic instructions compute of values: functions for the table in emit_arithmetic.c, one file a subject. */
#pragma once
#include "simt/lower/emit.h"

/* The result of an instruction's sources "x", scalars or vectors, taken as numbers of the type. */
typedef LLVMValueRef IhopEmitCompute (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType type, LLVMValueRef *x);

/* emit_bitwise.c */
IhopEmitCompute ihop_emit_bits_counted, ihop_emit_bits_reversed, ihop_emit_bit_found; /* popc and clz; brev; bfind */
IhopEmitCompute ihop_emit_logic, ihop_emit_logic_table;                               /* and, or, xor; lop3 */
IhopEmitCompute ihop_emit_shift, ihop_emit_funnel_shift;                              /* shl, shr; shf */
IhopEmitCompute ihop_emit_field_extracted, ihop_emit_field_inserted;                  /* bfe; bfi */
IhopEmitCompute ihop_emit_mask_made, ihop_emit_extended;                              /* bmsk; szext */
/* emit_bytes.c */
IhopEmitCompute ihop_emit_bytes_permuted, ihop_emit_dot_product;                      /* prmt; dp4a, dp2a */

/* An intrinsic of one argument or (b not NULL) two. */
LLVMValueRef ihop_emit_call_two (IhopEmit *emit, const char *name, LLVMValueRef a, LLVMValueRef b);
/* An intrinsic whose last argument is a constant flag. */
LLVMValueRef ihop_emit_call_flag (IhopEmit *emit, const char *name, LLVMValueRef a);
/* These bits of the value, as a number as wide as "like". */
LLVMValueRef ihop_emit_low_bits (IhopEmit *emit, LLVMValueRef value, guint64 mask, LLVMValueRef like);
