/* What code must not do to run on the device, wherever it is called from. Variables outside of the
 * fragment are passed to the kernel, so the fragment itself may name globals; functions that it
 * calls are passed those that they read. */
#include "analysis/memory/effects_summary.h"
#include "ir/expression.h"

typedef struct
{
  IhopFacts *facts;
  GPtrArray *callees;
  GHashTable *seen;             /* IhopFunction */
  const IhopFunction *function; /* NULL: the fragment itself */
  const IhopNode *code;         /* the function's body, or the fragment */
  IhopMessage *refusal;
} Device;

static void walk (Device *device, const IhopNode *node);

/* Takes what. */
static void
refuse_it (Device *device, const IhopNode *node, IhopMessage *what)
{
  guint line = ihop_range_line (node->place);
  g_autoptr (IhopMessage) own = what;

  if (device->refusal == NULL)
    device->refusal = line ? ihop_message ("%s at line %u", own, line) : ihop_message_ref (own);
}
#define refuse(device, node, ...) refuse_it (device, node, ihop_message (__VA_ARGS__))

static void
check_type (Device *device, const IhopNode *node, const IhopType *type)
{
  const IhopType *plain = ihop_type_strip (type);

  while (plain && plain->kind == IHOP_TYPE_ARRAY)
    plain = ihop_type_strip (plain->target);
  if (plain == NULL)
    return;
  if (plain->kind == IHOP_TYPE_FLOATING && plain->size > 8)
    refuse (device, node, "the device has no %s, used", ihop_argument_word (plain->name ? plain->name : "long double"));
  else if (plain->kind == IHOP_TYPE_COMPLEX)
    refuse (device, node, "complex numbers are used");
  else if (plain->kind == IHOP_TYPE_OTHER)
    refuse (device, node, "the type %s is used", ihop_argument_word_or (plain->name, "of a vector"));
  else if (type->qualifiers & IHOP_VOLATILE)
    refuse (device, node, "a volatile object is used");
}

static void
check_variable (Device *device, const IhopNode *node)
{
  const IhopSymbol *symbol = node->symbol;

  if (symbol->storage != IHOP_STORAGE_AUTO)
    refuse (device, node, "the static variable %s is declared", symbol->name);
  if (ihop_type_is_variable_length (symbol->type))
    refuse (device, node, "%s, an array of variable length, is declared", symbol->name);
  check_type (device, node, symbol->type);
}

static gboolean
is_written (Device *device, const IhopSymbol *symbol)
{
  const IhopEffects *effects = ihop_effects_of (device->facts, device->function->symbol);

  return g_hash_table_contains (effects->globals_written, symbol);
}

static void
check_reference (Device *device, const IhopNode *node)
{
  const IhopSymbol *symbol = node->symbol;

  if (symbol == NULL)
    return;
  if (symbol->kind == IHOP_SYMBOL_FUNCTION)
    refuse (device, node, "the address of the function %s is taken", symbol->name);
  if (symbol->kind != IHOP_SYMBOL_VARIABLE && symbol->kind != IHOP_SYMBOL_PARAMETER)
    return;
  check_type (device, node, symbol->type);
  if (symbol->storage == IHOP_STORAGE_THREAD)
    refuse (device, node, "%s, of which each thread has its own, is used", symbol->name);
  if (device->function && symbol->storage != IHOP_STORAGE_AUTO
      && (is_written (device, symbol) || ihop_type_holds_pointer (symbol->type)))
    refuse_it (device, node,
               is_written (device, symbol)
                 ? ihop_message ("%s writes the global %s", device->function->symbol->name, symbol->name)
                 : ihop_message ("%s reads the global %s", device->function->symbol->name, symbol->name));
}

static void
check_library (Device *device, const IhopNode *node, const IhopSymbol *callee)
{
  const IhopEffects *effects = ihop_effects_of (device->facts, callee);

  if (effects->is_math && !effects->has_state)
    return;
  if (!effects->is_known)
    refuse_it (device, node,
               effects->why ? ihop_message ("%s is called", effects->why) : ihop_message ("%s is called", callee->name));
  else if (effects->may_not_return)
    refuse (device, node, "%s, which ends the program, is called", callee->name);
  else if (effects->does_io)
    refuse (device, node, "%s, which does input or output, is called", callee->name);
  else if (effects->has_state)
    refuse (device, node, "%s, whose result depends on more than its arguments, is called",
            callee->name);
  else if (effects->allocates)
    refuse (device, node, "%s, which allocates memory, is called", callee->name);
  else
    refuse (device, node, "%s, which the device does not have, is called", callee->name);
}

