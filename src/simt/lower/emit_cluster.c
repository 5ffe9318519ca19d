/* Loads of a cluster (cluster.h) for a whole warp: of each lane runs of 16 bytes, of which 4 by 4 (of doubles 2 by 2) elements are turned round, so
 * that vectors hold what the lanes read with one instruction. A cache line is asked for once where each load would ask for it again.
 *
 * Whether a store in between writes what is read sooner is asked in front; then each load is done in its turn. */
#include "simt/lower/emit_cluster.h"

enum { RUN = 16, SLOTS = 4, MOST_IN_RUN = 4 }; /* bytes; runs in a vector; elements of four bytes */

/* --- runs of lanes, turned round ---------------------------------------------------------------- */

static LLVMValueRef
place_of (IhopEmit *emit, IhopEmitAddress address, guint lane)
{
  LLVMValueRef place = address.base;

  if (ihop_emit_is_vector (place))
    place = LLVMBuildExtractElement (emit->builder, place, ihop_emit_constant (emit, 32, lane), "");
  else if (address.pattern)
    place = LLVMBuildAdd (emit->builder, place, ihop_emit_constant (emit, 64, address.pattern[lane]), "");
  return ihop_emit_pointer (emit, place);
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

/* The runs of four lanes that are "step" apart. */
static LLVMValueRef
runs (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, guint lane, guint step)
{
  LLVMValueRef run[SLOTS];

  for (guint i = 0; i < SLOTS; i++)
    {
      run[i] = LLVMBuildLoad2 (emit->builder, LLVMVectorType (element, step), place_of (emit, address, lane + i * step), "");
      LLVMSetAlignment (run[i], ihop_emit_size (element));
    }
  return beside (emit, beside (emit, run[0], run[1]), beside (emit, run[2], run[3]));
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

/* A run of each lane from the address on: values of its elements, lane by lane. */
static void
load_runs (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, LLVMValueRef *values)
{
  guint n = RUN / ihop_emit_size (element), lanes = SLOTS * n;
  LLVMValueRef parts[MOST_IN_RUN][IHOP_WARP], vectors[MOST_IN_RUN];

  for (guint first = 0; first < IHOP_WARP; first += lanes)
    {
      for (guint k = 0; k < n; k++)
        vectors[k] = runs (emit, address, element, first + k, n);
      turn_round (emit, vectors, n);
      for (guint k = 0; k < n; k++)
        parts[k][first / lanes] = vectors[k];
    }
  for (guint k = 0; k < n; k++)
    values[k] = ihop_emit_join (emit, parts[k], lanes);
}

/* The last run ends where the last element does. */
static void
load_all (IhopEmit *emit, const IhopCluster *cluster, IhopEmitAddress lowest, LLVMTypeRef element, LLVMValueRef *values)
{
  guint in_run = RUN / cluster->size;

  for (guint k = 0; k < cluster->n; k += in_run)
    {
      guint at = MIN (k, cluster->n - in_run);
      load_runs (emit, ihop_emit_address_move (emit, lowest, (gint64) at * cluster->size), element, values + at);
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
load_apart (IhopEmit *emit, IhopEmitCluster *one, IhopEmitAddress lowest, LLVMTypeRef element)
{
  LLVMBasicBlockRef here = LLVMGetInsertBlock (emit->builder);
  LLVMBasicBlockRef together = LLVMAppendBasicBlockInContext (emit->context, emit->function, "together");
  LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext (emit->context, emit->function, "cluster");

  LLVMBuildCondBr (emit->builder, one->apart, together, join);
  LLVMPositionBuilderAtEnd (emit->builder, together);
  load_all (emit, &one->cluster, lowest, element, one->values);
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

static LLVMValueRef
load_element (IhopEmit *emit, const IhopEmitCluster *one, guint at, IhopEmitAddress address, LLVMTypeRef element)
{
  return one->apart ? choose (emit, one->apart, one->values[at], address, element) : one->values[at];
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
    return load_element (emit, known, at, address, element);
  IhopEmitCluster one = { .apart = NULL };
  if (!ihop_cluster_find (emit->flow, &emit->flow->blocks[emit->block], instruction, &one.cluster) || one.cluster.n * one.cluster.size < RUN)
    return NULL;
  IhopEmitAddress lowest = ihop_emit_address_move (emit, address, one.cluster.lowest - load->operands[1].offset);
  one.apart = are_apart (emit, &one.cluster, lowest);
  if (one.apart)
    load_apart (emit, &one, lowest, element);
  else
    load_all (emit, &one.cluster, lowest, element, one.values);
  g_array_append_val (emit->clusters, one);
  ihop_cluster_has (emit->flow, &one.cluster, instruction, &at);
  return load_element (emit, &one, at, address, element);
}
