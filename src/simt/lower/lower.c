/* A kernel, block by block. */
#include "simt/lower/emit_all.h"
#include "simt/lower/emit_cluster.h"
#include "simt/lower/emit_whole.h"
#include "simt/lower/flow_build.h"
#include "simt/run/frame.h"
#include <llvm-c/Analysis.h>

/* --- memory ------------------------------------------------------------------------------------ */

/* Places of the variables of one space, after each other; "size" is the end of what is there. Of a module's variables only those
 * that the kernel names, as others have theirs beside them. */
static void
lay_out (const IhopPtxFunction *kernel, const GArray *variables, IhopPtxSpace space, IhopPtxSpace also, GHashTable *offsets, guint *size)
{
  for (guint i = 0; i < variables->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (variables, IhopPtxVariable, i);
      if (variable->space != space && variable->space != also)
        continue;
      if (variables != kernel->variables && !ihop_ptx_function_mentions (kernel, variable->name))
        continue;
      *size = (*size + variable->align - 1) / variable->align * variable->align;
      g_hash_table_insert (offsets, (gpointer) variable->name, GUINT_TO_POINTER (*size + 1));
      *size += variable->size;
    }
}

/* Shared arrays whose size the launch decides begin behind all others, at the same place. Without any of them shared memory ends with the last
 * byte of the others, so that what goes beyond is seen. */
static void
lay_out_dynamic (const GArray *variables, GHashTable *offsets, guint *size)
{
  guint end = (*size + 15) / 16 * 16;

  for (guint i = 0; i < variables->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (variables, IhopPtxVariable, i);
      if (variable->space == IHOP_PTX_SPACE_SHARED && variable->size == 0)
        {
          g_hash_table_insert (offsets, (gpointer) variable->name, GUINT_TO_POINTER (end + 1));
          *size = end;
        }
    }
}

static void
lay_out_all (IhopEmit *emit)
{
  const IhopPtxFunction *kernel = emit->flow->function;
  guint local = 0, param = 0;

  emit->shared_offsets = g_hash_table_new (g_str_hash, g_str_equal);
  emit->local_offsets = g_hash_table_new (g_str_hash, g_str_equal);
  lay_out (kernel, emit->module->variables, IHOP_PTX_SPACE_SHARED, IHOP_PTX_SPACE_SHARED, emit->shared_offsets, &emit->result->shared_size);
  lay_out (kernel, kernel->variables, IHOP_PTX_SPACE_SHARED, IHOP_PTX_SPACE_SHARED, emit->shared_offsets, &emit->result->shared_size);
  lay_out_dynamic (emit->module->variables, emit->shared_offsets, &emit->result->shared_size);
  lay_out (kernel, kernel->variables, IHOP_PTX_SPACE_LOCAL, IHOP_PTX_SPACE_PARAM, emit->local_offsets, &local);
  emit->local_size = emit->result->local_size = (local + 15) / 16 * 16;
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (kernel->params, IhopPtxVariable, i);
      param = (param + variable->align - 1) / variable->align * variable->align + variable->size;
    }
  emit->result->param_size = param;
}

/* --- code -------------------------------------------------------------------------------------- */

static const IhopEmitRow *
find_row (const char *opcode)
{
  const IhopEmitRow *const tables[] = { ihop_emit_memory, ihop_emit_conversions, ihop_emit_comparisons,
                                        ihop_emit_atomics, ihop_emit_warp, ihop_emit_barriers, ihop_emit_calls, ihop_emit_textures,
                                        ihop_emit_carries, ihop_emit_matrices, ihop_emit_tiles, ihop_emit_packings, ihop_emit_mbarriers };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const IhopEmitRow *row = tables[i]; row->opcode; row++)
      if (g_str_equal (opcode, row->opcode))
        return row;
  return NULL;
}

void
ihop_emit_instruction (IhopEmit *emit, const IhopPtxInstruction *instruction)
{
  const IhopEmitRow *row = find_row (instruction->opcode);

  emit->instruction = instruction;
  if (row == NULL && !ihop_emit_is_arithmetic (instruction->opcode))
    {
      ihop_emit_fail (emit, "the instruction %s is not known", instruction->opcode);
      return;
    }
  IhopEmitInstruction *one = row ? row->emit : ihop_emit_arithmetic;
  if (!ihop_emit_by_rows (emit, instruction, one))
    one (emit, instruction);
}

static void
emit_body (IhopEmit *emit, const IhopFlowBlock *block)
{
  g_array_set_size (emit->clusters, 0);
  for (guint k = block->first; k < block->end && emit->error == NULL; k++)
    ihop_emit_instruction (emit, &g_array_index (emit->flow->function->instructions, IhopPtxInstruction, k));
  if (emit->error == NULL)
    ihop_emit_block_end (emit);
}

void
ihop_emit_block (IhopEmit *emit, guint number)
{
  const IhopFlowBlock *block = &emit->flow->blocks[number];

  if (emit->error)
    return;
  emit->block = number;
  ihop_emit_block_begin (emit);
  ihop_emit_count_block (emit);
  if (ihop_emit_all_begin (emit))
    {
      emit_body (emit, block);
      ihop_emit_all_end (emit);
    }
  emit_body (emit, block);
}

