/* Loads of a cluster (cluster.h) for a whole warp: of each lane runs of 16 bytes, of which 4 by 4 (of doubles 2 by 2) elements are turned round, so
 * that vectors hold what the lanes read with one instruction. A cache line is asked for once where each load would ask for it again.
 *
 * Whether a store in between writes what is read sooner is asked in front; then each load is done in its turn. */
#include "simt/lower/emit_cluster.h"

/* Bytes of a run; runs in a vector; elements of four bytes in a run; runs of a lane. */
enum { RUN = 16, SLOTS = 4, MOST_IN_RUN = 4, MOST_RUNS = IHOP_CLUSTER_MOST / 2 };

/* --- runs of lanes, turned round ---------------------------------------------------------------- */

/* So many bytes behind the lane's address. Of a pattern that is a number beside one base: sums would be made vectors, to be taken apart again. */
static LLVMValueRef
place_of (IhopEmit *emit, IhopEmitAddress address, guint lane, gint64 bytes)
{
  LLVMValueRef base = address.base;

  if (ihop_emit_is_vector (base))
    base = LLVMBuildExtractElement (emit->builder, base, ihop_emit_constant (emit, 32, lane), "");
  LLVMValueRef behind = ihop_emit_constant (emit, 64, bytes + (address.pattern ? address.pattern[lane] : 0));
  return LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 8), ihop_emit_pointer (emit, base), &behind, 1, "");
}

static LLVMValueRef
beside (IhopEmit *emit, LLVMValueRef a, LLVMValueRef b)
{
  LLVMValueRef places[IHOP_WARP];
  guint n = 2 * LLVMGetVectorSize (LLVMTypeOf (a));

  for (guint i = 0; i < n; i++)
    places[i] = ihop_emit_constant (emit, 32, i);
  return LLVMBuildShuffleVector (emit->builder, a, b, LLVMConstVector (places, n), "");
}

/* Where a lane's last run begins, and those in front of it: the last one ends where the last element does. */
static guint
begin_of (const IhopCluster *cluster, guint run)
{
  guint n = RUN / cluster->size;

  return MIN (run * n, cluster->n - n);
}

static guint
n_runs (const IhopCluster *cluster)
{
  guint n = RUN / cluster->size;

  return (cluster->n + n - 1) / n;
}

/* Elements of a lane from that one on. */
static LLVMValueRef
load_run (IhopEmit *emit, const IhopCluster *cluster, IhopEmitAddress lowest, LLVMTypeRef element, guint lane, guint first, guint n)
{
  LLVMValueRef run = LLVMBuildLoad2 (emit->builder, LLVMVectorType (element, n), place_of (emit, lowest, lane, (gint64) first * cluster->size), "");

  LLVMSetAlignment (run, cluster->size);
  return run;
}

/* All runs of a lane; two that lie side by side are loaded at once, so that they ask for their cache line once. */
static void
load_lane (IhopEmit *emit, const IhopCluster *cluster, IhopEmitAddress lowest, LLVMTypeRef element, guint lane, LLVMValueRef *runs)
{
  guint n = RUN / cluster->size;

  for (guint r = 0; r < n_runs (cluster); r++)
    {
      guint first = begin_of (cluster, r);
      gboolean is_pair = r + 1 < n_runs (cluster) && begin_of (cluster, r + 1) == first + n;
      LLVMValueRef both = load_run (emit, cluster, lowest, element, lane, first, is_pair ? 2 * n : n);
      runs[r] = is_pair ? ihop_emit_slice (emit, both, 0, n) : both;
      if (is_pair)
        runs[++r] = ihop_emit_slice (emit, both, n, n);
    }
}

/* One run of each of four lanes. */
static LLVMValueRef
together (IhopEmit *emit, LLVMValueRef lanes[][MOST_RUNS], guint run)
{
  return beside (emit, beside (emit, lanes[0][run], lanes[1][run]), beside (emit, lanes[2][run], lanes[3][run]));
}

