/* Code for a kernel: LLVM IR that runs one warp. What the files of the emitter share. */
#pragma once
#include "simt/lower/lanes.h"
#include "simt/lower/lowered.h"
#include <llvm-c/Core.h>

typedef struct IhopEmitWhole IhopEmitWhole;

/* An instruction that is done for one row of the block after the other, as if all lanes of that row were the warp (emit_rows.c). */
typedef struct
{
  guint number;
  LLVMValueRef values[IHOP_MOST_ROWS]; /* results, which are set when all are known */
  LLVMValueRef fine;                   /* i1: no sum of any row wraps; NULL: none can */
} IhopEmitByRows;

typedef struct
{
  const IhopPtxModule *module;
  const IhopFlow *flow;
  IhopLanesTable *lanes;
  LLVMContextRef context;
  LLVMModuleRef code;
  LLVMBuilderRef builder;
  LLVMValueRef function, frame; /* of the warp that runs */
  IhopEmitWhole *whole;         /* code for all warps of a block (emit_whole.h), or NULL: for one */
  LLVMValueRef *registers;      /* slots on the stack, one a register; NULL where unused */
  LLVMBasicBlockRef *blocks;    /* one a block of the flow */
  LLVMValueRef *runnable;       /* slots of i32: lanes that wait for their turn at a block */
  LLVMValueRef *waiting;        /* slots: lanes that wait behind a barrier; NULL where none can */
  LLVMValueRef matrices[4];     /* slots for a, b, c and d of a product, or NULL */
  LLVMValueRef turns;           /* slot of i32: of loops that may wait for others; or NULL */
  guint block;                  /* the flow's, for which code is made */
  IhopEmitByRows *by_rows;      /* NULL: the instruction is done for all lanes */
  LLVMValueRef mask;            /* i32: its lanes */
  LLVMValueRef lanes_mask;      /* <32 x i1>, or NULL: all lanes */
  gboolean is_all;              /* in code that runs only where all lanes are there, so that none can be elsewhere */
  IhopBits nowhere;             /* the empty set of blocks */
  IhopBits kept;                /* registers that lanes elsewhere still read */
  gboolean is_large;            /* so many blocks and registers that LLVM would take minutes */
  IhopBits in_memory;           /* registers that then stay there */
  GHashTable *shared_offsets;   /* variable name → bytes + 1 */
  GHashTable *local_offsets;    /* variable name → bytes + 1 */
  guint local_size;             /* bytes a lane */
  GArray *clusters;             /* IhopEmitCluster: loads of this block that are done together */
  GArray *resumes;              /* IhopEmitResume: where a warp can be called again */
  const GArray *points;         /* IhopLowerPoint, in exact code: where it takes over */
  IhopLowerResult *result;
  gboolean is_counted;
  gboolean has_permutations;
  const IhopPtxInstruction *instruction; /* for errors */
  GError *error;
} IhopEmit;

/* --- errors ---------------------------------------------------------------------------------- */

