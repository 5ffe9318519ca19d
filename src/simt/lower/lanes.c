#include "simt/lower/lanes.h"

static guint
pattern_hash (gconstpointer key)
{
  const gint64 *numbers = key;
  guint hash = 5381;

  for (guint i = 0; i < IHOP_WARP; i++)
    hash = hash * 33 + (guint) numbers[i];
  return hash;
}

static gboolean
pattern_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, IHOP_WARP * sizeof (gint64)) == 0;
}

const gint64 *
ihop_lanes_pattern (IhopLanesTable *table, const gint64 *numbers)
{
  gpointer found = g_hash_table_lookup (table->patterns, numbers);

  if (found == NULL)
    {
      found = g_memdup2 (numbers, IHOP_WARP * sizeof (gint64));
      g_hash_table_add (table->patterns, found);
    }
  return found;
}

gboolean
ihop_lanes_parts (IhopLanesTable *table, const IhopFlowBlock *block)
{
  if (block->how == IHOP_FLOW_SWITCH)
    {
      const IhopPtxInstruction *last
        = &g_array_index (table->flow->function->instructions, IhopPtxInstruction, block->end - 1);
      return ihop_lanes_of (table, &last->operands[0]).kind > IHOP_LANES_UNIFORM;
    }
  return block->guard >= 0 && table->registers[block->guard].kind > IHOP_LANES_UNIFORM;
}

static gboolean
parts (const IhopFlowBlock *block, gpointer data)
{
  return ihop_lanes_parts (data, block);
}

/* What both hold. */
static IhopLanes
meet (IhopLanesTable *table, IhopLanes a, IhopLanes b)
{
  if (a.kind == IHOP_LANES_UNSET)
    return b;
  if (b.kind == IHOP_LANES_UNSET)
    return a;
  if (a.kind != b.kind || a.pattern != b.pattern || a.rows != b.rows)
    return ihop_lanes_common_rows (table, a, b);
  a.align = MIN (a.align, b.align);
  return a;
}

typedef struct
{
  IhopLanesTable *table;
  IhopLanes result;
  gboolean changed;
} Setting;

static void
set_register (guint reg, gpointer data)
{
  Setting *setting = data;
  IhopLanes *now = &setting->table->registers[reg], next = meet (setting->table, *now, setting->result);

  if (ihop_bits_has (&setting->table->forced, reg))
    next = (IhopLanes){ IHOP_LANES_VARYING, NULL, 1, ihop_lanes_rows (setting->table, next) };
  setting->changed |= next.kind != now->kind || next.pattern != now->pattern || next.align != now->align || next.rows != now->rows;
  *now = next;
}

static void
settle (IhopLanesTable *table)
{
  Setting setting = { .table = table, .changed = TRUE };
  const GArray *instructions = table->flow->function->instructions;

  while (setting.changed)
    {
      setting.changed = FALSE;
      for (guint b = 0; b < table->flow->n_blocks; b++)
        for (guint i = table->flow->blocks[b].first; i < table->flow->blocks[b].end; i++)
          {
            const IhopPtxInstruction *instruction = &g_array_index (instructions, IhopPtxInstruction, i);
            if (ihop_flow_n_results (instruction) == 0)
              continue;
            setting.result = ihop_lanes_result (table, instruction);
            ihop_flow_sets (instruction, set_register, &setting);
          }
    }
}

/* What nothing gives a value may hold anything: the same in all lanes, then. TRUE: there was such a register. */
static gboolean
name_unset (IhopLanesTable *table)
{
  gboolean found = FALSE;

  for (guint i = 0; i < table->flow->function->registers->len; i++)
    if (table->registers[i].kind == IHOP_LANES_UNSET)
      {
        table->registers[i] = (IhopLanes){ IHOP_LANES_UNIFORM, NULL, 1 };
        found = TRUE;
      }
  return found;
}

/* --- registers that lanes elsewhere still read ------------------------------------------------ */

typedef struct
{
  IhopLanesTable *table;
  const IhopBits *read; /* by the lanes that are elsewhere */
  gboolean changed;
} Forcing;

static void
force_register (guint reg, gpointer data)
{
  Forcing *forcing = data;

  if (!ihop_bits_has (forcing->read, reg) || ihop_bits_has (&forcing->table->forced, reg))
    return;
  ihop_bits_add (&forcing->table->forced, reg);
  forcing->changed = TRUE;
}

void
ihop_lanes_read_elsewhere (const IhopLanesTable *table, guint block, IhopBits *read)
{
  memset (read->words, 0, read->n_words * sizeof *read->words);
  IHOP_BITS_EACH (at, &table->pending->runnable[block])
    ihop_bits_unite (read, &table->flow->blocks[at].live);
  IHOP_BITS_EACH (at, &table->pending->waiting[block])
    ihop_bits_unite (read, &table->flow->blocks[at].live);
}

/* A register that this block sets and that lanes elsewhere read holds different values in them. */
static gboolean
force (IhopLanesTable *table)
{
  IhopBits read = ihop_bits_new (table->flow->function->registers->len);
  Forcing forcing = { table, &read, FALSE };
  const GArray *instructions = table->flow->function->instructions;

  for (guint b = 0; b < table->flow->n_blocks; b++)
    {
      ihop_lanes_read_elsewhere (table, b, &read);
      for (guint i = table->flow->blocks[b].first; i < table->flow->blocks[b].end; i++)
        ihop_flow_sets (&g_array_index (instructions, IhopPtxInstruction, i), force_register, &forcing);
    }
  ihop_bits_clear (&read);
  return forcing.changed;
}

IhopLanesTable *
ihop_lanes_new (const IhopFlow *flow, IhopLanesOptions options)
{
  IhopLanesTable *table = g_new0 (IhopLanesTable, 1);
  gboolean changed;

  table->flow = flow;
  table->options = options;
  table->registers = g_new0 (IhopLanes, flow->function->registers->len + 1);
  table->patterns = g_hash_table_new_full (pattern_hash, pattern_equal, g_free, NULL);
  table->forced = ihop_bits_new (flow->function->registers->len);
  do
    {
      settle (table);
      if (name_unset (table))
        settle (table);
      ihop_pending_free (table->pending);
      table->pending = ihop_pending_new (flow, parts, table);
      changed = force (table);
    }
  while (changed);
  return table;
}

void
ihop_lanes_free (IhopLanesTable *table)
{
  ihop_pending_free (table->pending);
  g_hash_table_unref (table->patterns);
  ihop_bits_clear (&table->forced);
  g_free (table->registers);
  g_free (table);
}
