/* What an instruction reads, sets and does beside that. */
#include "simt/lower/flow.h"

static gboolean
is_one_of (const char *opcode, const char *const *list)
{
  for (; *list; list++)
    if (g_str_equal (opcode, *list))
      return TRUE;
  return FALSE;
}

guint
ihop_flow_n_results (const IhopPtxInstruction *instruction)
{
  static const char *const none[]
    = { "st", "stu", "red", "bra", "brx", "membar", "fence", "ret", "exit", "trap", "brkpt", "nanosleep",
        "prefetch", "prefetchu", "cp", "discard", "applypriority", "pmevent", "griddepcontrol", "sust", "sured", "stmatrix", NULL };
  const char *opcode = instruction->opcode;

  if (is_one_of (opcode, none))
    return 0;
  if (g_str_equal (opcode, "bar") || g_str_equal (opcode, "barrier"))
    return ihop_ptx_has (instruction, "red");
  if (g_str_equal (opcode, "mbarrier"))
    return instruction->n_operands > 0 && instruction->operands[0].kind != IHOP_PTX_ADDRESS;
  if (g_str_equal (opcode, "wmma"))
    return !ihop_ptx_has (instruction, "store");
  if (g_str_equal (opcode, "call"))
    return instruction->n_operands > 0 && instruction->operands[0].kind == IHOP_PTX_LIST;
  return instruction->n_operands > 0;
}

gboolean
ihop_flow_is_barrier (const IhopPtxInstruction *instruction)
{
  return (g_str_equal (instruction->opcode, "bar") || g_str_equal (instruction->opcode, "barrier"))
         && !ihop_ptx_has (instruction, "warp") && !ihop_ptx_has (instruction, "cluster")
         && !ihop_ptx_has (instruction, "arrive");
}

gboolean
ihop_flow_is_numbered (const IhopPtxInstruction *instruction)
{
  gboolean is_barrier = g_str_equal (instruction->opcode, "bar") || g_str_equal (instruction->opcode, "barrier");

  if (!is_barrier || ihop_ptx_has (instruction, "warp") || ihop_ptx_has (instruction, "cluster"))
    return FALSE;
  return ihop_ptx_has (instruction, "red") || ihop_ptx_has (instruction, "arrive") || instruction->n_operands > 1
         || (instruction->n_operands == 1
             && (instruction->operands[0].kind != IHOP_PTX_INTEGER || instruction->operands[0].bits != 0));
}

gboolean
ihop_flow_has_effect (const IhopPtxInstruction *instruction)
{
  static const char *const effects[] = { "ld", "ldu", "atom", "call", "vote", "shfl", "match", "redux", "bar",
                                         "barrier", "tex", "suld", "wmma", "mma", "mbarrier", "ldmatrix", "movmatrix", "elect", "alloca",
                                         "activemask", "clock", NULL };

  return ihop_flow_n_results (instruction) == 0 || is_one_of (instruction->opcode, effects);
}

typedef void Visit (guint reg, gpointer data);

static void
visit (const IhopPtxOperand *operand, Visit *each, gpointer data)
{
  if (operand->kind == IHOP_PTX_REGISTER)
    each (operand->reg, data);
  for (guint i = 0; i < operand->n_items; i++)
    visit (&operand->items[i], each, data);
}

void
ihop_flow_sets (const IhopPtxInstruction *instruction, Visit *set, gpointer data)
{
  for (guint i = 0; i < ihop_flow_n_results (instruction); i++)
    visit (&instruction->operands[i], set, data);
}

void
ihop_flow_uses (const IhopPtxInstruction *instruction, Visit *use, gpointer data)
{
  guint n_results = ihop_flow_n_results (instruction);

  if (instruction->guard >= 0)
    {
      use (instruction->guard, data);
      for (guint i = 0; i < n_results; i++)
        visit (&instruction->operands[i], use, data);
    }
  for (guint i = n_results; i < instruction->n_operands; i++)
    visit (&instruction->operands[i], use, data);
}