void ihop_emit_fail (IhopEmit *emit, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* --- types and values ------------------------------------------------------------------------ */

/* The type in which one value of a PTX type is computed: float, double, half, iN. */
LLVMTypeRef ihop_emit_type (IhopEmit *emit, IhopPtxType type);
LLVMTypeRef ihop_emit_int (IhopEmit *emit, guint bits);
gboolean ihop_emit_is_vector (LLVMValueRef value);
/* The type, or 32 of it if "like" is a vector. */
LLVMTypeRef ihop_emit_like (LLVMTypeRef type, LLVMValueRef like);
LLVMValueRef ihop_emit_constant (IhopEmit *emit, guint bits, guint64 value);
LLVMValueRef ihop_emit_constant_like (LLVMValueRef like, guint64 value);
LLVMValueRef ihop_emit_real_like (LLVMValueRef like, double value);
/* 32 times the same; vectors as they are. */
LLVMValueRef ihop_emit_splat (IhopEmit *emit, LLVMValueRef value);
/* base + pattern, lane by lane. */
LLVMValueRef ihop_emit_spread (IhopEmit *emit, LLVMValueRef base, const gint64 *pattern);
LLVMValueRef ihop_emit_pattern (LLVMTypeRef element, const gint64 *pattern);
/* The same bits in another type, cut or filled with zeros where sizes differ. */
LLVMValueRef ihop_emit_fit (IhopEmit *emit, LLVMValueRef value, LLVMTypeRef element);
/* Both vectors or both no vectors. */
void ihop_emit_agree (IhopEmit *emit, LLVMValueRef *a, LLVMValueRef *b);
/* Calls the intrinsic overloaded by the type of the first argument. */
LLVMValueRef ihop_emit_intrinsic (IhopEmit *emit, const char *name, LLVMValueRef *arguments, guint n);
/* Calls the engine's function of this name; at most 12 arguments. */
LLVMValueRef ihop_emit_call (IhopEmit *emit, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, guint n);
/* The instruction's number in its function. */
LLVMValueRef ihop_emit_site (IhopEmit *emit);
/* A field of the frame. */
LLVMValueRef ihop_emit_frame_place (IhopEmit *emit, gsize offset);
LLVMValueRef ihop_emit_frame (IhopEmit *emit, gsize offset, LLVMTypeRef type);
/* What this loads stays as it is while the code runs. */
void ihop_emit_stays (IhopEmit *emit, LLVMValueRef load);
/* A slot in the function's first block. */
LLVMValueRef ihop_emit_slot (IhopEmit *emit, LLVMTypeRef type, const char *name);
/* A slot; of what lives over the ends of blocks ("is_long"): in a large kernel it stays in memory. */
LLVMValueRef ihop_emit_long_slot (IhopEmit *emit, LLVMTypeRef type, const char *name, gboolean is_long);
/* Is it large, and which registers live over the ends of blocks? */
void ihop_emit_find_memory_registers (IhopEmit *emit);

/* --- operands -------------------------------------------------------------------------------- */

/* The operand as a value of the type; a vector if "vector", else the value or the pattern's base. */
LLVMValueRef ihop_emit_operand (IhopEmit *emit, const IhopPtxOperand *operand, IhopPtxType type, gboolean vector);
/* Sets a register to a scalar, or base of a pattern as "made" says, or a vector. Where the
 * instruction is guarded and has no effect beside, the guard chooses. */
void ihop_emit_set (IhopEmit *emit, const IhopPtxOperand *operand, LLVMValueRef value, IhopLanes made);
/* All lanes' values of a register, whatever it holds. */
LLVMValueRef ihop_emit_register_lanes (IhopEmit *emit, guint reg);
/* The type of what one lane has of a register; that of its slot: one value, an array with one for each row, or 32. */
LLVMTypeRef ihop_emit_register_type (IhopEmit *emit, guint reg);
LLVMTypeRef ihop_emit_slot_type (IhopEmit *emit, guint reg);
/* Where it is kept. */
LLVMValueRef ihop_emit_register_slot (IhopEmit *emit, guint reg);
/* i1 or <32 x i1>. */
LLVMValueRef ihop_emit_guard (IhopEmit *emit, gint guard, gboolean is_negated);
LLVMValueRef ihop_emit_special (IhopEmit *emit, const char *name, gboolean vector);
/* Address of a variable in its space, as i64: an offset for shared, local and param. */
LLVMValueRef ihop_emit_symbol (IhopEmit *emit, const char *name, gint64 offset);
/* The mask of the lanes that run, as <32 x i1>. */
LLVMValueRef ihop_emit_mask (IhopEmit *emit);
/* <32 x i1> as i32 and back. */
LLVMValueRef ihop_emit_bits (IhopEmit *emit, LLVMValueRef lanes);
LLVMValueRef ihop_emit_lanes (IhopEmit *emit, LLVMValueRef bits);

/* --- a value for each row (IHOP_LANES_ROWS) --------------------------------------------------- */

/* Rows of a warp. */
guint ihop_emit_n_rows (IhopEmit *emit);
/* Where a row's value is kept. */
LLVMValueRef ihop_emit_row_place (IhopEmit *emit, guint reg, guint row);
/* What the first lane of the row holds of what "lanes" tells of a value or a base. */
LLVMValueRef ihop_emit_row_of (IhopEmit *emit, LLVMValueRef value, IhopLanes lanes, guint row);
/* Values by row and what lanes differ from them by, lane by lane. */
LLVMValueRef ihop_emit_spread_rows (IhopEmit *emit, LLVMValueRef *values, const gint64 *rows);
/* Does the instruction give a value for each row? Then it is done, by this function. */
gboolean ihop_emit_by_rows (IhopEmit *emit, const IhopPtxInstruction *instruction, void (*one) (IhopEmit *, const IhopPtxInstruction *));
/* In front of the results of all rows: leaves for the exact code where sums have wrapped. */
void ihop_emit_by_rows_require (IhopEmit *emit);
/* Of twice the width: with the row's step it is what the narrow sum is in each lane that runs. Else all leaves for the exact code. */
LLVMValueRef ihop_emit_widen_row (IhopEmit *emit, LLVMValueRef first, gint64 step, gboolean is_signed);

/* --- one lane after the other ----------------------------------------------------------------- */

typedef struct
{
  LLVMBasicBlockRef loop, end;
  LLVMValueRef left, lane; /* slots of i32 */
  LLVMValueRef number;     /* of this lane, i32 */
  LLVMValueRef before;     /* the branch into the loop; NULL: there is no loop */
  LLVMValueRef vectors[3]; /* that have been put into memory in front of it, */
  LLVMValueRef slots[3];   /* and where */
} IhopEmitEach;

/* Code made between the two is run for each active lane. */
IhopEmitEach ihop_emit_each_begin (IhopEmit *emit);
void ihop_emit_each_end (IhopEmit *emit, IhopEmitEach *each);
/* The same where all lanes are active, from the first to the last, "step" of them at a time: code made between the two is for lane
 * "number" and those behind it. The loop stays a loop. */
IhopEmitEach ihop_emit_all_lanes_begin (IhopEmit *emit);
void ihop_emit_all_lanes_end (IhopEmit *emit, IhopEmitEach *each, guint step);
/* The value in this lane. */
LLVMValueRef ihop_emit_each_pick (IhopEmit *emit, IhopEmitEach *each, LLVMValueRef value);
/* Puts this lane's value into a slot for the vector of all. */
void ihop_emit_each_put (IhopEmit *emit, const IhopEmitEach *each, LLVMValueRef slot, LLVMValueRef value);

/* --- instructions: one file a subject --------------------------------------------------------- */

typedef void IhopEmitInstruction (IhopEmit *emit, const IhopPtxInstruction *instruction);

typedef struct
{
  const char *opcode;
  IhopEmitInstruction *emit;
} IhopEmitRow;

/* Each ends with a row of NULLs. */
extern const IhopEmitRow ihop_emit_comparisons[], ihop_emit_conversions[], ihop_emit_memory[],
  ihop_emit_atomics[], ihop_emit_warp[], ihop_emit_barriers[], ihop_emit_calls[], ihop_emit_textures[], ihop_emit_carries[],
  ihop_emit_matrices[], ihop_emit_tiles[], ihop_emit_mbarriers[], ihop_emit_packings[];
/* Calls the engine's function of this name (run/frame.h) for each active lane, with the lane's values, vectors of i64: so is what it gives. */
LLVMValueRef ihop_emit_call_lanes (IhopEmit *emit, const char *function, LLVMValueRef *values, guint n);
/* cp.async.mbarrier: copies that an object in shared memory waits for. */
void ihop_emit_mbarrier_copied (IhopEmit *emit, const IhopPtxInstruction *instruction);
/* cp.async.bulk, between global and shared memory. */
void ihop_emit_mbarrier_bulk (IhopEmit *emit, const IhopPtxInstruction *instruction);
gboolean ihop_emit_is_arithmetic (const char *opcode);
void ihop_emit_arithmetic (IhopEmit *emit, const IhopPtxInstruction *instruction);
/* A sum that takes a carry or leaves one. */
void ihop_emit_carry (IhopEmit *emit, const IhopPtxInstruction *instruction);
/* Does it round otherwise than to nearest? */
gboolean ihop_emit_is_directed (const IhopPtxInstruction *instruction);
/* a * b + c, rounded once as the instruction says; where b is NULL a + c, where c is NULL a * b. */
LLVMValueRef ihop_emit_directed (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b,
                                 LLVMValueRef c);
LLVMValueRef ihop_emit_directed_quotient (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef ihop_emit_directed_root (IhopEmit *emit, const IhopPtxInstruction *instruction, LLVMValueRef a);
/* A whole number, or a double, as a float or a double. */
LLVMValueRef ihop_emit_directed_conversion (IhopEmit *emit, const IhopPtxInstruction *instruction, IhopPtxType to, IhopPtxType from,
                                            LLVMValueRef value);

void ihop_emit_instruction (IhopEmit *emit, const IhopPtxInstruction *instruction);

/* --- addresses ------------------------------------------------------------------------------- */

/* A place in memory for each lane. */
typedef struct
{
  LLVMValueRef base;     /* i64, or <32 x i64> */
  const gint64 *pattern; /* bytes for each lane beside a scalar base, or NULL: all the same place */
  const gint64 *rows;    /* of a vector: bytes by which lanes probably lie behind the first of their row, or NULL */
  LLVMValueRef firsts[IHOP_MOST_ROWS]; /* where each row begins, if that is sure; else NULL */
} IhopEmitAddress;

IhopEmitAddress ihop_emit_address (IhopEmit *emit, const IhopPtxOperand *operand, IhopPtxSpace space);
IhopEmitAddress ihop_emit_address_move (IhopEmit *emit, IhopEmitAddress address, gint64 bytes);
/* The address where a space begins, i64 or 32 of it. */
LLVMValueRef ihop_emit_window (IhopEmit *emit, IhopPtxSpace space);
/* i64 as a pointer, or 32 of them. */
LLVMValueRef ihop_emit_pointer (IhopEmit *emit, LLVMValueRef address);
/* Bytes of one element. */
guint ihop_emit_size (LLVMTypeRef element);
/* Vector of pointers. */
LLVMValueRef ihop_emit_pointers (IhopEmit *emit, IhopEmitAddress address);
/* Each lane of the mask from or to its own place, whatever the places are. */
LLVMValueRef ihop_emit_gather (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element);
void ihop_emit_scatter (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value);
/* Calls the intrinsic overloaded by these types. */
LLVMValueRef ihop_emit_call_overloaded (IhopEmit *emit, const char *name, LLVMTypeRef *types, guint n_types, LLVMValueRef *arguments, guint n);
LLVMValueRef ihop_emit_load (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element);
void ihop_emit_store (IhopEmit *emit, IhopEmitAddress address, LLVMValueRef value);
/* Would all lanes load from places of their own, so that there is nothing better than a gather? */
gboolean ihop_emit_is_scattered (IhopEmit *emit, IhopEmitAddress address, guint size);
/* n elements one behind the other, from this address on: "values" are those of the first, the second … */
void ihop_emit_load_pieces (IhopEmit *emit, IhopEmitAddress address, LLVMTypeRef element, LLVMValueRef *values, guint n);
void ihop_emit_store_pieces (IhopEmit *emit, IhopEmitAddress address, guint size, LLVMValueRef *values, guint n);
/* Lanes [first, first + n) of a vector. */
LLVMValueRef ihop_emit_slice (IhopEmit *emit, LLVMValueRef vector, guint first, guint n);
/* Vectors of n lanes become one of 32. */
LLVMValueRef ihop_emit_join (IhopEmit *emit, LLVMValueRef *parts, guint n);

/* --- counting: nothing is added to code that is not counted ------------------------------------ */

/* What there is to count, of IhopCountSite. */
GArray *ihop_emit_count_sites (const IhopPtxModule *module, const IhopFlow *flow);
/* The block is run once more, by the lanes of its mask. */
void ihop_emit_count_block (IhopEmit *emit);
/* The lanes of the mask go to places "go" (i32) names and to others. */
void ihop_emit_count_parting (IhopEmit *emit, LLVMValueRef go);
/* At the end of a loop that waits for other blocks: these lanes of the mask (i32) go round once more. */
void ihop_emit_count_wait (IhopEmit *emit, LLVMValueRef again);
/* The instruction asks memory for these places. */
void ihop_emit_count_access (IhopEmit *emit, IhopEmitAddress address);

/* --- checking: nothing is added to code that is not checked ------------------------------------ */

/* What there is to check, of IhopCheckSite. *has_small_shared: see IhopLowerResult. */
GArray *ihop_emit_check_sites (const IhopFlow *flow, gboolean *has_small_shared);

/* Around an access: code made behind the beginning runs where nothing is wrong with any lane. */
typedef struct
{
  LLVMBasicBlockRef wrong, join; /* NULL: not checked */
  IhopEmitAddress address;
} IhopEmitChecked;

IhopEmitChecked ihop_emit_check_begin (IhopEmit *emit, IhopEmitAddress address);
/* Values that were loaded, each a scalar or a vector, become those of either way. */
void ihop_emit_check_end_load (IhopEmit *emit, IhopEmitChecked *checked, LLVMValueRef *values, guint n);
void ihop_emit_check_end_store (IhopEmit *emit, IhopEmitChecked *checked, LLVMValueRef *values, guint n);
/* Of an atomic operation: emit->mask becomes that of the lanes that may go on, if there are any. */
IhopEmitChecked ihop_emit_check_begin_atomic (IhopEmit *emit, IhopEmitAddress address);
void ihop_emit_check_end_atomic (IhopEmit *emit, IhopEmitChecked *checked, LLVMValueRef mask);
/* Of an operation on mbarrier objects at these places (vector of i64): checked code lets only those lanes go on, by emit->mask, that may. */
void ihop_emit_check_phased (IhopEmit *emit, LLVMValueRef places);
/* TRUE: checked code does the copy itself; "left" (vector of i32, or NULL) bytes at most. */
gboolean ihop_emit_check_copy (IhopEmit *emit, IhopEmitAddress to, IhopEmitAddress from, LLVMValueRef left);
/* The instruction makes lanes wait for others, or orders memory. */
void ihop_emit_check_barrier (IhopEmit *emit);
void ihop_emit_check_warp (IhopEmit *emit, const IhopPtxOperand *named);
void ihop_emit_check_fence (IhopEmit *emit);
void ihop_emit_check_exit (IhopEmit *emit);

/* --- flow ------------------------------------------------------------------------------------ */

typedef struct
{
  guint block;        /* of the flow: behind whose barrier or end it stops */
} IhopEmitResume;

/* One block of the flow. */
void ihop_emit_block (IhopEmit *emit, guint block);
/* Slots for the lanes that are pending somewhere; before any code. */
void ihop_emit_pending_slots (IhopEmit *emit);
/* At which blocks lanes may be pending, as far as this code knows, while emit->block runs. */
const IhopBits *ihop_emit_runnable (IhopEmit *emit);
/* Begins the code of emit->block. */
void ihop_emit_block_begin (IhopEmit *emit);
/* Ends the block: lanes go on, and the warp to the first block that has lanes. */
void ihop_emit_block_end (IhopEmit *emit);
/* Ends the warp's run: it waits at a barrier, or has ended. */
void ihop_emit_stop (IhopEmit *emit);
/* In a loop that may wait for others: from time to time the warp stops here, and goes on later. */
void ihop_emit_yield (IhopEmit *emit);
/* The lanes of the mask end. */
void ihop_emit_note_left (IhopEmit *emit);
/* Gives these lanes what the barrier has found. */
void ihop_emit_barrier_result (IhopEmit *emit, const IhopPtxInstruction *barrier, LLVMValueRef lanes);
/* "switch" at the function's start and the ways back in. */
void ihop_emit_entry (IhopEmit *emit, LLVMBasicBlockRef entry);
/* Dispatches to the blocks of the set that have lanes. */
void ihop_emit_dispatch (IhopEmit *emit, const IhopBits *next, gboolean none);
/* Takes over from quick code at this point. */
void ihop_emit_take_over (IhopEmit *emit, const IhopLowerPoint *point);
/* Hands the warp over in front of this instruction, or of its guard ("is_empty"), with the registers that live there. */
void ihop_emit_hand_over_at (IhopEmit *emit, guint instruction, gboolean is_empty, const IhopBits *live);
/* Leaves for the exact code unless "fine" (i1). */
void ihop_emit_require (IhopEmit *emit, LLVMValueRef fine);
/* The operand's value, base, or what the row that is done has of it, in twice the width: asks that no lane's sum has wrapped. */
LLVMValueRef ihop_emit_widen (IhopEmit *emit, const IhopPtxOperand *operand, LLVMValueRef value, IhopPtxType type);
/* A base of twice the width, such that it and the pattern are what the narrow sum is in each lane that runs. Leaves for the exact code
 * where some of these sums have wrapped and others have not. */
LLVMValueRef ihop_emit_widen_sum (IhopEmit *emit, LLVMValueRef base, const gint64 *pattern, gboolean is_signed);
/* Ends the warp with a status. */
void ihop_emit_leave (IhopEmit *emit, guint status);
