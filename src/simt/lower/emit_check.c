/* Checked code: what stands around accesses, barriers and fences (run/checked.h). What is wrong with an access is found
 * by src/simt/check, which then does it for the lanes that may. */
#include "simt/lower/emit_matrix.h"
#include "simt/run/checked.h"
#include <string.h>

enum { MOST_NUMBERED = 4095, MBARRIER_SIZE = 8 };

/* --- what there is to check ------------------------------------------------------------------- */

static gboolean
is_atomic (const IhopPtxInstruction *instruction)
{
  return g_str_equal (instruction->opcode, "atom") || g_str_equal (instruction->opcode, "red");
}

static gboolean
is_async_copy (const IhopPtxInstruction *instruction)
{
  return g_str_equal (instruction->opcode, "cp") && ihop_ptx_has (instruction, "async") && instruction->n_operands > 2;
}

/* Without any scope the device's; volatile ones reach everybody. */
static IhopScope
named_scope (const IhopPtxInstruction *instruction)
{
  static const struct
  {
    const char *part;
    IhopScope scope;
  } scopes[] = { { "cta", IHOP_SCOPE_BLOCK }, { "sys", IHOP_SCOPE_SYSTEM }, { "volatile", IHOP_SCOPE_SYSTEM }, { "mmio", IHOP_SCOPE_SYSTEM } };

  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    if (ihop_ptx_has (instruction, scopes[i].part))
      return scopes[i].scope;
  return IHOP_SCOPE_DEVICE;
}

static IhopScope
scope_of (const IhopPtxInstruction *instruction)
{
  static const char *const strong[] = { "volatile", "relaxed", "acquire", "release", "mmio" };
  gboolean is_strong = is_atomic (instruction) || g_str_equal (instruction->opcode, "membar");

  if (g_str_equal (instruction->opcode, "fence"))
    return ihop_ptx_has (instruction, "sc") || ihop_ptx_has (instruction, "acq_rel") || ihop_ptx_has (instruction, "acquire")
               || ihop_ptx_has (instruction, "release")
             ? named_scope (instruction)
             : IHOP_SCOPE_WEAK;
  for (guint i = 0; i < G_N_ELEMENTS (strong); i++)
    is_strong |= ihop_ptx_has (instruction, strong[i]);
  return is_strong ? named_scope (instruction) : IHOP_SCOPE_WEAK;
}

static void
describe_access (const IhopPtxInstruction *instruction, IhopCheckSite *site)
{
  gboolean is_store = g_str_equal (instruction->opcode, "st");
  const IhopPtxOperand *values = &instruction->operands[is_store ? 1 : 0];

  if (ihop_ptx_space (instruction) == IHOP_PTX_SPACE_PARAM || instruction->n_operands < 2)
    return;
  if (ihop_matrix_asks_memory (instruction))
    {
      site->bytes = IHOP_PIECE / IHOP_PIECE_WORDS;
      site->n = IHOP_PIECE_WORDS;
      site->reads_shared = (g_str_equal (instruction->opcode, "ldmatrix") || ihop_ptx_has (instruction, "load"))
                           && ihop_ptx_space (instruction) == IHOP_PTX_SPACE_SHARED;
      return;
    }
  site->bytes = ihop_ptx_type_size (ihop_ptx_type (instruction, 0));
  site->reads_shared = g_str_has_prefix (instruction->opcode, "ld") && ihop_ptx_space (instruction) == IHOP_PTX_SPACE_SHARED;
  site->n = !is_atomic (instruction) && values->kind == IHOP_PTX_LIST ? MIN (values->n_items, 8) : 1;
}

static gboolean
is_access (const IhopPtxInstruction *instruction)
{
  return g_str_equal (instruction->opcode, "ld") || g_str_equal (instruction->opcode, "ldu") || g_str_equal (instruction->opcode, "st")
         || is_atomic (instruction) || ihop_matrix_asks_memory (instruction);
}

