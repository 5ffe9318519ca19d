/* Counting: how often blocks run and for how many lanes, where lanes part, and which places each request
 * of memory names. What that means for a card is worked out by src/simt/count. */
#include "simt/lower/emit_matrix.h"
#include "simt/run/frame.h"
#include <string.h>

/* --- what there is to count ------------------------------------------------------------------- */

typedef struct
{
  const char *opcodes[24];
  IhopInstructionClass class;
} ClassRow;

static IhopInstructionClass
class_of_arithmetic (const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);

  if (type.kind == 'f' || type.kind == 'h')
    return type.bits == 64 ? IHOP_CLASS_DOUBLE : IHOP_CLASS_FLOAT;
  return IHOP_CLASS_INTEGER;
}

static IhopInstructionClass
class_of (const IhopPtxInstruction *instruction)
{
  static const ClassRow rows[]
    = { { { "div", "rem", "sqrt", "rsqrt", "rcp", "sin", "cos", "ex2", "lg2", "tanh" }, IHOP_CLASS_SPECIAL },
        { { "cvt", "cvta" }, IHOP_CLASS_CONVERT },
        { { "mov", "selp", "slct", "setp", "set", "prmt", "isspacep", "testp" }, IHOP_CLASS_MOVE },
        { { "bra", "brx", "call", "ret", "exit", "trap" }, IHOP_CLASS_CONTROL },
        { { "bar", "barrier", "membar", "fence" }, IHOP_CLASS_BARRIER },
        { { "shfl", "vote", "match", "redux", "activemask", "elect", "movmatrix" }, IHOP_CLASS_WARP },
        { { "ld", "ldu", "cp", "ldmatrix" }, IHOP_CLASS_LOAD },
        { { "st", "stmatrix" }, IHOP_CLASS_STORE },
        { { "atom", "red" }, IHOP_CLASS_ATOMIC },
        { { "prefetch", "prefetchu", "discard", "pmevent", "nanosleep", "applypriority", "griddepcontrol" }, IHOP_CLASS_OTHER } };

  if (g_str_equal (instruction->opcode, "wmma") || g_str_equal (instruction->opcode, "mma"))
    return ihop_ptx_has (instruction, "load")    ? IHOP_CLASS_LOAD
           : ihop_ptx_has (instruction, "store") ? IHOP_CLASS_STORE
                                                 : IHOP_CLASS_MATRIX;
  if (ihop_ptx_space (instruction) == IHOP_PTX_SPACE_PARAM && g_str_equal (instruction->opcode, "ld"))
    return IHOP_CLASS_PARAM;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint k = 0; rows[i].opcodes[k]; k++)
      if (g_str_equal (rows[i].opcodes[k], instruction->opcode))
        return rows[i].class;
  for (const IhopEmitRow *row = ihop_emit_packings; row->opcode; row++)
    if (g_str_equal (row->opcode, instruction->opcode))
      return IHOP_CLASS_INTEGER;
  return ihop_emit_is_arithmetic (instruction->opcode) ? class_of_arithmetic (instruction) : IHOP_CLASS_OTHER;
}

/* A multiplication that adds is two. */
static guint
operations_of (const IhopPtxInstruction *instruction)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  gboolean is_real = type.kind == 'f' || type.kind == 'h';
  IhopInstructionClass class = class_of (instruction);

  if (class == IHOP_CLASS_MATRIX)
    return ihop_matrix_operations (instruction);
  if (!is_real || (class != IHOP_CLASS_FLOAT && class != IHOP_CLASS_DOUBLE && class != IHOP_CLASS_SPECIAL))
    return 0;
  return (g_str_equal (instruction->opcode, "fma") || g_str_equal (instruction->opcode, "mad") ? 2 : 1) * MAX (type.lanes, 1);
}

static const char *
text_of (const IhopPtxInstruction *instruction)
{
  g_autoptr (GString) text = g_string_new (instruction->opcode);

  for (guint i = 0; i < instruction->n_parts; i++)
    g_string_append_printf (text, ".%s", instruction->parts[i]);
  return g_intern_string (text->str);
}

