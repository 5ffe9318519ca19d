/* Rows of the block, of which a warp has several (16, 8 or 4 threads in x). What is worked out from the row's number and a width that
 * only the launch knows differs from row to row by nobody knows what, but inside a row by a step that is known: such values are kept
 * as one number a row. Where it is only likely that lanes differ so, code asks (emit_access.c). */
#include "simt/lower/lanes.h"

static const IhopLanes varying = { IHOP_LANES_VARYING, NULL, 1 };
static const gint64 nothing[IHOP_WARP];

guint
ihop_lanes_row_length (const IhopLanesTable *table)
{
  guint x = table->options.block[0];

  if (x % IHOP_WARP == 0)
    return IHOP_WARP;
  return x == 16 || x == 8 || x == 4 ? x : 0;
}

const gint64 *
ihop_lanes_rows (IhopLanesTable *table, IhopLanes lanes)
{
  const gint64 *pattern = lanes.kind == IHOP_LANES_PATTERN ? lanes.pattern : nothing;
  guint length = ihop_lanes_row_length (table);
  gint64 numbers[IHOP_WARP];

  if (length == 0)
    return NULL;
  if (lanes.kind >= IHOP_LANES_ROWS)
    return lanes.rows;
  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = pattern[i] - pattern[i / length * length];
  return ihop_lanes_pattern (table, numbers);
}

gint64
ihop_lanes_row_step (IhopLanes lanes)
{
  return lanes.rows[1];
}

/* --- how rows come out of an instruction ------------------------------------------------------------ */

static const gint64 *
combined_rows (IhopLanesTable *table, const gint64 *a, const gint64 *b, gint64 factor_a, gint64 factor_b)
{
  gint64 numbers[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    {
      numbers[i] = (a ? a[i] : 0) * factor_a + (b ? b[i] : 0) * factor_b;
      if (numbers[i] > G_MAXINT32 || numbers[i] < G_MININT32)
        return NULL;
    }
  return ihop_lanes_pattern (table, numbers);
}

static gboolean
are_zeros (const gint64 *rows)
{
  return rows && memcmp (rows, nothing, sizeof nothing) == 0;
}

static const gint64 *
product_rows (IhopLanesTable *table, const IhopPtxOperand *x, const IhopPtxOperand *y)
{
  const gint64 *a = ihop_lanes_rows (table, ihop_lanes_of (table, x)), *b = ihop_lanes_rows (table, ihop_lanes_of (table, y));

  if (are_zeros (a) && are_zeros (b))
    return a;
  if (a && y->kind == IHOP_PTX_INTEGER && (gint64) y->bits == (gint32) y->bits)
    return combined_rows (table, a, NULL, y->bits, 0);
  return NULL;
}

/* Of two values one is taken, for reasons that are not known: an index that stops at an edge (a + 1, or the last one) is most often that which
 * differs from lane to lane. */
static const gint64 *
either_rows (const gint64 *a, const gint64 *b)
{
  if (a == b || are_zeros (b))
    return a;
  return are_zeros (a) ? b : NULL;
}

/* Rows, columns: a number that rises from lane to lane is seldom a multiple of the divisor. */
static const gint64 *
quotient_rows (IhopLanesTable *table, const char *opcode, const gint64 *a, const gint64 *b)
{
  if (a == NULL || !are_zeros (b))
    return NULL;
  return g_str_equal (opcode, "rem") ? a : ihop_lanes_pattern (table, nothing);
}

/* As if nothing wrapped or was cut. */
static const gint64 *
rows_of (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  const char *opcode = instruction->opcode;
  const IhopPtxOperand *x = &instruction->operands[1], *y = &instruction->operands[2];
  guint n = instruction->n_operands;
  const gint64 *a = n > 1 ? ihop_lanes_rows (table, ihop_lanes_of (table, x)) : NULL;
  const gint64 *b = n > 2 ? ihop_lanes_rows (table, ihop_lanes_of (table, y)) : NULL;

  if (instruction->operands[0].kind == IHOP_PTX_LIST || ihop_ptx_type (instruction, 0).kind == 'f')
    return NULL;
  if (g_str_equal (opcode, "min") || g_str_equal (opcode, "max") || g_str_equal (opcode, "selp"))
    return either_rows (a, b);
  if (g_str_equal (opcode, "rem") || g_str_equal (opcode, "div"))
    return quotient_rows (table, opcode, a, b);
  if (a == NULL)
    return NULL;
  if (g_str_equal (opcode, "mov") || g_str_equal (opcode, "cvta") || g_str_equal (opcode, "cvt"))
    return a;
  if ((g_str_equal (opcode, "add") || g_str_equal (opcode, "sub")) && b)
    return combined_rows (table, a, b, 1, opcode[0] == 'a' ? 1 : -1);
  if (g_str_equal (opcode, "shl") && n > 2 && y->kind == IHOP_PTX_INTEGER && y->bits < 31)
    return combined_rows (table, a, NULL, 1ll << y->bits, 0);
  if (g_str_equal (opcode, "mul") && n > 2)
    return product_rows (table, x, y);
  if (!g_str_equal (opcode, "mad") || n < 4)
    return are_zeros (a) && (n < 3 || are_zeros (b)) ? a : NULL;
  const gint64 *product = product_rows (table, x, y);
  const gint64 *c = ihop_lanes_rows (table, ihop_lanes_of (table, &instruction->operands[3]));
  return product && c ? combined_rows (table, product, c, 1, 1) : NULL;
}

/* --- are they sure? --------------------------------------------------------------------------------- */

/* A base for each of several rows, and one step inside of all. */
static gboolean
can_be_kept (const IhopLanesTable *table, const gint64 *rows)
{
  guint length = ihop_lanes_row_length (table);

  if (rows == NULL || length == 0 || length == IHOP_WARP)
    return FALSE;
  for (guint i = 0; i < IHOP_WARP; i++)
    if (rows[i] != rows[1] * (i % length))
      return FALSE;
  return TRUE;
}

static gboolean
has_sure_operands (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  for (guint i = 1; i < instruction->n_operands; i++)
    {
      IhopLanes lanes = ihop_lanes_of (table, &instruction->operands[i]);
      if (instruction->operands[i].kind == IHOP_PTX_LIST || lanes.kind > IHOP_LANES_ROWS || !can_be_kept (table, ihop_lanes_rows (table, lanes)))
        return FALSE;
    }
  return instruction->guard < 0 || table->registers[instruction->guard].kind <= IHOP_LANES_UNIFORM;
}

static gboolean
is_plain_integer (const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);

  return type.kind && strchr ("usb", type.kind) && type.bits >= 32 && type.lanes == 1 && !ihop_ptx_has (instruction, "sat")
         && !ihop_ptx_has (instruction, "cc");
}