static void
mark (const IhopPtxOperand *operand, guint8 *is_used)
{
  if (operand->kind == IHOP_PTX_REGISTER)
    is_used[operand->reg] = TRUE;
  for (guint i = 0; i < operand->n_items; i++)
    mark (&operand->items[i], is_used);
}

/* mbarrier: nobody may use an object that is made or ended meanwhile; all else is atomic. Those that say neither relaxed nor a scope release
 * and acquire within the block ("PTX ISA", 9.7.13.15). */
static void
describe_phased (const IhopPtxInstruction *instruction, IhopCheckSite *site)
{
  gboolean makes = ihop_ptx_has (instruction, "init") || ihop_ptx_has (instruction, "inval");
  gboolean is_relaxed = makes || ihop_ptx_has (instruction, "relaxed");

  if (ihop_ptx_has (instruction, "pending_count"))
    return;
  site->is_phased = TRUE;
  site->bytes = MBARRIER_SIZE;
  site->n = 1;
  site->scope = makes ? IHOP_SCOPE_WEAK : ihop_ptx_has (instruction, "cluster") ? IHOP_SCOPE_DEVICE : IHOP_SCOPE_BLOCK;
  site->acquires = !is_relaxed && (ihop_ptx_has (instruction, "test_wait") || ihop_ptx_has (instruction, "try_wait"));
  site->releases = !is_relaxed && !site->acquires;
}

static gboolean
is_phased (const IhopPtxInstruction *instruction)
{
  return g_str_equal (instruction->opcode, "mbarrier") || (g_str_equal (instruction->opcode, "cp") && ihop_ptx_has (instruction, "mbarrier"));
}

/* By register: does any instruction ask for it? */
static guint8 *
used_registers (const IhopPtxFunction *function)
{
  guint8 *is_used = g_malloc0 (function->registers->len + 1);

  for (guint i = 0; i < function->instructions->len; i++)
    {
      const IhopPtxInstruction *instruction = &g_array_index (function->instructions, IhopPtxInstruction, i);
      if (instruction->guard >= 0)
        is_used[instruction->guard] = TRUE;
      for (guint k = ihop_flow_n_results (instruction); k < instruction->n_operands; k++)
        mark (&instruction->operands[k], is_used);
    }
  return is_used;
}

static gboolean
observes (const IhopPtxInstruction *instruction, const guint8 *is_used)
{
  const IhopPtxOperand *result = &instruction->operands[0];

  return g_str_equal (instruction->opcode, "atom") && (result->kind == IHOP_PTX_REGISTER ? is_used[result->reg] : result->kind != IHOP_PTX_SINK);
}

static void
describe (const IhopPtxInstruction *instruction, IhopCheckSite *site)
{
  site->scope = scope_of (instruction);
  site->acquires = ihop_ptx_has (instruction, "acquire") || ihop_ptx_has (instruction, "acq_rel");
  site->releases = ihop_ptx_has (instruction, "release") || ihop_ptx_has (instruction, "acq_rel");
  site->is_warp_barrier = g_str_equal (instruction->opcode, "bar") || g_str_equal (instruction->opcode, "barrier");
  if (is_access (instruction))
    describe_access (instruction, site);
  if (is_phased (instruction))
    describe_phased (instruction, site);
  if (is_async_copy (instruction))
    *site = (IhopCheckSite){ .bytes = 4, .n = MIN (instruction->operands[2].bits / 4, 4), .is_copy = TRUE };
}

GArray *
ihop_emit_check_sites (const IhopFlow *flow, gboolean *has_small_shared)
{
  const GArray *instructions = flow->function->instructions;
  g_autofree guint8 *is_used = used_registers (flow->function);
  GArray *sites = g_array_sized_new (FALSE, TRUE, sizeof (IhopCheckSite), instructions->len);
  guint number = 0;

  g_array_set_size (sites, instructions->len);
  *has_small_shared = FALSE;
  for (guint i = 0; i < instructions->len; i++)
    {
      const IhopPtxInstruction *instruction = &g_array_index (instructions, IhopPtxInstruction, i);
      IhopCheckSite *site = &g_array_index (sites, IhopCheckSite, i);
      IhopPtxSpace space = ihop_ptx_space (instruction);
      describe (instruction, site);
      site->observes = observes (instruction, is_used);
      if (site->n)
        site->number = ++number <= MOST_NUMBERED ? number : 0;
      *has_small_shared |= site->n && site->bytes < 4 && (space == IHOP_PTX_SPACE_SHARED || space == IHOP_PTX_SPACE_NONE);
    }
  return sites;
}

