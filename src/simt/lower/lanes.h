/* What the 32 lanes of a warp hold in a register: one value, one value plus a number known for each
 * lane, or anything. Known before code is made, so that addresses that are contiguous in the lane
 * become vector loads, and what all lanes share is computed once.
 *
 * The pattern is more than "base + stride * lane": blocks of 16 by 16 threads have rows of 16 lanes. Of "row * width + column" each row
 * of lanes has a base of its own, as the width is known only when the code runs: two numbers instead of 32. */
#pragma once
#include "simt/lower/pending.h"

enum { IHOP_WARP = 32, IHOP_MOST_ROWS = 8 };

typedef enum
{
  IHOP_LANES_UNSET,   /* nothing reaches it */
  IHOP_LANES_UNIFORM, /* all active lanes hold the same */
  IHOP_LANES_PATTERN, /* lane i holds base + pattern[i], base the same in all */
  IHOP_LANES_ROWS,    /* lane i holds base[i / length] + rows[i]: a base for each row of the block, in which lanes differ by one step */
  IHOP_LANES_VARYING
} IhopLanesKind;

typedef struct
{
  IhopLanesKind kind;
  const gint64 *pattern; /* PATTERN: 32 numbers, equal ones are the same pointer */
  guint64 align;         /* the base (of a UNIFORM: the value) is a multiple of this power of two */
  const gint64 *rows;    /* ROWS: by how much lanes differ from the first one of their row; VARYING: … probably, or NULL. Code asks */
} IhopLanes;

typedef struct
{
  guint block[3];     /* threads in x, y, z */
  gboolean is_exact;  /* widened sums may wrap: they are no patterns */
} IhopLanesOptions;

typedef struct
{
  const IhopFlow *flow;
  IhopLanesOptions options;
  IhopLanes *registers;
  IhopPending *pending;
  GHashTable *patterns; /* owns them */
  IhopBits forced;      /* registers that pending lanes still read */
} IhopLanesTable;

/* "flow" is kept by the caller as long as the table. */
IhopLanesTable *ihop_lanes_new (const IhopFlow *flow, IhopLanesOptions options);
void ihop_lanes_free (IhopLanesTable *table);

/* Lanes that lie next to each other along x, as far as a warp has them all: 32, 16, 8 or 4; else 0. */
guint ihop_lanes_row_length (const IhopLanesTable *table);
/* What an operand holds. */
IhopLanes ihop_lanes_of (IhopLanesTable *table, const IhopPtxOperand *operand);
/* By how much lanes that hold this (probably) differ from the first one of their row; NULL: nothing is known. */
const gint64 *ihop_lanes_rows (IhopLanesTable *table, IhopLanes lanes);
/* Of ROWS: by how much each lane differs from the one before it in its row. */
gint64 ihop_lanes_row_step (IhopLanes lanes);
/* What two ways of setting a register have in common, where they are not the same. */
IhopLanes ihop_lanes_common_rows (IhopLanesTable *table, IhopLanes a, IhopLanes b);
/* What an instruction that gives neither one value nor a pattern sets its result to: ROWS or VARYING. */
IhopLanes ihop_lanes_in_rows (IhopLanesTable *table, const IhopPtxInstruction *instruction);
/* What the special register holds, as "%tid.x". */
IhopLanes ihop_lanes_special (IhopLanesTable *table, const char *name);
/* What the instruction sets its result to. */
IhopLanes ihop_lanes_result (IhopLanesTable *table, const IhopPtxInstruction *instruction);
/* Does it make a wider number of base + pattern, right only while that sum does not wrap? */
gboolean ihop_lanes_widens (IhopLanesTable *table, const IhopPtxInstruction *instruction);
/* cvt.u64.u32 and its like, of integers only; not into narrow ones, which fill wider registers by their sign. */
gboolean ihop_lanes_is_integer_conversion (const IhopPtxInstruction *instruction);
/* mul.wide.u32 by -12 is one by 4294967284: more than patterns hold. */
gboolean ihop_lanes_is_too_large (const IhopPtxInstruction *instruction);
/* Do lanes part here? */
gboolean ihop_lanes_parts (IhopLanesTable *table, const IhopFlowBlock *block);
/* The one pattern with these numbers. */
const gint64 *ihop_lanes_pattern (IhopLanesTable *table, const gint64 *numbers);
/* Registers that lanes elsewhere still read while the block runs ("read", overwritten). */
void ihop_lanes_read_elsewhere (const IhopLanesTable *table, guint block, IhopBits *read);
