/* What each instruction does to uniform values and patterns. Sums wrap as the machine's do, so base
 * and pattern add up lane by lane in any width; only where a sum is made wider must it not have
 * wrapped: the code asks that when it runs. */
#include "simt/lower/lanes.h"

static const IhopLanes varying = { IHOP_LANES_VARYING, NULL, 1 };
static const gint64 nothing[IHOP_WARP];

static IhopLanes
uniform (guint64 align)
{
  return (IhopLanes){ IHOP_LANES_UNIFORM, NULL, MAX (align, 1) };
}

static guint64
align_of (guint64 value)
{
  return value ? value & -value : 1ull << 63;
}

static const gint64 *
numbers_of (IhopLanes lanes)
{
  return lanes.kind == IHOP_LANES_PATTERN ? lanes.pattern : nothing;
}

/* A pattern of equal numbers would be a base: only zeros are such. */
static IhopLanes
make (IhopLanesTable *table, const gint64 *numbers, guint64 align)
{
  gboolean is_uniform = TRUE;

  for (guint i = 0; i < IHOP_WARP; i++)
    {
      is_uniform &= numbers[i] == 0;
      if (numbers[i] > G_MAXINT32 || numbers[i] < G_MININT32)
        return varying; /* far beyond any array; keeps all sums small */
    }
  if (is_uniform)
    return uniform (align);
  return (IhopLanes){ IHOP_LANES_PATTERN, ihop_lanes_pattern (table, numbers), MAX (align, 1) };
}

/* --- where patterns come from ---------------------------------------------------------------- */

/* Lane i of warp w is thread 32 * w + i of the block. Its index along an axis is a base, which the
 * warp's number tells, and a pattern, if the axis begins anew at the same lanes in each warp. */
static IhopLanes
thread_index (IhopLanesTable *table, guint axis)
{
  const guint *block = table->options.block;
  guint64 inner = 1, extent = block[axis];
  gint64 numbers[IHOP_WARP];

  for (guint i = 0; i < axis; i++)
    inner *= block[i];
  if (extent == 1 || inner % IHOP_WARP == 0)
    return uniform (1);
  if (inner * extent % IHOP_WARP != 0 && IHOP_WARP % (inner * extent) != 0
      && (guint64) block[0] * block[1] * block[2] > IHOP_WARP)
    return varying;
  if (IHOP_WARP % inner != 0 && (guint64) block[0] * block[1] * block[2] > IHOP_WARP)
    return varying;
  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = i / inner % extent;
  return make (table, numbers, inner * extent <= IHOP_WARP ? 1ull << 62 : IHOP_WARP / MIN (inner, IHOP_WARP));
}

IhopLanes
ihop_lanes_special (IhopLanesTable *table, const char *name)
{
  gint64 numbers[IHOP_WARP];

  if (g_str_has_prefix (name, "%tid."))
    return name[5] >= 'x' && name[5] <= 'z' ? thread_index (table, name[5] - 'x') : uniform (1);
  if (g_str_equal (name, "%laneid"))
    {
      for (guint i = 0; i < IHOP_WARP; i++)
        numbers[i] = i;
      return make (table, numbers, 1ull << 62);
    }
  if (g_str_has_prefix (name, "%lanemask"))
    return varying;
  if (g_str_has_prefix (name, "%ntid.") && name[6] >= 'x' && name[6] <= 'z')
    return uniform (align_of (table->options.block[name[6] - 'x']));
  return uniform (1);
}

IhopLanes
ihop_lanes_of (IhopLanesTable *table, const IhopPtxOperand *operand)
{
  switch (operand->kind)
    {
    case IHOP_PTX_REGISTER:
      return table->registers[operand->reg];
    case IHOP_PTX_INTEGER:
      return uniform (align_of (operand->bits));
    case IHOP_PTX_SPECIAL:
      return ihop_lanes_special (table, operand->name);
    default:
      return uniform (1);
    }
}

/* --- what is done to them -------------------------------------------------------------------- */

static gboolean
is_unset (IhopLanes lanes)
{
  return lanes.kind == IHOP_LANES_UNSET;
}

