/* Products of wmma and mma ("PTX ISA", 9.7.14.4 and 9.7.14.5). A product is a function of the module, one for each form, as kernels have
 * thousands of them: it lays the pieces out row by row, multiplies, and gives the sums back to the lanes. Products of 16 bits are exact in
 * float, and sums are rounded one after the other; a card adds several at once and cuts what is lost. */
#include "simt/lower/emit_matrix.h"
#include <stdio.h>
#include <string.h>

typedef struct
{
  IhopMatrixShape shape;
  IhopMatrixPiece a, b, c, d;
  gboolean is_placed;    /* mma: PTX says which lane holds what */
  gboolean is_saturated; /* sums of integers that do not fit become the nearest that does */
} Product;

/* In what the sums are: float, double, or integers of 32 bits, with more for those that do not fit. */
static LLVMTypeRef
sum_type (IhopEmit *emit, const Product *product)
{
  IhopPtxType type = product->a.type;

  if (type.kind == 'u' || type.kind == 's')
    return ihop_emit_int (emit, product->is_saturated ? 64 : 32);
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

/* Which element of a piece, counted row by row, is number t of a lane's. mma has groups of four lanes, each for one row of a and of the sums,
 * or one column of b. A register of a and b holds neighbours of a row of a, or of a column of b; the registers of a lane go down to the other
 * half of the rows first, then on by what the four lanes hold together. Sums come in pairs. */
static guint
element_of (const Product *product, const IhopMatrixPiece *piece, guint lane, guint t)
{
  gboolean is_sum = piece == &product->c || piece == &product->d;
  guint each = is_sum ? 2 : ihop_matrix_register_bits (*piece) / piece->type.bits, group = lane / 4, member = lane % 4;
  guint nth = t / each, along = member * each + t % each;

  if (!product->is_placed)
    return t * IHOP_WARP + lane;
  if (piece == &product->b)
    return (along + nth * 4 * each) * piece->columns + group;
  guint halves = piece->rows / 8;
  return (group + nth % halves * 8) * piece->columns + along + nth / halves * 4 * each;
}

/* Puts 32 elements where they belong, or takes them from there. */
static void
place_elements (IhopEmit *emit, const Product *product, const IhopMatrixPiece *piece, guint t, LLVMValueRef elements, LLVMValueRef values)
{
  LLVMTypeRef sum = sum_type (emit, product);

  if (!product->is_placed)
    LLVMBuildStore (emit->builder, values, element_place (emit, sum, elements, number (emit, t * IHOP_WARP)));
  else
    for (guint lane = 0; lane < IHOP_WARP; lane++)
      {
        LLVMValueRef one = LLVMBuildExtractElement (emit->builder, values, ihop_emit_constant (emit, 32, lane), "");
        LLVMBuildStore (emit->builder, one, element_place (emit, sum, elements, number (emit, element_of (product, piece, lane, t))));
      }
}

static LLVMValueRef
placed_elements (IhopEmit *emit, const Product *product, const IhopMatrixPiece *piece, guint t, LLVMValueRef elements)
{
  LLVMTypeRef sum = sum_type (emit, product), vector = LLVMVectorType (sum, IHOP_WARP);
  LLVMValueRef values = LLVMGetPoison (vector);

  if (!product->is_placed)
    return LLVMBuildLoad2 (emit->builder, vector, element_place (emit, sum, elements, number (emit, t * IHOP_WARP)), "");
  for (guint lane = 0; lane < IHOP_WARP; lane++)
    {
      LLVMValueRef place = element_place (emit, sum, elements, number (emit, element_of (product, piece, lane, t)));
      values = LLVMBuildInsertElement (emit->builder, values, LLVMBuildLoad2 (emit->builder, sum, place, ""),
                                       ihop_emit_constant (emit, 32, lane), "");
    }
  return values;
}

/* The elements of a piece, row by row. */
static LLVMValueRef
open_piece (IhopEmit *emit, const Product *product, const IhopMatrixPiece *one, LLVMValueRef registers)
{
  IhopMatrixPiece piece = *one;
  LLVMTypeRef sum = sum_type (emit, product);
  gboolean is_factor = one != &product->c;
  guint each = ihop_matrix_register_bits (piece) / piece.type.bits, n = piece.rows * piece.columns / IHOP_WARP;
  LLVMValueRef elements = LLVMBuildArrayAlloca (emit->builder, sum, number (emit, piece.rows * piece.columns), "elements");

  LLVMSetAlignment (elements, 64);
  for (guint t = 0; t < n; t++)
    {
      LLVMValueRef bits = LLVMBuildLoad2 (emit->builder, ihop_matrix_register_type (emit, piece),
                                          ihop_matrix_register_place (emit, piece, registers, t / each), "");
      if (t % each)
        bits = LLVMBuildLShr (emit->builder, bits, ihop_emit_constant_like (bits, t % each * piece.type.bits), "");
      if (is_factor && piece.type.kind == 'f' && piece.type.bits == 32) /* tf32 has 10 bits behind the point */
        bits = LLVMBuildAnd (emit->builder, bits, ihop_emit_constant_like (bits, 0xffffe000u), "");
      place_elements (emit, product, one, t, elements, opened (emit, piece.type, sum, bits));
    }
  return elements;
}

static LLVMValueRef
saturated (IhopEmit *emit, LLVMValueRef values)
{
  LLVMValueRef most[] = { values, ihop_emit_constant_like (values, G_MAXINT32) };
  LLVMValueRef least[] = { ihop_emit_intrinsic (emit, "llvm.smin", most, 2), ihop_emit_constant_like (values, (guint64) (gint64) G_MININT32) };

  return ihop_emit_intrinsic (emit, "llvm.smax", least, 2);
}

/* The 32 elements number t of the sums as bits of d's. */
static LLVMValueRef
closed (IhopEmit *emit, const Product *product, LLVMValueRef sums, guint t)
{
  IhopMatrixPiece piece = product->d;
  LLVMTypeRef words = ihop_matrix_register_type (emit, piece);
  LLVMValueRef value = placed_elements (emit, product, &product->d, t, sums);

  if (product->is_saturated)
    return LLVMBuildTrunc (emit->builder, saturated (emit, value), words, "");
  if (piece.type.bits >= 32)
    return LLVMBuildBitCast (emit->builder, value, words, "");
  value = LLVMBuildFPTrunc (emit->builder, value, LLVMVectorType (LLVMHalfTypeInContext (emit->context), IHOP_WARP), "");
  value = LLVMBuildBitCast (emit->builder, value, LLVMVectorType (ihop_emit_int (emit, 16), IHOP_WARP), "");
  return LLVMBuildZExt (emit->builder, value, words, "");
}

static void
close_piece (IhopEmit *emit, const Product *product, LLVMValueRef sums, LLVMValueRef registers)
{
  IhopMatrixPiece d = product->d;
  guint each = ihop_matrix_register_bits (d) / d.type.bits, n = d.rows * d.columns / IHOP_WARP;

  for (guint t = 0; t < n; t += each)
    {
      LLVMValueRef bits = closed (emit, product, sums, t);
      for (guint i = 1; i < each; i++)
        {
          LLVMValueRef more = closed (emit, product, sums, t + i);
          more = LLVMBuildShl (emit->builder, more, ihop_emit_constant_like (more, i * d.type.bits), "");
          bits = LLVMBuildOr (emit->builder, bits, more, "");
        }
      LLVMBuildStore (emit->builder, bits, ihop_matrix_register_place (emit, d, registers, t / each));
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
  LLVMValueRef a = open_piece (emit, product, &product->a, parts[0]), b = open_piece (emit, product, &product->b, parts[1]);
  LLVMValueRef c = open_piece (emit, product, &product->c, parts[2]);
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

/* Private, so that it is not ihop_matrix_put where it is called, as functions for gathers are (compile.c). */
static LLVMValueRef
function_for (IhopEmit *emit, const Product *product)
{
  LLVMTypeRef pointer = LLVMPointerTypeInContext (emit->context, 0), parts[] = { pointer, pointer, pointer, pointer };
  g_autofree char *name = g_strdup_printf ("ihop_product%s%s_%u_%u_%u_%c%u_%c%u_%c%u_%c%u", product->is_placed ? "_placed" : "",
                                           product->is_saturated ? "_saturated" : "", product->shape.m, product->shape.n, product->shape.k,
                                           product->a.type.kind, product->a.type.bits, product->b.type.kind, product->b.type.bits,
                                           product->c.type.kind, product->c.type.bits, product->d.type.kind, product->d.type.bits);
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

/* Types and words that mean what is done here; not formats of 4, 6 or 8 bits with a point, other roundings, products of single bits. */
static gboolean
is_understood (const IhopPtxInstruction *instruction)
{
  static const char *const words[] = { "mma", "sync", "aligned", "row", "col", "rn", "satfinite", NULL };
  IhopMatrixShape shape;
  IhopPtxType type;
  char end;

  for (guint i = 0; i < instruction->n_parts; i++)
    {
      const char *part = instruction->parts[i];
      gboolean is_shape = sscanf (part, "m%un%uk%u%c", &shape.m, &shape.n, &shape.k, &end) == 3;
      if (!is_shape && !g_strv_contains (words, part) && !(ihop_ptx_type_parse (part, &type) && ihop_matrix_type_is_known (type)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
fills (IhopMatrixPiece piece, const IhopPtxOperand *list)
{
  guint bits = piece.rows * piece.columns / IHOP_WARP * piece.type.bits;

  return bits == ihop_matrix_n_registers (list) * ihop_matrix_register_bits (piece);
}

/* wmma may hold a piece twice; mma's shapes are such that element_of is true of them. */
static gboolean
has_registers (const Product *product, const IhopPtxOperand *operands)
{
  for (guint i = 0; i < 4; i++)
    if (ihop_matrix_n_registers (&operands[i]) > IHOP_MATRIX_REGISTERS)
      return FALSE;
  if (!product->is_placed)
    return TRUE;
  return product->shape.n == 8 && (product->shape.m == 8 || product->shape.m == 16) && fills (product->d, &operands[0])
         && fills (product->a, &operands[1]) && fills (product->b, &operands[2]) && fills (product->c, &operands[3]);
}

/* d's type, a's and b's where they are no halves, c's. */
static gboolean
product_of (const IhopPtxInstruction *instruction, Product *product)
{
  const IhopPtxType half = { 'f', 16, 1 };
  gboolean names_all = ihop_ptx_type (instruction, 2).kind != 0, is_placed = g_str_equal (instruction->opcode, "mma");
  IhopMatrixShape shape;

  if (instruction->n_operands != 4 || !ihop_matrix_shape (instruction, &shape) || !is_understood (instruction) || (is_placed && !names_all))
    return FALSE;
  *product = (Product){ .shape = shape,
                        .a = { names_all ? ihop_ptx_type (instruction, 1) : half, shape.m, shape.k },
                        .b = { names_all ? ihop_ptx_type (instruction, 2) : half, shape.k, shape.n },
                        .c = { ihop_ptx_type (instruction, names_all ? 3 : 1), shape.m, shape.n },
                        .d = { ihop_ptx_type (instruction, 0), shape.m, shape.n },
                        .is_placed = is_placed,
                        .is_saturated = ihop_ptx_has (instruction, "satfinite") };
  if (!has_registers (product, instruction->operands) || (product->is_saturated && product->d.type.kind != 's'))
    return FALSE;
  return ihop_matrix_type_is_known (product->a.type) && ihop_matrix_type_is_known (product->b.type)
         && ihop_matrix_type_is_known (product->c.type) && ihop_matrix_type_is_known (product->d.type);
}

void
ihop_matrix_multiply (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *operands = instruction->operands;
  LLVMTypeRef pointer = LLVMPointerTypeInContext (emit->context, 0), types[] = { pointer, pointer, pointer, pointer };
  Product product;

  if (!product_of (instruction, &product))
    {
      ihop_emit_fail (emit, "this kind of %s is not known", instruction->opcode);
      return;
    }
  LLVMValueRef parts[] = { ihop_matrix_registers_for (emit, 0), ihop_matrix_registers_for (emit, 1), ihop_matrix_registers_for (emit, 2),
                           ihop_matrix_registers_for (emit, 3) };
  ihop_matrix_put (emit, product.a, &operands[1], parts[0]);
  ihop_matrix_put (emit, product.b, &operands[2], parts[1]);
  ihop_matrix_put (emit, product.c, &operands[3], parts[2]);
  LLVMBuildCall2 (emit->builder, LLVMFunctionType (LLVMVoidTypeInContext (emit->context), types, 4, FALSE), function_for (emit, &product), parts,
                  4, "");
  ihop_matrix_take (emit, product.d, &operands[0], parts[3]);
}
