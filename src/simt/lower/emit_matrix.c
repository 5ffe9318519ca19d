/* wmma ("PTX ISA", 9.7.14.4): products of small matrices that a warp holds together (run/matrix.h says which lane holds what). A
 * product is a function of the module, one for each form, as kernels have thousands of them. Products of 16 bits are exact in
 * float, and sums are rounded one after the other; a card adds several at once and cuts what is lost. */
#include "simt/lower/emit.h"
#include "simt/run/matrix.h"
#include <stdio.h>
#include <string.h>

enum { MOST_REGISTERS = 8 };

typedef struct
{
  guint m, n, k;
} Shape;

/* The elements of a, b, c or d. */
typedef struct
{
  IhopPtxType type;
  guint rows, columns;
} Piece;

static gboolean
shape_of (const IhopPtxInstruction *instruction, Shape *shape)
{
  for (guint i = 0; i < instruction->n_parts; i++)
    if (sscanf (instruction->parts[i], "m%un%uk%u", &shape->m, &shape->n, &shape->k) == 3)
      return shape->m * shape->k % IHOP_WARP == 0 && shape->n * shape->k % IHOP_WARP == 0 && shape->m * shape->n % IHOP_WARP == 0;
  return FALSE;
}

static gboolean
is_known (IhopPtxType type)
{
  return type.lanes == 1 && type.bits >= 8 && type.bits <= 64 && strchr ("fhus", type.kind) && type.kind;
}

static guint
count_of (const IhopPtxOperand *list)
{
  return list->kind == IHOP_PTX_LIST ? list->n_items : 1;
}

static const IhopPtxOperand *
item_of (const IhopPtxOperand *list, guint i)
{
  return list->kind == IHOP_PTX_LIST ? &list->items[i] : list;
}

static guint
register_bits (Piece piece)
{
  return piece.type.bits == 64 ? 64 : 32;
}

/* --- registers in memory ------------------------------------------------------------------------- */

static LLVMTypeRef
register_type (IhopEmit *emit, Piece piece)
{
  return LLVMVectorType (ihop_emit_int (emit, register_bits (piece)), IHOP_WARP);
}

/* The same for all instructions, as kernels have thousands of them. */
static LLVMValueRef
registers_for (IhopEmit *emit, guint part)
{
  if (emit->matrices[part] == NULL)
    emit->matrices[part]
      = ihop_emit_slot (emit, LLVMArrayType2 (LLVMVectorType (ihop_emit_int (emit, 64), IHOP_WARP), MOST_REGISTERS), "matrix");
  return emit->matrices[part];
}

static LLVMValueRef
register_place (IhopEmit *emit, Piece piece, LLVMValueRef registers, guint i)
{
  LLVMValueRef at = ihop_emit_constant (emit, 64, i);

  return LLVMBuildGEP2 (emit->builder, register_type (emit, piece), registers, &at, 1, "");
}

static void
put (IhopEmit *emit, Piece piece, const IhopPtxOperand *list, LLVMValueRef registers)
{
  const IhopPtxType bits = { 'b', register_bits (piece), 1 };

  for (guint i = 0; i < count_of (list); i++)
    LLVMBuildStore (emit->builder, ihop_emit_operand (emit, item_of (list, i), bits, TRUE), register_place (emit, piece, registers, i));
}

static void
take (IhopEmit *emit, Piece piece, const IhopPtxOperand *list, LLVMValueRef registers)
{
  for (guint i = 0; i < count_of (list); i++)
    {
      LLVMValueRef value = LLVMBuildLoad2 (emit->builder, register_type (emit, piece), register_place (emit, piece, registers, i), "");
      ihop_emit_set (emit, item_of (list, i), value, (IhopLanes){ IHOP_LANES_VARYING, NULL, 1 });
    }
}

/* --- between memory and registers ------------------------------------------------------------------ */