static IhopLanes
add (IhopLanesTable *table, IhopLanes a, IhopLanes b, gint64 sign)
{
  gint64 numbers[IHOP_WARP];

  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = numbers_of (a)[i] + sign * numbers_of (b)[i];
  return make (table, numbers, MIN (a.align, b.align));
}

static IhopLanes
scale (IhopLanesTable *table, IhopLanes a, const IhopPtxOperand *factor)
{
  gint64 numbers[IHOP_WARP], by = factor->bits;

  if (factor->kind != IHOP_PTX_INTEGER || by > G_MAXINT32 || by < G_MININT32)
    return varying;
  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = numbers_of (a)[i] * by;
  guint64 align = align_of (factor->bits);
  return make (table, numbers, a.align > (1ull << 62) / MAX (align, 1) ? 1ull << 62 : a.align * align);
}

static IhopLanes
multiply (IhopLanesTable *table, const IhopPtxOperand *x, const IhopPtxOperand *y)
{
  IhopLanes a = ihop_lanes_of (table, x), b = ihop_lanes_of (table, y);

  if (a.kind == IHOP_LANES_UNIFORM && b.kind == IHOP_LANES_UNIFORM)
    return uniform (a.align < 1u << 31 && b.align < 1u << 31 ? a.align * b.align : MAX (a.align, b.align));
  return a.kind == IHOP_LANES_PATTERN ? scale (table, a, y) : scale (table, b, x);
}

gboolean
ihop_lanes_is_too_large (const IhopPtxInstruction *instruction)
{
  gboolean is_large = FALSE;

  for (guint i = 1; i < 3 && ihop_ptx_has (instruction, "wide") && ihop_ptx_type (instruction, 0).kind != 's'; i++)
    is_large |= instruction->operands[i].kind == IHOP_PTX_INTEGER && instruction->operands[i].bits > G_MAXINT32;
  return is_large;
}

/* Bits of base and pattern that do not meet can be cut and moved apart from each other. */
static gboolean
is_apart (IhopLanes a)
{
  for (guint i = 0; i < IHOP_WARP; i++)
    if (numbers_of (a)[i] < 0 || (guint64) numbers_of (a)[i] >= a.align)
      return FALSE;
  return TRUE;
}

static IhopLanes
mask_bits (IhopLanesTable *table, IhopLanes a, const IhopPtxOperand *mask)
{
  gint64 numbers[IHOP_WARP];

  if (mask->kind != IHOP_PTX_INTEGER || !is_apart (a))
    return varying;
  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = numbers_of (a)[i] & mask->bits;
  return make (table, numbers, a.align);
}

/* Bits below all that the pattern has are set in the base: "i << 3 | 1". */
static IhopLanes
set_bits (IhopLanesTable *table, IhopLanes a, const IhopPtxOperand *bits)
{
  guint64 free = 1;

  if (bits->kind != IHOP_PTX_INTEGER || bits->bits > G_MAXINT32)
    return varying;
  while (free <= bits->bits)
    free *= 2;
  for (guint i = 0; i < IHOP_WARP; i++)
    if ((guint64) numbers_of (a)[i] % free != 0)
      return varying;
  return make (table, numbers_of (a), MIN (a.align, align_of (bits->bits)));
}

static IhopLanes
shift (IhopLanesTable *table, const IhopPtxInstruction *instruction, IhopLanes a)
{
  const IhopPtxOperand *by = &instruction->operands[2];
  IhopPtxOperand factor = { .kind = IHOP_PTX_INTEGER, .bits = 1ull << (by->bits & 31) };
  gint64 numbers[IHOP_WARP];

  if (by->kind != IHOP_PTX_INTEGER || by->bits > 30)
    return varying;
  if (g_str_equal (instruction->opcode, "shl"))
    return scale (table, a, &factor);
  if (!is_apart (a) || a.align < factor.bits)
    return varying;
  for (guint i = 0; i < IHOP_WARP; i++)
    numbers[i] = numbers_of (a)[i] >> by->bits;
  return make (table, numbers, a.align >> by->bits);
}