/* Sums of 32 bits that become wider: exact code does not take it that they have not wrapped. Where lanes of a row are alike, there is no sum. */
static gboolean
widens_surely (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  for (guint i = 1; i < MIN (instruction->n_operands, 3); i++)
    if (table->options.is_exact && !are_zeros (ihop_lanes_rows (table, ihop_lanes_of (table, &instruction->operands[i]))))
      return FALSE;
  return !ihop_lanes_is_too_large (instruction);
}

/* Rows are exact as sums of the machine's words are: base and step add up lane by lane in any width. */
static gboolean
keeps_rows (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  static const char *const sums[] = { "mov", "add", "sub", "shl", NULL };
  const char *opcode = instruction->opcode;

  if (g_str_equal (opcode, "cvta"))
    return !ihop_ptx_has (instruction, "local");
  if (g_str_equal (opcode, "cvt"))
    return ihop_lanes_is_integer_conversion (instruction)
           && (ihop_ptx_type (instruction, 0).bits <= ihop_ptx_type (instruction, 1).bits || widens_surely (table, instruction));
  if (!is_plain_integer (instruction))
    return FALSE;
  if (!g_str_equal (opcode, "mul") && !g_str_equal (opcode, "mad"))
    return g_strv_contains (sums, opcode);
  return ihop_ptx_has (instruction, "lo") || (ihop_ptx_has (instruction, "wide") && widens_surely (table, instruction));
}

IhopLanes
ihop_lanes_in_rows (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  const gint64 *rows = rows_of (table, instruction);
  gboolean is_sure = can_be_kept (table, rows) && has_sure_operands (table, instruction) && keeps_rows (table, instruction);
  IhopLanes made = varying;

  made.kind = is_sure ? IHOP_LANES_ROWS : IHOP_LANES_VARYING;
  made.rows = rows;
  return made;
}

IhopLanes
ihop_lanes_common_rows (IhopLanesTable *table, IhopLanes a, IhopLanes b)
{
  const gint64 *rows = ihop_lanes_rows (table, a), *other = ihop_lanes_rows (table, b);
  gboolean is_sure = rows && rows == other && MAX (a.kind, b.kind) <= IHOP_LANES_ROWS && can_be_kept (table, rows);
  IhopLanes made = varying;

  made.kind = is_sure ? IHOP_LANES_ROWS : IHOP_LANES_VARYING;
  made.rows = either_rows (rows, other);
  return made;
}
