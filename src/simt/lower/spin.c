#include "simt/lower/spin.h"

typedef struct
{
  const IhopFlow *flow;
  guint first, last;  /* blocks of the loop */
  IhopBits from_memory; /* registers that depend on what is read anew */
  gboolean is_kept;     /* some of them are stored where this thread may load them again, as compilers do that do not optimise */
  gboolean uses, changed;
} Spin;

static const IhopPtxInstruction *
instruction_at (const IhopFlow *flow, guint i)
{
  return &g_array_index (flow->function->instructions, IhopPtxInstruction, i);
}

static gboolean
reads_anew (const IhopPtxInstruction *instruction)
{
  static const char *const orders[] = { "volatile", "relaxed", "acquire", "acq_rel", "mmio" };

  if (g_str_equal (instruction->opcode, "atom") || g_str_equal (instruction->opcode, "mbarrier"))
    return TRUE;
  for (guint i = 0; g_str_equal (instruction->opcode, "ld") && i < G_N_ELEMENTS (orders); i++)
    if (ihop_ptx_has (instruction, orders[i]))
      return TRUE;
  return FALSE;
}

static void
use (guint reg, gpointer data)
{
  Spin *spin = data;

  spin->uses |= ihop_bits_has (&spin->from_memory, reg);
}

static void
set (guint reg, gpointer data)
{
  Spin *spin = data;

  spin->changed |= !ihop_bits_has (&spin->from_memory, reg);
  ihop_bits_add (&spin->from_memory, reg);
}

/* May it use this thread's own stack? */
static gboolean
is_at_stack (const IhopPtxInstruction *instruction, const char *opcode)
{
  IhopPtxSpace space = ihop_ptx_space (instruction);

  return g_str_equal (instruction->opcode, opcode)
         && (space == IHOP_PTX_SPACE_LOCAL || space == IHOP_PTX_SPACE_NONE || space == IHOP_PTX_SPACE_PARAM);
}

/* A store keeps what it is given, a load of what is kept gives it. */
static void
spread_through_stack (Spin *spin, const IhopPtxInstruction *instruction)
{
  if (spin->uses && !spin->is_kept && is_at_stack (instruction, "st"))
    spin->is_kept = spin->changed = TRUE;
  spin->uses |= spin->is_kept && is_at_stack (instruction, "ld");
}

static void
spread (Spin *spin)
{
  for (guint b = spin->first; b <= spin->last; b++)
    for (guint i = spin->flow->blocks[b].first; i < spin->flow->blocks[b].end; i++)
      {
        const IhopPtxInstruction *instruction = instruction_at (spin->flow, i);
        spin->uses = reads_anew (instruction);
        ihop_flow_uses (instruction, use, spin);
        spread_through_stack (spin, instruction);
        if (spin->uses)
          ihop_flow_sets (instruction, set, spin);
      }
}

/* Does a branch in the loop ask for something that depends on it? */
static gboolean
is_asked (const Spin *spin)
{
  for (guint b = spin->first; b <= spin->last; b++)
    if (spin->flow->blocks[b].guard >= 0 && ihop_bits_has (&spin->from_memory, spin->flow->blocks[b].guard))
      return TRUE;
  return FALSE;
}

static gboolean
may_wait (const IhopFlow *flow, guint first, guint last)
{
  Spin spin = { .flow = flow, .first = first, .last = last, .changed = TRUE };

  spin.from_memory = ihop_bits_new (flow->function->registers->len);
  while (spin.changed)
    {
      spin.changed = FALSE;
      spread (&spin);
    }
  gboolean waits = is_asked (&spin);
  ihop_bits_clear (&spin.from_memory);
  return waits;
}

/* Does the loop wait for nothing but the block's own shared memory? */
static gboolean
is_own (const IhopFlow *flow, guint first, guint last)
{
  for (guint b = first; b <= last; b++)
    for (guint i = flow->blocks[b].first; i < flow->blocks[b].end; i++)
      {
        const IhopPtxInstruction *instruction = instruction_at (flow, i);
        if (reads_anew (instruction) && !g_str_equal (instruction->opcode, "mbarrier") && ihop_ptx_space (instruction) != IHOP_PTX_SPACE_SHARED)
          return FALSE;
      }
  return TRUE;
}

/* Is there a loop in this one that does? It is the one that waits. */
static gboolean
has_own_inside (const IhopFlow *flow, guint first, guint last)
{
  for (guint b = first; b < last; b++)
    for (guint k = 0; flow->blocks[b].yields_to_block && k < flow->blocks[b].n_successors; k++)
      if (flow->blocks[b].successors[k] > first && flow->blocks[b].successors[k] <= b)
        return TRUE;
  return FALSE;
}

/* Does it load alone? A loop that tries an atomic operation until it succeeds works, and waits for nobody. */
static gboolean
only_asks (const IhopFlow *flow, guint first, guint last)
{
  static const char *const works[] = { "atom", "red", "st", "mbarrier" };

  for (guint b = first; b <= last; b++)
    for (guint i = flow->blocks[b].first; i < flow->blocks[b].end; i++)
      for (guint k = 0; k < G_N_ELEMENTS (works); k++)
        if (g_str_equal (instruction_at (flow, i)->opcode, works[k]))
          return FALSE;
  return TRUE;
}

static void
note_wait (IhopFlow *flow, guint first, guint last)
{
  if (!only_asks (flow, first, last) || is_own (flow, first, last))
    return;
  for (guint b = first; b <= last; b++)
    flow->blocks[b].in_wait = TRUE;
  flow->blocks[last].ends_wait = TRUE;
}

void
ihop_flow_find_spins (IhopFlow *flow)
{
  for (guint b = 0; b < flow->n_blocks; b++)
    {
      IhopFlowBlock *block = &flow->blocks[b];
      for (guint k = 0; k < block->n_successors && block->how != IHOP_FLOW_BARRIER; k++)
        if (block->successors[k] <= b && !block->yields)
          {
            block->yields = may_wait (flow, block->successors[k], b);
            block->yields_to_block = block->yields && is_own (flow, block->successors[k], b) && !has_own_inside (flow, block->successors[k], b);
            if (block->yields)
              note_wait (flow, block->successors[k], b);
          }
    }
}