gboolean
ihop_lanes_is_integer_conversion (const IhopPtxInstruction *instruction)
{
  IhopPtxType to = ihop_ptx_type (instruction, 0), from = ihop_ptx_type (instruction, 1);

  return g_str_equal (instruction->opcode, "cvt") && strchr ("us", to.kind) && strchr ("us", from.kind)
         && to.kind && from.kind && from.bits >= 32 && to.bits >= 32 && !ihop_ptx_has (instruction, "sat");
}

gboolean
ihop_lanes_widens (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  IhopPtxType to = ihop_ptx_type (instruction, 0), from = ihop_ptx_type (instruction, 1);

  IhopLanes made = ihop_lanes_result (table, instruction);

  if (made.kind != IHOP_LANES_PATTERN && (made.kind != IHOP_LANES_ROWS || ihop_lanes_row_step (made) == 0))
    return FALSE;
  if (g_str_equal (instruction->opcode, "mul") || g_str_equal (instruction->opcode, "mad"))
    return ihop_ptx_has (instruction, "wide");
  return ihop_lanes_is_integer_conversion (instruction) && to.bits > from.bits;
}

static IhopLanes
convert (IhopLanesTable *table, const IhopPtxInstruction *instruction, IhopLanes a)
{
  if (!ihop_lanes_is_integer_conversion (instruction)
      || (table->options.is_exact && ihop_ptx_type (instruction, 0).bits > ihop_ptx_type (instruction, 1).bits))
    return varying;
  return a;
}

static IhopLanes
rule (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  const char *opcode = instruction->opcode;
  const IhopPtxOperand *operands = instruction->operands;
  IhopLanes a = ihop_lanes_of (table, &operands[1]);
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  gboolean is_wide = ihop_ptx_has (instruction, "wide");

  if (g_str_equal (opcode, "mov") || g_str_equal (opcode, "cvta"))
    return operands[1].kind == IHOP_PTX_LIST || operands[0].kind == IHOP_PTX_LIST ? varying : a;
  if (g_str_equal (opcode, "cvt"))
    return convert (table, instruction, a);
  if (strchr ("usb", type.kind) == NULL || type.bits < 32 || type.lanes != 1
      || ihop_ptx_has (instruction, "sat") || ihop_ptx_has (instruction, "cc"))
    return varying;
  if (g_str_equal (opcode, "add") || g_str_equal (opcode, "sub"))
    return add (table, a, ihop_lanes_of (table, &operands[2]), opcode[0] == 'a' ? 1 : -1);
  if (g_str_equal (opcode, "shl") || g_str_equal (opcode, "shr"))
    return shift (table, instruction, a);
  if (g_str_equal (opcode, "and") && a.kind == IHOP_LANES_PATTERN)
    return mask_bits (table, a, &operands[2]);
  if (g_str_equal (opcode, "or") && a.kind == IHOP_LANES_PATTERN)
    return set_bits (table, a, &operands[2]);
  if ((is_wide && table->options.is_exact) || !(is_wide || ihop_ptx_has (instruction, "lo")) || ihop_lanes_is_too_large (instruction))
    return varying;
  IhopLanes product = g_str_equal (opcode, "mul") || g_str_equal (opcode, "mad")
                        ? multiply (table, &operands[1], &operands[2]) : varying;
  if (g_str_equal (opcode, "mad") && product.kind != IHOP_LANES_VARYING)
    return add (table, product, ihop_lanes_of (table, &operands[3]), 1);
  return product;
}

/* Arguments and results of calls are variables of the function, one for each lane. */
static gboolean
is_call_argument (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *address = &instruction->operands[1];

  return ihop_ptx_space (instruction) == IHOP_PTX_SPACE_PARAM && address->n_items == 1
         && address->items[0].kind == IHOP_PTX_SYMBOL
         && ihop_ptx_variable_find (table->flow->function->params, address->items[0].name) == NULL;
}