/* All lanes name the same: that of the first one. */
static LLVMValueRef
first_of (IhopEmit *emit, LLVMValueRef values)
{
  LLVMValueRef arguments[] = { emit->mask, ihop_emit_constant (emit, 1, 0) };

  if (!ihop_emit_is_vector (values))
    return values;
  return LLVMBuildExtractElement (emit->builder, values, ihop_emit_intrinsic (emit, "llvm.cttz", arguments, 2), "");
}

static gboolean
piece_of (const IhopPtxInstruction *instruction, Piece *piece)
{
  Shape shape;

  if (!shape_of (instruction, &shape))
    return FALSE;
  piece->type = ihop_ptx_type (instruction, 0);
  piece->rows = ihop_ptx_has (instruction, "b") ? shape.k : shape.m;
  piece->columns = ihop_ptx_has (instruction, "a") ? shape.k : shape.n;
  return is_known (piece->type);
}

static void
move (IhopEmit *emit, const IhopPtxInstruction *instruction, gboolean is_store)
{
  const IhopPtxType s32 = { 's', 32, 1 };
  const IhopPtxOperand *list = &instruction->operands[is_store], *place = &instruction->operands[!is_store];
  Piece piece;

  if (instruction->n_operands < 2 || !piece_of (instruction, &piece) || count_of (list) > MOST_REGISTERS)
    {
      ihop_emit_fail (emit, "this kind of wmma is not known");
      return;
    }
  gboolean by_columns = ihop_ptx_has (instruction, "col");
  IhopMatrixForm form = { piece.rows, piece.columns, piece.type.bits / 8, register_bits (piece) / 8, count_of (list), by_columns };
  LLVMValueRef registers = registers_for (emit, 0), stride = ihop_emit_constant (emit, 32, by_columns ? piece.rows : piece.columns);
  IhopEmitAddress address = ihop_emit_address (emit, place, ihop_ptx_space (instruction));
  LLVMValueRef pointer = first_of (emit, address.pattern || ihop_emit_is_vector (address.base) ? ihop_emit_pointers (emit, address)
                                                                                              : ihop_emit_pointer (emit, address.base));
  if (instruction->n_operands > 2)
    stride = first_of (emit, ihop_emit_operand (emit, &instruction->operands[2], s32, TRUE));
  LLVMValueRef arguments[] = { ihop_emit_constant (emit, 64, ihop_matrix_pack (form)), registers, pointer,
                               LLVMBuildSExt (emit->builder, stride, ihop_emit_int (emit, 64), "") };
  if (is_store)
    put (emit, piece, list, registers);
  ihop_emit_call (emit, is_store ? IHOP_MATRIX_STORE : IHOP_MATRIX_LOAD, LLVMVoidTypeInContext (emit->context), arguments, 4);
  if (!is_store)
    take (emit, piece, list, registers);
}

/* --- a product ------------------------------------------------------------------------------------- */

typedef struct
{
  Shape shape;
  Piece a, b, c, d;
} Product;

/* In what the sums are: float, double or integers of 32 bits. */
static LLVMTypeRef
sum_type (IhopEmit *emit, const Product *product)
{
  IhopPtxType type = product->a.type;

  if (type.kind == 'u' || type.kind == 's')
    return ihop_emit_int (emit, 32);
  return type.bits == 64 ? LLVMDoubleTypeInContext (emit->context) : LLVMFloatTypeInContext (emit->context);
}

static gboolean
is_integer (LLVMTypeRef type)
{
  return LLVMGetTypeKind (type) == LLVMIntegerTypeKind;
}