/* --- calls ------------------------------------------------------------------------------------ */

static LLVMValueRef
call (IhopEmit *emit, const char *name, gboolean gives, LLVMValueRef *arguments, guint n)
{
  return ihop_emit_call (emit, name, gives ? ihop_emit_int (emit, 32) : LLVMVoidTypeInContext (emit->context), arguments, n);
}

static const IhopCheckSite *
site_here (IhopEmit *emit)
{
  const IhopPtxInstruction *all = (const IhopPtxInstruction *) emit->flow->function->instructions->data;

  return emit->result->checks ? &g_array_index (emit->result->checks, IhopCheckSite, emit->instruction - all) : NULL;
}

static LLVMValueRef
scratch_place (IhopEmit *emit, guint bytes)
{
  LLVMValueRef at = ihop_emit_constant (emit, 64, bytes);
  LLVMValueRef scratch = ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, scratch), LLVMPointerTypeInContext (emit->context, 0));

  return LLVMBuildGEP2 (emit->builder, ihop_emit_int (emit, 8), scratch, &at, 1, "");
}

static void
put (IhopEmit *emit, LLVMValueRef value, guint bytes)
{
  LLVMSetAlignment (LLVMBuildStore (emit->builder, value, scratch_place (emit, bytes)), 64);
}

static void
put_addresses (IhopEmit *emit, IhopEmitAddress address, guint bytes)
{
  put (emit, address.pattern ? ihop_emit_spread (emit, address.base, address.pattern) : ihop_emit_splat (emit, address.base), bytes);
}

/* --- accesses --------------------------------------------------------------------------------- */

static gboolean
is_row (const gint64 *pattern, guint bytes)
{
  for (guint i = 1; i < IHOP_WARP; i++)
    if (pattern[i] != pattern[0] + (gint64) (i * bytes))
      return FALSE;
  return TRUE;
}

/* Is each half a row or one place? Then bit 0 tells which of them the first half is, bit 1 the second. */
static gboolean
are_halves (const gint64 *pattern, guint bytes, guint *rows)
{
  *rows = 0;
  for (guint half = 0; half < 2; half++)
    {
      const gint64 *own = pattern + half * (IHOP_WARP / 2);
      gint64 step = own[1] - own[0];
      for (guint i = 1; i < IHOP_WARP / 2; i++)
        if (own[i] != own[0] + i * step)
          return FALSE;
      if (step != 0 && step != bytes)
        return FALSE;
      *rows |= step ? 1u << half : 0;
    }
  return TRUE;
}

static LLVMValueRef
ask_halves (IhopEmit *emit, IhopEmitAddress address, guint rows)
{
  LLVMValueRef first = ihop_emit_address_move (emit, address, address.pattern[0]).base;
  LLVMValueRef second = ihop_emit_address_move (emit, address, address.pattern[IHOP_WARP / 2]).base;
  LLVMValueRef arguments[] = { emit->frame, ihop_emit_site (emit), first, second, emit->mask, ihop_emit_constant (emit, 32, rows) };

  return call (emit, "ihop_checked_halves", TRUE, arguments, 6);
}

