/* Code for a whole block: region by region (regions.h), in each of them one warp after the other. What lives from one region to
 * the next is kept once, if all warps hold the same, else for each warp; nothing else leaves the processor's registers.
 *
 * Where a sum would wrap (emit_exact.c) all warps go over to exact code, which knows one warp at a time: those before the one
 * that has found it stand at the region's end, those behind it at its beginning. */
#include "simt/lower/emit_whole.h"
#include "simt/lower/emit_unroll.h"
#include "simt/run/frame.h"

/* Bytes that may be kept between regions: they lie on the stack. */
enum { MOST_KEPT = 1 << 18 };

static LLVMTypeRef
word (IhopEmit *emit)
{
  return ihop_emit_int (emit, 32);
}

static LLVMBasicBlockRef
new_block (IhopEmit *emit, const char *name)
{
  return LLVMAppendBasicBlockInContext (emit->context, emit->function, name);
}

static const IhopRegion *
region_now (IhopEmit *emit)
{
  return &emit->whole->regions->regions[emit->whole->region];
}

/* --- turns --------------------------------------------------------------------------------------- */

/* The warp whose turn that is. */
static LLVMValueRef
warp_at (IhopEmit *emit, LLVMValueRef turn)
{
  if (!emit->whole->is_backwards)
    return turn;
  return LLVMBuildSub (emit->builder, ihop_emit_constant (emit, 32, emit->whole->n_warps - 1), turn, "");
}

static LLVMValueRef
turn_now (IhopEmit *emit)
{
  return LLVMBuildLoad2 (emit->builder, word (emit), emit->whole->turn, "turn");
}

LLVMValueRef
ihop_emit_whole_warp (IhopEmit *emit)
{
  return warp_at (emit, turn_now (emit));
}

static LLVMValueRef
frame_of (IhopEmit *emit, LLVMValueRef warp)
{
  LLVMTypeRef bytes = LLVMArrayType2 (ihop_emit_int (emit, 8), sizeof (IhopWarpFrame));

  return LLVMBuildInBoundsGEP2 (emit->builder, bytes, emit->whole->first_frame, &warp, 1, "frame");
}

/* --- a region ----------------------------------------------------------------------------------- */

static void
clear_lanes (IhopEmit *emit, const IhopRegion *region)
{
  LLVMValueRef none = ihop_emit_constant (emit, 32, 0);

  IHOP_BITS_EACH (b, &region->blocks)
    LLVMBuildStore (emit->builder, none, emit->runnable[b]);
  if (region->how == IHOP_REGION_GOES)
    LLVMBuildStore (emit->builder, none, emit->runnable[region->at]);
}

/* What the region sets and hands from one of its blocks to another: it must not seem to come from the warp before. */
static void
forget (IhopEmit *emit, const IhopRegion *region, const IhopBits *sets)
{
  IhopBits handed = ihop_bits_new (emit->flow->function->registers->len);

  IHOP_BITS_EACH (b, &region->blocks)
    ihop_bits_unite (&handed, &emit->flow->blocks[b].live);
  IHOP_BITS_EACH (reg, sets)
    if (ihop_bits_has (&handed, reg) && !ihop_bits_has (&emit->flow->blocks[region->entry].live, reg))
      LLVMBuildStore (emit->builder, LLVMGetUndef (ihop_emit_slot_type (emit, reg)), ihop_emit_register_slot (emit, reg));
  ihop_bits_clear (&handed);
}

/* A warp begins: with what was kept; all else that the region sets holds nothing yet. */
static void
begin_warp (IhopEmit *emit, const IhopRegion *region, const IhopBits *sets)
{
  const IhopBits *live = &emit->flow->blocks[region->entry].live;
  LLVMValueRef warp = ihop_emit_whole_warp (emit);

  emit->frame = frame_of (emit, warp);
  clear_lanes (emit, region);
  IHOP_BITS_EACH (reg, live)
    ihop_emit_kept_copy (emit, reg, ihop_emit_kept_place (emit, reg, warp), ihop_emit_register_slot (emit, reg));
  forget (emit, region, sets);
  LLVMBuildBr (emit->builder, emit->blocks[region->entry]);
}