/* The bits of 32 elements as what the sums are in. */
static LLVMValueRef
opened (IhopEmit *emit, IhopPtxType type, LLVMTypeRef sum, LLVMValueRef bits)
{
  LLVMTypeRef narrow = LLVMVectorType (ihop_emit_int (emit, type.bits), IHOP_WARP), wide = LLVMVectorType (sum, IHOP_WARP);
  LLVMTypeRef words = LLVMVectorType (ihop_emit_int (emit, 32), IHOP_WARP);

  if (type.bits == 32 && type.kind == 'f')
    return LLVMBuildBitCast (emit->builder, bits, wide, "");
  LLVMValueRef cut = LLVMBuildTrunc (emit->builder, bits, narrow, "");
  if (is_integer (sum))
    return LLVMBuildIntCast2 (emit->builder, cut, wide, type.kind == 's', "");
  if (type.kind == 'h')
    {
      LLVMValueRef upper = LLVMBuildZExt (emit->builder, cut, words, "");
      return LLVMBuildBitCast (emit->builder, LLVMBuildShl (emit->builder, upper, ihop_emit_constant_like (upper, 16), ""), wide, "");
    }
  if (type.bits == 64)
    return LLVMBuildBitCast (emit->builder, bits, wide, "");
  LLVMTypeRef halves = LLVMVectorType (LLVMHalfTypeInContext (emit->context), IHOP_WARP);
  return LLVMBuildFPExt (emit->builder, LLVMBuildBitCast (emit->builder, cut, halves, ""), wide, "");
}

static LLVMValueRef
element_place (IhopEmit *emit, LLVMTypeRef sum, LLVMValueRef elements, LLVMValueRef at)
{
  return LLVMBuildGEP2 (emit->builder, sum, elements, &at, 1, "");
}

static LLVMValueRef
number (IhopEmit *emit, guint value)
{
  return ihop_emit_constant (emit, 64, value);
}

/* The elements of a piece, row by row. */
static LLVMValueRef
open_piece (IhopEmit *emit, const Product *product, Piece piece, LLVMValueRef registers, gboolean is_factor)
{
  LLVMTypeRef sum = sum_type (emit, product);
  guint each = register_bits (piece) / piece.type.bits, n = piece.rows * piece.columns / IHOP_WARP;
  LLVMValueRef elements = LLVMBuildArrayAlloca (emit->builder, sum, number (emit, piece.rows * piece.columns), "elements");

  LLVMSetAlignment (elements, 64);
  for (guint t = 0; t < n; t++)
    {
      LLVMValueRef bits = LLVMBuildLoad2 (emit->builder, register_type (emit, piece), register_place (emit, piece, registers, t / each), "");
      if (t % each)
        bits = LLVMBuildLShr (emit->builder, bits, ihop_emit_constant_like (bits, t % each * piece.type.bits), "");
      if (is_factor && piece.type.kind == 'f' && piece.type.bits == 32) /* tf32 has 10 bits behind the point */
        bits = LLVMBuildAnd (emit->builder, bits, ihop_emit_constant_like (bits, 0xffffe000u), "");
      LLVMBuildStore (emit->builder, opened (emit, piece.type, sum, bits), element_place (emit, sum, elements, number (emit, t * IHOP_WARP)));
    }
  return elements;
}

/* The 32 elements number t of the sums as bits of d's. */
static LLVMValueRef
closed (IhopEmit *emit, Piece piece, LLVMTypeRef sum, LLVMValueRef sums, guint t)
{
  LLVMTypeRef words = register_type (emit, piece), vector = LLVMVectorType (sum, IHOP_WARP);
  LLVMValueRef value = LLVMBuildLoad2 (emit->builder, vector, element_place (emit, sum, sums, number (emit, t * IHOP_WARP)), "");

  if (piece.type.bits >= 32)
    return LLVMBuildBitCast (emit->builder, value, words, "");
  value = LLVMBuildFPTrunc (emit->builder, value, LLVMVectorType (LLVMHalfTypeInContext (emit->context), IHOP_WARP), "");
  value = LLVMBuildBitCast (emit->builder, value, LLVMVectorType (ihop_emit_int (emit, 16), IHOP_WARP), "");
  return LLVMBuildZExt (emit->builder, value, words, "");
}