static LLVMValueRef
ask (IhopEmit *emit, IhopEmitAddress address, const IhopCheckSite *site)
{
  guint rows;

  LLVMValueRef arguments[] = { emit->frame, ihop_emit_site (emit), address.base, emit->mask };

  if (!ihop_emit_is_vector (address.base) && address.pattern == NULL)
    return call (emit, "ihop_checked_one", TRUE, arguments, 4);
  if (!ihop_emit_is_vector (address.base) && is_row (address.pattern, site->bytes * site->n))
    {
      arguments[2] = ihop_emit_address_move (emit, address, address.pattern[0]).base;
      return call (emit, "ihop_checked_row", TRUE, arguments, 4);
    }
  if (!ihop_emit_is_vector (address.base) && are_halves (address.pattern, site->bytes * site->n, &rows))
    return ask_halves (emit, address, rows);
  put_addresses (emit, address, 0);
  arguments[2] = emit->mask;
  return call (emit, "ihop_checked_lanes", TRUE, arguments, 3);
}

static LLVMBasicBlockRef
new_block (IhopEmit *emit, const char *name)
{
  return LLVMAppendBasicBlockInContext (emit->context, emit->function, name);
}

IhopEmitChecked
ihop_emit_check_begin (IhopEmit *emit, IhopEmitAddress address)
{
  const IhopCheckSite *site = site_here (emit);
  IhopEmitChecked checked = { NULL, NULL, address };

  if (site == NULL || site->n == 0)
    return checked;
  LLVMValueRef answer = ask (emit, address, site);
  LLVMValueRef fine = LLVMBuildICmp (emit->builder, LLVMIntNE, answer, ihop_emit_constant (emit, 32, 0), "");
  LLVMBasicBlockRef right = new_block (emit, "right");
  checked.wrong = new_block (emit, "wrong");
  checked.join = new_block (emit, "checked");
  LLVMBuildCondBr (emit->builder, fine, right, checked.wrong);
  LLVMPositionBuilderAtEnd (emit->builder, right);
  return checked;
}

static void
divert (IhopEmit *emit)
{
  LLVMValueRef arguments[] = { emit->frame, ihop_emit_site (emit), emit->mask };

  call (emit, "ihop_checked_divert", FALSE, arguments, 3);
}

/* Bytes from the start of scratch to the nth element's values. */
static guint
value_offset (IhopEmit *emit, guint n)
{
  return 8 * IHOP_WARP + n * IHOP_WARP * site_here (emit)->bytes;
}

/* What the wrong way has left in scratch, as the right way has it. */
static LLVMValueRef
taken (IhopEmit *emit, LLVMValueRef like, guint n)
{
  LLVMValueRef value = LLVMBuildLoad2 (emit->builder, LLVMTypeOf (like), scratch_place (emit, value_offset (emit, n)), "");

  LLVMSetAlignment (value, site_here (emit)->bytes);
  return value;
}

void
ihop_emit_check_end_load (IhopEmit *emit, IhopEmitChecked *checked, LLVMValueRef *values, guint n)
{
  LLVMBasicBlockRef ends[2] = { LLVMGetInsertBlock (emit->builder), checked->wrong };
  LLVMValueRef others[8];

  if (checked->join == NULL)
    return;
  LLVMBuildBr (emit->builder, checked->join);
  LLVMPositionBuilderAtEnd (emit->builder, checked->wrong);
  put_addresses (emit, checked->address, 0);
  divert (emit);
  for (guint i = 0; i < n; i++)
    others[i] = taken (emit, values[i], i);
  LLVMBuildBr (emit->builder, checked->join);
  LLVMPositionBuilderAtEnd (emit->builder, checked->join);
  for (guint i = 0; i < n; i++)
    {
      LLVMValueRef both = LLVMBuildPhi (emit->builder, LLVMTypeOf (values[i]), ""), of[2] = { values[i], others[i] };
      LLVMAddIncoming (both, of, ends, 2);
      values[i] = both;
    }
}

void
ihop_emit_check_end_store (IhopEmit *emit, IhopEmitChecked *checked, LLVMValueRef *values, guint n)
{
  if (checked->join == NULL)
    return;
  LLVMBuildBr (emit->builder, checked->join);
  LLVMPositionBuilderAtEnd (emit->builder, checked->wrong);
  put_addresses (emit, checked->address, 0);
  for (guint i = 0; i < n; i++)
    LLVMSetAlignment (LLVMBuildStore (emit->builder, ihop_emit_splat (emit, values[i]), scratch_place (emit, value_offset (emit, i))),
                      site_here (emit)->bytes);
  divert (emit);
  LLVMBuildBr (emit->builder, checked->join);
  LLVMPositionBuilderAtEnd (emit->builder, checked->join);
}