/* Of each run of n elements one half of its pieces, "width" elements each: of a and b in turns. */
static LLVMValueRef
in_turns (IhopEmit *emit, LLVMValueRef a, LLVMValueRef b, guint n, guint width, guint half)
{
  LLVMValueRef places[IHOP_WARP];

  for (guint i = 0; i < SLOTS * n; i++)
    {
      guint piece = i % n / width, from = half * (n / width / 2) + piece / 2;
      places[i] = ihop_emit_constant (emit, 32, piece % 2 * SLOTS * n + i / n * n + from * width + i % width);
    }
  return LLVMBuildShuffleVector (emit->builder, a, b, LLVMConstVector (places, SLOTS * n), "");
}

/* Vector k, of n, has elements of lanes k, k + n, k + 2n …; then it has element k of all of them. */
static void
turn_round (IhopEmit *emit, LLVMValueRef *vectors, guint n)
{
  LLVMValueRef half[MOST_IN_RUN];

  if (n == 2)
    {
      half[0] = in_turns (emit, vectors[0], vectors[1], n, 1, 0);
      half[1] = in_turns (emit, vectors[0], vectors[1], n, 1, 1);
      memcpy (vectors, half, n * sizeof *half);
      return;
    }
  for (guint i = 0; i < n; i++)
    half[i] = in_turns (emit, vectors[i / 2 * 2], vectors[i / 2 * 2 + 1], n, 1, i % 2);
  for (guint i = 0; i < n; i++)
    vectors[i] = in_turns (emit, half[i / 2], half[i / 2 + 2], n, 2, i % 2);
}

/* Elements of all runs of some lanes from "first" on: "parts" by element, as a vector each. */
static void
load_some (IhopEmit *emit, const IhopCluster *cluster, IhopEmitAddress lowest, LLVMTypeRef element, guint first, LLVMValueRef *parts)
{
  guint n = RUN / cluster->size;
  LLVMValueRef lanes[MOST_IN_RUN][SLOTS][MOST_RUNS], vectors[MOST_IN_RUN];

  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < SLOTS; i++)
      load_lane (emit, cluster, lowest, element, first + k + i * n, lanes[k][i]);
  for (guint r = 0; r < n_runs (cluster); r++)
    {
      for (guint k = 0; k < n; k++)
        vectors[k] = together (emit, lanes[k], r);
      turn_round (emit, vectors, n);
      memcpy (parts + begin_of (cluster, r), vectors, n * sizeof *vectors);
    }
}

/* Values of all elements, lane by lane. */
static void
load_all (IhopEmit *emit, const IhopCluster *cluster, IhopEmitAddress lowest, LLVMTypeRef element, LLVMValueRef *values)
{
  guint lanes = SLOTS * RUN / cluster->size;
  LLVMValueRef parts[IHOP_WARP][IHOP_CLUSTER_MOST], one[IHOP_WARP];

  for (guint part = 0; part < IHOP_WARP / lanes; part++)
    load_some (emit, cluster, lowest, element, part * lanes, parts[part]);
  for (guint k = 0; k < cluster->n; k++)
    {
      for (guint part = 0; part < IHOP_WARP / lanes; part++)
        one[part] = parts[part][k];
      values[k] = ihop_emit_join (emit, one, lanes);
    }
}

/* --- stores in between ---------------------------------------------------------------------------- */

static LLVMValueRef
places_of (IhopEmit *emit, IhopEmitAddress address)
{
  return address.pattern ? ihop_emit_spread (emit, address.base, address.pattern) : ihop_emit_splat (emit, address.base);
}

static guint
bytes_of (const IhopPtxInstruction *store)
{
  const IhopPtxOperand *from = &store->operands[1];

  return ihop_ptx_type_size (ihop_ptx_type (store, 0)) * (from->kind == IHOP_PTX_LIST ? from->n_items : 1);
}