/* Instructions of all warps. */
static guint
size_of (IhopEmit *emit, const IhopRegion *region)
{
  guint n = 0;

  IHOP_BITS_EACH (b, &region->blocks)
    n += emit->flow->blocks[b].end - emit->flow->blocks[b].first;
  return n * emit->whole->n_warps;
}

/* The warp is at the region's end: the next one's turn, or that of what comes then. */
static void
end_warp (IhopEmit *emit, const IhopRegion *region, const IhopBits *changed, LLVMBasicBlockRef again, LLVMBasicBlockRef behind)
{
  LLVMValueRef turn, warp, next, more;

  LLVMPositionBuilderAtEnd (emit->builder, emit->whole->latch);
  turn = turn_now (emit);
  warp = warp_at (emit, turn);
  IHOP_BITS_EACH (reg, changed)
    {
      LLVMValueRef place = ihop_emit_kept_place (emit, reg, warp);
      ihop_emit_kept_copy (emit, reg, ihop_emit_register_slot (emit, reg), ihop_emit_kept_is_alike (emit, reg) ? emit->whole->next[reg] : place);
    }
  next = LLVMBuildAdd (emit->builder, turn, ihop_emit_constant (emit, 32, 1), "");
  LLVMBuildStore (emit->builder, next, emit->whole->turn);
  more = LLVMBuildICmp (emit->builder, LLVMIntULT, next, ihop_emit_constant (emit, 32, emit->whole->n_warps), "");
  LLVMValueRef jump = LLVMBuildCondBr (emit->builder, more, again, behind);
  ihop_emit_unroll (emit, jump, &emit->whole->room, size_of (emit, region));
}

static LLVMBasicBlockRef
head_of (IhopEmit *emit, guint entry)
{
  return emit->whole->heads[emit->whole->regions->of_entry[entry]];
}

/* Where the block goes, once for all of its warps. */
static void
ask (IhopEmit *emit, const IhopFlowBlock *block)
{
  const IhopPtxType u32 = { 'u', 32, 1 };

  if (block->how != IHOP_FLOW_SWITCH)
    {
      ihop_emit_kept_copy (emit, block->guard, ihop_emit_kept_place (emit, block->guard, NULL), ihop_emit_register_slot (emit, block->guard));
      LLVMBuildCondBr (emit->builder, ihop_emit_guard (emit, block->guard, block->is_guard_negated),
                       head_of (emit, block->successors[0]), head_of (emit, block->successors[1]));
      return;
    }
  const IhopPtxOperand *operand = &g_array_index (emit->flow->function->instructions, IhopPtxInstruction, block->end - 1).operands[0];
  if (operand->kind == IHOP_PTX_REGISTER)
    ihop_emit_kept_copy (emit, operand->reg, ihop_emit_kept_place (emit, operand->reg, NULL), ihop_emit_register_slot (emit, operand->reg));
  LLVMValueRef index = ihop_emit_operand (emit, operand, u32, FALSE);
  LLVMValueRef choice = LLVMBuildSwitch (emit->builder, index, head_of (emit, block->successors[0]), block->n_successors);
  for (guint k = 1; k < block->n_successors; k++)
    LLVMAddCase (choice, ihop_emit_constant (emit, 32, k), head_of (emit, block->successors[k]));
}

static void
go_on (IhopEmit *emit, const IhopRegion *region, const IhopBits *changed)
{
  IHOP_BITS_EACH (reg, changed)
    if (ihop_emit_kept_is_alike (emit, reg))
      ihop_emit_kept_copy (emit, reg, emit->whole->next[reg], emit->whole->kept[reg]);
  if (region->how == IHOP_REGION_ENDS)
    LLVMBuildRet (emit->builder, ihop_emit_constant (emit, 32, IHOP_WARP_DONE));
  else if (region->how == IHOP_REGION_GOES)
    LLVMBuildBr (emit->builder, head_of (emit, region->at));
  else
    ask (emit, &emit->flow->blocks[region->at]);
}