IhopEmitChecked
ihop_emit_check_begin_atomic (IhopEmit *emit, IhopEmitAddress address)
{
  const IhopCheckSite *site = site_here (emit);
  IhopEmitChecked checked = { NULL, NULL, address };
  LLVMValueRef arguments[] = { emit->frame, site ? ihop_emit_site (emit) : NULL, emit->mask };

  if (site == NULL || site->n == 0)
    return checked;
  put_addresses (emit, address, 0);
  emit->mask = call (emit, "ihop_checked_atomic", TRUE, arguments, 3);
  LLVMBasicBlockRef right = new_block (emit, "right");
  checked.join = new_block (emit, "checked");
  LLVMValueRef some = LLVMBuildICmp (emit->builder, LLVMIntNE, emit->mask, ihop_emit_constant (emit, 32, 0), "");
  LLVMBuildCondBr (emit->builder, some, right, checked.join);
  LLVMPositionBuilderAtEnd (emit->builder, right);
  return checked;
}

void
ihop_emit_check_end_atomic (IhopEmit *emit, IhopEmitChecked *checked, LLVMValueRef mask)
{
  if (checked->join == NULL)
    return;
  emit->mask = mask;
  LLVMBuildBr (emit->builder, checked->join);
  LLVMPositionBuilderAtEnd (emit->builder, checked->join);
}

void
ihop_emit_check_phased (IhopEmit *emit, LLVMValueRef places)
{
  LLVMValueRef arguments[] = { emit->frame, emit->result->checks ? ihop_emit_site (emit) : NULL, emit->mask };

  if (emit->result->checks == NULL)
    return;
  put (emit, places, 0);
  emit->mask = call (emit, "ihop_checked_phase", TRUE, arguments, 3);
}

gboolean
ihop_emit_check_copy (IhopEmit *emit, IhopEmitAddress to, IhopEmitAddress from, LLVMValueRef left)
{
  LLVMValueRef arguments[] = { emit->frame, site_here (emit) ? ihop_emit_site (emit) : NULL, emit->mask };

  if (site_here (emit) == NULL)
    return FALSE;
  put_addresses (emit, from, 0);
  put_addresses (emit, to, 8 * IHOP_WARP);
  put (emit, left ? left : ihop_emit_splat (emit, ihop_emit_constant (emit, 32, 16)), 16 * IHOP_WARP);
  call (emit, "ihop_checked_copy", FALSE, arguments, 3);
  return TRUE;
}

/* --- waiting and ordering --------------------------------------------------------------------- */

static void
tell (IhopEmit *emit, const char *name)
{
  if (emit->result->checks == NULL)
    return;
  LLVMValueRef arguments[] = { emit->frame, ihop_emit_site (emit), emit->mask };
  call (emit, name, FALSE, arguments, 3);
}

void
ihop_emit_check_barrier (IhopEmit *emit)
{
  tell (emit, "ihop_checked_barrier");
}

void
ihop_emit_check_fence (IhopEmit *emit)
{
  if (site_here (emit) && site_here (emit)->scope)
    tell (emit, "ihop_checked_fence");
}

void
ihop_emit_check_warp (IhopEmit *emit, const IhopPtxOperand *named)
{
  const IhopPtxType u32 = { 'u', 32, 1 };

  if (emit->result->checks == NULL)
    return;
  put (emit, ihop_emit_operand (emit, named, u32, TRUE), 0);
  tell (emit, "ihop_checked_warp");
}

void
ihop_emit_check_exit (IhopEmit *emit)
{
  LLVMValueRef arguments[] = { emit->frame, emit->mask };

  if (emit->result->checks)
    call (emit, "ihop_checked_exit", FALSE, arguments, 2);
}
