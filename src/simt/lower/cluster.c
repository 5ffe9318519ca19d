#include "simt/lower/cluster.h"
#include "simt/lower/linear.h"

/* Instructions behind a load among which others of its cluster are looked for. */
enum { MOST_PASSED = 256 };

static const IhopPtxInstruction *
instruction_at (const IhopFlow *flow, guint i)
{
  return &g_array_index (flow->function->instructions, IhopPtxInstruction, i);
}

/* An access that no other thread is told of. */
static gboolean
is_weak (const IhopPtxInstruction *instruction)
{
  static const char *const ordered[] = { "volatile", "relaxed", "acquire", "release", "mmio", "async", "bulk" };

  for (guint i = 0; i < G_N_ELEMENTS (ordered); i++)
    if (ihop_ptx_has (instruction, ordered[i]))
      return FALSE;
  return TRUE;
}

/* Is the address a register and a number? */
static gboolean
has_register (const IhopPtxOperand *address)
{
  return address->kind == IHOP_PTX_ADDRESS && address->n_items == 1 && address->items[0].kind == IHOP_PTX_REGISTER;
}

/* A load of one element of four or eight bytes. */
static gboolean
is_plain_load (const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  IhopPtxSpace space = ihop_ptx_space (instruction);

  return g_str_equal (instruction->opcode, "ld") && instruction->guard < 0 && is_weak (instruction) && has_register (&instruction->operands[1])
         && instruction->operands[0].kind == IHOP_PTX_REGISTER && type.lanes == 1 && (type.bits == 32 || type.bits == 64)
         && space != IHOP_PTX_SPACE_LOCAL && space != IHOP_PTX_SPACE_PARAM;
}

/* Do both load the same kind of element, at addresses of which the second lies so many bytes behind the first? */
static gboolean
is_alike (const IhopFlow *flow, const IhopPtxInstruction *one, const IhopPtxInstruction *other, gint64 *behind)
{
  IhopPtxType a = ihop_ptx_type (one, 0), b = ihop_ptx_type (other, 0);

  if (!is_plain_load (other) || a.bits != b.bits || (a.kind == 'f') != (b.kind == 'f') || ihop_ptx_space (one) != ihop_ptx_space (other)
      || !ihop_linear_distance (flow, one->operands[1].items[0].reg, other->operands[1].items[0].reg, behind))
    return FALSE;
  *behind += other->operands[1].offset - one->operands[1].offset;
  return TRUE;
}

/* Loads that may belong to it, by their offsets, and the stores between them. */
typedef struct
{
  gint64 offsets[IHOP_CLUSTER_MOST];
  guint places[IHOP_CLUSTER_MOST]; /* instructions */
  guint n;
  const IhopPtxInstruction *stores[IHOP_CLUSTER_MOST_STORES];
  guint n_stores_before[IHOP_CLUSTER_MOST]; /* by load */
  guint n_stores;
} Candidates;

static gboolean
has_offset (const Candidates *candidates, gint64 offset)
{
  for (guint i = 0; i < candidates->n; i++)
    if (candidates->offsets[i] == offset)
      return TRUE;
  return FALSE;
}

static gboolean
is_same_place (const IhopPtxInstruction *one, const IhopPtxInstruction *other)
{
  const IhopPtxOperand *a = &one->operands[0], *b = &other->operands[0];
  IhopPtxType x = ihop_ptx_type (one, 0), y = ihop_ptx_type (other, 0);

  return a->items[0].reg == b->items[0].reg && a->offset == b->offset && x.bits * x.lanes == y.bits * y.lanes
         && one->operands[1].n_items == other->operands[1].n_items && ihop_ptx_space (one) == ihop_ptx_space (other);
}