/* --- over to exact code -------------------------------------------------------------------------- */

/* Hands over a warp that stands in front of this instruction, with what is kept of it. */
static void
hand_over (IhopEmit *emit, guint instruction, gboolean is_empty, const IhopBits *live, IhopWarpStand stand, LLVMValueRef warp)
{
  IHOP_BITS_EACH (reg, live)
    ihop_emit_kept_copy (emit, reg, ihop_emit_kept_place (emit, reg, warp), ihop_emit_register_slot (emit, reg));
  emit->mask = ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, lanes), word (emit));
  ihop_emit_hand_over_at (emit, instruction, is_empty, live);
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, stand),
                  ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, stand)));
}

static void
hand_over_at_beginning (IhopEmit *emit, const IhopRegion *region, LLVMValueRef warp)
{
  const IhopFlowBlock *block = &emit->flow->blocks[region->entry];

  hand_over (emit, block->first, block->first == block->end, &block->live, IHOP_STAND_RUNS, warp);
}

static void
hand_over_at_end (IhopEmit *emit, const IhopRegion *region, LLVMValueRef warp)
{
  const IhopFlowBlock *block = &emit->flow->blocks[region->at];
  IhopBits live = ihop_bits_new (emit->flow->function->registers->len);

  ihop_emit_kept_behind (emit, region, &live);
  if (region->how == IHOP_REGION_ENDS)
    LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, IHOP_STAND_ENDED),
                    ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, stand)));
  else
    hand_over (emit, region->how == IHOP_REGION_GOES ? block->first : ihop_emit_kept_asked_at (block), block->first == block->end, &live,
               region->is_barrier ? IHOP_STAND_WAITS : IHOP_STAND_RUNS, warp);
  ihop_bits_clear (&live);
}

/* Of what all warps share those before hold what the region has made of it. */
static void
take_next (IhopEmit *emit, const IhopBits *changed)
{
  IHOP_BITS_EACH (reg, changed)
    if (ihop_emit_kept_is_alike (emit, reg))
      ihop_emit_kept_copy (emit, reg, emit->whole->next[reg], emit->whole->kept[reg]);
}

/* What is handed over at a region's beginning or end, of all warps. */
static guint
handed_size (IhopEmit *emit, const IhopRegion *region, gboolean is_before)
{
  IhopBits live = ihop_bits_new (emit->flow->function->registers->len);

  if (is_before)
    ihop_emit_kept_behind (emit, region, &live);
  else
    ihop_bits_copy (&live, &emit->flow->blocks[region->entry].live);
  guint n = 1 + ihop_bits_count (&live);
  ihop_bits_clear (&live);
  return n * emit->whole->n_warps;
}

/* For the warps whose turn was before "now", or comes behind it. All turns are looked at, so that the loop can be written out as that
 * over warps: what is asked for by a number that is not known has to stay in memory. */