/* i1: no lane reads, from "lowest" on, what it writes itself with the store. */
static LLVMValueRef
is_apart (IhopEmit *emit, const IhopCluster *cluster, IhopEmitAddress lowest, const IhopPtxInstruction *store)
{
  IhopEmitAddress written = ihop_emit_address (emit, &store->operands[0], ihop_ptx_space (store));
  guint64 read = (guint64) cluster->n * cluster->size, bytes = bytes_of (store);
  LLVMValueRef behind = LLVMBuildSub (emit->builder, places_of (emit, written), places_of (emit, lowest), "");
  LLVMValueRef ends = LLVMBuildAdd (emit->builder, behind, ihop_emit_constant_like (behind, bytes - 1), "");
  LLVMValueRef meets = LLVMBuildICmp (emit->builder, LLVMIntULT, ends, ihop_emit_constant_like (ends, read + bytes - 1), "");

  return LLVMBuildICmp (emit->builder, LLVMIntEQ, ihop_emit_bits (emit, meets), ihop_emit_constant (emit, 32, 0), "");
}

/* NULL: nothing is stored in between. */
static LLVMValueRef
are_apart (IhopEmit *emit, const IhopCluster *cluster, IhopEmitAddress lowest)
{
  LLVMValueRef all = NULL;

  for (guint i = 0; i < cluster->n_stores; i++)
    {
      LLVMValueRef one = is_apart (emit, cluster, lowest, cluster->stores[i]);
      all = all ? LLVMBuildAnd (emit->builder, all, one, "") : one;
    }
  return all;
}

/* --- loads of a cluster --------------------------------------------------------------------------- */

/* What was loaded in front where stores are apart, else what is loaded here. */
static LLVMValueRef
choose (IhopEmit *emit, LLVMValueRef apart, LLVMValueRef known, IhopEmitAddress address, LLVMTypeRef element)
{
  LLVMBasicBlockRef here = LLVMGetInsertBlock (emit->builder);
  LLVMBasicBlockRef alone = LLVMAppendBasicBlockInContext (emit->context, emit->function, "alone");
  LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext (emit->context, emit->function, "loaded");

  LLVMBuildCondBr (emit->builder, apart, join, alone);
  LLVMPositionBuilderAtEnd (emit->builder, alone);
  LLVMValueRef values[] = { known, ihop_emit_load (emit, address, element) };
  LLVMBasicBlockRef from[] = { here, LLVMGetInsertBlock (emit->builder) };
  LLVMBuildBr (emit->builder, join);
  LLVMPositionBuilderAtEnd (emit->builder, join);
  LLVMValueRef value = LLVMBuildPhi (emit->builder, LLVMTypeOf (known), "");
  LLVMAddIncoming (value, values, from, 2);
  return value;
}

/* All of it, if stores are apart: values by element, which else are nothing. */
static void
load_apart (IhopEmit *emit, IhopEmitCluster *one, LLVMTypeRef element)
{
  LLVMBasicBlockRef here = LLVMGetInsertBlock (emit->builder);
  LLVMBasicBlockRef together = LLVMAppendBasicBlockInContext (emit->context, emit->function, "together");
  LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext (emit->context, emit->function, "cluster");

  LLVMBuildCondBr (emit->builder, one->apart, together, join);
  LLVMPositionBuilderAtEnd (emit->builder, together);
  load_all (emit, &one->cluster, one->lowest, element, one->values);
  LLVMBasicBlockRef from[] = { here, LLVMGetInsertBlock (emit->builder) };
  LLVMBuildBr (emit->builder, join);
  LLVMPositionBuilderAtEnd (emit->builder, join);
  for (guint k = 0; k < one->cluster.n; k++)
    {
      LLVMTypeRef type = LLVMTypeOf (one->values[k]);
      LLVMValueRef values[] = { LLVMGetPoison (type), one->values[k] };
      one->values[k] = LLVMBuildPhi (emit->builder, type, "");
      LLVMAddIncoming (one->values[k], values, from, 2);
    }
}