/* FALSE: what the store writes to cannot be told in front of the first load. */
static gboolean
note_store (Candidates *candidates, const IhopPtxInstruction *store, const IhopBits *set)
{
  IhopPtxSpace space = ihop_ptx_space (store);

  if (!is_weak (store) || !has_register (&store->operands[0]) || ihop_bits_has (set, store->operands[0].items[0].reg)
      || space == IHOP_PTX_SPACE_LOCAL || space == IHOP_PTX_SPACE_PARAM)
    return FALSE;
  for (guint i = 0; i < candidates->n_stores; i++)
    if (is_same_place (candidates->stores[i], store))
      return TRUE;
  if (candidates->n_stores == IHOP_CLUSTER_MOST_STORES)
    return FALSE;
  candidates->stores[candidates->n_stores++] = store;
  return TRUE;
}

static void
add_set (guint reg, gpointer data)
{
  ihop_bits_add (data, reg);
}

/* FALSE: no load behind this instruction may be done in front of it. */
static gboolean
pass (Candidates *candidates, const IhopPtxInstruction *first, const IhopPtxInstruction *one, IhopBits *set)
{
  if (g_str_equal (one->opcode, "st"))
    return note_store (candidates, one, set);
  if (g_str_equal (one->opcode, "ld") ? !is_weak (one) : ihop_flow_has_effect (one))
    return FALSE;
  ihop_flow_sets (one, add_set, set);
  return !ihop_bits_has (set, first->operands[1].items[0].reg);
}

/* Loads with this address, as far as they may be done where the first one stands. */
static void
collect (const IhopFlow *flow, const IhopFlowBlock *block, guint at, Candidates *candidates)
{
  const IhopPtxInstruction *first = instruction_at (flow, at);
  IhopBits set = ihop_bits_new (flow->function->registers->len);

  for (guint i = at; i < MIN (block->end, at + MOST_PASSED) && candidates->n < IHOP_CLUSTER_MOST; i++)
    {
      const IhopPtxInstruction *one = instruction_at (flow, i);
      gint64 behind;
      if (is_alike (flow, first, one, &behind))
        {
          candidates->offsets[candidates->n] = behind;
          candidates->n_stores_before[candidates->n] = candidates->n_stores;
          candidates->places[candidates->n++] = i;
        }
      if (!pass (candidates, first, one, &set))
        break;
    }
  ihop_bits_clear (&set);
}

/* The load reads an element of the cluster: all stores in front of it lie between. */
static void
take (IhopCluster *cluster, const Candidates *candidates, guint load)
{
  gint64 offset = candidates->offsets[load] - cluster->lowest;

  if (offset < 0 || offset >= (gint64) cluster->n * cluster->size || offset % cluster->size != 0)
    return;
  cluster->last = candidates->places[load];
  cluster->n_stores = candidates->n_stores_before[load];
}

gboolean
ihop_cluster_find (const IhopFlow *flow, const IhopFlowBlock *block, guint first, IhopCluster *cluster)
{
  const IhopPtxInstruction *load = instruction_at (flow, first);
  Candidates candidates = { .n = 0 };

  if (!is_plain_load (load))
    return FALSE;
  collect (flow, block, first, &candidates);
  gint64 low = 0, high = 0, size = ihop_ptx_type (load, 0).bits / 8;
  while (has_offset (&candidates, low - size))
    low -= size;
  while (has_offset (&candidates, high + size))
    high += size;
  *cluster = (IhopCluster){ .first = first, .lowest = low, .n = (high - low) / size + 1, .size = size };
  memcpy (cluster->stores, candidates.stores, sizeof candidates.stores);
  for (guint i = 0; i < candidates.n; i++)
    take (cluster, &candidates, i);
  return cluster->n > 1;
}

gboolean
ihop_cluster_has (const IhopFlow *flow, const IhopCluster *cluster, guint instruction, guint *at)
{
  gint64 offset;

  if (instruction < cluster->first || instruction > cluster->last
      || !is_alike (flow, instruction_at (flow, cluster->first), instruction_at (flow, instruction), &offset))
    return FALSE;
  offset -= cluster->lowest;
  *at = offset / cluster->size;
  return offset >= 0 && offset % cluster->size == 0 && *at < cluster->n;
}
