#include "simt/lower/linear.h"

enum { MOST_TERMS = 4, MOST_DEPTH = 8 };

/* The sum of "scales" times registers, and a constant. */
typedef struct
{
  guint regs[MOST_TERMS];
  gint64 scales[MOST_TERMS];
  guint n;
  gint64 constant;
  gboolean is_known; /* there was room for all */
} Sum;

static void
add_term (Sum *sum, guint reg, gint64 scale)
{
  guint i = 0;

  while (i < sum->n && sum->regs[i] != reg)
    i++;
  if (i == MOST_TERMS)
    {
      sum->is_known = FALSE;
      return;
    }
  sum->scales[i] = i == sum->n ? scale : sum->scales[i] + scale;
  sum->regs[i] = reg;
  sum->n = MAX (sum->n, i + 1);
}

/* The only instruction that sets the register; NULL: there are several, or it is guarded. */
static const IhopPtxInstruction *
set_by (const IhopFlow *flow, guint reg)
{
  guint at = flow->set_once[reg];
  const IhopPtxInstruction *one = at < flow->function->instructions->len ? &g_array_index (flow->function->instructions, IhopPtxInstruction, at) : NULL;

  return one && one->guard < 0 && one->operands[0].kind == IHOP_PTX_REGISTER ? one : NULL;
}

static gboolean
is_number (const IhopPtxInstruction *one, guint operand)
{
  return operand < one->n_operands && one->operands[operand].kind == IHOP_PTX_INTEGER;
}

/* By what the instruction multiplies its first operand; 0: it does something else. */
static gint64
factor_of (const IhopPtxInstruction *one)
{
  if (g_str_equal (one->opcode, "mov") || g_str_equal (one->opcode, "cvta"))
    return 1;
  if (g_str_equal (one->opcode, "mul") && !ihop_ptx_has (one, "hi") && ihop_ptx_type (one, 0).kind != 'f' && is_number (one, 2))
    return (gint64) one->operands[2].bits;
  if (g_str_equal (one->opcode, "shl") && is_number (one, 2) && one->operands[2].bits < 32)
    return (gint64) 1 << one->operands[2].bits;
  return 0;
}

/* "or" where it adds, as behind a shift. */
static gboolean
is_sum (const IhopPtxInstruction *one)
{
  return (g_str_equal (one->opcode, "add") && ihop_ptx_type (one, 0).kind != 'f') || (g_str_equal (one->opcode, "or") && is_number (one, 2));
}

static void
add_operand (const IhopFlow *flow, const IhopPtxOperand *operand, gint64 scale, guint depth, Sum *sum);

static void
add_register (const IhopFlow *flow, guint reg, gint64 scale, guint depth, Sum *sum)
{
  const IhopPtxInstruction *one = depth ? set_by (flow, reg) : NULL;
  gint64 factor = one && one->n_operands > 1 ? factor_of (one) : 0;

  if (factor)
    add_operand (flow, &one->operands[1], (gint64) ((guint64) scale * (guint64) factor), depth - 1, sum);
  else if (one && one->n_operands == 3 && is_sum (one))
    {
      add_operand (flow, &one->operands[1], scale, depth - 1, sum);
      add_operand (flow, &one->operands[2], scale, depth - 1, sum);
    }
  else
    add_term (sum, reg, scale);
}

static void
add_operand (const IhopFlow *flow, const IhopPtxOperand *operand, gint64 scale, guint depth, Sum *sum)
{
  if (operand->kind == IHOP_PTX_REGISTER)
    add_register (flow, operand->reg, scale, depth, sum);
  else if (operand->kind == IHOP_PTX_INTEGER)
    sum->constant = (gint64) ((guint64) sum->constant + (guint64) scale * operand->bits);
  else
    sum->is_known = FALSE;
}

gboolean
ihop_linear_distance (const IhopFlow *flow, guint from, guint to, gint64 *distance)
{
  Sum sum = { .is_known = TRUE };

  *distance = 0;
  if (from == to)
    return TRUE;
  add_register (flow, to, 1, MOST_DEPTH, &sum);
  add_register (flow, from, -1, MOST_DEPTH, &sum);
  for (guint i = 0; i < sum.n; i++)
    sum.is_known &= sum.scales[i] == 0;
  *distance = sum.constant;
  return sum.is_known;
}