static void
close_piece (IhopEmit *emit, const Product *product, LLVMValueRef sums, LLVMValueRef registers)
{
  Piece d = product->d;
  guint each = register_bits (d) / d.type.bits, n = d.rows * d.columns / IHOP_WARP;

  for (guint t = 0; t < n; t += each)
    {
      LLVMValueRef bits = closed (emit, d, sum_type (emit, product), sums, t);
      for (guint i = 1; i < each; i++)
        {
          LLVMValueRef more = closed (emit, d, sum_type (emit, product), sums, t + i);
          more = LLVMBuildShl (emit->builder, more, ihop_emit_constant_like (more, i * d.type.bits), "");
          bits = LLVMBuildOr (emit->builder, bits, more, "");
        }
      LLVMBuildStore (emit->builder, bits, register_place (emit, d, registers, t / each));
    }
}

static LLVMValueRef
repeated (IhopEmit *emit, LLVMValueRef value, guint n)
{
  LLVMTypeRef vector = LLVMVectorType (LLVMTypeOf (value), n), places = LLVMVectorType (ihop_emit_int (emit, 32), n);
  LLVMValueRef one = LLVMBuildInsertElement (emit->builder, LLVMGetPoison (vector), value, ihop_emit_constant (emit, 32, 0), "");

  return LLVMBuildShuffleVector (emit->builder, one, LLVMGetPoison (vector), LLVMConstNull (places), "");
}

/* One row of the sums: the numbers of a's row, each with a row of b. */
static void
add_row (IhopEmit *emit, const Product *product, LLVMValueRef row, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
  LLVMTypeRef sum = sum_type (emit, product), vector = LLVMVectorType (sum, product->shape.n);
  LLVMValueRef place = element_place (emit, sum, c, LLVMBuildMul (emit->builder, row, number (emit, product->shape.n), ""));
  LLVMValueRef total = LLVMBuildLoad2 (emit->builder, vector, place, "");
  LLVMValueRef first = LLVMBuildMul (emit->builder, row, number (emit, product->shape.k), "");

  for (guint i = 0; i < product->shape.k; i++)
    {
      LLVMValueRef at = LLVMBuildAdd (emit->builder, first, number (emit, i), "");
      LLVMValueRef x = repeated (emit, LLVMBuildLoad2 (emit->builder, sum, element_place (emit, sum, a, at), ""), product->shape.n);
      LLVMValueRef y = LLVMBuildLoad2 (emit->builder, vector, element_place (emit, sum, b, number (emit, i * product->shape.n)), "");
      LLVMValueRef factors[] = { x, y, total };
      total = is_integer (sum) ? LLVMBuildAdd (emit->builder, total, LLVMBuildMul (emit->builder, x, y, ""), "")
                               : ihop_emit_intrinsic (emit, "llvm.fma", factors, 3);
    }
  LLVMBuildStore (emit->builder, total, place);
}

static void
fill (IhopEmit *emit, const Product *product, LLVMValueRef function)
{
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext (emit->context, function, "entry");
  LLVMBasicBlockRef rows = LLVMAppendBasicBlockInContext (emit->context, function, "row");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext (emit->context, function, "end");
  LLVMValueRef parts[4], starts[2] = { number (emit, 0) };

  LLVMGetParams (function, parts);
  LLVMPositionBuilderAtEnd (emit->builder, entry);
  LLVMValueRef a = open_piece (emit, product, product->a, parts[0], TRUE), b = open_piece (emit, product, product->b, parts[1], TRUE);
  LLVMValueRef c = open_piece (emit, product, product->c, parts[2], FALSE);
  LLVMBuildBr (emit->builder, rows);
  LLVMPositionBuilderAtEnd (emit->builder, rows);
  LLVMValueRef row = LLVMBuildPhi (emit->builder, ihop_emit_int (emit, 64), "");
  add_row (emit, product, row, a, b, c);
  starts[1] = LLVMBuildAdd (emit->builder, row, number (emit, 1), "");
  LLVMBasicBlockRef from[2] = { entry, rows };
  LLVMAddIncoming (row, starts, from, 2);
  LLVMValueRef more = LLVMBuildICmp (emit->builder, LLVMIntULT, starts[1], number (emit, product->shape.m), "");
  LLVMBuildCondBr (emit->builder, more, rows, end);
  LLVMPositionBuilderAtEnd (emit->builder, end);
  close_piece (emit, product, c, parts[3]);
  LLVMBuildRetVoid (emit->builder);
}

