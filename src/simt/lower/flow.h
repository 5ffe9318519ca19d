/* A kernel's control flow: basic blocks in the order in which a warp runs them.
 *
 * A warp runs one block at a time, for the lanes that are there (its mask); the other lanes are
 * *pending* at other blocks. The next block is always the first one, in the order, at which lanes
 * are pending. Loops are contiguous in the order and exits come behind them, so lanes that left a
 * loop early wait behind it and a warp converges again at the first block that all its lanes reach.
 * (The scheme is that of "minimum program counter first"; Collange, 2011.)
 *
 * A guarded instruction with an effect is a block of its own behind a branch; other guarded
 * instructions choose between the new and the old value. */
#pragma once
#include "simt/lower/bits.h"
#include "simt/ptx/ptx.h"

typedef enum
{
  IHOP_FLOW_NEXT,    /* on to successor 0 */
  IHOP_FLOW_BRANCH,  /* the guard holds: successor 0; else 1 */
  IHOP_FLOW_SKIP,    /* the guard of the instruction in successor 0 holds: there; else 1 */
  IHOP_FLOW_SWITCH,  /* brx.idx: one of the successors */
  IHOP_FLOW_BARRIER, /* the whole block's: on to successor 0 when all have come */
  IHOP_FLOW_EXIT
} IhopFlowEnd;

typedef struct
{
  guint first, end; /* instructions [first, end); the branch, if any, is the last of them */
  IhopFlowEnd how;
  guint *successors; /* blocks, by their place in the order */
  guint n_successors;
  gint guard; /* BRANCH and SKIP: the register asked, and whether it is negated */
  gboolean is_guard_negated;
  gboolean yields; /* it closes a loop that may wait for what other threads write */
  gboolean yields_to_block; /* … of its own block: they write nothing before it yields */
  gboolean in_wait; /* a part of such a loop that does nothing but ask for what other blocks write */
  gboolean ends_wait; /* the end of it, from which it begins again or is left */
  IhopBits live; /* registers whose values are used from the start of the block on */
} IhopFlowBlock;

typedef struct
{
  const IhopPtxFunction *function;
  IhopFlowBlock *blocks; /* in order; 0 is the entry */
  guint n_blocks;
  guint *set_once; /* by register: the only instruction that sets it; G_MAXUINT: none does, or several do */
  gboolean has_numbered; /* barriers with a number, a count or a result: they let go some lanes at a time */
} IhopFlow;

void ihop_flow_free (IhopFlow *flow);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopFlow, ihop_flow_free)

/* How many of the first operands the instruction sets: 0 or 1. */
guint ihop_flow_n_results (const IhopPtxInstruction *instruction);
/* Registers that the instruction reads, the guard too, and those that it sets. A guarded one reads
 * what it sets. */
void ihop_flow_uses (const IhopPtxInstruction *instruction, void (*use) (guint reg, gpointer data), gpointer data);
void ihop_flow_sets (const IhopPtxInstruction *instruction, void (*set) (guint reg, gpointer data), gpointer data);
/* Does a guard in front of it need a branch? */
gboolean ihop_flow_has_effect (const IhopPtxInstruction *instruction);
/* Does the whole block wait here? */
gboolean ihop_flow_is_barrier (const IhopPtxInstruction *instruction);
/* Does it need its lanes counted: has it a number, a count, or a result? */
gboolean ihop_flow_is_numbered (const IhopPtxInstruction *instruction);
/* Fills in "live" of all blocks, whose successors are known. */
void ihop_flow_find_live (IhopFlow *flow);
/* Fills in "set_once". */
void ihop_flow_find_set_once (IhopFlow *flow);
/* Live registers right before an instruction of the block; "live" is overwritten. */
void ihop_flow_live_before (const IhopFlow *flow, guint block, guint instruction, IhopBits *live);