/* Vectors are one request of all their elements. */
static guint
bytes_of (const IhopPtxInstruction *instruction, IhopInstructionClass class)
{
  const IhopPtxOperand *values = &instruction->operands[class == IHOP_CLASS_STORE ? 1 : 0];
  IhopPtxType type = ihop_ptx_type (instruction, 0);

  if (instruction->n_operands < 2)
    return 0;
  if (ihop_matrix_asks_memory (instruction))
    return IHOP_PIECE;
  if (g_str_equal (instruction->opcode, "cp"))
    return instruction->n_operands > 2 ? instruction->operands[2].bits : 0;
  return ihop_ptx_type_size (type) * (class != IHOP_CLASS_ATOMIC && values->kind == IHOP_PTX_LIST ? values->n_items : 1);
}

static gboolean
passes_l1 (const IhopPtxInstruction *instruction)
{
  static const char *const words[] = { "cg", "cv", "volatile", "relaxed", "acquire", "mmio" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (ihop_ptx_has (instruction, words[i]))
      return TRUE;
  return FALSE;
}

/* Headers that make CUDA of C++: Clang's, which does not say where their functions are called, and ours. */
static gboolean
is_of_toolkit (const char *file)
{
  g_autofree char *name = g_path_get_basename (file);

  return g_str_has_prefix (name, "__clang_") || g_str_has_prefix (name, "ihop_cuda");
}

static void
locate (const IhopPtxModule *module, const IhopPtxInstruction *instruction, IhopCountSite *site)
{
  const char *file = instruction->file < module->files->len ? module->files->pdata[instruction->file] : NULL;

  if (file == NULL || instruction->source_line == 0 || is_of_toolkit (file))
    return;
  site->file = file;
  site->source_line = instruction->source_line;
}

/* What has no line is of the line before it, at the start of the one behind. */
static void
locate_rest (GArray *sites)
{
  const IhopCountSite *known = NULL;

  for (guint i = sites->len; i-- > 0;)
    known = g_array_index (sites, IhopCountSite, i).file ? &g_array_index (sites, IhopCountSite, i) : known;
  for (guint i = 0; known && i < sites->len; i++)
    {
      IhopCountSite *site = &g_array_index (sites, IhopCountSite, i);
      if (site->file)
        known = site;
      site->file = known->file;
      site->source_line = known->source_line;
    }
}

static void
describe (const IhopPtxInstruction *instruction, IhopCountSite *site)
{
  site->text = text_of (instruction);
  site->line = instruction->line;
  site->class = class_of (instruction);
  site->operations = operations_of (instruction);
  /* Of a copy from global to shared memory the loads are counted. */
  site->space = g_str_equal (instruction->opcode, "cp") ? IHOP_PTX_SPACE_GLOBAL : ihop_ptx_space (instruction);
  if (site->class == IHOP_CLASS_LOAD || site->class == IHOP_CLASS_STORE || site->class == IHOP_CLASS_ATOMIC)
    site->bytes = bytes_of (instruction, site->class);
  site->passes_l1 = site->class == IHOP_CLASS_ATOMIC || passes_l1 (instruction);
}

/* A guarded effect is issued where its guard is asked, whether it holds or not. */
static guint
issuer_of (const IhopFlow *flow, guint block)
{
  for (guint i = 0; i < flow->n_blocks; i++)
    if (flow->blocks[i].how == IHOP_FLOW_SKIP && flow->blocks[i].successors[0] == block)
      return i;
  return block;
}

GArray *
ihop_emit_count_sites (const IhopPtxModule *module, const IhopFlow *flow)
{
  const GArray *instructions = flow->function->instructions;
  GArray *sites = g_array_sized_new (FALSE, TRUE, sizeof (IhopCountSite), instructions->len);

  g_array_set_size (sites, instructions->len);
  for (guint i = 0; i < instructions->len; i++)
    locate (module, &g_array_index (instructions, IhopPtxInstruction, i), &g_array_index (sites, IhopCountSite, i));
  locate_rest (sites);
  for (guint i = 0; i < flow->n_blocks; i++)
    for (guint k = flow->blocks[i].first; k < flow->blocks[i].end; k++)
      {
        IhopCountSite *site = &g_array_index (sites, IhopCountSite, k);
        describe (&g_array_index (instructions, IhopPtxInstruction, k), site);
        site->row = i;
        site->issuer = issuer_of (flow, i);
        site->in_wait = flow->blocks[i].in_wait;
        site->parts = k + 1 == flow->blocks[i].end && flow->blocks[i].how == IHOP_FLOW_BRANCH;
      }
  return sites;
}

/* --- code that counts ------------------------------------------------------------------------- */

/* Adds to a number of the block's row; "more" has 32 bits. */
static void
add (IhopEmit *emit, guint column, LLVMValueRef more)
{
  LLVMTypeRef wide = ihop_emit_int (emit, 64);
  LLVMValueRef rows = ihop_emit_frame (emit, G_STRUCT_OFFSET (IhopWarpFrame, rows), LLVMPointerTypeInContext (emit->context, 0));
  LLVMValueRef at = ihop_emit_constant (emit, 64, (guint64) emit->block * IHOP_ROW_LENGTH + column);
  LLVMValueRef place = LLVMBuildGEP2 (emit->builder, wide, rows, &at, 1, "");
  LLVMValueRef sum = LLVMBuildAdd (emit->builder, LLVMBuildLoad2 (emit->builder, wide, place, ""),
                                   LLVMBuildZExt (emit->builder, more, wide, ""), "");

  LLVMBuildStore (emit->builder, sum, place);
}

void
ihop_emit_count_block (IhopEmit *emit)
{
  if (!emit->is_counted)
    return;
  add (emit, IHOP_ROW_EXECUTIONS, ihop_emit_constant (emit, 32, 1));
  add (emit, IHOP_ROW_LANES, ihop_emit_intrinsic (emit, "llvm.ctpop", &emit->mask, 1));
}

void
ihop_emit_count_parting (IhopEmit *emit, LLVMValueRef go)
{
  LLVMValueRef none = ihop_emit_constant (emit, 32, 0);

  if (!emit->is_counted)
    return;
  LLVMValueRef here = LLVMBuildAnd (emit->builder, emit->mask, go, "");
  LLVMValueRef there = LLVMBuildAnd (emit->builder, emit->mask, LLVMBuildNot (emit->builder, go, ""), "");
  LLVMValueRef both = LLVMBuildAnd (emit->builder, LLVMBuildICmp (emit->builder, LLVMIntNE, here, none, ""),
                                    LLVMBuildICmp (emit->builder, LLVMIntNE, there, none, ""), "");
  add (emit, IHOP_ROW_DIVERGENT, LLVMBuildZExt (emit->builder, both, ihop_emit_int (emit, 32), ""));
}

void
ihop_emit_count_wait (IhopEmit *emit, LLVMValueRef again)
{
  if (!emit->is_counted || !emit->flow->blocks[emit->block].ends_wait)
    return;
  LLVMValueRef none = LLVMBuildICmp (emit->builder, LLVMIntEQ, LLVMBuildAnd (emit->builder, emit->mask, again, ""), ihop_emit_constant (emit, 32, 0), "");

  add (emit, IHOP_ROW_WAITS, LLVMBuildZExt (emit->builder, none, ihop_emit_int (emit, 32), ""));
}

static LLVMValueRef
all_places (IhopEmit *emit, IhopEmitAddress address)
{
  return address.pattern ? ihop_emit_spread (emit, address.base, address.pattern) : ihop_emit_splat (emit, address.base);
}

void
ihop_emit_count_access (IhopEmit *emit, IhopEmitAddress address)
{
  if (!emit->is_counted || class_of (emit->instruction) == IHOP_CLASS_PARAM
      || ihop_ptx_space (emit->instruction) == IHOP_PTX_SPACE_PARAM)
    return;
  LLVMValueRef places = all_places (emit, address), slot = ihop_emit_slot (emit, LLVMTypeOf (places), "places");
  LLVMBuildStore (emit->builder, places, slot);
  LLVMValueRef arguments[] = { emit->frame, ihop_emit_site (emit), slot, emit->mask };
  ihop_emit_call (emit, IHOP_COUNT_SYMBOL, LLVMVoidTypeInContext (emit->context), arguments, G_N_ELEMENTS (arguments));
}
