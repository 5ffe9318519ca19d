/* One instruction: guard, opcode, modifiers, operands ("PTX ISA", 6 and 9). */
#include "simt/ptx/read_private.h"
#include <string.h>

enum { MAX_OPERANDS = 4096, MAX_DEPTH = 8 };

static IhopPtxOperand read_operand (IhopPtxReader *reader, guint depth);

/* %tid.x, a register's element %v.x, or %laneid. */
static IhopPtxOperand
read_special (IhopPtxReader *reader, const char *name)
{
  IhopPtxOperand operand = { .kind = IHOP_PTX_SPECIAL, .name = name };

  if (reader->lexer.token.kind == IHOP_LEX_DOTTED && !reader->lexer.token.after_space)
    {
      g_autofree char *whole = g_strconcat (name, ".", reader->lexer.token.text, NULL);
      operand.name = g_intern_string (whole);
      ihop_lexer_next (&reader->lexer);
    }
  return operand;
}

static gint64
read_offset (IhopPtxReader *reader)
{
  if (ihop_reader_take_sign (reader, '+') || ihop_reader_is_sign (reader, '-'))
    return ihop_reader_integer (reader);
  return 0;
}

static IhopPtxOperand
read_name (IhopPtxReader *reader)
{
  const char *name = ihop_reader_word (reader);
  gint index = name ? ihop_reader_register (reader, name) : -1;

  if (name == NULL)
    return (IhopPtxOperand){ .kind = IHOP_PTX_SINK };
  if (index >= 0)
    return (IhopPtxOperand){ .kind = IHOP_PTX_REGISTER, .reg = index };
  if (g_str_equal (name, "_"))
    return (IhopPtxOperand){ .kind = IHOP_PTX_SINK };
  if (g_str_equal (name, "WARP_SZ"))
    return (IhopPtxOperand){ .kind = IHOP_PTX_INTEGER, .bits = 32 };
  if (name[0] == '%')
    return read_special (reader, name);
  return (IhopPtxOperand){ .kind = IHOP_PTX_SYMBOL,
                           .name = ihop_reader_variable_name (reader, name),
                           .offset = read_offset (reader) };
}

static IhopPtxOperand
read_number (IhopPtxReader *reader)
{
  IhopPtxOperand operand = { .kind = IHOP_PTX_INTEGER };
  gboolean is_negative = ihop_reader_take_sign (reader, '-');
  const IhopLexToken *token = &reader->lexer.token;

  operand.bits = token->bits;
  if (token->kind == IHOP_LEX_FLOAT || token->kind == IHOP_LEX_FLOAT32)
    {
      gboolean is_double = token->kind == IHOP_LEX_FLOAT;
      operand.kind = is_double ? IHOP_PTX_FLOAT : IHOP_PTX_FLOAT32;
      operand.bits ^= !is_negative ? 0 : is_double ? 1ull << 63 : 1ull << 31;
    }
  else if (token->kind != IHOP_LEX_INTEGER)
    ihop_reader_fail (reader, "expected an operand");
  else if (is_negative)
    operand.bits = 0 - operand.bits;
  ihop_lexer_next (&reader->lexer);
  return operand;
}

static void
add_item (IhopPtxOperand *list, IhopPtxOperand item)
{
  list->items = g_renew (IhopPtxOperand, list->items, list->n_items + 1);
  list->items[list->n_items++] = item;
}

static IhopPtxOperand
read_list (IhopPtxReader *reader, char end, guint depth)
{
  IhopPtxOperand list = { .kind = IHOP_PTX_LIST };

  if (ihop_reader_take_sign (reader, end))
    return list;
  do
    add_item (&list, read_operand (reader, depth + 1));
  while (list.n_items < MAX_OPERANDS && ihop_reader_take_sign (reader, ','));
  ihop_reader_expect_sign (reader, end);
  return list;
}

static IhopPtxOperand
read_address (IhopPtxReader *reader, guint depth)
{
  IhopPtxOperand address = { .kind = IHOP_PTX_ADDRESS };

  do
    {
      IhopPtxOperand base = read_operand (reader, depth + 1);
      if (base.kind == IHOP_PTX_REGISTER || base.kind == IHOP_PTX_SYMBOL)
        address.offset += read_offset (reader);
      add_item (&address, base);
    }
  while (address.n_items < 8 && ihop_reader_take_sign (reader, ','));
  ihop_reader_expect_sign (reader, ']');
  return address;
}