static void
hand_over_each (IhopEmit *emit, LLVMValueRef now, gboolean is_before, LLVMBasicBlockRef behind)
{
  LLVMBasicBlockRef test = new_block (emit, "test"), one = new_block (emit, "warp"), next = new_block (emit, "next");
  LLVMValueRef slot = ihop_emit_slot (emit, word (emit), "other");
  const IhopRegion *region = region_now (emit);

  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, 0), slot);
  LLVMBuildBr (emit->builder, test);
  LLVMPositionBuilderAtEnd (emit->builder, test);
  LLVMValueRef turn = LLVMBuildLoad2 (emit->builder, word (emit), slot, "");
  LLVMBuildCondBr (emit->builder, LLVMBuildICmp (emit->builder, is_before ? LLVMIntULT : LLVMIntUGT, turn, now, ""), one, next);
  LLVMPositionBuilderAtEnd (emit->builder, one);
  LLVMValueRef warp = warp_at (emit, turn);
  emit->frame = frame_of (emit, warp);
  if (is_before)
    hand_over_at_end (emit, region, warp);
  else
    hand_over_at_beginning (emit, region, warp);
  LLVMBuildBr (emit->builder, next);
  LLVMPositionBuilderAtEnd (emit->builder, next);
  LLVMValueRef more = LLVMBuildAdd (emit->builder, turn, ihop_emit_constant (emit, 32, 1), "");
  LLVMBuildStore (emit->builder, more, slot);
  more = LLVMBuildICmp (emit->builder, LLVMIntULT, more, ihop_emit_constant (emit, 32, emit->whole->n_warps), "");
  LLVMValueRef jump = LLVMBuildCondBr (emit->builder, more, test, behind);
  ihop_emit_unroll (emit, jump, &emit->whole->room, handed_size (emit, region, is_before));
}

static void
hand_over_others (IhopEmit *emit, const IhopBits *changed)
{
  LLVMBasicBlockRef before = new_block (emit, "before"), last = new_block (emit, "handed");

  LLVMPositionBuilderAtEnd (emit->builder, emit->whole->wraps);
  emit->instruction = NULL;
  LLVMValueRef turn = turn_now (emit);
  hand_over_each (emit, turn, FALSE, before);
  LLVMPositionBuilderAtEnd (emit->builder, before);
  take_next (emit, changed);
  hand_over_each (emit, turn, TRUE, last);
  LLVMPositionBuilderAtEnd (emit->builder, last);
  LLVMBuildRet (emit->builder, ihop_emit_constant (emit, 32, IHOP_WARP_INEXACT));
}

void
ihop_emit_whole_wraps (IhopEmit *emit)
{
  if (emit->whole->wraps == NULL)
    emit->whole->wraps = new_block (emit, "wrapped");
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, IHOP_STAND_RUNS),
                  ihop_emit_frame_place (emit, G_STRUCT_OFFSET (IhopWarpFrame, stand)));
  LLVMBuildBr (emit->builder, emit->whole->wraps);
}

/* --- the whole ----------------------------------------------------------------------------------- */

LLVMBasicBlockRef
ihop_emit_whole_target (IhopEmit *emit, guint block)
{
  gboolean leaves = emit->whole && emit->whole->regions->of_entry[block] != G_MAXUINT && block != region_now (emit)->entry;

  return leaves ? emit->whole->latch : emit->blocks[block];
}

static void
emit_region (IhopEmit *emit, const IhopRegion *region, const IhopBits *sets, const IhopBits *changed)
{
  LLVMBasicBlockRef warp = new_block (emit, "warp"), behind = new_block (emit, "behind");

  emit->whole->latch = new_block (emit, "latch");
  emit->whole->wraps = NULL;
  LLVMPositionBuilderAtEnd (emit->builder, emit->whole->heads[emit->whole->region]);
  LLVMBuildStore (emit->builder, ihop_emit_constant (emit, 32, 0), emit->whole->turn);
  LLVMBuildBr (emit->builder, warp);
  LLVMPositionBuilderAtEnd (emit->builder, warp);
  begin_warp (emit, region, sets);
  IHOP_BITS_EACH (block, &region->blocks)
    ihop_emit_block (emit, block);
  if (emit->error)
    return;
  emit->instruction = NULL;
  end_warp (emit, region, changed, warp, behind);
  LLVMPositionBuilderAtEnd (emit->builder, behind);
  go_on (emit, region, changed);
  if (emit->whole->wraps)
    hand_over_others (emit, changed);
}

/* Blocks to which no way leads. */
static void
close_others (IhopEmit *emit)
{
  for (guint i = 0; i < emit->flow->n_blocks; i++)
    if (LLVMGetBasicBlockTerminator (emit->blocks[i]) == NULL && LLVMGetFirstInstruction (emit->blocks[i]) == NULL)
      {
        LLVMPositionBuilderAtEnd (emit->builder, emit->blocks[i]);
        LLVMBuildUnreachable (emit->builder);
      }
}

