/* Floating point of 16 bits, one number or two in a register: IEEE's (f16) and the upper half of a
 * float (bf16). Sums and products of two are computed as float, which rounds the same; three operands
 * (fma) as double, with what is lost kept as an odd last bit, so that the one rounding is the last
 * (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008). */
#pragma once
#include "simt/lower/emit.h"

gboolean ihop_emit_is_small (IhopPtxType type);
/* The type in which each number is computed. */
IhopPtxType ihop_emit_small_type (IhopPtxType type);
/* The kth number of a register's bits. */
LLVMValueRef ihop_emit_small_open (IhopEmit *emit, LLVMValueRef bits, IhopPtxType type, guint k);
/* Its bits, 16 of them, from a number of the type in which it was computed, or a double. */
LLVMValueRef ihop_emit_small_close (IhopEmit *emit, LLVMValueRef number, IhopPtxType type);
/* The same, rounded as the instruction says (.rz, .rm, .rp). */
LLVMValueRef ihop_emit_small_close_directed (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef number, IhopPtxType type);
/* Two of them, or one, as a register's bits. */
LLVMValueRef ihop_emit_small_join (IhopEmit *emit, LLVMValueRef *bits, guint n);
/* x0 * x1 + x2 of doubles that are exact, to be closed: rounded to odd. */
LLVMValueRef ihop_emit_small_fma (IhopEmit *emit, LLVMValueRef *x);
/* ".relu": what is below 0 becomes 0. */
LLVMValueRef ihop_emit_small_relu (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef number);