static void
check_body (Device *device, const IhopNode *node, const IhopFunction *callee)
{
  const IhopFunction *caller = device->function;
  const IhopNode *code = device->code;
  const IhopType *type = ihop_type_strip (callee->symbol->type);

  if (!g_hash_table_add (device->seen, (gpointer) callee))
    return;
  if (callee->symbol->is_replaceable)
    refuse (device, node, "%s, whose body another file may replace, is called", callee->symbol->name);
  if (ihop_callgraph_node (device->facts, callee)->is_recursive)
    refuse (device, node, "%s, which calls itself, is called", callee->symbol->name);
  if (type && type->is_variadic)
    refuse (device, node, "%s, which takes arguments of any number, is called",
            callee->symbol->name);
  device->function = callee;
  for (guint i = 0; i < callee->n_params; i++)
    check_type (device, node, callee->params[i]->type);
  if (type && type->target)
    check_type (device, node, type->target);
  device->code = callee->body;
  walk (device, callee->body);
  device->function = caller;
  device->code = code;
  if (device->callees && !g_ptr_array_find (device->callees, callee, NULL))
    g_ptr_array_add (device->callees, (gpointer) callee);
}

/* NAN is __builtin_nanf (""): compilers for the device read the text as well. */
static gboolean
is_text_of_number (Device *device, const IhopSymbol *callee, const IhopNode *argument)
{
  return ihop_node_strip (argument, TRUE)->kind == IHOP_STRING && ihop_effects_of (device->facts, callee)->is_math;
}

static void
check_call (Device *device, const IhopNode *node)
{
  const IhopSymbol *callee = ihop_call_callee (node);
  const IhopFunction *body = ihop_facts_function (device->facts, callee);

  if (callee == NULL)
    {
      refuse (device, node, "a function is called through a pointer");
      return;
    }
  if (body)
    check_body (device, node, body);
  else
    check_library (device, node, callee);
  for (guint i = 1; i < node->n_children; i++)
    if (node->child[i] && (body || !is_text_of_number (device, callee, node->child[i])))
      walk (device, node->child[i]);
}

static void
walk_children (Device *device, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children && device->refusal == NULL; i++)
    if (node->child[i] && !(node->kind == IHOP_VARIABLE && node->child[i]->kind == IHOP_STRING))
      walk (device, node->child[i]);
}

/* "case 0 ... 999:", which nvcc takes for "case 0:". */
static gboolean
is_long_range (const IhopNode *node)
{
  if (node->kind != IHOP_CASE || node->child[0] == NULL || node->child[1] == NULL)
    return FALSE;
  gint64 low = node->child[0]->integer, high = node->child[1]->integer;
  return high < low || (guint64) high - (guint64) low >= 256;
}

static void
check_pointer (Device *device, const IhopNode *node)
{
  const IhopNode *pointer = ihop_host_pointer_followed (device->code, node);

  if (pointer == NULL)
    return;
  g_autofree char *words = ihop_expression_text (pointer);
  refuse (device, node, "%s, a pointer in memory that leads to the host's, is followed or handed on", words);
}

static void
walk (Device *device, const IhopNode *node)
{
  if (device->refusal || node->kind == IHOP_SIZEOF || (node->flags & IHOP_NODE_CONSTANT))
    return;
  if (!ihop_kind_is_statement (node->kind) && node->type && node->kind != IHOP_CALL)
    check_type (device, node, node->type);
  const char *address = ihop_address_refuse (device->code, node);
  if (address)
    refuse_it (device, node, ihop_message_phrase (address));
  check_pointer (device, node);
  const IhopSymbol *bits = ihop_node_wide_bits (node);
  if (bits)
    refuse (device, node, "the bit-field %s, with which C compilers count differently, is used", bits->name);
  switch (node->kind)
    {
    case IHOP_VARIABLE:
      check_variable (device, node);
      walk_children (device, node);
      break;
    case IHOP_REF:
      check_reference (device, node);
      break;
    case IHOP_STRING:
      refuse (device, node, "a string literal, which lies in host memory, is used");
      break;
    case IHOP_CALL:
      check_call (device, node);
      break;
    case IHOP_OPAQUE:
    case IHOP_OPAQUE_EXPR:
      if (ihop_opaque_is_harmless (node) && !ihop_node_is_cleanup (node))
        walk_children (device, node);
      else
        refuse (device, node, "%s is used", ihop_argument_word_or (node->text, "code that cannot be read"));
      break;
    default:
      if (is_long_range (node))
        refuse (device, node, "a range of more than 256 cases, which would have to be written one by one, is used");
      walk_children (device, node);
    }
}

IhopMessage *
ihop_effects_refuse_device (IhopFacts *facts, const IhopNode *node, GPtrArray *callees)
{
  Device device = { facts, callees, g_hash_table_new (NULL, NULL), NULL, node, NULL };

  walk (&device, node);
  g_hash_table_unref (device.seen);
  return device.refusal;
}