void
ihop_emit_whole (IhopEmit *emit)
{
  IhopEmitWhole *whole = emit->whole;
  guint n = emit->flow->function->registers->len;

  whole->first_frame = emit->frame;
  whole->turn = ihop_emit_slot (emit, word (emit), "turn");
  for (guint i = 0; i < whole->regions->n; i++)
    whole->heads[i] = new_block (emit, "region");
  for (whole->region = 0; whole->region < whole->regions->n && emit->error == NULL; whole->region++)
    {
      const IhopRegion *region = region_now (emit);
      IhopBits sets = ihop_bits_new (n), changed = ihop_bits_new (n);
      ihop_emit_kept_sets (emit, region, &sets);
      ihop_emit_kept_behind (emit, region, &changed);
      for (guint w = 0; w < sets.n_words; w++)
        changed.words[w] &= sets.words[w];
      emit_region (emit, region, &sets, &changed);
      ihop_bits_clear (&sets);
      ihop_bits_clear (&changed);
    }
  if (emit->error)
    return;
  close_others (emit);
  LLVMPositionBuilderAtEnd (emit->builder, LLVMGetEntryBasicBlock (emit->function));
  LLVMBuildBr (emit->builder, head_of (emit, 0));
  emit->result->is_whole = TRUE;
}

static gsize
bytes_of (IhopEmit *emit, guint reg)
{
  IhopPtxType type = g_array_index (emit->flow->function->registers, IhopPtxRegister, reg).type;
  guint size = type.kind == 'p' ? 1 : ihop_ptx_type_size (type);

  if (emit->lanes->registers[reg].kind == IHOP_LANES_ROWS)
    return (gsize) size * ihop_emit_n_rows (emit);
  return emit->lanes->registers[reg].kind == IHOP_LANES_VARYING ? MAX (64, (gsize) size * IHOP_WARP) : size;
}

static gboolean
is_small (IhopEmit *emit, const IhopRegions *regions, guint n_warps)
{
  IhopBits live = ihop_bits_new (emit->flow->function->registers->len);
  gsize bytes = 0;

  for (guint i = 0; i < regions->n; i++)
    ihop_bits_unite (&live, &emit->flow->blocks[regions->regions[i].entry].live);
  IHOP_BITS_EACH (reg, &live)
    bytes += bytes_of (emit, reg) * (ihop_bits_has (&regions->alike->registers, reg) ? 1 : n_warps);
  ihop_bits_clear (&live);
  return bytes <= MOST_KEPT;
}

IhopEmitWhole *
ihop_emit_whole_new (IhopEmit *emit, gboolean is_backwards)
{
  const guint *threads = emit->lanes->options.block;
  guint n_warps = (threads[0] * threads[1] * threads[2] + IHOP_WARP - 1) / IHOP_WARP;
  IhopRegions *regions = ihop_regions_new (emit->lanes);
  IhopEmitWhole *whole;

  if (regions == NULL || !is_small (emit, regions, n_warps))
    {
      ihop_regions_free (regions);
      return NULL;
    }
  whole = g_new0 (IhopEmitWhole, 1);
  whole->regions = regions;
  whole->n_warps = n_warps;
  whole->is_backwards = is_backwards;
  whole->room = IHOP_UNROLLED;
  whole->kept = g_new0 (LLVMValueRef, emit->flow->function->registers->len + 1);
  whole->next = g_new0 (LLVMValueRef, emit->flow->function->registers->len + 1);
  whole->heads = g_new0 (LLVMBasicBlockRef, regions->n);
  return whole;
}

void
ihop_emit_whole_free (IhopEmitWhole *whole)
{
  if (whole == NULL)
    return;
  ihop_regions_free (whole->regions);
  g_free (whole->kept);
  g_free (whole->next);
  g_free (whole->heads);
  g_free (whole);
}
