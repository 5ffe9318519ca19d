#include "simt/lower/alike.h"

typedef struct
{
  IhopLanesTable *lanes;
  const IhopFlow *flow;
  IhopAlike *alike;
  IhopBits *behind; /* by block: blocks that come on all ways from it to an end; itself, too */
  gboolean changed;
} Search;

static const IhopPtxInstruction *
instruction_at (const IhopFlow *flow, guint i)
{
  return &g_array_index (flow->function->instructions, IhopPtxInstruction, i);
}

/* --- operands --------------------------------------------------------------------------------- */

/* Numbers of threads and warps differ, and clocks go on. */
static gboolean
is_special_alike (IhopLanesTable *lanes, const char *name)
{
  static const char *const fine[] = { "%ctaid.", "%nctaid.", "%ntid.", "%laneid", "%dynamic_smem_size", "%total_smem_size", NULL };

  if (g_str_has_prefix (name, "%tid."))
    return ihop_lanes_special (lanes, name).kind == IHOP_LANES_PATTERN && ihop_lanes_special (lanes, name).align >= 1ull << 62;
  for (guint i = 0; fine[i]; i++)
    if (g_str_has_prefix (name, fine[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_operand_alike (const IhopAlike *alike, IhopLanesTable *lanes, const IhopPtxOperand *operand)
{
  gboolean fine = TRUE;

  if (operand->kind == IHOP_PTX_REGISTER)
    fine = ihop_bits_has (&alike->registers, operand->reg);
  else if (operand->kind == IHOP_PTX_SPECIAL)
    fine = is_special_alike (lanes, operand->name);
  for (guint i = 0; fine && i < operand->n_items; i++)
    fine = is_operand_alike (alike, lanes, &operand->items[i]);
  return fine;
}

/* What a launch has given and what the program calls constant stays as it is; other memory may change between two warps. */
static gboolean
reads_what_stays (const IhopPtxInstruction *instruction)
{
  IhopPtxSpace space = ihop_ptx_space (instruction);

  return g_str_equal (instruction->opcode, "ld") && (space == IHOP_PTX_SPACE_PARAM || space == IHOP_PTX_SPACE_CONST);
}

static gboolean
is_result_alike (Search *search, const IhopPtxInstruction *instruction)
{
  if (ihop_flow_has_effect (instruction) && !reads_what_stays (instruction))
    return FALSE;
  if (instruction->guard >= 0 && !ihop_bits_has (&search->alike->registers, instruction->guard))
    return FALSE;
  for (guint i = ihop_flow_n_results (instruction); i < instruction->n_operands; i++)
    if (!is_operand_alike (search->alike, search->lanes, &instruction->operands[i]))
      return FALSE;
  return TRUE;
}

/* --- registers -------------------------------------------------------------------------------- */

static void
take_back (guint reg, gpointer data)
{
  Search *search = data;

  search->changed |= ihop_bits_has (&search->alike->registers, reg);
  ihop_bits_remove (&search->alike->registers, reg);
}

static void
look_at_registers (Search *search)
{
  for (guint b = 0; b < search->flow->n_blocks; b++)
    for (guint i = search->flow->blocks[b].first; i < search->flow->blocks[b].end; i++)
      if (!ihop_bits_has (&search->alike->blocks, b) || !is_result_alike (search, instruction_at (search->flow, i)))
        ihop_flow_sets (instruction_at (search->flow, i), take_back, search);
}

/* --- control flow ------------------------------------------------------------------------------ */

/* Blocks that come behind this one on all ways ("post-dominators"). Bits of each successor's are met. */
static gboolean
narrow (Search *search, guint at, IhopBits *met)
{
  const IhopFlowBlock *block = &search->flow->blocks[at];
  gboolean changed = FALSE;

  memset (met->words, block->n_successors ? 0xff : 0, met->n_words * sizeof *met->words);
  for (guint k = 0; k < block->n_successors; k++)
    for (guint w = 0; w < met->n_words; w++)
      met->words[w] &= search->behind[block->successors[k]].words[w];
  ihop_bits_add (met, at);
  for (guint w = 0; w < met->n_words; w++)
    {
      changed |= (search->behind[at].words[w] & ~met->words[w]) != 0;
      search->behind[at].words[w] &= met->words[w];
    }
  return changed;
}

static void
find_behind (Search *search)
{
  guint n = search->flow->n_blocks;
  IhopBits met = ihop_bits_new (n);
  gboolean changed = TRUE;

  search->behind = g_new (IhopBits, n);
  for (guint i = 0; i < n; i++)
    {
      search->behind[i] = ihop_bits_new (n);
      memset (search->behind[i].words, 0xff, met.n_words * sizeof *met.words);
    }
  while (changed)
    {
      changed = FALSE;
      for (guint i = n; i-- > 0;)
        changed |= narrow (search, i, &met);
    }
  ihop_bits_clear (&met);
}

/* From where warps part to where all must come again. */
static void
take_back_blocks (Search *search, guint from, guint at)
{
  if (at != from && ihop_bits_has (&search->behind[from], at))
    return;
  if (!ihop_bits_has (&search->alike->blocks, at))
    return;
  ihop_bits_remove (&search->alike->blocks, at);
  search->changed = TRUE;
  for (guint k = 0; k < search->flow->blocks[at].n_successors; k++)
    take_back_blocks (search, from, search->flow->blocks[at].successors[k]);
}

gboolean
ihop_alike_decides (const IhopAlike *alike, IhopLanesTable *lanes, guint block)
{
  const IhopFlowBlock *it = &lanes->flow->blocks[block];

  if (it->n_successors < 2)
    return TRUE;
  if (ihop_lanes_parts (lanes, it))
    return FALSE;
  if (it->how == IHOP_FLOW_SWITCH)
    return is_operand_alike (alike, lanes, &instruction_at (lanes->flow, it->end - 1)->operands[0]);
  return it->guard < 0 || ihop_bits_has (&alike->registers, it->guard);
}

/* --- the whole --------------------------------------------------------------------------------- */

static void
begin (Search *search)
{
  guint n = search->flow->function->registers->len;

  search->alike->registers = ihop_bits_new (n);
  search->alike->blocks = ihop_bits_new (search->flow->n_blocks);
  for (guint i = 0; i < n; i++)
    if (search->lanes->registers[i].kind < IHOP_LANES_ROWS)
      ihop_bits_add (&search->alike->registers, i);
  for (guint i = 0; i < search->flow->n_blocks; i++)
    ihop_bits_add (&search->alike->blocks, i);
  find_behind (search);
}

/* A block that was reached from one place of parting need not be the end of what another one reaches: all of them begin anew
 * each time. */
static void
look_at_blocks (Search *search)
{
  IhopBits before = ihop_bits_new (search->flow->n_blocks), all = ihop_bits_new (search->flow->n_blocks);
  gboolean changed = search->changed;

  ihop_bits_copy (&before, &search->alike->blocks);
  ihop_bits_copy (&all, &before);
  for (guint b = 0; b < search->flow->n_blocks; b++)
    if (!ihop_alike_decides (search->alike, search->lanes, b))
      {
        memset (search->alike->blocks.words, 0xff, all.n_words * sizeof *all.words);
        for (guint k = 0; k < search->flow->blocks[b].n_successors; k++)
          take_back_blocks (search, b, search->flow->blocks[b].successors[k]);
        for (guint w = 0; w < all.n_words; w++)
          all.words[w] &= search->alike->blocks.words[w];
      }
  search->changed = changed || memcmp (all.words, before.words, all.n_words * sizeof *all.words) != 0;
  ihop_bits_copy (&search->alike->blocks, &all);
  ihop_bits_clear (&before);
  ihop_bits_clear (&all);
}

IhopAlike *
ihop_alike_new (IhopLanesTable *lanes)
{
  Search search = { lanes, lanes->flow, g_new0 (IhopAlike, 1), NULL, TRUE };

  begin (&search);
  while (search.changed)
    {
      search.changed = FALSE;
      look_at_blocks (&search);
      look_at_registers (&search);
    }
  for (guint i = 0; i < lanes->flow->n_blocks; i++)
    ihop_bits_clear (&search.behind[i]);
  g_free (search.behind);
  return search.alike;
}

void
ihop_alike_free (IhopAlike *alike)
{
  if (alike == NULL)
    return;
  ihop_bits_clear (&alike->registers);
  ihop_bits_clear (&alike->blocks);
  g_free (alike);
}