static IhopPtxOperand
read_simple (IhopPtxReader *reader, guint depth)
{
  IhopPtxOperand operand = { .kind = IHOP_PTX_SINK };

  if (ihop_reader_take_sign (reader, '!'))
    {
      operand = read_name (reader);
      operand.is_negated = TRUE;
      return operand;
    }
  if (ihop_reader_take_sign (reader, '{'))
    return read_list (reader, '}', depth);
  if (ihop_reader_take_sign (reader, '('))
    return read_list (reader, ')', depth);
  if (ihop_reader_take_sign (reader, '['))
    return read_address (reader, depth);
  if (reader->lexer.token.kind == IHOP_LEX_WORD)
    return read_name (reader);
  return read_number (reader);
}

/* Also "p|q", two results. */
static IhopPtxOperand
read_operand (IhopPtxReader *reader, guint depth)
{
  if (depth > MAX_DEPTH)
    {
      ihop_reader_fail (reader, "too many braces");
      return (IhopPtxOperand){ .kind = IHOP_PTX_SINK };
    }
  IhopPtxOperand first = read_simple (reader, depth);
  if (!ihop_reader_take_sign (reader, '|'))
    return first;
  IhopPtxOperand both = { .kind = IHOP_PTX_LIST };
  add_item (&both, first);
  add_item (&both, read_simple (reader, depth));
  return both;
}

static void
read_guard (IhopPtxReader *reader, IhopPtxInstruction *instruction)
{
  instruction->guard = -1;
  if (!ihop_reader_take_sign (reader, '@'))
    return;
  instruction->is_guard_negated = ihop_reader_take_sign (reader, '!');
  const char *name = ihop_reader_word (reader);
  instruction->guard = name ? ihop_reader_register (reader, name) : -1;
  if (instruction->guard < 0)
    ihop_reader_fail (reader, "%s is no predicate", name ? name : "this");
}

static void
read_parts (IhopPtxReader *reader, IhopPtxInstruction *instruction)
{
  for (; reader->lexer.token.kind == IHOP_LEX_DOTTED; ihop_lexer_next (&reader->lexer))
    if (instruction->n_parts == IHOP_PTX_PARTS)
      ihop_reader_fail (reader, "too many modifiers");
    else
      instruction->parts[instruction->n_parts++] = reader->lexer.token.text;
}

static void
read_operands (IhopPtxReader *reader, IhopPtxInstruction *instruction)
{
  if (ihop_reader_is_sign (reader, ';'))
    return;
  do
    {
      IhopPtxOperand operand = read_operand (reader, 0);
      instruction->operands = g_renew (IhopPtxOperand, instruction->operands, instruction->n_operands + 1);
      instruction->operands[instruction->n_operands++] = operand;
    }
  while (instruction->n_operands < MAX_OPERANDS && ihop_reader_take_sign (reader, ','));
}

/* The condition code is a register of its own, which these instructions read and set beside what they name. */
static IhopPtxOperand
condition_code (IhopPtxReader *reader)
{
  static const IhopPtxRegister code = { "%cc", { 'b', 64, 1 } };
  GArray *registers = reader->function->registers;

  for (guint i = 0; i < registers->len; i++)
    if (g_array_index (registers, IhopPtxRegister, i).name == code.name)
      return (IhopPtxOperand){ .kind = IHOP_PTX_REGISTER, .reg = i };
  g_array_append_val (registers, code);
  return (IhopPtxOperand){ .kind = IHOP_PTX_REGISTER, .reg = registers->len - 1 };
}

static void
add_condition_code (IhopPtxReader *reader, IhopPtxInstruction *instruction)
{
  static const char *const readers[] = { "addc", "subc", "madc" };

  if (instruction->n_operands == 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    if (g_str_equal (instruction->opcode, readers[i]))
      {
        instruction->operands = g_renew (IhopPtxOperand, instruction->operands, instruction->n_operands + 1);
        instruction->operands[instruction->n_operands++] = condition_code (reader);
      }
  if (!ihop_ptx_has (instruction, "cc"))
    return;
  IhopPtxOperand both = { .kind = IHOP_PTX_LIST };
  add_item (&both, instruction->operands[0]);
  add_item (&both, condition_code (reader));
  instruction->operands[0] = both;
}

void
ihop_reader_instruction (IhopPtxReader *reader)
{
  IhopPtxInstruction instruction = { .line = reader->lexer.token.line,
                                     .file = reader->file,
                                     .source_line = reader->source_line };

  read_guard (reader, &instruction);
  instruction.opcode = ihop_reader_word (reader);
  read_parts (reader, &instruction);
  read_operands (reader, &instruction);
  if (instruction.opcode)
    add_condition_code (reader, &instruction);
  ihop_reader_expect_sign (reader, ';');
  g_array_append_val (reader->function->instructions, instruction);
}
