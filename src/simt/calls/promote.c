#include "simt/calls/promote.h"
#include "simt/calls/copy.h"
#include "simt/ptx/construct.h"

/* Bytes [at, at + size) of a variable. */
typedef struct
{
  gint64 at;
  guint size;
  guint reg;
} Piece;

typedef struct
{
  GArray *pieces;    /* Piece */
  gboolean is_whole; /* somebody needs it in memory */
} Variable;

static void
variable_free (gpointer data)
{
  g_array_unref (((Variable *) data)->pieces);
  g_free (data);
}

static const IhopPtxInstruction *
instruction_at (const IhopPtxFunction *function, guint i)
{
  return &g_array_index (function->instructions, IhopPtxInstruction, i);
}

/* The address operand of a load or store in the space param, or NULL. */
static const IhopPtxOperand *
place_of (const IhopPtxInstruction *instruction)
{
  gboolean is_load = g_str_equal (instruction->opcode, "ld"), is_store = g_str_equal (instruction->opcode, "st");

  if ((!is_load && !is_store) || ihop_ptx_space (instruction) != IHOP_PTX_SPACE_PARAM || instruction->n_operands != 2)
    return NULL;
  const IhopPtxOperand *place = &instruction->operands[is_load];
  return place->kind == IHOP_PTX_ADDRESS && place->n_items == 1 && place->items[0].kind == IHOP_PTX_SYMBOL ? place : NULL;
}

static gint64
offset_of (const IhopPtxOperand *place)
{
  return place->offset + place->items[0].offset;
}

/* What is loaded or stored: a register, or several of a vector. */
static const IhopPtxOperand *
values_of (const IhopPtxInstruction *instruction, guint *n)
{
  const IhopPtxOperand *value = &instruction->operands[g_str_equal (instruction->opcode, "st")];

  *n = value->kind == IHOP_PTX_LIST ? value->n_items : 1;
  return value->kind == IHOP_PTX_LIST ? value->items : value;
}

/* --- pieces ----------------------------------------------------------------------------------- */

static void
need_memory (GHashTable *variables, const IhopPtxOperand *operand)
{
  Variable *variable = operand->kind == IHOP_PTX_SYMBOL ? g_hash_table_lookup (variables, operand->name) : NULL;

  if (variable)
    variable->is_whole = TRUE;
  for (guint i = 0; i < operand->n_items; i++)
    need_memory (variables, &operand->items[i]);
}

static void
add_piece (Variable *variable, gint64 at, guint size)
{
  Piece new = { at, size, G_MAXUINT };

  for (guint i = 0; i < variable->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (variable->pieces, Piece, i);
      if (piece->at == at && piece->size == size)
        return;
      if (at < piece->at + piece->size && piece->at < at + size)
        variable->is_whole = TRUE;
    }
  g_array_append_val (variable->pieces, new);
}

static void
look (GHashTable *variables, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *place = place_of (instruction);
  Variable *variable = place ? g_hash_table_lookup (variables, place->items[0].name) : NULL;
  IhopPtxType type = ihop_ptx_type (instruction, 0);
  guint n;

  if (variable == NULL || type.bits * type.lanes > 64)
    {
      for (guint i = 0; i < instruction->n_operands; i++)
        need_memory (variables, &instruction->operands[i]);
      return;
    }
  values_of (instruction, &n);
  for (guint i = 0; i < n; i++)
    add_piece (variable, offset_of (place) + i * ihop_ptx_type_size (type), ihop_ptx_type_size (type));
}

static GHashTable *
find_variables (const IhopPtxFunction *function)
{
  GHashTable *variables = g_hash_table_new_full (NULL, NULL, NULL, variable_free);

  for (guint i = 0; i < function->variables->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (function->variables, IhopPtxVariable, i);
      if (variable->space != IHOP_PTX_SPACE_PARAM)
        continue;
      Variable *new = g_new0 (Variable, 1);
      new->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
      g_hash_table_insert (variables, (gpointer) variable->name, new);
    }
  for (guint i = 0; i < function->instructions->len; i++)
    look (variables, instruction_at (function, i));
  return variables;
}