/* All lanes that are there ask the same of one object, and are answered the same. */
static gboolean
is_one_object (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  for (guint i = ihop_flow_n_results (instruction); i < instruction->n_operands; i++)
    {
      const IhopPtxOperand *operand = &instruction->operands[i];
      const IhopPtxOperand *named = operand->kind == IHOP_PTX_ADDRESS && operand->n_items == 1 ? &operand->items[0] : operand;
      if (ihop_lanes_of (table, named).kind > IHOP_LANES_UNIFORM)
        return FALSE;
    }
  return TRUE;
}

/* Where equal operands give each lane something of its own. */
static gboolean
is_own (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  const char *opcode = instruction->opcode;

  return g_str_equal (opcode, "bar") || g_str_equal (opcode, "barrier") || g_str_equal (opcode, "atom") || g_str_equal (opcode, "call") || g_str_equal (opcode, "shfl")
         || g_str_equal (opcode, "match") || g_str_equal (opcode, "fns") || g_str_equal (opcode, "tex") || g_str_equal (opcode, "suld")
         || g_str_equal (opcode, "wmma") || g_str_equal (opcode, "mma") || g_str_equal (opcode, "ldmatrix") || g_str_equal (opcode, "movmatrix") || g_str_equal (opcode, "elect")
         || g_str_equal (opcode, "alloca") || (g_str_equal (opcode, "mbarrier") && !is_one_object (table, instruction))
         || (g_str_equal (opcode, "ld")
             && (ihop_ptx_space (instruction) == IHOP_PTX_SPACE_LOCAL || is_call_argument (table, instruction)));
}

typedef struct
{
  IhopLanesTable *table;
  IhopLanesKind most;
  gboolean waits;
} Inputs;

static void
look (Inputs *inputs, const IhopPtxOperand *operand)
{
  IhopLanes lanes = ihop_lanes_of (inputs->table, operand);

  inputs->waits |= is_unset (lanes);
  inputs->most = MAX (inputs->most, lanes.kind);
  for (guint i = 0; i < operand->n_items; i++)
    look (inputs, &operand->items[i]);
}

/* Votes and reductions give all lanes that take part the same, if these name the same lanes; that lanes
 * elsewhere keep their own is the business of the registers that they read. */
static gboolean
is_shared_result (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  if (g_str_equal (instruction->opcode, "activemask"))
    return TRUE;
  return (g_str_equal (instruction->opcode, "vote") || g_str_equal (instruction->opcode, "redux"))
         && (instruction->n_operands < 3 || ihop_lanes_of (table, &instruction->operands[2]).kind <= IHOP_LANES_UNIFORM);
}

static IhopLanes
result (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  Inputs inputs = { .table = table };
  gboolean is_local_address
    = (g_str_equal (instruction->opcode, "cvta") || g_str_equal (instruction->opcode, "isspacep")) && ihop_ptx_has (instruction, "local");

  for (guint i = ihop_flow_n_results (instruction); i < instruction->n_operands; i++)
    look (&inputs, &instruction->operands[i]);
  if (inputs.waits)
    return (IhopLanes){ .kind = IHOP_LANES_UNSET };
  if (is_own (table, instruction) || is_local_address)
    return varying;
  if (is_shared_result (table, instruction))
    return uniform (1);
  if (instruction->guard >= 0 && !ihop_flow_has_effect (instruction)
      && table->registers[instruction->guard].kind > IHOP_LANES_UNIFORM)
    return varying;
  if (inputs.most >= IHOP_LANES_ROWS || instruction->operands[0].kind == IHOP_PTX_LIST)
    return inputs.most <= IHOP_LANES_UNIFORM ? uniform (1) : varying;
  IhopLanes made = instruction->n_operands > 1 ? rule (table, instruction) : varying;
  if (inputs.most == IHOP_LANES_UNIFORM || inputs.most == IHOP_LANES_UNSET)
    return made.kind == IHOP_LANES_UNIFORM ? made : uniform (1);
  return made;
}

IhopLanes
ihop_lanes_result (IhopLanesTable *table, const IhopPtxInstruction *instruction)
{
  IhopLanes made = result (table, instruction);

  return made.kind == IHOP_LANES_VARYING && !ihop_flow_has_effect (instruction) ? ihop_lanes_in_rows (table, instruction) : made;
}