/* Do all lanes of one pattern lie as many bytes behind those of the other? */
static gboolean
is_shifted (const gint64 *pattern, const gint64 *other, gint64 *bytes)
{
  *bytes = (pattern ? pattern[0] : 0) - (other ? other[0] : 0);
  for (guint i = 1; i < IHOP_WARP; i++)
    if ((pattern ? pattern[i] : 0) - (other ? other[i] : 0) != *bytes)
      return FALSE;
  return TRUE;
}

/* i1: does the load read that element? NULL: that is sure; FALSE: it cannot be told. */
static gboolean
asks_place (IhopEmit *emit, const IhopEmitCluster *one, const IhopPtxInstruction *load, guint at, IhopEmitAddress address, LLVMValueRef *fits)
{
  const IhopPtxInstruction *first = &g_array_index (emit->flow->function->instructions, IhopPtxInstruction, one->cluster.first);

  *fits = NULL;
  if (first->operands[1].items[0].reg == load->operands[1].items[0].reg)
    return TRUE;
  gint64 bytes;
  if (ihop_emit_is_vector (address.base) || ihop_emit_is_vector (one->lowest.base) || !is_shifted (address.pattern, one->lowest.pattern, &bytes))
    return FALSE;
  IhopEmitAddress wanted = ihop_emit_address_move (emit, one->lowest, (gint64) at * one->cluster.size - bytes);
  *fits = LLVMBuildICmp (emit->builder, LLVMIntEQ, address.base, wanted.base, "");
  return TRUE;
}

static LLVMValueRef
load_element (IhopEmit *emit, const IhopEmitCluster *one, const IhopPtxInstruction *load, guint at, IhopEmitAddress address, LLVMTypeRef element)
{
  LLVMValueRef fits;

  if (!asks_place (emit, one, load, at, address, &fits))
    return NULL;
  if (fits && one->apart)
    fits = LLVMBuildAnd (emit->builder, fits, one->apart, "");
  fits = fits ? fits : one->apart;
  return fits ? choose (emit, fits, one->values[at], address, element) : one->values[at];
}

/* The cluster that the load is in; NULL: none that has begun. */
static const IhopEmitCluster *
find (IhopEmit *emit, guint instruction, guint *at)
{
  for (guint i = 0; i < emit->clusters->len; i++)
    {
      const IhopEmitCluster *one = &g_array_index (emit->clusters, IhopEmitCluster, i);
      if (ihop_cluster_has (emit->flow, &one->cluster, instruction, at))
        return one;
    }
  return NULL;
}

LLVMValueRef
ihop_emit_cluster_load (IhopEmit *emit, const IhopPtxInstruction *load, IhopEmitAddress address, LLVMTypeRef element)
{
  guint instruction = load - &g_array_index (emit->flow->function->instructions, IhopPtxInstruction, 0), at;

  if (emit->lanes_mask || emit->result->sites || !ihop_emit_is_scattered (emit, address, ihop_emit_size (element)))
    return NULL;
  const IhopEmitCluster *known = find (emit, instruction, &at);
  if (known)
    return load_element (emit, known, load, at, address, element);
  IhopEmitCluster one = { .apart = NULL };
  if (!ihop_cluster_find (emit->flow, &emit->flow->blocks[emit->block], instruction, &one.cluster) || one.cluster.n * one.cluster.size < RUN)
    return NULL;
  one.lowest = ihop_emit_address_move (emit, address, one.cluster.lowest);
  one.apart = are_apart (emit, &one.cluster, one.lowest);
  if (one.apart)
    load_apart (emit, &one, element);
  else
    load_all (emit, &one.cluster, one.lowest, element, one.values);
  g_array_append_val (emit->clusters, one);
  ihop_cluster_has (emit->flow, &one.cluster, instruction, &at);
  return load_element (emit, &one, load, at, address, element);
}