/* --- moves instead of memory ------------------------------------------------------------------ */

static IhopPtxOperand
register_of (IhopPtxFunction *function, Variable *variable, gint64 at, guint size)
{
  for (guint i = 0; i < variable->pieces->len; i++)
    {
      Piece *piece = &g_array_index (variable->pieces, Piece, i);
      if (piece->at != at || piece->size != size)
        continue;
      if (piece->reg == G_MAXUINT)
        piece->reg = ihop_copy_new_register (function, size == 8 ? "b64" : size == 4 ? "b32" : "b16");
      return ihop_copy_register (piece->reg);
    }
  g_assert_not_reached (); /* every access has its piece */
}

/* As loads do, which fill wider registers with zeros or signs. */
static char *
move_text (const IhopPtxFunction *function, const IhopPtxInstruction *instruction, const IhopPtxOperand *to)
{
  IhopPtxType type = ihop_ptx_type (instruction, 0), whole = g_array_index (function->registers, IhopPtxRegister, to->reg).type;
  guint size = type.bits * type.lanes, width = whole.bits * whole.lanes;
  char kind = type.kind == 's' ? 's' : 'u';

  if (size == width || type.kind == 'f')
    return g_strdup_printf ("mov.b%u", size);
  return g_strdup_printf ("cvt.%c%u.%c%u", kind, width, kind, size);
}

static void
add_move (IhopPtxFunction *function, GHashTable *variables, const IhopPtxInstruction *from, guint i)
{
  const IhopPtxOperand *place = place_of (from);
  Variable *variable = g_hash_table_lookup (variables, place->items[0].name);
  guint size = ihop_ptx_type_size (ihop_ptx_type (from, 0)), n;
  const IhopPtxOperand *value = &values_of (from, &n)[i];
  gboolean is_load = from->opcode[0] == 'l';

  if (value->kind == IHOP_PTX_SINK)
    return;
  IhopPtxOperand piece = register_of (function, variable, offset_of (place) + (gint64) i * size, size);
  const IhopPtxOperand operands[] = { is_load ? ihop_copy_operand (value) : piece, is_load ? piece : ihop_copy_operand (value) };
  g_autofree char *text = move_text (function, from, &operands[0]);
  ihop_copy_add_guarded (function, from, from->guard, from->is_guard_negated, text, 2, operands);
}

static gboolean
is_promoted (GHashTable *variables, const IhopPtxInstruction *instruction)
{
  const IhopPtxOperand *place = place_of (instruction);
  const Variable *variable = place ? g_hash_table_lookup (variables, place->items[0].name) : NULL;

  return variable && !variable->is_whole;
}

static void
clear_operands (IhopPtxInstruction *instruction)
{
  for (guint i = 0; i < instruction->n_operands; i++)
    g_free (instruction->operands[i].items);
  g_free (instruction->operands);
}

static void
rewrite (IhopPtxFunction *function, GHashTable *variables)
{
  GArray *old = function->instructions;
  guint label = 0, n;

  function->instructions = g_array_new (FALSE, TRUE, sizeof (IhopPtxInstruction));
  g_array_set_clear_func (function->instructions, ihop_ptx_instruction_clear);
  for (guint i = 0; i < old->len; i++)
    {
      IhopPtxInstruction *from = &g_array_index (old, IhopPtxInstruction, i);
      for (; label < function->labels->len && g_array_index (function->labels, IhopPtxLabel, label).at == i; label++)
        g_array_index (function->labels, IhopPtxLabel, label).at = function->instructions->len;
      if (!is_promoted (variables, from))
        {
          g_array_append_val (function->instructions, *from);
          continue;
        }
      values_of (from, &n);
      for (guint k = 0; k < n; k++)
        add_move (function, variables, from, k);
      clear_operands (from);
    }
  g_array_set_clear_func (old, NULL);
  g_array_unref (old);
}

void
ihop_calls_promote (IhopPtxFunction *function)
{
  g_autoptr (GHashTable) variables = find_variables (function);

  rewrite (function, variables);
}