/* Private, so that it is not put where it is called, as functions for gathers are (compile.c). */
static LLVMValueRef
function_for (IhopEmit *emit, const Product *product)
{
  LLVMTypeRef pointer = LLVMPointerTypeInContext (emit->context, 0), parts[] = { pointer, pointer, pointer, pointer };
  g_autofree char *name
    = g_strdup_printf ("ihop_product_%u_%u_%u_%c%u_%c%u_%c%u_%c%u", product->shape.m, product->shape.n, product->shape.k,
                       product->a.type.kind, product->a.type.bits, product->b.type.kind, product->b.type.bits, product->c.type.kind,
                       product->c.type.bits, product->d.type.kind, product->d.type.bits);
  LLVMValueRef function = LLVMGetNamedFunction (emit->code, name);
  LLVMBasicBlockRef here = LLVMGetInsertBlock (emit->builder);

  if (function)
    return function;
  function = LLVMAddFunction (emit->code, name, LLVMFunctionType (LLVMVoidTypeInContext (emit->context), parts, 4, FALSE));
  LLVMSetLinkage (function, LLVMPrivateLinkage);
  guint kind = LLVMGetEnumAttributeKindForName ("noinline", strlen ("noinline"));
  LLVMAddAttributeAtIndex (function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute (emit->context, kind, 0));
  fill (emit, product, function);
  LLVMPositionBuilderAtEnd (emit->builder, here);
  return function;
}

/* d's type, a's and b's where they are no halves, c's. */
static gboolean
product_of (const IhopPtxInstruction *instruction, Product *product)
{
  const IhopPtxType half = { 'f', 16, 1 };
  gboolean names_all = ihop_ptx_type (instruction, 2).kind != 0;
  Shape shape;

  if (instruction->n_operands != 4 || !shape_of (instruction, &shape) || ihop_ptx_has (instruction, "satfinite"))
    return FALSE;
  *product = (Product){ shape, { names_all ? ihop_ptx_type (instruction, 1) : half, shape.m, shape.k },
                        { names_all ? ihop_ptx_type (instruction, 2) : half, shape.k, shape.n },
                        { ihop_ptx_type (instruction, names_all ? 3 : 1), shape.m, shape.n },
                        { ihop_ptx_type (instruction, 0), shape.m, shape.n } };
  for (guint i = 0; i < 4; i++)
    if (count_of (&instruction->operands[i]) > MOST_REGISTERS)
      return FALSE;
  return is_known (product->a.type) && is_known (product->b.type) && is_known (product->c.type) && is_known (product->d.type);
}

static void
multiply (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *operands = instruction->operands;
  LLVMTypeRef pointer = LLVMPointerTypeInContext (emit->context, 0), types[] = { pointer, pointer, pointer, pointer };
  Product product;

  if (!product_of (instruction, &product))
    {
      ihop_emit_fail (emit, "this kind of wmma is not known");
      return;
    }
  LLVMValueRef parts[] = { registers_for (emit, 0), registers_for (emit, 1), registers_for (emit, 2), registers_for (emit, 3) };
  put (emit, product.a, &operands[1], parts[0]);
  put (emit, product.b, &operands[2], parts[1]);
  put (emit, product.c, &operands[3], parts[2]);
  LLVMBuildCall2 (emit->builder, LLVMFunctionType (LLVMVoidTypeInContext (emit->context), types, 4, FALSE),
                  function_for (emit, &product), parts, 4, "");
  take (emit, product.d, &operands[0], parts[3]);
}

static void
matrix (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  if (emit->result->sites)
    ihop_emit_fail (emit, "wmma is neither counted nor checked");
  else if (ihop_ptx_has (instruction, "mma"))
    multiply (emit, instruction);
  else
    move (emit, instruction, ihop_ptx_has (instruction, "store"));
}

const IhopEmitRow ihop_emit_matrices[] = { { "wmma", matrix }, { NULL, NULL } };