static void
emit_warp (IhopEmit *emit)
{
  for (guint i = 0; i < emit->flow->n_blocks; i++)
    ihop_emit_block (emit, i);
  if (emit->error == NULL)
    ihop_emit_entry (emit, LLVMGetEntryBasicBlock (emit->function));
}

static void
begin_function (IhopEmit *emit, const char *name)
{
  LLVMTypeRef pointer = LLVMPointerTypeInContext (emit->context, 0);
  LLVMTypeRef type = LLVMFunctionType (ihop_emit_int (emit, 32), &pointer, 1, FALSE);

  emit->function = LLVMAddFunction (emit->code, name, type);
  emit->frame = LLVMGetParam (emit->function, 0);
  LLVMAppendBasicBlockInContext (emit->context, emit->function, "entry");
  for (guint i = 0; i < emit->flow->n_blocks; i++)
    emit->blocks[i] = LLVMAppendBasicBlockInContext (emit->context, emit->function, "block");
  ihop_emit_pending_slots (emit);
}

static void
emit_function (IhopEmit *emit, const char *name)
{
  char *message = NULL;

  begin_function (emit, name);
  if (emit->whole)
    ihop_emit_whole (emit);
  else
    emit_warp (emit);
  if (emit->error == NULL && LLVMVerifyFunction (emit->function, LLVMReturnStatusAction))
    {
      LLVMVerifyModule (emit->code, LLVMReturnStatusAction, &message);
      emit->instruction = NULL;
      ihop_emit_fail (emit, "the code is malformed: %s", message);
      LLVMDisposeMessage (message);
    }
}

/* Where exact code may take over, a block begins. */
static GArray *
leaders_of (const GArray *points)
{
  GArray *leaders = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; points && i < points->len; i++)
    {
      const IhopLowerPoint *point = &g_array_index (points, IhopLowerPoint, i);
      g_array_append_val (leaders, point->instruction);
      for (guint k = 0; k < point->places->len; k++)
        g_array_append_val (leaders, g_array_index (point->places, IhopLowerPlace, k).first);
    }
  return leaders;
}

gboolean
ihop_lower_kernel (const IhopPtxModule *module, const IhopPtxFunction *kernel, IhopLowerOptions options,
                   LLVMModuleRef code, const char *name, IhopLowerResult *result, GError **error)
{
  g_autoptr (GArray) leaders = leaders_of (options.points);
  g_autoptr (IhopFlow) flow = ihop_flow_new (kernel, leaders, error);
  IhopLanesOptions lanes = { { options.block[0], options.block[1], options.block[2] }, options.is_exact };

  if (flow == NULL)
    return FALSE;
  *result = (IhopLowerResult){ .points = ihop_lower_points_new () };
  IhopEmit emit = { .module = module, .flow = flow, .code = code, .result = result, .points = options.points };
  result->has_numbered = flow->has_numbered;
  for (guint i = 0; i < flow->n_blocks; i++)
    result->may_wait |= flow->blocks[i].yields;
  emit.is_counted = options.is_counted;
  emit.has_permutations = options.has_permutations;
  if (options.is_counted || options.is_checked)
    result->sites = ihop_emit_count_sites (module, flow);
  if (options.is_checked)
    result->checks = ihop_emit_check_sites (flow, &result->has_small_shared);
  result->n_rows = flow->n_blocks;
  emit.context = LLVMGetModuleContext (code);
  emit.lanes = ihop_lanes_new (flow, lanes);
  emit.builder = LLVMCreateBuilderInContext (emit.context);
  emit.registers = g_new0 (LLVMValueRef, kernel->registers->len + 1);
  emit.blocks = g_new0 (LLVMBasicBlockRef, flow->n_blocks);
  emit.runnable = g_new0 (LLVMValueRef, flow->n_blocks);
  emit.waiting = g_new0 (LLVMValueRef, flow->n_blocks);
  emit.kept = ihop_bits_new (kernel->registers->len);
  emit.nowhere = ihop_bits_new (flow->n_blocks);
  ihop_emit_find_memory_registers (&emit);
  emit.resumes = g_array_new (FALSE, FALSE, sizeof (IhopEmitResume));
  emit.clusters = g_array_new (FALSE, FALSE, sizeof (IhopEmitCluster));
  lay_out_all (&emit);
  emit.whole = options.is_whole ? ihop_emit_whole_new (&emit, options.is_backwards) : NULL;
  emit_function (&emit, name);
  ihop_emit_whole_free (emit.whole);
  LLVMDisposeBuilder (emit.builder);
  ihop_lanes_free (emit.lanes);
  g_free (emit.registers);
  g_free (emit.blocks);
  g_free (emit.runnable);
  g_free (emit.waiting);
  ihop_bits_clear (&emit.kept);
  ihop_bits_clear (&emit.nowhere);
  ihop_bits_clear (&emit.in_memory);
  g_array_unref (emit.resumes);
  g_array_unref (emit.clusters);
  g_hash_table_unref (emit.shared_offsets);
  g_hash_table_unref (emit.local_offsets);
  if (emit.error)
    g_propagate_error (error, emit.error);
  return emit.error == NULL;
}
